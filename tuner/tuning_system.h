/* SPDX-License-Identifier: MIT
 *
 * The state that the machine was measured in, for the record.  Internal to
 * tuner/tuning_record.c.
 */
#ifndef TUNER_TUNING_SYSTEM_H
#define TUNER_TUNING_SYSTEM_H

#include <stdbool.h>

struct record;
struct tuning;

/* Fills `system`.  What cannot be read is "unknown".  `lasting` leaves out
 * what changes from one moment to the next, for records that are to be made
 * again. */
void tuning_system(const struct tuning *tuning, bool lasting,
                   struct record *out);

#endif
