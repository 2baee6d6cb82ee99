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

enum part { PART_STRUCTURE = 1, PART_FLAGS = 2, PART_ALL = 3 };

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

/* What was found for all code is the best guess for plain code, and often the
 * only one that there is time for. */
static void add_leaders(struct planner *self, struct scope *scope)
{
    const struct candidate *winner = &self->leaders[LEDGER_WINNER];
    if (self->leaders[self->evaluator.goal].values)
        add_seed(self, scope, &self->leaders[self->evaluator.goal]);
    if (self->evaluator.goal == LEDGER_PLAIN && winner->values)
        add_seed(self, scope, winner);
}

static void add_seeds(struct planner *self, struct scope *scope)
{
    const struct planner_settings *settings = &self->settings;
    add_leaders(self, scope);
    for (size_t b = 0; b < settings->baseline_count; b++)
        add_seed(self, scope, &settings->baselines[b].candidate);
    for (size_t i = 0; i < settings->seeds->count; i++)
        add_seed(self, scope, &settings->seeds->items[i]);
}

static void scope_init(struct planner *self, struct scope *scope,
                       enum part part)
{
    const struct space *space = self->settings.space;
    *scope = (struct scope){0};
    scope->active =
        xcalloc(self->screen.active_count + 1, sizeof(*scope->active));
    scope->context = (struct strategy_context){
        .space = space,
        .active = scope->active,
        .live = self->screen.live,
        .seeds = &scope->seeds,
        .tie = track_tie(&self->track),
        .seed = self->settings.seed,
        .recall = evaluator_recall,
        .data = &self->evaluator,
    };
    for (size_t i = 0; i < self->screen.active_count; i++) {
        size_t dimension = self->screen.active[i];
        bool structural =
            dimension_is_structural(&space->dimensions[dimension]);
        enum part kind = structural ? PART_STRUCTURE : PART_FLAGS;
        if (is_in_scope(self, dimension) && part & kind)
            scope->active[scope->context.active_count++] = dimension;
    }
}

static bool find_score(const struct planner *self,
                       const struct candidate *candidate, double *out)
{
    return candidate->values &&
           ledger_candidate_score(&self->ledger, candidate, out);
}

/* Takes over what a strategy found when it is better than the leader. */
static void offer_leader(struct planner *self, const struct candidate *found)
{
    struct candidate *leader = &self->leaders[self->evaluator.goal];
    double score, now;
    if (!find_score(self, found, &score) ||
        (find_score(self, leader, &now) && score <= now))
        return;
    candidate_release(leader);
    candidate_copy(leader, found);
}

/* Runs a strategy in the scope, which is released. */
static bool drive(struct planner *self, const struct strategy *strategy,
                  struct scope *scope, struct error *err)
{
    struct best best = {0};
    bool ok = evaluator_drive(&self->evaluator, strategy, &scope->context,
                              &best, err);
    if (best.candidate.values)
        offer_leader(self, &best.candidate);
    best_release(&best);
    scope_release(scope);
    return ok;
}

static bool drive_part(struct planner *self, const struct strategy *strategy,
                       enum part part, struct error *err)
{
    struct scope scope;
    scope_init(self, &scope, part);
    add_seeds(self, &scope);
    return drive(self, strategy, &scope, err);
}

/* A pass over the flags of one candidate, whose structure stays. */
static bool drive_flags(struct planner *self, const struct candidate *candidate,
                        struct error *err)
{
    struct scope scope;
    scope_init(self, &scope, PART_FLAGS);
    add_seed(self, &scope, candidate);
    return drive(self, &strategy_greedy, &scope, err);
}

/* The same for what is best so far. */
static bool drive_leaders(struct planner *self, struct error *err)
{
    struct scope scope;
    scope_init(self, &scope, PART_FLAGS);
    add_leaders(self, &scope);
    return drive(self, &strategy_greedy, &scope, err);
}

bool planner_run_structure(struct planner *self, struct error *err)
{
    return drive_part(self, &strategy_greedy, PART_STRUCTURE, err);
}

static bool screen_around(struct planner *self,
                          const struct candidate *candidate, struct error *err)
{
    struct screen_plan plan = {.space = self->settings.space,
                               .builder = &self->builder,
                               .ledger = &self->ledger,
                               .leader = candidate,
                               .progress = self->track.progress,
                               .progress_data = self};
    return !candidate->values || screen_run(&self->screen, &plan, err);
}

