/* SPDX-License-Identifier: MIT
 *
 * The phases between the baselines and the answer.
 */
#include <config.h>

#include "search/planner_phases.h"

#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "search/effort.h"
#include "search/planner.h"
#include "search/protocol.h"
#include "search/space.h"
#include "search/strategy.h"
#include "search/workload.h"

/* What one call of a strategy works on; everything is released by
 * scope_release(). */
struct scope {
    struct strategy_context context;
    struct candidate_list seeds;
    size_t *active;
};

static void scope_release(struct scope *self)
{
    candidate_list_release(&self->seeds);
    free(self->active);
}

/* For plain code the implementations stay what they are. */
static bool is_in_scope(const struct planner *self, size_t dimension)
{
    const struct dimension *what = &self->settings.space->dimensions[dimension];
    return self->evaluator.goal != LEDGER_PLAIN ||
           what->class != DIMENSION_IMPLEMENTATION;
}

static void make_plain(const struct planner *self, struct candidate *candidate)
{
    const struct space *space = self->settings.space;
    for (size_t d = 0; d < space->count; d++)
        if (!is_in_scope(self, d))
            candidate->values[d] = space->dimensions[d].start;
    candidate_canonicalise(candidate, space);
}

static void add_seed(const struct planner *self, struct scope *scope,
                     const struct candidate *candidate)
{
    struct candidate seed;
    candidate_copy(&seed, candidate);
    make_plain(self, &seed);
    bool listed = false;
    for (size_t i = 0; i < scope->seeds.count; i++)
        listed |= candidate_equal(&scope->seeds.items[i], &seed);
    if (!listed)
        candidate_list_add(&scope->seeds, &seed);
    candidate_release(&seed);
}

static void scope_init(struct planner *self, struct scope *scope,
                       bool structure_only)
{
    const struct planner_settings *settings = &self->settings;
    *scope = (struct scope){0};
    if (self->leaders[self->evaluator.goal].values)
        add_seed(self, scope, &self->leaders[self->evaluator.goal]);
    for (size_t b = 0; b < settings->baseline_count; b++)
        add_seed(self, scope, &settings->baselines[b].candidate);
    for (size_t i = 0; i < settings->seeds->count; i++)
        add_seed(self, scope, &settings->seeds->items[i]);
    scope->active =
        xcalloc(self->screen.active_count + 1, sizeof(*scope->active));
    scope->context = (struct strategy_context){
        .space = settings->space,
        .active = scope->active,
        .live = self->screen.live,
        .seeds = &scope->seeds,
        .tie = track_tie(&self->track),
        .seed = settings->seed,
        .recall = evaluator_recall,
        .data = &self->evaluator,
    };
    for (size_t i = 0; i < self->screen.active_count; i++) {
        size_t dimension = self->screen.active[i];
        if (is_in_scope(self, dimension) &&
            (!structure_only ||
             dimension_is_structural(&settings->space->dimensions[dimension])))
            scope->active[scope->context.active_count++] = dimension;
    }
}

/* Runs a strategy and takes over its best. */
static bool drive(struct planner *self, const struct strategy *strategy,
                  bool structure_only, struct error *err)
{
    struct scope scope;
    struct best best = {0};
    enum ledger_goal goal = self->evaluator.goal;
    scope_init(self, &scope, structure_only);
    bool ok =
        evaluator_drive(&self->evaluator, strategy, &scope.context, &best, err);
    if (best.candidate.values) {
        candidate_release(&self->leaders[goal]);
        candidate_copy(&self->leaders[goal], &best.candidate);
    }
    best_release(&best);
    scope_release(&scope);
    return ok;
}

bool planner_run_structure(struct planner *self, struct error *err)
{
    return drive(self, &strategy_greedy, true, err);
}

bool planner_run_screen(struct planner *self, struct error *err)
{
    enum ledger_goal goal = self->evaluator.goal;
    struct screen_plan plan = {.space = self->settings.space,
                               .builder = &self->builder,
                               .ledger = &self->ledger,
                               .leader = &self->leaders[goal],
                               .progress = self->track.progress,
                               .progress_data = self};
    return !plan.leader->values || screen_run(&self->screen, &plan, err);
}

static bool same_structure(const struct space *space, const struct candidate *a,
                           const struct candidate *b)
{
    for (size_t d = 0; d < space->count; d++)
        if (a->values[d] != b->values[d] &&
            dimension_is_structural(&space->dimensions[d]))
            return false;
    return true;
}

/* A strategy that ends early leaves time to screen what there was no time
 * for, or around a leader of another structure. */
bool planner_run_search(struct planner *self, struct error *err)
{
    enum ledger_goal goal = self->evaluator.goal;
    for (;;) {
        struct candidate before;
        if (!self->leaders[goal].values)
            return true;
        candidate_copy(&before, &self->leaders[goal]);
        bool ok = drive(self, self->settings.strategy, false, err);
        bool same =
            same_structure(self->settings.space, &before, &self->leaders[goal]);
        candidate_release(&before);
        if (!ok)
            return false;
        if (track_time_left(&self->track) <= 0 || (same && !self->screen.left))
            return true;
        if (!planner_run_screen(self, err))
            return false;
    }
}

