/* SPDX-License-Identifier: MIT
 *
 * Fresh samples over several layouts, and what may be claimed from them.
 */
#include <config.h>

#include "search/confirm.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "search/protocol.h"
#include "search/workload.h"

enum { BASELINE, CANARY, FIRST_FINALIST };

struct confirm {
    const struct confirm_plan *plan;
    const struct protocol *protocol;
    struct confirm_result *result;
    size_t metric_count;
    double confidence; /* of each interval */
    double *gains;     /* room for one a round */
    double *medians;   /* room for one a layout */
};

static const char *const words[] = {"undecided", "faster", "slower", "tie"};

const char *confirm_verdict_word(enum confirm_verdict verdict)
{
    return words[verdict];
}

static size_t entry_of(const struct confirm *self, size_t side, size_t layout)
{
    return side * self->plan->layout_count + layout;
}

static void add_side(struct confirm *self, const struct confirm_side *side,
                     const struct digest *classes)
{
    for (size_t l = 0; l < self->plan->layout_count; l++)
        measure_add(self->result->measure, side->arms[l], (unsigned)l, classes);
}

/* The canary is code of its own: it must be timed. */
static void add_sides(struct confirm *self)
{
    const struct confirm_plan *plan = self->plan;
    self->result->measure = measure_new(&plan->measure);
    add_side(self, &plan->baseline, plan->baseline.classes);
    add_side(self, &plan->canary, NULL);
    for (size_t f = 0; f < plan->finalist_count; f++)
        add_side(self, &plan->finalists[f], plan->finalists[f].classes);
}

/* ---- estimates ---- */

/* A mean over layouts with its interval. */
struct spread {
    double mean;
    double deviation;
    struct stats_interval range;
    size_t agree; /* layouts with the mean's sign */
};

static struct spread spread_of(const double *values, size_t count,
                               double confidence)
{
    struct spread spread = {
        .mean = stats_mean(values, count),
        .deviation = stats_deviation(values, count),
    };
    double half = stats_student_quantile(confidence, count - 1) *
                  spread.deviation / sqrt((double)count);
    spread.range.low = spread.mean - half;
    spread.range.high = spread.mean + half;
    for (size_t i = 0; i < count; i++)
        spread.agree += (values[i] > 0) == (spread.mean > 0) ? 1 : 0;
    return spread;
}

/* measure_gains() or measure_wall_gains(). */
typedef size_t gains_reader(const struct measure *self, size_t metric,
                            size_t base, size_t entry, double *out);

/* A side's gain over the baseline, layout by layout; false while a layout
 * has no round. */
static bool side_spread(const struct confirm *self, size_t side, size_t metric,
                        gains_reader *read_gains, struct spread *out)
{
    for (size_t l = 0; l < self->plan->layout_count; l++) {
        size_t count = read_gains(self->result->measure, metric,
                                  entry_of(self, BASELINE, l),
                                  entry_of(self, side, l), self->gains);
        if (count == 0)
            return false;
        self->medians[l] = stats_median(self->gains, count);
    }
    *out = spread_of(self->medians, self->plan->layout_count, self->confidence);
    return true;
}

/* How much the baseline's speed differs between layouts: the deviation of
 * its layouts from the first within rounds, less the noise that the canary,
 * the same code in the same layouts, shows (it has it twice: once for each
 * of the two processes that are compared). */
static double layout_floor(const struct confirm *self, size_t metric,
                           const struct spread *canary)
{
    size_t layouts = self->plan->layout_count;
    for (size_t l = 0; l < layouts; l++) {
        size_t count = measure_gains(self->result->measure, metric,
                                     entry_of(self, BASELINE, 0),
                                     entry_of(self, BASELINE, l), self->gains);
        self->medians[l] = stats_median(self->gains, count);
    }
    double all = stats_deviation(self->medians, layouts);
    double noise = canary->deviation;
    return sqrt(fmax(0, all * all - noise * noise / 2));
}

/* A side's usual reading, layouts alike. */
static double usual(const struct confirm *self, size_t side, size_t metric)
{
    if (metric == MEASURE_OBJECTIVE)
        return 0;
    for (size_t l = 0; l < self->plan->layout_count; l++)
        self->medians[l] = measure_median(self->result->measure,
                                          entry_of(self, side, l), metric);
    return stats_median(self->medians, self->plan->layout_count);
}

