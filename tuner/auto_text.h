/* SPDX-License-Identifier: MIT
 *
 * What `tuner auto` says: before, when stopped, and at the end.
 */
#ifndef TUNER_AUTO_TEXT_H
#define TUNER_AUTO_TEXT_H

#include <jansson.h>

struct planner;
struct record;
struct str;
struct tuning;

/* On stderr: what is tuned and how long it takes. */
void auto_announce(const struct tuning *tuning, double left_s, double budget_s);
/* The best so far of a run that was stopped: as the search saw it, proven by
 * nothing. */
void auto_interim_text(const struct planner *planner, struct str *out);
/* The same as an object for --json: "stopped" is true, "best" is null where
 * nothing was measured; the caller's. */
json_t *auto_interim_json(const struct tuning *tuning,
                          const struct planner *planner);
/* The result object of --json; the caller's. */
json_t *auto_json(const struct planner *planner, const struct record *record);
/* Adds what is known later: where the record is (NULL: nowhere) and how the
 * winners of several compilers compare. */
void auto_json_complete(json_t *result, const struct record *record,
                        const char *path);

#endif
