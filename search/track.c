/* SPDX-License-Identifier: MIT
 *
 * Verifying and racing classes of code.
 */
#include <config.h>

#include "search/track.h"

#include <math.h>

#include "base/child.h"
#include "base/error.h"
#include "base/memory.h"
#include "search/arm.h"
#include "search/builder.h"
#include "search/ledger.h"
#include "search/protocol.h"
#include "search/workload.h"

/* Longer than another tuner's race should take. */
static const double turn_most_s = 10;
/* A year: no deadline. */
static const double no_deadline_s = 365 * 86400.0;

void track_release(struct track *self)
{
    if (!self)
        return;
    arm_free(self->clock);
    *self = (struct track){0};
}

double track_time_left(const struct track *self)
{
    return self->deadline_s > 0 ? self->deadline_s - protocol_now_s(self->world)
                                : no_deadline_s;
}

void track_progress(const struct track *self, const char *what, size_t done,
                    size_t of)
{
    if (self->progress)
        self->progress(self->progress_data, what, done, of);
}

double track_tie(const struct track *self)
{
    return (self->protocol ? self->protocol : &protocol_standard)->tie;
}

bool track_goes_on(struct error *err)
{
    return !child_cancelled() || error_set(err, ERROR_CANCELLED, "stopped");
}

bool track_verify(struct track *self, struct code_class *code, bool *usable,
                  struct error *err)
{
    *usable = code->refusal == REFUSAL_NONE;
    if (!*usable || code->verified || !self->verifies)
        return true;
    struct build *build = builder_get(self->builder, code, err);
    if (!build)
        return false;
    double start = protocol_now_s(self->world);
    if (!build->verified &&
        !self->workload->operations->verify(self->workload, build, err))
        return false;
    self->verify_s += protocol_now_s(self->world) - start;
    if (!track_goes_on(err))
        return false;
    *usable = build->refusal == REFUSAL_NONE;
    if (*usable)
        ledger_set_verified(self->ledger, code);
    else
        ledger_refuse_code(self->ledger, code, build->refusal, build->message);
    return true;
}

/* An arm of the class.  NULL with true: it is refused now; NULL with false:
 * all must stop. */
static bool open_arm(struct track *self, struct code_class *code,
                     struct arm **out, struct error *err)
{
    static const struct layout plain = {0};
    struct error why = {0};
    *out = NULL;
    struct build *build = builder_get(self->builder, code, err);
    if (!build)
        return false;
    *out =
        self->workload->operations->open(self->workload, build, &plain, &why);
    if (*out)
        return true;
    if (!track_goes_on(err))
        return false;
    ledger_refuse_code(self->ledger, code, REFUSAL_CRASH, why.text);
    return true;
}

/* One sample of everything that counts. */
static bool sample_once(struct track *self, struct arm *arm, struct error *why)
{
    struct sample samples[ARM_METRICS_MAX];
    size_t count = arm->together ? 1 : self->workload->metric_count;
    for (size_t m = 0; m < count; m++)
        if ((arm->together || ledger_counts_metric(self->ledger, m)) &&
            arm->operations->sample(arm, m, samples, why) == ARM_FAILED)
            return false;
    return true;
}

bool track_try(struct track *self, struct code_class *code, bool *usable,
               struct error *err)
{
    struct arm *arm;
    struct error why = {0};
    if (!track_verify(self, code, usable, err))
        return false;
    if (!*usable || !self->verifies)
        return true;
    if (!open_arm(self, code, &arm, err))
        return false;
    if (arm && !sample_once(self, arm, &why))
        ledger_refuse_code(self->ledger, code, REFUSAL_CRASH, why.text);
    arm_free(arm);
    *usable = code->refusal == REFUSAL_NONE;
    return track_goes_on(err);
}

static void open_clock(struct track *self, struct code_class *code)
{
    if (self->clock || !self->workload->operations->open_clock)
        return;
    struct build *build = builder_get(self->builder, code, NULL);
    if (build)
        self->clock =
            self->workload->operations->open_clock(self->workload, build, NULL);
}

/* Everything that one race needs. */
struct heat {
    struct track *track;
    const struct comparison *comparison;
    struct race_entrant *entrants; /* base, then those that could be opened */
    size_t *numbers;               /* entrant's place in others, plus 1 */
    size_t entrant_count;
    struct arm *canary;
};

static bool enter(struct heat *heat, struct code_class *code, size_t number,
                  const struct digest *parts, struct error *err)
{
    struct arm *arm;
    if (!open_arm(heat->track, code, &arm, err))
        return false;
    if (!arm)
        return true;
    heat->numbers[heat->entrant_count] = number;
    heat->entrants[heat->entrant_count++] =
        (struct race_entrant){.arm = arm, .classes = parts};
    return true;
}