/* The two clocks disagree when wall time shows the opposite beyond its own
 * noise: then nothing is claimed. */
static enum confirm_verdict judge(const struct confirm *self,
                                  const struct confirm_estimate *estimate,
                                  const struct spread *wall)
{
    const struct stats_interval *range = &estimate->range;
    bool beyond = fabs(estimate->gain) > estimate->threshold;
    if (range->low > 0 && beyond)
        return wall->range.high < 0 ? CONFIRM_UNDECIDED : CONFIRM_FASTER;
    if (range->high < 0 && beyond)
        return wall->range.low > 0 ? CONFIRM_UNDECIDED : CONFIRM_SLOWER;
    double tie = self->protocol->tie;
    bool is_tie = range->low >= -tie && range->high <= tie;
    return is_tie ? CONFIRM_TIE : CONFIRM_UNDECIDED;
}

static double largest(struct stats_interval range)
{
    return fmax(fabs(range.low), fabs(range.high));
}

static struct confirm_estimate *estimate_of(const struct confirm_result *self,
                                            size_t finalist, size_t metric)
{
    if (metric == MEASURE_OBJECTIVE)
        metric = self->metric_count;
    return &self->estimates[finalist * (self->metric_count + 1) + metric];
}

static void estimate(struct confirm *self, size_t finalist, size_t metric)
{
    size_t side = FIRST_FINALIST + finalist;
    struct spread value, wall, canary;
    if (!side_spread(self, CANARY, metric, measure_gains, &canary) ||
        !side_spread(self, side, metric, measure_wall_gains, &wall) ||
        !side_spread(self, side, metric, measure_gains, &value))
        return;
    struct confirm_estimate made = {
        .gain = value.mean,
        .range = value.range,
        .wall_gain = wall.mean,
        .layouts_agree = value.agree,
        .layout_bound = value.deviation > 2 * canary.deviation,
        .canary = canary.range,
        .layout_floor = layout_floor(self, metric, &canary),
        .median = usual(self, side, metric),
        .baseline_median = usual(self, BASELINE, metric),
        .rounds = measure_rounds(self->result->measure),
    };
    made.threshold = fmax(fmax(largest(made.canary), made.layout_floor),
                          self->protocol->smallest_gain);
    made.verdict = judge(self, &made, &wall);
    *estimate_of(self->result, finalist, metric) = made;
}

/* ---- looks ---- */

/* Also what more rounds would not decide. */
static bool is_decided(const struct confirm *self, size_t finalist,
                       size_t metric)
{
    const struct confirm_estimate *estimate =
        estimate_of(self->result, finalist, metric);
    return self->result->failures[finalist] ||
           estimate->verdict != CONFIRM_UNDECIDED ||
           (estimate->layout_bound &&
            estimate->rounds >= self->protocol->quick_rounds);
}

static bool all_decided(const struct confirm *self, size_t metric)
{
    for (size_t f = 0; f < self->plan->finalist_count; f++)
        if (!is_decided(self, f, metric))
            return false;
    return true;
}

static void retire_finalist(struct confirm *self, size_t finalist)
{
    for (size_t l = 0; l < self->plan->layout_count; l++)
        measure_retire(self->result->measure,
                       entry_of(self, FIRST_FINALIST + finalist, l));
}

/* Estimates what is open; what is decided keeps its estimate. */
static void look_at(struct confirm *self, size_t finalist)
{
    bool open = false;
    for (size_t m = 0; m < self->metric_count; m++) {
        if (!is_decided(self, finalist, m))
            estimate(self, finalist, m);
        open = open || !is_decided(self, finalist, m);
    }
    if (!open)
        retire_finalist(self, finalist);
}

/* True when nothing is open. */
static bool look(struct confirm *self)
{
    bool done = true;
    for (size_t f = 0; f < self->plan->finalist_count; f++)
        look_at(self, f);
    for (size_t m = 0; m < self->metric_count; m++) {
        if (all_decided(self, m))
            measure_skip(self->result->measure, m);
        else
            done = false;
    }
    return done;
}

