/* SPDX-License-Identifier: MIT
 *
 * The confirmation: fresh samples from fresh processes in several code
 * layouts of each side.  The only numbers that tuner reports as a gain.
 *
 * A round samples every side in every layout; a layout's sides are sampled
 * next to each other.  The gain is the mean over layouts of the median log
 * gain within a layout, its interval Student's over the layouts, so that
 * what holds is what holds in a layout not yet seen (layout as a random
 * effect: Kalibera and Jones, "Rigorous Benchmarking in Reasonable Time",
 * ISMM 2013).  A canary, more processes of the baseline's own build, goes
 * the same way.
 */
#ifndef SEARCH_CONFIRM_H
#define SEARCH_CONFIRM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/stats.h"
#include "search/measure.h"

struct error;

enum confirm_verdict {
    CONFIRM_UNDECIDED,
    CONFIRM_FASTER, /* proven */
    CONFIRM_SLOWER, /* proven */
    CONFIRM_TIE     /* within +-1 % */
};

/* "faster", "slower", "tie", "undecided". */
const char *confirm_verdict_word(enum confirm_verdict verdict);

/* One side: the baseline, a canary, or a finalist. */
struct confirm_side {
    struct arm *const *arms;      /* one a layout; borrowed */
    const struct digest *classes; /* code of each metric; NULL: its own */
};

struct confirm_plan {
    struct measure_setup measure;
    struct confirm_side baseline;
    struct confirm_side canary;
    const struct confirm_side *finalists;
    size_t finalist_count;
    size_t layout_count; /* at least 2 */
    size_t rounds;       /* 0: the protocol's normal number */
    /* Look early, then at the race's schedule, and stop when every metric of
     * every finalist is decided, at the price of a wider interval (each look's
     * own error). */
    bool stop_early;
    void (*progress)(void *data, size_t round, size_t rounds);
    void *progress_data;
};

/* How a finalist did by one metric or by the objective.  Gains are log
 * gains over the baseline. */
struct confirm_estimate {
    enum confirm_verdict verdict;
    double gain;
    struct stats_interval range;
    double wall_gain;     /* by wall time */
    size_t layouts_agree; /* with the gain's sign */
    bool layout_bound;    /* layouts differ far more than noise does: more
                             rounds would not narrow the range */
    struct stats_interval canary; /* the canary's range by this metric */
    double layout_floor; /* standard deviation of the baseline's own speed
                            over layouts, as log, without what the canary
                            shows to be noise */
    double threshold;    /* below it nothing is claimed */
    double median;       /* of the side, over layouts, in the metric's unit;
                            0 for the objective */
    double baseline_median;
    size_t rounds;
};

struct confirm_result {
    /* Finalist f by metric m is estimates[f * (metric_count + 1) + m]; the
     * last one is the objective.  Use confirm_find(). */
    struct confirm_estimate *estimates;
    char **failures; /* one a finalist; NULL where it did not fail */
    size_t finalist_count;
    size_t metric_count;
    size_t layout_count;
    size_t rounds;
    size_t void_rounds;
    bool stopped; /* by the deadline or Ctrl-C */
    double drift; /* of the baseline, see measure_drift() */
    double seconds;
    struct measure *measure; /* all samples: side s (baseline 0, canary 1,
                                finalists from 2) in layout l is entry
                                s * layout_count + l */
};

/* *result is the caller's.  False when the work must stop: a baseline or a
 * canary that fails is such a case, a finalist that fails is not. */
bool confirm_run(const struct confirm_plan *plan, struct confirm_result *result,
                 struct error *err);
void confirm_result_release(struct confirm_result *self);
/* metric may be MEASURE_OBJECTIVE. */
const struct confirm_estimate *confirm_find(const struct confirm_result *self,
                                            size_t finalist, size_t metric);

#endif
