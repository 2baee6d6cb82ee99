/* SPDX-License-Identifier: MIT
 *
 * The phases of a run and their share of the budget.
 */
#include <config.h>

#include "search/planner.h"

#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "search/effort.h"
#include "search/journal.h"
#include "search/planner_phases.h"
#include "search/protocol.h"
#include "search/workload.h"

enum { ENTRANTS = 8, NOGOOD_TESTS = 8 };

static double now(const struct planner *self)
{
    return protocol_now_s(self->settings.world);
}

/* The best so far by evaluations and time, for the record. */
static void note_step(struct planner *self)
{
    struct planner_result *result = &self->result;
    const struct code_class *best = self->ledger.best[LEDGER_WINNER];
    struct planner_step step = {.seconds = now(self) - self->start_s};
    if (!best || !ledger_score(&self->ledger, best, &step.gain) ||
        (result->step_count &&
         result->steps[result->step_count - 1].gain == step.gain))
        return;
    struct ledger_counts counts;
    ledger_count(&self->ledger, &counts);
    step.evaluations = counts.measured;
    result->steps = memory_grow(result->steps, &result->step_capacity,
                                result->step_count + 1, sizeof(step));
    result->steps[result->step_count++] = step;
}

static void report(void *data, const char *what, size_t done, size_t of)
{
    struct planner *self = data;
    const struct code_class *best = self->ledger.best[self->evaluator.goal];
    note_step(self);
    if (!self->settings.progress)
        return;
    struct planner_progress progress = {
        .phase = self->phase,
        .what = what,
        .done = done,
        .of = of,
        .elapsed_s = now(self) - self->start_s,
        .budget_s = self->settings.budget_s,
    };
    if (best)
        ledger_score(&self->ledger, best, &progress.gain);
    self->settings.progress(self->settings.progress_data, &progress);
}

static void init_parts(struct planner *self)
{
    const struct planner_settings *settings = &self->settings;
    ledger_init(&self->ledger, settings->space, settings->workload,
                settings->journal);
    self->ledger.size_weight = settings->size_weight;
    builder_init(&self->builder,
                 &(struct builder_settings){.workload = settings->workload,
                                            .cc = settings->cc,
                                            .space = settings->space,
                                            .ledger = &self->ledger,
                                            .cache = settings->cache,
                                            .jobs = settings->jobs,
                                            .nogood_tests = NOGOOD_TESTS,
                                            .world = settings->world});
    self->track = (struct track){.workload = settings->workload,
                                 .ledger = &self->ledger,
                                 .builder = &self->builder,
                                 .throttle = settings->throttle,
                                 .protocol = settings->protocol,
                                 .world = settings->world,
                                 .verifies = settings->measures,
                                 .progress = report,
                                 .progress_data = self};
    rng_init(&self->track.rng, settings->seed);
    self->evaluator =
        (struct evaluator){.ledger = &self->ledger,
                           .builder = &self->builder,
                           .track = &self->track,
                           .race_rounds = settings->effort->race_rounds,
                           .duel_rounds = settings->effort->duel_rounds,
                           .entrants = ENTRANTS,
                           .blame_tests = NOGOOD_TESTS};
}

void planner_init(struct planner *self, const struct planner_settings *settings)
{
    *self = (struct planner){.settings = *settings};
    init_parts(self);
    screen_init(&self->screen, settings->space);
    self->result.readings =
        xcalloc(settings->baseline_count + 1, sizeof(*self->result.readings));
}

static void readings_release(struct planner_readings *self, size_t metric_count)
{
    for (size_t m = 0; self->samples && m < metric_count; m++)
        free(self->samples[m].items);
    free(self->samples);
    free(self->medians);
}

void planner_release(struct planner *self)
{
    if (!self)
        return;
    struct planner_result *result = &self->result;
    for (size_t b = 0; result->readings && b < self->settings.baseline_count;
         b++)
        readings_release(&result->readings[b],
                         self->settings.workload->metric_count);
    free(result->readings);
    free(result->steps);
    for (int goal = 0; goal < LEDGER_GOALS; goal++) {
        minimised_release(&result->answers[goal].short_form);
        candidate_release(&self->leaders[goal]);
    }
    if (result->proved)
        proof_release(&result->proof);
    planner_release_kinds(self);
    screen_release(&self->screen);
    track_release(&self->track);
    builder_release(&self->builder);
    ledger_release(&self->ledger);
    *self = (struct planner){0};
}

static bool take_event(const json_t *event, const char *name, void *data,
                       struct error *err)
{
    struct planner *self = data;
    if (!planner_take_baseline(self, event, err))
        return error_wrap(err, "%s", name);
    return ledger_take(&self->ledger, event, name, err);
}

bool planner_resume(struct planner *self, const char *path, struct error *err)
{
    struct journal *journal = self->ledger.journal;
    self->ledger.journal = NULL;
    struct journal_reader reader = {take_event, self};
    bool ok = journal_read(path, &reader, err);
    self->ledger.journal = journal;
    return ok;
}

/* The last phases have a part of the budget for themselves; the search has
 * the rest.  Structure decides most; screening is compiling only, but the
 * more is screened, the more there is to be found. */