static bool enter_base(struct heat *heat, struct error *err)
{
    struct code_class *base = heat->comparison->base;
    if (!enter(heat, base, 0, base->parts, err))
        return false;
    if (!heat->entrant_count)
        return error_set(err, ERROR_CHILD, "the leader cannot be run: %s",
                         base->message ? base->message : "no reason given");
    open_clock(heat->track, base);
    return open_arm(heat->track, base, &heat->canary, err);
}

static bool enter_others(struct heat *heat, struct error *err)
{
    const struct comparison *comparison = heat->comparison;
    for (size_t i = 0; i < comparison->count; i++) {
        const struct digest *parts =
            comparison->parts ? comparison->parts + i * ARM_METRICS_MAX
                              : comparison->others[i]->parts;
        if (!enter(heat, comparison->others[i], i + 1, parts, err))
            return false;
    }
    return true;
}

static void close_all(struct heat *heat)
{
    for (size_t i = 0; i < heat->entrant_count; i++)
        arm_free(heat->entrants[i].arm);
    arm_free(heat->canary);
    free(heat->entrants);
    free(heat->numbers);
}

/* What is left is for the race itself, in company if need be. */
static double turn_wait_s(const struct track *self)
{
    return fmin(turn_most_s, track_time_left(self) / 2);
}

static void report_race(void *data, const struct race_progress *progress)
{
    track_progress(data, "race", progress->rounds, progress->rounds_most);
}

static bool run_heat(const struct heat *heat, struct race_result *out,
                     struct error *err)
{
    struct track *self = heat->track;
    struct race_plan plan = {
        .measure = {.metrics = self->workload->metrics,
                    .metric_count = self->workload->metric_count,
                    .rng = rng_split(&self->rng),
                    .clock = self->clock,
                    .throttle = self->throttle,
                    .protocol = self->protocol,
                    .world = self->world,
                    .deadline_s = self->deadline_s,
                    .limit_s = self->limit_s},
        .goal = heat->comparison->goal,
        .entrants = heat->entrants,
        .entrant_count = heat->entrant_count,
        .canary = heat->canary,
        .rounds_most = heat->comparison->rounds_most,
        .progress = report_race,
        .progress_data = self,
    };
    workload_take_turn(self->workload, turn_wait_s(self));
    bool ok = race_run(&plan, out, err);
    workload_give_turn(self->workload);
    if (ok)
        self->race_s += out->seconds;
    return ok;
}

/* Puts standings in the order of base and others; those that could not be
 * opened have failed. */
static void spread_standings(const struct heat *heat, struct race_result *out)
{
    size_t count = heat->comparison->count + 1;
    struct race_standing *all = xcalloc(count, sizeof(*all));
    for (size_t i = 0; i < count; i++)
        all[i].state = RACE_FAILED;
    for (size_t i = 0; i < heat->entrant_count; i++) {
        struct race_standing *standing = &all[heat->numbers[i]];
        *standing = out->standings[i];
        standing->same_as = heat->numbers[standing->same_as];
        if (heat->comparison->entries && i)
            heat->comparison->entries[heat->numbers[i] - 1] = i;
    }
    free(out->standings);
    out->standings = all;
    out->count = count;
    out->leader = heat->numbers[out->leader];
}

static void refuse_failures(const struct heat *heat,
                            const struct race_result *result)
{
    for (size_t i = 0; i < heat->comparison->count; i++)
        if (result->standings[i + 1].failure)
            ledger_refuse_code(heat->track->ledger, heat->comparison->others[i],
                               REFUSAL_CRASH, result->standings[i + 1].failure);
}

bool track_race(struct track *self, const struct comparison *comparison,
                struct race_result *out, struct error *err)
{
    struct heat heat = {.track = self, .comparison = comparison};
    heat.entrants = xcalloc(comparison->count + 1, sizeof(*heat.entrants));
    heat.numbers = xcalloc(comparison->count + 1, sizeof(*heat.numbers));
    bool ok = builder_prepare(self->builder, comparison->others,
                              comparison->count, err) &&
              enter_base(&heat, err) && enter_others(&heat, err) &&
              run_heat(&heat, out, err);
    if (ok) {
        spread_standings(&heat, out);
        refuse_failures(&heat, out);
        ok = track_goes_on(err);
        if (!ok)
            race_result_release(out);
    }
    close_all(&heat);
    return ok;
}
