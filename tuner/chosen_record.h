/* SPDX-License-Identifier: MIT
 *
 * The record that a command line means: --record FILE, or the best one of
 * the databases for --board ID, or for this machine.
 */
#ifndef TUNER_CHOSEN_RECORD_H
#define TUNER_CHOSEN_RECORD_H

#include <stdbool.h>

#include "base/str.h"

struct error;
struct options;
struct record;

/* Reads one record file, which may be a stranger's. */
bool chosen_record_load(const char *path, struct record *out,
                        struct error *err);
/* The record for the options `record`, `board`, `implementation`, `workload`,
 * `cc` and `db` of a command; without a workload, that of the newest record;
 * *path is where it lies.  ERROR_MISSING, with what to do, when there is none.
 */
bool chosen_record(const struct options *options, struct record *out,
                   struct str *path, struct error *err);

#endif
