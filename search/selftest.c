/* SPDX-License-Identifier: MIT
 *
 * Same against same, clones, and a known effect.
 */
#include <config.h>

#include "search/selftest.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/stats.h"
#include "search/arm.h"
#include "search/confirm.h"
#include "search/protocol.h"
#include "search/race.h"

/* The limits of measure.md, point 10. */
static const double aa_share = 5.0 / 200, claim_share = 2.0 / 100,
                    found_share = 95.0 / 100;

/* As in a search of normal effort (search/effort.c). */
enum { CLONE_ROUNDS = 27 };

/* What a comparison and a search take on a calm machine: servers of all
 * layouts are started, and sampled until the verdict is clear. */
static const double pair_s = 0.7, search_s = 4;

static bool few_enough(size_t count, size_t runs, double share)
{
    /* 0.05 * 100 is a little more than 5 in floating point. */
    return (double)count <= ceil(share * (double)runs - 1e-9);
}

struct selftest {
    const struct selftest_plan *plan;
    struct selftest_result *result;
    struct rng rng;
    struct arm *clock;
    double *seconds; /* of the runs of a part */
    double start_s;
    double planned_s; /* of all runs, and of those that are done */
    double done_s;
};

/* ---- arms ---- */

struct arms {
    struct arm **items;
    size_t count;
};

static void close_arms(struct arms *self)
{
    for (size_t i = 0; i < self->count; i++)
        arm_free(self->items[i]);
    free(self->items);
    *self = (struct arms){0};
}

/* Which arms are wanted: those from number `burdened` on do `extra` more.
 * With `spread` they go through the layouts in turn, else all are in the
 * first. */
struct wanted {
    size_t count;
    size_t burdened;
    double extra;
    bool spread;
};

static bool open_arms(const struct selftest *self, const struct wanted *wanted,
                      struct arms *out, struct error *err)
{
    const struct selftest_source *source = self->plan->source;
    *out = (struct arms){.items = xcalloc(wanted->count, sizeof(*out->items))};
    for (; out->count < wanted->count; out->count++) {
        bool burdened = out->count >= wanted->burdened;
        size_t layout = wanted->spread ? out->count % source->layout_count : 0;
        struct arm *arm = source->open(
            source->data, burdened ? wanted->extra : 0, layout, err);
        if (!arm) {
            close_arms(out);
            return false;
        }
        out->items[out->count] = arm;
    }
    return true;
}

static struct measure_setup make_setup(struct selftest *self)
{
    const struct selftest_plan *plan = self->plan;
    return (struct measure_setup){
        .metrics = plan->source->metrics,
        .metric_count = plan->source->metric_count,
        .rng = rng_split(&self->rng),
        .clock = self->clock,
        .throttle = plan->throttle,
        .protocol = plan->protocol,
        .world = plan->world,
    };
}

static void count_rounds(struct selftest *self, const struct measure *measure)
{
    self->result->rounds += measure_rounds(measure);
    self->result->void_rounds += measure_void_rounds(measure);
}

/* Races arms[0], the baseline, against all but the last, the canary. */
static bool race_clones(struct selftest *self, const struct arms *arms,
                        struct race_result *result, struct error *err)
{
    size_t count = arms->count - 1;
    struct race_entrant *entrants = xcalloc(count, sizeof *entrants);
    for (size_t i = 0; i < count; i++)
        entrants[i].arm = arms->items[i];
    struct race_plan plan = {
        .measure = make_setup(self),
        .goal = RACE_BEST,
        .entrants = entrants,
        .entrant_count = count,
        .canary = arms->items[count],
        .rounds_most = CLONE_ROUNDS,
    };
    bool ok = race_run(&plan, result, err);
    if (ok) {
        count_rounds(self, result->measure);
        self->result->stopped = self->result->stopped || result->stopped;
    }
    free(entrants);
    return ok;
}

/* ---- one of two ---- */

struct comparison {
    enum confirm_verdict verdict;
    double seconds;
};

/* Compares the build with itself, the second side burdened by `extra`, as
 * `tuner bench` does: fresh arms in every layout on both sides. */
