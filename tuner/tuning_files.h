/* SPDX-License-Identifier: MIT
 *
 * The best for each file by itself.  Files that metrics have in common belong
 * together; where a file's code equals one already measured, its reading is
 * taken from there (search/ledger.h), so that the best of each group is known
 * although no build had all of them.
 */
#ifndef TUNER_TUNING_FILES_H
#define TUNER_TUNING_FILES_H

struct planner;
struct record;
struct tuning;

/* Adds to the record, which has its winner; nothing where there is one group
 * only, or nothing was measured. */
void tuning_files(const struct tuning *tuning, const struct planner *planner,
                  struct record *record);

#endif
