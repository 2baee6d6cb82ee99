/* SPDX-License-Identifier: MIT
 *
 * Compile-only screening around a leader.
 */
#include <config.h>

#include "search/screen.h"

#include "base/map.h"
#include "base/memory.h"
#include "search/builder.h"
#include "search/candidate.h"
#include "search/ledger.h"
#include "search/space.h"

enum { CHUNK = 16 };

/* Values of a dimension on one side of its default, nearest first, of which
 * those from `changes` on are known to change the code. */
struct side {
    size_t dimension;
    uint16_t values[SPACE_VALUES_MAX];
    size_t count;
    size_t same;    /* values before it are known to change nothing */
    size_t changes; /* count: not known of any */
};

/* One question: does this value change the leader's code? */
struct question {
    size_t dimension;
    uint16_t value;
    struct side *side; /* NULL: just a value */
    struct candidate candidate;
};

struct screening {
    struct screen *screen;
    const struct screen_plan *plan;
    const struct code_class *leader;
    struct map seen; /* codes that a value gave already */
    struct question *questions;
    size_t count;
    size_t capacity;
    struct side *sides;
    size_t side_count;
    size_t *order; /* wanted dimensions by priority */
    size_t order_count;
};

static bool is_open(const struct dimension *dimension)
{
    return !dimension->fixed && dimension->value_count > 1;
}

static void activate(struct screen *self, size_t dimension)
{
    for (size_t i = 0; i < self->active_count; i++)
        if (self->active[i] == dimension)
            return;
    self->active[self->active_count++] = dimension;
}

void screen_init(struct screen *self, const struct space *space)
{
    *self = (struct screen){
        .live = xcalloc(space->count + 1, sizeof(*self->live)),
        .active = xcalloc(space->count + 1, sizeof(*self->active))};
    for (size_t d = 0; d < space->count; d++)
        self->live[d] = (uint64_t)1 << space->dimensions[d].start;
    /* The machine that is recommended is among the baselines; another one
     * means that every unit is compiled again, another implementation only
     * one. */
    static const enum dimension_class order[] = {
        DIMENSION_LEVEL, DIMENSION_IMPLEMENTATION, DIMENSION_MACHINE};
    for (size_t i = 0; i < sizeof(order) / sizeof(*order); i++)
        for (size_t d = 0; d < space->count; d++) {
            const struct dimension *dimension = &space->dimensions[d];
            if (dimension->class != order[i] || !is_open(dimension))
                continue;
            for (size_t v = 0; v < dimension->value_count; v++)
                self->live[d] |= (uint64_t)1 << v;
            activate(self, d);
        }
}

void screen_all(struct screen *self, const struct space *space)
{
    for (size_t d = 0; d < space->count; d++) {
        if (!is_open(&space->dimensions[d]))
            continue;
        for (size_t v = 0; v < space->dimensions[d].value_count; v++)
            self->live[d] |= (uint64_t)1 << v;
        activate(self, d);
    }
}

void screen_release(struct screen *self)
{
    if (!self)
        return;
    free(self->live);
    free(self->active);
    *self = (struct screen){0};
}

bool screen_is_live(const struct screen *self, size_t dimension, size_t value)
{
    return self->live[dimension] >> value & 1;
}

static bool is_wanted(const struct screen_plan *plan, size_t dimension)
{
    const struct dimension *what = &plan->space->dimensions[dimension];
    return is_open(what) && !dimension_is_structural(what) &&
           (!plan->is_wanted || plan->is_wanted(dimension, plan->data));
}

/* Insertion by priority; equal ones keep the space's order. */
static void order_dimensions(struct screening *self)
{
    const struct space *space = self->plan->space;
    self->order = xcalloc(space->count + 1, sizeof(*self->order));
    for (size_t d = 0; d < space->count; d++) {
        if (!is_wanted(self->plan, d))
            continue;
        size_t at = self->order_count++;
        for (; at && space->dimensions[self->order[at - 1]].priority >
                         space->dimensions[d].priority;
             at--)
            self->order[at] = self->order[at - 1];
        self->order[at] = d;
    }
}

static void add_question(struct screening *self, size_t dimension,
                         uint16_t value, struct side *side)
{
    struct candidate candidate;
    candidate_copy(&candidate, self->plan->leader);
    candidate_set(&candidate, self->plan->space, dimension, value);
    if (candidate_equal(&candidate, self->plan->leader)) {
        candidate_release(&candidate);
        if (side)
            side->same = side->count;
        return;
    }
    self->questions = memory_grow(self->questions, &self->capacity,
                                  self->count + 1, sizeof(*self->questions));
    self->questions[self->count++] = (struct question){.dimension = dimension,
                                                       .value = value,
                                                       .side = side,
                                                       .candidate = candidate};
}

static void clear_questions(struct screening *self)
{
    for (size_t i = 0; i < self->count; i++)
        candidate_release(&self->questions[i].candidate);
    self->count = 0;
}

