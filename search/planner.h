/* SPDX-License-Identifier: MIT
 *
 * A whole run as a pipeline of phases:
 *
 *   baselines   what the user would have used, raced
 *   structure   level, machine, implementations: greedy from every baseline
 *   screen      which flags change the leader's code, by compiling alone
 *   search      the strategy over what is left
 *   plain       the same for the reference implementations alone, which is
 *               what other programs compile
 *   rank        the best few once more, with fresh samples
 *   minimise    flags that do not pay go; each one's share
 *   confirm     fresh processes in several layouts; the only figures reported
 *   kinds       the same, pinned, on the other kinds of processors
 *
 * Each phase has a share of the budget, so that the last ones have their time.
 * Everything goes to the journal as it happens; a run that goes on from a
 * journal asks the same questions again and gets most answers from there.
 *
 *     struct planner planner;
 *     planner_init(&planner, &settings);
 *     bool ok = planner_run(&planner, err);
 *     ... planner.result ...
 *     planner_release(&planner);
 */
#ifndef SEARCH_PLANNER_H
#define SEARCH_PLANNER_H

#include <stdbool.h>
#include <stddef.h>

#include "db/record.h"
#include "search/builder.h"
#include "search/candidate.h"
#include "search/evaluator.h"
#include "search/ledger.h"
#include "search/minimise.h"
#include "search/proof.h"
#include "search/screen.h"
#include "search/track.h"

struct code_cache;
struct effort;
struct error;
struct journal;
struct protocol;
struct protocol_world;
struct space;
struct strategy;
struct throttle;
struct workload;

struct planner_baseline {
    char *name; /* "-O2", "-O3 -march=native" */
    struct candidate candidate;
};

struct planner_progress {
    const char *phase;
    const char *what; /* "build", "race", "screen", ... */
    size_t done;
    size_t of;
    double elapsed_s;
    double budget_s;
    double gain; /* of the best so far over the first baseline, log */
    size_t measured;
};

/* A kind of processors besides the one that the search times on. */
struct planner_kind {
    int cpu;                   /* one of them, to pin to */
    struct throttle *throttle; /* NULL: not watched */
};

/* All borrowed. */
struct planner_settings {
    struct workload *workload;
    const char *cc;
    struct space *space;
    const struct planner_baseline
        *baselines; /* the first that runs is the zero */
    size_t baseline_count;
    const struct candidate_list *seeds; /* besides the baselines */
    const struct strategy *strategy;
    const struct effort *effort;
    double budget_s;    /* of all that follows; 0: none */
    double size_weight; /* code size in the objective; 0: breaks ties */
    uint64_t seed;
    unsigned jobs;
    bool measures;            /* false: nothing can be run, size alone counts */
    bool plain;               /* search the reference implementations, too */
    struct journal *journal;  /* NULL: none */
    struct code_cache *cache; /* NULL: none */
    struct throttle *throttle;        /* NULL: not watched */
    int cpu_plus_one;                 /* that is timed on; 0: wherever */
    const struct planner_kind *kinds; /* the winner is proved on each, too */
    size_t kind_count;
    const struct protocol *protocol;    /* NULL: protocol_standard */
    const struct protocol_world *world; /* NULL: the real one */
    void (*progress)(void *data, const struct planner_progress *progress);
    void *progress_data;
};

/* One finalist: the winner, or the best for plain code. */
struct planner_answer {
    bool found; /* there was something to choose */
    struct minimised short_form;
    size_t finalist; /* its number in the proof */
};

/* What a baseline did in the baselines' race: one list a metric. */
struct planner_readings {
    struct record_numbers *samples; /* metric_count of them */
    double *medians;
};

/* The winner, its only finalist, on one kind. */
struct planner_kind_result {
    bool proved;
    struct proof proof;
    char *why_not; /* NULL: it was not asked */
};

struct planner_step {
    size_t evaluations;
    double seconds;
    double gain; /* log */
};

struct planner_result {
    size_t baseline;                   /* the best one: gains are over it */
    struct planner_readings *readings; /* one a baseline */
    struct planner_answer answers[LEDGER_GOALS];
    struct proof proof;
    bool proved;                       /* the confirmation ran */
    struct planner_kind_result *kinds; /* as settings.kinds; NULL: none ran */
    struct ledger_counts counts;
    struct planner_step *steps;
    size_t step_count;
    size_t step_capacity;
    size_t screened; /* values tried by compiling alone */
    size_t changed;  /* of them: changed the leader's code */
    double seconds;
    bool stopped; /* by the user: what is there is the best so far */
};

struct planner {
    struct planner_settings settings;
    struct ledger ledger;
    struct builder builder;
    struct track track;
    struct evaluator evaluator;
    struct screen screen;
    struct candidate leaders[LEDGER_GOALS];
    const char *phase;
    double start_s;
    double sample_s; /* time that a sample of all metrics takes; 0 unknown */
    struct planner_result result;
};

void planner_init(struct planner *self,
                  const struct planner_settings *settings);
/* Reads what a journal of the same job knows; call before planner_run. */
bool planner_resume(struct planner *self, const char *path, struct error *err);
/* False for an error; Ctrl-C is none: result.stopped is set. */
bool planner_run(struct planner *self, struct error *err);
void planner_release(struct planner *self);

#endif
