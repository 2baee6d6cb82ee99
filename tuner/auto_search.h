/* SPDX-License-Identifier: MIT
 *
 * One search of `tuner auto`, for tuner/auto_run.c: what it holds open, and
 * its steps.
 */
#ifndef TUNER_AUTO_SEARCH_H
#define TUNER_AUTO_SEARCH_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "search/code_cache.h"
#include "search/journal.h"
#include "search/planner.h"
#include "search/throttle.h"
#include "tuner/tuning.h"

struct auto_winners;
struct effort;
struct error;
struct options;
struct strategy;

/* What the options say, the same for all compilers. */
struct auto_request {
    const struct options *options;
    const struct effort *effort;
    const struct strategy *strategy;
    double budget_s;  /* of one compiler, set-up included; 0: none */
    double compare_s; /* of the comparison of several */
    unsigned long seed;
    unsigned long jobs; /* 0: as many as the processors allow */
    bool resume;
};

/* One search and all that it holds open. */
struct auto_search {
    const struct auto_request *request;
    struct tuning tuning;
    struct throttle throttle;
    struct throttle *kind_throttles; /* of the other kinds' processors */
    struct planner_kind *kinds;
    struct code_cache cache;
    struct journal journal;
    struct planner planner;
    struct str journal_path;
    bool has_throttle;
    bool has_planner;
    double start_s;
    const char *phase; /* last reported */
    struct auto_winners *winners;
};

/* What the options ask for; the budget is shared by so many compilers and the
 * comparison of their winners. */
bool auto_request_parse(struct auto_request *self,
                        const struct options *options, size_t compilers,
                        struct error *err);

/* `board` as in tuning_open().  Released by the caller whether it opens or
 * not. */
bool auto_search_open(struct auto_search *self, const char *cc,
                      const struct tuning_board *board, struct error *err);
void auto_search_release(struct auto_search *self);
/* Adds what planner_run() has found to the winners: auto_publish() shows it. */
bool auto_search_finish(struct auto_search *self, struct error *err);
/* The best so far of a run that ends early. */
void auto_search_show_best(struct auto_search *self);
/* After Ctrl-C: that, and how to go on; returns false. */
bool auto_search_interim(struct auto_search *self, struct error *err);
/* What the workload noted meanwhile. */
void auto_search_tell_notes(const struct auto_search *self);
void auto_search_tell_costs(const struct auto_search *self);

#endif