static void add_side(struct screening *self, size_t dimension, size_t first,
                     size_t last, bool downwards)
{
    struct side *side = &self->sides[self->side_count];
    *side = (struct side){.dimension = dimension};
    for (size_t v = first; v < last; v++)
        side->values[side->count++] =
            (uint16_t)(downwards ? last - 1 - (v - first) : v);
    side->changes = side->count;
    self->side_count += side->count > 0;
}

/* Numbers have their values in ascending order, `below` of them under the
 * default. */
static void add_sides(struct screening *self, size_t dimension)
{
    const struct dimension *what = &self->plan->space->dimensions[dimension];
    add_side(self, dimension, 1, 1 + (size_t)what->below, true);
    add_side(self, dimension, 1 + (size_t)what->below, what->value_count,
             false);
}

/* First questions: all values, but of numbers the extremes only. */
static void ask_first(struct screening *self)
{
    self->sides = xcalloc(2 * self->order_count + 1, sizeof(*self->sides));
    for (size_t i = 0; i < self->order_count; i++) {
        size_t d = self->order[i];
        const struct dimension *dimension = &self->plan->space->dimensions[d];
        size_t sides = self->side_count;
        if (dimension->class == DIMENSION_PARAMETER && dimension->is_number)
            add_sides(self, d);
        else
            for (size_t v = 0; v < dimension->value_count; v++)
                add_question(self, d, (uint16_t)v, NULL);
        for (; sides < self->side_count; sides++)
            add_question(
                self, d,
                self->sides[sides].values[self->sides[sides].count - 1],
                &self->sides[sides]);
    }
}

/* Next questions: halfway between what changes nothing and what does. */
static void ask_between(struct screening *self)
{
    for (size_t i = 0; i < self->side_count; i++) {
        struct side *side = &self->sides[i];
        if (side->changes == side->count || side->same >= side->changes)
            continue;
        size_t middle = side->same + (side->changes - side->same) / 2;
        add_question(self, side->dimension, side->values[middle], side);
    }
}

static size_t place_of(const struct side *side, uint16_t value)
{
    size_t place = 0;
    while (side->values[place] != value)
        place++;
    return place;
}

/* Makes a value live when nothing before it gave this code. */
static void take_change(struct screening *self, const struct question *question,
                        struct code_class *code)
{
    struct screen *screen = self->screen;
    screen->changed++;
    if (!map_set(&self->seen, code->code.hex, code))
        return;
    screen->live[question->dimension] |=
        (uint64_t)1 << question->value |
        (uint64_t)1 << self->plan->leader->values[question->dimension];
    activate(screen, question->dimension);
}

static void take_answer(struct screening *self, const struct question *question)
{
    struct known known;
    struct side *side = question->side;
    if (!ledger_find(self->plan->ledger, &question->candidate, &known)) {
        if (!nogood_contains(&self->plan->ledger->nogoods,
                             &question->candidate))
            self->screen->left++;
        if (side)
            side->same = side->changes; /* ends the bisection */
        return;
    }
    self->screen->tried++;
    bool changes = known.code && known.code != self->leader &&
                   known.refusal == REFUSAL_NONE;
    if (changes)
        take_change(self, question, known.code);
    if (side && changes)
        side->changes = place_of(side, question->value);
    else if (side)
        side->same = place_of(side, question->value) + 1;
}

static bool answer_all(struct screening *self, struct error *err)
{
    const struct screen_plan *plan = self->plan;
    const struct candidate *list[CHUNK];
    for (size_t at = 0; at < self->count; at += CHUNK) {
        size_t count = 0;
        for (; count < CHUNK && at + count < self->count; count++)
            list[count] = &self->questions[at + count].candidate;
        if (plan->progress)
            plan->progress(plan->progress_data, "screen", at, self->count);
        if (!builder_run(plan->builder, list, count, err))
            return false;
    }
    for (size_t i = 0; i < self->count; i++)
        take_answer(self, &self->questions[i]);
    return true;
}

static bool run(struct screening *self, struct error *err)
{
    ask_first(self);
    while (self->count) {
        if (!answer_all(self, err))
            return false;
        clear_questions(self);
        ask_between(self);
    }
    return true;
}

bool screen_run(struct screen *self, const struct screen_plan *plan,
                struct error *err)
{
    struct screening screening = {.screen = self, .plan = plan};
    struct known known = {0};
    bool ok = builder_run(plan->builder, &plan->leader, 1, err);
    if (ok && ledger_find(plan->ledger, plan->leader, &known) && known.code) {
        screening.leader = known.code;
        order_dimensions(&screening);
        ok = run(&screening, err);
    }
    clear_questions(&screening);
    free(screening.questions);
    free(screening.sides);
    free(screening.order);
    map_release(&screening.seen);
    return ok;
}
