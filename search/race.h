/* SPDX-License-Identifier: MIT
 *
 * A race: sequential paired comparison of many builds that drops losers
 * early (Wilcoxon's signed rank test at a fixed schedule of looks, the error
 * shared out over them).  It finds candidates; it proves nothing: what may
 * be claimed is what the confirmation says (search/confirm.h).
 *
 *     struct race_plan plan = {.measure = setup, .entrants = entrants,
 *                              .entrant_count = n, .canary = canary};
 *     struct race_result result;
 *     if (!race_run(&plan, &result, err))
 *         return false;
 *     winner = result.leader;
 *     race_result_release(&result);
 */
#ifndef SEARCH_RACE_H
#define SEARCH_RACE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/stats.h"
#include "search/measure.h"

struct error;

struct race_entrant {
    struct arm *arm; /* borrowed; may be NULL for one whose classes equal an
                        earlier entrant's */
    const struct digest *classes; /* code of each metric; NULL: its own */
};

enum race_goal {
    RACE_BEST, /* find the leader; drop what is worse than it */
    RACE_EACH  /* compare each with the baseline until decided */
};

enum race_state {
    RACE_UNDECIDED, /* rounds or time ran out */
    RACE_LEADER,    /* the best (RACE_BEST only) */
    RACE_SLOWER,    /* than the leader or the baseline; dropped */
    RACE_FASTER,    /* than the baseline (RACE_EACH only) */
    RACE_TIE,       /* within +-1 % of the leader or the baseline */
    RACE_SAME,      /* the same code as entrant same_as: never timed */
    RACE_FAILED     /* could not be measured; failure says why */
};

struct race_standing {
    enum race_state state;
    double gain;                 /* log gain over the baseline, median */
    struct stats_interval range; /* of it, at the look's confidence */
    size_t rounds;               /* that it was sampled in */
    size_t same_as;
    char *failure;
};

struct race_progress {
    size_t rounds;
    size_t rounds_most;
    size_t live;   /* entrants that are still sampled */
    size_t leader; /* so far */
    double gain;   /* of the leader over the baseline, log */
};

struct race_plan {
    struct measure_setup measure;
    enum race_goal goal;
    const struct race_entrant *entrants; /* the first is the baseline */
    size_t entrant_count;
    struct arm *canary; /* a second server of the baseline; NULL: none */
    size_t rounds_most; /* 0: to the last look */
    size_t metric;      /* to compare by, plus one; 0: the objective */
    /* Called after each look; may be NULL. */
    void (*progress)(void *data, const struct race_progress *progress);
    void *progress_data;
};

struct race_result {
    struct race_standing *standings; /* one an entrant */
    size_t count;
    size_t leader; /* the best median among those that were not dropped */
    bool stopped;  /* by the deadline or Ctrl-C; what is there still holds */
    struct stats_interval canary; /* log gain of the canary */
    double drift;                 /* of the baseline, see measure_drift() */
    double seconds;
    struct measure *measure; /* all samples; entry i is entrant i, the canary
                                is last */
};

/* False when the work must stop; else *result is the caller's.  The
 * baseline's failure is such an error. */
bool race_run(const struct race_plan *plan, struct race_result *result,
              struct error *err);
void race_result_release(struct race_result *self);

#endif
