/* SPDX-License-Identifier: MIT
 *
 * The sequential comparison of many builds.
 */
#include <config.h>

#include "search/race.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "search/protocol.h"
#include "search/workload.h"

struct race {
    const struct race_plan *plan;
    const struct protocol *protocol;
    struct race_result *result;
    size_t metric; /* to compare by */
    double *gains; /* room for those of all rounds */
};

static bool is_open(const struct race *self, size_t entrant)
{
    return self->result->standings[entrant].state == RACE_UNDECIDED;
}

/* Whether it can still win. */
static bool is_in(const struct race *self, size_t entrant)
{
    enum race_state state = self->result->standings[entrant].state;
    return state == RACE_UNDECIDED || state == RACE_TIE;
}

static size_t gains_over(const struct race *self, size_t base, size_t entry)
{
    return measure_gains(self->result->measure, self->metric, base, entry,
                         self->gains);
}

static double median_over(const struct race *self, size_t base, size_t entry)
{
    return stats_median(self->gains, gains_over(self, base, entry));
}

/* The baseline is sampled to the end, whatever became of it. */
static void settle(struct race *self, size_t entrant, enum race_state state)
{
    self->result->standings[entrant].state = state;
    if (entrant > 0)
        measure_retire(self->result->measure, entrant);
}

static bool same_classes(const struct race *self, size_t a, size_t b)
{
    const struct digest *x = self->plan->entrants[a].classes;
    const struct digest *y = self->plan->entrants[b].classes;
    if (!x || !y)
        return false;
    for (size_t m = 0; m < self->plan->measure.metric_count; m++)
        if (x[m].hex[0] == '\0' || strcmp(x[m].hex, y[m].hex) != 0)
            return false;
    return true;
}

/* Equal code ties by construction. */
static void settle_same(struct race *self, size_t entrant)
{
    for (size_t i = 0; i < entrant; i++) {
        if (!same_classes(self, i, entrant))
            continue;
        settle(self, entrant, RACE_SAME);
        self->result->standings[entrant].same_as = i;
        return;
    }
}

static void enter_all(struct race *self)
{
    const struct race_plan *plan = self->plan;
    struct measure_setup setup = plan->measure;
    for (size_t m = 0; m < setup.metric_count; m++)
        if (self->metric == MEASURE_OBJECTIVE ? setup.metrics[m].weight <= 0
                                              : m != self->metric)
            setup.skip |= 1u << m;
    struct measure *measure = measure_new(&setup);
    self->result->measure = measure;
    for (size_t i = 0; i < plan->entrant_count; i++)
        measure_add(measure, plan->entrants[i].arm, 0,
                    plan->entrants[i].classes);
    if (plan->canary)
        measure_add(measure, plan->canary, 0, NULL);
    for (size_t i = 1; i < plan->entrant_count; i++)
        settle_same(self, i);
}

static size_t find_leader(const struct race *self)
{
    size_t leader = 0;
    double best = is_in(self, 0) ? 0 : -HUGE_VAL;
    for (size_t i = 1; i < self->result->count; i++) {
        if (!is_in(self, i))
            continue;
        double gain = median_over(self, 0, i);
        if (gain > best) {
            best = gain;
            leader = i;
        }
    }
    return leader;
}

static struct stats_interval canary_range(const struct race *self)
{
    size_t count = gains_over(self, 0, self->result->count);
    return stats_median_interval(self->gains, count,
                                 self->protocol->confidence);
}

/* The canary shows by how much two processes of one build may differ here;
 * no smaller difference is called one. */
static double least_difference(const struct race *self)
{
    double least = self->protocol->smallest_gain;
    if (!self->plan->canary)
        return least;
    struct stats_interval canary = canary_range(self);
    return fmax(least, fmax(fabs(canary.low), fabs(canary.high)));
}

static enum race_state judge(const struct race *self, size_t reference,
                             size_t entrant)
{
    double least = least_difference(self);
    size_t count = gains_over(self, reference, entrant);
    struct stats_interval range = stats_median_interval(
        self->gains, count, 1 - self->protocol->look_error);
    double tie = self->protocol->tie;
    if (range.low >= -tie && range.high <= tie)
        return RACE_TIE;
    double median = stats_median(self->gains, count);
    if (stats_wilcoxon(self->gains, count) >= self->protocol->look_error)
        return RACE_UNDECIDED;
    if (self->plan->goal == RACE_BEST)
        return median < 0 ? RACE_SLOWER : RACE_UNDECIDED;
    if (fabs(median) <= least)
        return RACE_UNDECIDED;
    return median < 0 ? RACE_SLOWER : RACE_FASTER;
}

static void report(const struct race *self, size_t leader)
{
    const struct race_plan *plan = self->plan;
    if (!plan->progress)
        return;
    struct race_progress progress = {
        .rounds = measure_rounds(self->result->measure),
        .rounds_most = plan->rounds_most,
        .leader = leader,
        .gain = median_over(self, 0, leader),
    };
    for (size_t i = 0; i < self->result->count; i++)
        progress.live += is_open(self, i) ? 1 : 0;
    plan->progress(plan->progress_data, &progress);
}

