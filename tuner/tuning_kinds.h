/* SPDX-License-Identifier: MIT
 *
 * What the winner does on each kind of processors, for the record.  Internal
 * to tuner/tuning_record.c.
 */
#ifndef TUNER_TUNING_KINDS_H
#define TUNER_TUNING_KINDS_H

struct planner;
struct record;
struct tuning;

/* Fills the results of `cpu.kinds`, which are those of the tuning's machine,
 * in its order, where there are several; after the confirmation. */
void tuning_kinds(const struct tuning *tuning, const struct planner *planner,
                  struct record *out);

#endif
