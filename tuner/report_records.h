/* SPDX-License-Identifier: MIT
 *
 * The records that a report is about.
 */
#ifndef TUNER_REPORT_RECORDS_H
#define TUNER_REPORT_RECORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strvec.h"

struct error;
struct options;
struct record;

struct report_records {
    struct record *items;
    size_t count;
    size_t capacity;
    struct strvec places; /* path of each */
};

/* By the options of `report`: every --record FILE; with --all or --site,
 * all records; with --board ID all of that board, in order; else the one of
 * this machine.  A record that cannot be read is passed over with a message
 * when there are others.  None at all is ERROR_MISSING. */
bool report_records_load(struct report_records *self,
                         const struct options *options, struct error *err);
void report_records_release(struct report_records *self);

#endif