/* True when nothing is left to decide. */
static bool look(struct race *self)
{
    size_t reference = self->plan->goal == RACE_BEST ? find_leader(self) : 0;
    bool open = false;
    for (size_t i = 0; i < self->result->count; i++) {
        if (i == reference || !is_open(self, i))
            continue;
        enum race_state state = judge(self, reference, i);
        if (state == RACE_UNDECIDED)
            open = true;
        else
            settle(self, i, state);
    }
    report(self, reference);
    return !open;
}

static bool note_failures(struct race *self, struct error *err)
{
    struct measure *measure = self->result->measure;
    for (size_t i = 0; i < self->result->count; i++) {
        struct race_standing *standing = &self->result->standings[i];
        const char *failure = measure_failure(measure, i);
        if (!failure || standing->failure)
            continue;
        if (i == 0)
            return error_set(err, ERROR_CHILD,
                             "the baseline cannot be measured: %s", failure);
        standing->state = RACE_FAILED;
        standing->failure = xstrdup(failure);
    }
    return true;
}

/* Rounds up to the next look; false when the work must stop. */
static bool run_to(struct race *self, size_t rounds, struct error *err)
{
    struct race_result *result = self->result;
    while (!result->stopped && measure_rounds(result->measure) < rounds) {
        enum measure_status status = measure_round(result->measure, err);
        if (status == MEASURE_ERROR || !note_failures(self, err))
            return false;
        result->stopped = status != MEASURE_OK;
    }
    size_t room = measure_rounds(result->measure) + 1;
    self->gains = xreallocarray(self->gains, room, sizeof *self->gains);
    return true;
}

static size_t rounds_most(const struct race_plan *plan,
                          const struct protocol *protocol)
{
    size_t most = protocol->looks[PROTOCOL_LOOKS - 1];
    return plan->rounds_most > 0 && plan->rounds_most < most ? plan->rounds_most
                                                             : most;
}

static bool run_looks(struct race *self, struct error *err)
{
    size_t most = rounds_most(self->plan, self->protocol);
    bool decided = false;
    for (size_t i = 0; i < PROTOCOL_LOOKS && !decided; i++) {
        if (self->protocol->looks[i] > most)
            break;
        if (!run_to(self, self->protocol->looks[i], err))
            return false;
        if (self->result->stopped)
            break;
        decided = look(self);
    }
    return true;
}

static void describe(struct race *self, size_t entrant)
{
    struct race_standing *standing = &self->result->standings[entrant];
    standing->rounds = gains_over(self, 0, entrant);
    standing->gain = stats_median(self->gains, standing->rounds);
    standing->range = stats_median_interval(self->gains, standing->rounds,
                                            1 - self->protocol->look_error);
}

static void finish(struct race *self)
{
    struct race_result *result = self->result;
    size_t room = measure_rounds(result->measure) + 1;
    self->gains = xreallocarray(self->gains, room, sizeof *self->gains);
    for (size_t i = 0; i < result->count; i++) {
        struct race_standing *standing = &result->standings[i];
        if (standing->state != RACE_SAME) {
            describe(self, i);
            continue;
        }
        const struct race_standing *other =
            &result->standings[standing->same_as];
        standing->gain = other->gain;
        standing->range = other->range;
        standing->rounds = other->rounds;
    }
    result->leader = find_leader(self);
    result->drift = measure_drift(result->measure, 0);
    if (self->plan->goal == RACE_BEST)
        result->standings[result->leader].state = RACE_LEADER;
    if (self->plan->canary)
        result->canary = canary_range(self);
}

bool race_run(const struct race_plan *plan, struct race_result *result,
              struct error *err)
{
    assert(plan->entrant_count > 0);
    const struct protocol_world *world = plan->measure.world;
    double start = protocol_now_s(world);
    struct race_result made = {.count = plan->entrant_count};
    made.standings = xcalloc(made.count, sizeof *made.standings);
    struct race self = {
        .plan = plan,
        .protocol = plan->measure.protocol ? plan->measure.protocol
                                           : &protocol_standard,
        .result = &made,
        .metric = plan->metric > 0 ? plan->metric - 1 : MEASURE_OBJECTIVE,
    };
    enter_all(&self);
    bool ok = run_looks(&self, err);
    if (ok) {
        finish(&self);
        made.seconds = protocol_now_s(world) - start;
        *result = made;
    } else {
        race_result_release(&made);
    }
    free(self.gains);
    return ok;
}

void race_result_release(struct race_result *self)
{
    if (!self)
        return;
    for (size_t i = 0; i < self->count; i++)
        free(self->standings[i].failure);
    free(self->standings);
    measure_free(self->measure);
    *self = (struct race_result){0};
}