static bool compare(struct selftest *self, double extra, bool stop_early,
                    struct comparison *out, struct error *err)
{
    size_t layouts = self->plan->source->layout_count;
    const struct protocol *protocol =
        self->plan->protocol ? self->plan->protocol : &protocol_standard;
    double start = protocol_now_s(self->plan->world);
    struct arms arms;
    struct confirm_result result;
    struct wanted wanted = {3 * layouts, 2 * layouts, extra, true};
    if (!open_arms(self, &wanted, &arms, err))
        return false;
    struct confirm_side second = {.arms = arms.items + 2 * layouts};
    struct confirm_plan plan = {
        .measure = make_setup(self),
        .baseline = {.arms = arms.items},
        .canary = {.arms = arms.items + layouts},
        .finalists = &second,
        .finalist_count = 1,
        .layout_count = layouts,
        .rounds = stop_early ? protocol->normal_rounds : protocol->quick_rounds,
        .stop_early = stop_early,
    };
    bool ok = confirm_run(&plan, &result, err);
    close_arms(&arms);
    if (!ok)
        return false;
    count_rounds(self, result.measure);
    self->result->stopped = self->result->stopped || result.stopped;
    out->verdict = confirm_find(&result, 0, MEASURE_OBJECTIVE)->verdict;
    out->seconds = protocol_now_s(self->plan->world) - start;
    confirm_result_release(&result);
    return true;
}

static size_t runs_of(const struct selftest_plan *plan, size_t effect)
{
    return effect > 0 && plan->extra_runs > 0 ? plan->extra_runs
                                              : plan->injected_runs;
}

double selftest_estimate_s(const struct selftest_plan *plan)
{
    size_t pairs = plan->aa_runs;
    for (size_t i = 0; i < plan->effect_count; i++)
        pairs += runs_of(plan, i);
    return (double)pairs * pair_s + (double)plan->clone_searches * search_s;
}

/* Before a run that should take `planned_s`: as slow as all went so far, so
 * will go the rest. */
static void report(struct selftest *self, struct selftest_progress progress,
                   double planned_s)
{
    double now = protocol_now_s(self->plan->world);
    double left = self->planned_s - self->done_s;
    double pace = self->done_s > 0 ? (now - self->start_s) / self->done_s : 1;
    progress.left_s = left * pace;
    self->done_s += planned_s;
    if (self->plan->progress)
        self->plan->progress(self->plan->progress_data, &progress);
}

static bool run_aa(struct selftest *self, struct error *err)
{
    struct selftest_result *result = self->result;
    for (size_t i = 0; i < self->plan->aa_runs && !result->stopped; i++) {
        struct comparison same;
        report(self,
               (struct selftest_progress){
                   .part = SELFTEST_AA, .done = i, .all = self->plan->aa_runs},
               pair_s);
        if (!compare(self, 0, true, &same, err))
            return false;
        if (result->stopped)
            break;
        self->seconds[result->aa.runs++] = same.seconds;
        result->aa.wins +=
            same.verdict == CONFIRM_FASTER || same.verdict == CONFIRM_SLOWER;
    }
    result->aa.median_s = stats_median(self->seconds, result->aa.runs);
    return true;
}

/* Whether so many were missed that the share cannot be reached. */
static bool is_hopeless(const struct selftest_effect *effect, size_t runs)
{
    return !few_enough(effect->runs - effect->found, runs, 1 - found_share);
}

static bool run_effect(struct selftest *self, size_t number, struct error *err)
{
    struct selftest_effect *effect = &self->result->effects[number];
    size_t runs = runs_of(self->plan, number);
    for (size_t i = 0; i < runs; i++) {
        struct comparison worse;
        report(self,
               (struct selftest_progress){.part = SELFTEST_INJECTED,
                                          .effect = effect->effect,
                                          .done = i,
                                          .all = runs},
               pair_s);
        if (!compare(self, effect->effect, true, &worse, err))
            return false;
        if (self->result->stopped)
            break;
        effect->runs++;
        if (worse.verdict == CONFIRM_SLOWER)
            self->seconds[effect->found++] = worse.seconds;
        if (number > 0 && is_hopeless(effect, runs)) {
            self->done_s += (double)(runs - i - 1) * pair_s;
            break;
        }
    }
    effect->median_s = stats_median(self->seconds, effect->found);
    effect->longest_s =
        stats_quantile(self->seconds, effect->found, found_share);
    return true;
}