bool planner_run_screen(struct planner *self, struct error *err)
{
    /* Everything is tried, whatever it does to one leader. */
    if (self->settings.strategy == &strategy_exhaustive) {
        screen_all(&self->screen, self->settings.space);
        return true;
    }
    return screen_around(self, &self->leaders[self->evaluator.goal], err);
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

/* Whether it may be a leader of the goal at work. */
static bool is_plain_enough(const struct planner *self,
                            const struct candidate *candidate)
{
    struct candidate plain;
    candidate_copy(&plain, candidate);
    make_plain(self, &plain);
    bool fits = candidate_equal(&plain, candidate);
    candidate_release(&plain);
    return fits;
}

/* The best candidate whose structure none of the list has; false when there
 * is none within a third of the leader's speed. */
static bool find_other(const struct planner *self,
                       const struct candidate_list *seen, struct candidate *out)
{
    const double far = 0.4; /* in log speed */
    double best = 0;
    find_score(self, &self->leaders[self->evaluator.goal], &best);
    best -= far;
    const struct candidate *found = NULL;
    for (size_t i = 0; i < self->ledger.codes.count; i++) {
        const struct code_class *code = self->ledger.codes.entries[i].value;
        const struct candidate *candidate = &code->shortest;
        double score;
        bool known = !is_plain_enough(self, candidate);
        for (size_t s = 0; s < seen->count && !known; s++)
            known = same_structure(self->settings.space, candidate,
                                   &seen->items[s]);
        if (known || code->refusal != REFUSAL_NONE ||
            !ledger_score(&self->ledger, code, &score) || score <= best)
            continue;
        best = score;
        found = candidate;
    }
    if (found)
        candidate_copy(out, found);
    return found;
}

/* Flags that do nothing for the leader may make another structure the best
 * one: the next best structures get a screening and a pass of their own. */
static bool explore_others(struct planner *self, struct error *err)
{
    enum { STRUCTURES_MAX = 3 };
    struct candidate_list seen = {0};
    bool ok = true;
    candidate_list_add(&seen, &self->leaders[self->evaluator.goal]);
    while (ok && seen.count <= STRUCTURES_MAX &&
           track_time_left(&self->track) > 0) {
        struct candidate other;
        if (!find_other(self, &seen, &other))
            break;
        candidate_list_add(&seen, &other);
        ok = screen_around(self, &other, err) && drive_flags(self, &other, err);
        candidate_release(&other);
    }
    candidate_list_release(&seen);
    return ok;
}

/* What the portfolio does with more than one structure at hand.  What the
 * screening has built comes first: it needs no compiler, which takes most of
 * a short budget. */
static bool run_portfolio(struct planner *self, struct error *err)
{
    return drive_leaders(self, err) &&
           drive_part(self, &strategy_greedy, PART_ALL, err) &&
           explore_others(self, err) &&
           drive_part(self, &strategy_portfolio, PART_ALL, err);
}

bool planner_run_search(struct planner *self, struct error *err)
{
    if (!self->leaders[self->evaluator.goal].values)
        return true;
    if (self->settings.strategy == &strategy_portfolio)
        return run_portfolio(self, err);
    return drive_part(self, self->settings.strategy, PART_ALL, err);
}

/* The best classes of a goal, best first. */
static size_t collect_best(const struct planner *self, struct code_class **list,
                           size_t most)
{
    size_t count = 0;
    for (size_t i = 0; i < self->ledger.codes.count; i++) {
        struct code_class *code = self->ledger.codes.entries[i].value;
        double score, other;
        if (!is_plain_enough(self, &code->shortest) ||
            code->refusal != REFUSAL_NONE ||
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

/* The best that can be used: code whose every part was measured in another
 * class has a score before anybody verified it. */
static bool find_finalists(struct planner *self, struct code_class **list,
                           size_t most, size_t *count, struct error *err)
{
    for (;;) {
        bool all = true;
        *count = collect_best(self, list, most);
        for (size_t i = 0; i < *count; i++) {
            bool usable;
            if (!track_verify(&self->track, list[i], &usable, err))
                return false;
            all &= usable;
        }
        if (all)
            return true;
    }
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

/* The best usable one that has few flags; the first baseline that runs is
 * always among them, unless its level is many flags by itself. */
static const struct code_class *find_brief(const struct planner *self)
{
    const struct code_class *found = NULL;
    double best = -HUGE_VAL;
    for (size_t i = 0; i < self->ledger.codes.count; i++) {
        const struct code_class *code = self->ledger.codes.entries[i].value;
        double score;
        if (code->refusal != REFUSAL_NONE ||
            (self->settings.measures && !code->verified) ||
            candidate_length(&code->shortest, self->settings.space) >
                MINIMISE_FLAGS_MAX ||
            !is_plain_enough(self, &code->shortest) ||
            !ledger_score(&self->ledger, code, &score) || score <= best)
            continue;
        best = score;
        found = code;
    }
    return found;
}

/* Fresh samples of the finalists, in half of the phase's time: shortening
 * needs its own. */
static bool rank(struct planner *self, struct code_class **list, size_t count,
                 struct error *err)
{
    double deadline = self->track.deadline_s;
    double left = track_time_left(&self->track);
    if (!self->settings.measures || count < 2 || left <= 0)
        return true;
    if (deadline > 0)
        self->track.deadline_s = deadline - left / 2;
    bool ok = evaluator_rank(&self->evaluator, list, count,
                             self->settings.effort->duel_rounds, err);
    self->track.deadline_s = deadline;
    return ok;
}

bool planner_run_minimise(struct planner *self, struct error *err)
{
    enum { FINALISTS = 4 };
    struct code_class *list[FINALISTS];
    struct planner_answer *answer = &self->result.answers[self->evaluator.goal];
    size_t count;
    if (!find_finalists(self, list, FINALISTS, &count, err))
        return false;
    if (!count)
        return true;
    if (!rank(self, list, count, err))
        return false;
    struct code_class *chosen = choose(self, list, count);
    const struct code_class *brief = find_brief(self);
    const struct candidate *reference =
        &self->settings.baselines[self->result.baseline].candidate;
    struct minimise_plan plan = {.evaluator = &self->evaluator,
                                 .space = self->settings.space,
                                 .winner = &chosen->shortest,
                                 .brief = brief ? &brief->shortest : NULL,
                                 .reference = reference,
                                 .rounds_most =
                                     self->settings.effort->minimise_rounds};
    answer->found = minimise_run(&plan, &answer->short_form, err);
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

void planner_report_confirm(void *data, size_t round, size_t rounds)
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
        .limit_s = self->track.limit_s,
        .progress = planner_report_confirm,
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
