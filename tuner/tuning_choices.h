/* SPDX-License-Identifier: MIT
 *
 * The choices between speed and size that a search leaves: builds that no
 * other one beats in both.
 */
#ifndef TUNER_TUNING_CHOICES_H
#define TUNER_TUNING_CHOICES_H

struct planner;
struct record;
struct tuning;

/* Adds them to the record, with the size of the reference baseline; gains
 * are over that baseline, as the search saw them.  Baselines of the record
 * are filled. */
void tuning_choices(const struct tuning *tuning, const struct planner *planner,
                    struct record *record);

#endif
