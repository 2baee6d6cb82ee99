/* SPDX-License-Identifier: MIT
 *
 * The phases of search/planner.h.  Each does its part until the deadline that
 * the planner has set; false is an error or Ctrl-C.
 */
#ifndef SEARCH_PLANNER_PHASES_H
#define SEARCH_PLANNER_PHASES_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct error;
struct journal;
struct planner;

bool planner_run_baselines(struct planner *self, struct error *err);
bool planner_run_structure(struct planner *self, struct error *err);
bool planner_run_screen(struct planner *self, struct error *err);
bool planner_run_search(struct planner *self, struct error *err);
bool planner_run_minimise(struct planner *self, struct error *err);
bool planner_run_confirm(struct planner *self, struct error *err);
bool planner_run_kinds(struct planner *self, struct error *err);
void planner_release_kinds(struct planner *self);
/* Tells of a confirmation's rounds; data is the planner. */
void planner_report_confirm(void *data, size_t round, size_t rounds);

/* Readings of a baseline from the journal; true for other events. */
bool planner_take_baseline(struct planner *self, const json_t *event,
                           struct error *err);
/* The other way: all that are known. */
void planner_write_baselines(const struct planner *self,
                             struct journal *journal);

#endif