static bool note_failures(struct confirm *self, struct error *err)
{
    size_t layouts = self->plan->layout_count;
    size_t sides = FIRST_FINALIST + self->plan->finalist_count;
    for (size_t entry = 0; entry < sides * layouts; entry++) {
        const char *why = measure_failure(self->result->measure, entry);
        if (!why)
            continue;
        size_t side = entry / layouts;
        if (side < FIRST_FINALIST)
            return error_set(err, ERROR_CHILD,
                             "the baseline cannot be measured: %s", why);
        char **failure = &self->result->failures[side - FIRST_FINALIST];
        if (!*failure)
            *failure = xstrdup(why);
        retire_finalist(self, side - FIRST_FINALIST);
    }
    return true;
}

static bool run_to(struct confirm *self, size_t rounds, struct error *err)
{
    struct confirm_result *result = self->result;
    while (!result->stopped && measure_rounds(result->measure) < rounds) {
        enum measure_status status = measure_round(result->measure, err);
        if (status == MEASURE_ERROR || !note_failures(self, err))
            return false;
        result->stopped = status != MEASURE_OK;
        if (self->plan->progress)
            self->plan->progress(self->plan->progress_data,
                                 measure_rounds(result->measure),
                                 result->rounds);
    }
    size_t room = measure_rounds(result->measure) + 1;
    self->gains = xreallocarray(self->gains, room, sizeof *self->gains);
    return true;
}

/* The early one, then the race's. */
static size_t rounds_at(const struct confirm *self, size_t number)
{
    return number ? self->protocol->looks[number - 1]
                  : self->protocol->early_look;
}

static bool run_looks(struct confirm *self, struct error *err)
{
    bool done = false;
    for (size_t i = 0; i <= PROTOCOL_LOOKS && !done; i++) {
        size_t rounds = rounds_at(self, i);
        if (rounds >= self->result->rounds || self->result->stopped)
            break;
        if (!run_to(self, rounds, err))
            return false;
        done = look(self);
    }
    if (!done && !run_to(self, self->result->rounds, err))
        return false;
    look(self);
    return true;
}

static bool run_all(struct confirm *self, struct error *err)
{
    if (self->plan->stop_early) {
        if (!run_looks(self, err))
            return false;
    } else {
        if (!run_to(self, self->result->rounds, err))
            return false;
        look(self);
    }
    for (size_t f = 0; f < self->plan->finalist_count; f++)
        if (!self->result->failures[f])
            estimate(self, f, MEASURE_OBJECTIVE);
    return true;
}

static void prepare(struct confirm *self)
{
    const struct confirm_plan *plan = self->plan;
    struct confirm_result *result = self->result;
    result->finalist_count = plan->finalist_count;
    result->metric_count = self->metric_count;
    result->layout_count = plan->layout_count;
    result->rounds =
        plan->rounds ? plan->rounds : self->protocol->normal_rounds;
    result->estimates =
        xcalloc(plan->finalist_count * (self->metric_count + 1) + 1,
                sizeof *result->estimates);
    result->failures =
        xcalloc(plan->finalist_count + 1, sizeof *result->failures);
    self->medians = xcalloc(plan->layout_count, sizeof *self->medians);
    self->confidence = plan->stop_early ? 1 - self->protocol->look_error
                                        : self->protocol->confidence;
    add_sides(self);
}

bool confirm_run(const struct confirm_plan *plan, struct confirm_result *result,
                 struct error *err)
{
    assert(plan->layout_count >= 2);
    const struct protocol_world *world = plan->measure.world;
    double start = protocol_now_s(world);
    struct confirm_result made = {0};
    struct confirm self = {
        .plan = plan,
        .protocol = plan->measure.protocol ? plan->measure.protocol
                                           : &protocol_standard,
        .result = &made,
        .metric_count = plan->measure.metric_count,
    };
    prepare(&self);
    bool ok = run_all(&self, err);
    free(self.gains);
    free(self.medians);
    if (!ok) {
        confirm_result_release(&made);
        return false;
    }
    made.rounds = measure_rounds(made.measure);
    made.drift = measure_drift(made.measure, 0);
    made.void_rounds = measure_void_rounds(made.measure);
    made.seconds = protocol_now_s(world) - start;
    *result = made;
    return true;
}

void confirm_result_release(struct confirm_result *self)
{
    if (!self)
        return;
    for (size_t f = 0; f < self->finalist_count; f++)
        free(self->failures[f]);
    free(self->failures);
    free(self->estimates);
    measure_free(self->measure);
    *self = (struct confirm_result){0};
}

const struct confirm_estimate *confirm_find(const struct confirm_result *self,
                                            size_t finalist, size_t metric)
{
    return estimate_of(self, finalist, metric);
}
