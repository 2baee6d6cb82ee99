/* SPDX-License-Identifier: MIT
 *
 * The record that a command line means: --record FILE, or the best one of
 * the databases for --board ID, or for this machine.
 */
#ifndef TUNER_CHOSEN_RECORD_H
#define TUNER_CHOSEN_RECORD_H

#include <stdbool.h>

struct error;
struct options;
struct record;

/* Reads one record file, which may be a stranger's. */
bool chosen_record_load(const char *path, struct record *out,
                        struct error *err);
/* The record for the options `record`, `board` and `db` of a command.
 * ERROR_MISSING, with what to do, when there is none. */
bool chosen_record(const struct options *options, struct record *out,
                   struct error *err);

#endif