static const struct phase {
    const char *name;
    enum ledger_goal goal;
    bool (*run)(struct planner *self, struct error *err);
    bool is_last; /* `until` is a share of the last phases' time */
    double until; /* share of the time at which it must end */
} phases[] = {
    /* A gain over less than all baselines would be none. */
    {"baselines", LEDGER_WINNER, planner_run_baselines, false, 0.9},
    {"structure", LEDGER_WINNER, planner_run_structure, false, 0.4},
    {"screen", LEDGER_WINNER, planner_run_screen, false, 0.6},
    {"search", LEDGER_WINNER, planner_run_search, false, 0.78},
    {"plain", LEDGER_PLAIN, planner_run_structure, false, 0.84},
    {"plain screen", LEDGER_PLAIN, planner_run_screen, false, 0.92},
    {"plain search", LEDGER_PLAIN, planner_run_search, false, 1},
    {"minimise", LEDGER_WINNER, planner_run_minimise, true, 0.3},
    {"plain minimise", LEDGER_PLAIN, planner_run_minimise, true, 0.45},
    {"confirm", LEDGER_WINNER, planner_run_confirm, true, 1},
    {"kinds", LEDGER_WINNER, planner_run_kinds, true, 1},
};

/* Time that the last phases want: races of the winner without each flag, which
 * mostly end early, the confirmation of three sides and a canary in eight
 * layouts, and the builds for both.  The least is for what costs no samples,
 * like starting processes. */
static double last_phases_s(const struct planner *self)
{
    enum { RACES = 2, RACE_ARMS = 10, SIDES = 4, LAYOUTS = 8, BUILDS = 60 };
    const double most = 0.35, least = 0.12; /* of the budget */
    const double least_s = 30, margin = 1.25;
    const struct effort *effort = self->settings.effort;
    double budget = self->settings.budget_s;
    double samples = (double)(effort->minimise_rounds * RACES * RACE_ARMS +
                              effort->confirm_rounds * SIDES * LAYOUTS *
                                  (1 + self->settings.kind_count));
    /* Before anything was measured, the most. */
    if (self->sample_s <= 0 || !self->builder.builds)
        return most * budget;
    double build_s = self->builder.build_s / (double)self->builder.builds;
    double wanted = margin * samples * self->sample_s + BUILDS * build_s;
    return fmax(fmin(least * budget, least_s), fmin(most * budget, wanted));
}

/* What is left to the confirmation when other kinds want theirs. */
static double confirm_until(const struct planner *self,
                            const struct phase *last)
{
    double before = (last - 1)->until;
    return before + (1 - before) / (double)(1 + self->settings.kind_count);
}

static void set_deadline(struct planner *self, const struct phase *phase)
{
    double budget = self->settings.budget_s;
    double last = last_phases_s(self);
    double search = budget - last;
    double share = phase->run == planner_run_confirm
                       ? confirm_until(self, phase)
                       : phase->until;
    double until = phase->is_last ? search + share * last : share * search;
    if (strcmp(phase->name, "search") == 0 && !self->settings.plain)
        until = search;
    double deadline = budget > 0 ? self->start_s + until : 0;
    self->track.deadline_s = deadline;
    self->builder.deadline_s = deadline;
}

static void write_phase(const struct planner *self, struct journal *journal)
{
    journal_append(journal, json_pack("{s:s, s:s}", "event", "phase", "name",
                                      self->phase));
}

/* All that a resumed run needs to know. */
static void write_state(struct journal *journal, void *data)
{
    struct planner *self = data;
    write_phase(self, journal);
    planner_write_baselines(self, journal);
    ledger_write(&self->ledger, journal);
}

static bool run_phase(struct planner *self, const struct phase *phase,
                      struct error *err)
{
    self->phase = phase->name;
    self->evaluator.goal = phase->goal;
    set_deadline(self, phase);
    report(self, "start", 0, 0);
    write_phase(self, self->ledger.journal);
    return phase->run(self, err) && journal_sync(self->ledger.journal, err);
}

static void finish(struct planner *self)
{
    ledger_count(&self->ledger, &self->result.counts);
    self->result.screened = self->screen.tried;
    self->result.changed = self->screen.changed;
    self->result.seconds = now(self) - self->start_s;
    journal_sync(self->ledger.journal, NULL); /* the answer is there anyway */
    journal_bound(self->ledger.journal, NULL, NULL);
}

bool planner_run(struct planner *self, struct error *err)
{
    bool ok = true;
    struct error own = {0};
    self->start_s = now(self);
    journal_bound(self->ledger.journal, write_state, self);
    if (self->settings.budget_s > 0)
        self->track.limit_s = self->start_s + self->settings.budget_s;
    for (size_t i = 0; ok && i < sizeof(phases) / sizeof(*phases); i++)
        if (phases[i].goal != LEDGER_PLAIN || self->settings.plain)
            ok = run_phase(self, &phases[i], &own);
    finish(self);
    self->result.stopped = !ok && own.kind == ERROR_CANCELLED;
    if (!ok && !self->result.stopped && err)
        *err = own;
    return ok || self->result.stopped;
}
