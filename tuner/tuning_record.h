/* SPDX-License-Identifier: MIT
 *
 * What a search found, as a record.
 */
#ifndef TUNER_TUNING_RECORD_H
#define TUNER_TUNING_RECORD_H

struct candidate;
struct planner;
struct record;
struct record_pairs;
struct strvec;
struct tuning;

struct tuning_provenance {
    const char *strategy;
    const char *effort;
    double seed;
    double budget_s;
    double seconds;
};

/* Fills an empty record; the caller releases it.  With SOURCE_DATE_EPOCH in
 * the environment nothing in it depends on the clock. */
void tuning_record(const struct tuning *tuning, const struct planner *planner,
                   const struct tuning_provenance *provenance,
                   struct record *out);

/* Adds the flags and the implementations of a candidate. */
void tuning_candidate(const struct tuning *tuning,
                      const struct candidate *candidate, struct strvec *flags,
                      struct record_pairs *implementations);

#endif