static bool run_effects(struct selftest *self, struct error *err)
{
    struct selftest_result *result = self->result;
    for (size_t i = 0; i < self->plan->effect_count && !result->stopped; i++) {
        result->effects[result->effect_count++].effect = self->plan->effects[i];
        if (!run_effect(self, i, err))
            return false;
    }
    return true;
}

/* ---- clones ---- */

static bool search_clones(struct selftest *self, bool *claims,
                          struct error *err)
{
    struct arms arms;
    struct race_result result;
    *claims = false;
    struct wanted wanted = {.count = self->plan->clones + 2};
    if (!open_arms(self, &wanted, &arms, err))
        return false;
    bool ok = race_clones(self, &arms, &result, err);
    close_arms(&arms);
    if (!ok)
        return false;
    size_t leader = result.leader;
    race_result_release(&result);
    if (leader == 0 || self->result->stopped)
        return true;
    struct comparison fresh;
    if (!compare(self, 0, false, &fresh, err))
        return false;
    *claims = fresh.verdict == CONFIRM_FASTER;
    return true;
}

static bool run_clones(struct selftest *self, struct error *err)
{
    struct selftest_result *result = self->result;
    size_t searches = self->plan->clone_searches;
    for (size_t i = 0; i < searches && !result->stopped; i++) {
        bool claims;
        double start = protocol_now_s(self->plan->world);
        report(self,
               (struct selftest_progress){
                   .part = SELFTEST_CLONES, .done = i, .all = searches},
               search_s);
        if (!search_clones(self, &claims, err))
            return false;
        if (result->stopped)
            break;
        self->seconds[i] = protocol_now_s(self->plan->world) - start;
        result->clones.searches++;
        result->clones.claims += claims;
    }
    result->clones.median_s =
        stats_median(self->seconds, result->clones.searches);
    return true;
}

/* ---- all ---- */

/* Of any part. */
static size_t most_runs(const struct selftest_plan *plan)
{
    const size_t runs[] = {plan->aa_runs, plan->clone_searches,
                           plan->injected_runs, plan->extra_runs};
    size_t most = 0;
    for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++)
        most = runs[i] > most ? runs[i] : most;
    return most;
}

bool selftest_run(const struct selftest_plan *plan,
                  struct selftest_result *result, struct error *err)
{
    struct selftest_result made = {0};
    double start = protocol_now_s(plan->world);
    struct selftest self = {.plan = plan,
                            .result = &made,
                            .rng = plan->rng,
                            .start_s = start,
                            .planned_s = selftest_estimate_s(plan)};
    if (plan->source->open_clock) {
        self.clock = plan->source->open_clock(plan->source->data, err);
        if (!self.clock)
            return false;
    }
    self.seconds = xcalloc(most_runs(plan) + 1, sizeof *self.seconds);
    bool ok =
        run_effects(&self, err) && run_aa(&self, err) && run_clones(&self, err);
    free(self.seconds);
    arm_free(self.clock);
    made.seconds = protocol_now_s(plan->world) - start;
    if (!ok && protocol_cancelled(plan->world))
        ok = made.stopped = true; /* what was done is worth telling */
    if (ok)
        *result = made;
    return ok;
}

static bool is_found(const struct selftest_effect *effect)
{
    return effect->runs > 0 && few_enough(effect->runs - effect->found,
                                          effect->runs, 1 - found_share);
}

bool selftest_passes(const struct selftest_result *result)
{
    return few_enough(result->aa.wins, result->aa.runs, aa_share) &&
           few_enough(result->clones.claims, result->clones.searches,
                      claim_share) &&
           (result->effect_count == 0 || is_found(&result->effects[0]));
}

const struct selftest_effect *
selftest_resolution(const struct selftest_result *result)
{
    const struct selftest_effect *best = NULL;
    for (size_t i = 0; i < result->effect_count; i++) {
        const struct selftest_effect *effect = &result->effects[i];
        if (is_found(effect) && (!best || effect->effect < best->effect))
            best = effect;
    }
    return best;
}