/* The best classes of a goal, best first. */
static size_t collect_best(const struct planner *self, struct code_class **list,
                           size_t most)
{
    size_t count = 0;
    for (size_t i = 0; i < self->ledger.codes.count; i++) {
        struct code_class *code = self->ledger.codes.entries[i].value;
        struct candidate plain;
        double score, other;
        candidate_copy(&plain, &code->shortest);
        make_plain(self, &plain);
        bool fits = candidate_equal(&plain, &code->shortest);
        candidate_release(&plain);
        if (!fits || code->refusal != REFUSAL_NONE ||
            (self->settings.measures && !code->verified) ||
            !ledger_score(&self->ledger, code, &score))
            continue;
        size_t at = count < most ? count++ : most;
        for (; at && ledger_score(&self->ledger, list[at - 1], &other) &&
               other < score;
             at--)
            if (at < most)
                list[at] = list[at - 1];
        if (at < most)
            list[at] = code;
    }
    return count;
}

/* Of those that tie with the best the shortest wins, then the smallest. */
static struct code_class *choose(const struct planner *self,
                                 struct code_class *const *list, size_t count)
{
    const struct space *space = self->settings.space;
    struct code_class *chosen = list[0];
    double best, score;
    ledger_score(&self->ledger, list[0], &best);
    for (size_t i = 1; i < count; i++) {
        size_t length = candidate_length(&list[i]->shortest, space);
        size_t least = candidate_length(&chosen->shortest, space);
        if (ledger_score(&self->ledger, list[i], &score) &&
            score >= best - track_tie(&self->track) / 2 &&
            (length < least ||
             (length == least && list[i]->size_bytes < chosen->size_bytes)))
            chosen = list[i];
    }
    return chosen;
}

bool planner_run_minimise(struct planner *self, struct error *err)
{
    enum { FINALISTS = 4 };
    struct code_class *list[FINALISTS];
    struct planner_answer *answer = &self->result.answers[self->evaluator.goal];
    size_t count = collect_best(self, list, FINALISTS);
    if (!count)
        return true;
    if (self->settings.measures && count > 1 &&
        track_time_left(&self->track) > 0 &&
        !evaluator_rank(&self->evaluator, list, count,
                        self->settings.effort->duel_rounds, err))
        return false;
    struct code_class *chosen = choose(self, list, count);
    answer->found = minimise_run(&self->evaluator, self->settings.space, &chosen->shortest,
                                 self->settings.effort->minimise_rounds,
                                 &answer->short_form, err);
    return answer->found;
}

static void fill_side(const struct planner *self,
                      const struct candidate *candidate,
                      struct proof_side *side, struct strvec *flags,
                      size_t *choices)
{
    candidate_flags(candidate, self->settings.space, flags);
    candidate_choices(candidate, self->settings.space, choices);
    *side = (struct proof_side){
        .cc = self->settings.cc, .flags = flags, .choices = choices};
}

static void report_confirm(void *data, size_t round, size_t rounds)
{
    struct planner *self = data;
    track_progress(&self->track, "confirm", round, rounds);
}

static bool prove(struct planner *self, struct proof_side *sides,
                  size_t finalists, struct error *err)
{
    struct proof_plan plan = {
        .workload = self->settings.workload,
        .baseline = sides[0],
        .finalists = sides + 1,
        .finalist_count = finalists,
        .rounds = self->settings.effort->confirm_rounds,
        .workers = self->settings.jobs,
        .rng = rng_split(&self->track.rng),
        .throttle = self->settings.throttle,
        .protocol = self->settings.protocol,
        .world = self->settings.world,
        .deadline_s = self->track.deadline_s,
        .progress = report_confirm,
        .progress_data = self,
    };
    self->result.proved = proof_run(&plan, &self->result.proof, err);
    return self->result.proved;
}

bool planner_run_confirm(struct planner *self, struct error *err)
{
    enum { SIDES = LEDGER_GOALS + 1 };
    struct proof_side sides[SIDES];
    struct strvec flags[SIDES] = {{0}};
    size_t *choices[SIDES];
    size_t count = 0;
    if (!self->settings.measures)
        return true;
    for (size_t i = 0; i < SIDES; i++)
        choices[i] = xcalloc(self->settings.workload->choice_count + 1,
                             sizeof(**choices));
    fill_side(self, &self->settings.baselines[self->result.baseline].candidate,
              &sides[0], &flags[0], choices[0]);
    for (int goal = 0; goal < LEDGER_GOALS; goal++) {
        struct planner_answer *answer = &self->result.answers[goal];
        if (!answer->found)
            continue;
        answer->finalist = count++;
        fill_side(self, &answer->short_form.winner, &sides[count],
                  &flags[count], choices[count]);
    }
    bool ok = !count || prove(self, sides, count, err);
    for (size_t i = 0; i < SIDES; i++) {
        strvec_release(&flags[i]);
        free(choices[i]);
    }
    return ok;
}
