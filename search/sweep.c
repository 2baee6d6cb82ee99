/* SPDX-License-Identifier: MIT
 *
 * A pass of single changes, with combinations of what helped.
 */
#include <config.h>

#include "search/sweep.h"

#include <math.h>

#include "base/memory.h"
#include "search/space.h"

/* A move that lost this many ties is not tried again on a similar base. */
static const double hopeless_ties = 3;

static bool was_hopeless(const struct sweep *last, size_t dimension,
                         uint16_t value, double tie)
{
    for (size_t i = 0; last && i < last->move_count; i++) {
        const struct move *move = &last->moves[i];
        if (move->dimension == dimension && move->value == value)
            return move->gain < -hopeless_ties * tie;
    }
    return false;
}

static void add_moves(struct sweep *self, size_t dimension,
                      const struct sweep *last)
{
    const struct dimension *what = &self->context->space->dimensions[dimension];
    for (size_t v = 0; v < what->value_count; v++) {
        uint16_t value = (uint16_t)v;
        if (value == self->base.candidate.values[dimension] ||
            !strategy_is_live(self->context, dimension, v) ||
            was_hopeless(last, dimension, value, self->context->tie))
            continue;
        self->moves = xreallocarray(self->moves, self->move_count + 1,
                                    sizeof(*self->moves));
        self->moves[self->move_count++] = (struct move){
            .dimension = dimension, .value = value, .gain = (double)NAN};
    }
}

static void take_base(struct best *self, const struct best *other)
{
    candidate_release(&self->candidate);
    candidate_copy(&self->candidate, &other->candidate);
    self->score = other->score;
}

void sweep_init(struct sweep *self, const struct strategy_context *context,
                const struct best *base,
                bool (*is_wanted)(const struct dimension *dimension),
                const struct sweep *last)
{
    *self = (struct sweep){.context = context};
    take_base(&self->base, base);
    take_base(&self->best, base);
    for (size_t i = 0; i < context->active_count; i++) {
        size_t dimension = context->active[i];
        if (is_wanted(&context->space->dimensions[dimension]))
            add_moves(self, dimension, last);
    }
    self->improved = xcalloc(self->move_count + 1, sizeof(*self->improved));
}

void sweep_release(struct sweep *self)
{
    if (!self)
        return;
    best_release(&self->base);
    best_release(&self->best);
    free(self->moves);
    free(self->improved);
    candidate_list_release(&self->asked);
    *self = (struct sweep){0};
}

static bool is_refused(const struct sweep *self,
                       const struct candidate *candidate)
{
    return self->context->recall(candidate, self->context->data) ==
           RECALL_REFUSED;
}

/* A move that does not go with something in the base is made in exchange for
 * it. */
static void exchange(const struct sweep *self, struct candidate *candidate,
                     size_t dimension)
{
    const struct space *space = self->context->space;
    for (size_t d = 0; d < candidate->count; d++) {
        if (d == dimension || !candidate->values[d] ||
            dimension_is_structural(&space->dimensions[d]))
            continue;
        struct candidate other;
        candidate_copy(&other, candidate);
        candidate_set(&other, space, d, 0);
        bool fits = !is_refused(self, &other);
        if (fits) {
            candidate_release(candidate);
            *candidate = other;
            return;
        }
        candidate_release(&other);
    }
}

/* The base with a move made; false when that changes nothing. */
static bool apply(const struct sweep *self, struct candidate *candidate,
                  const struct move *move)
{
    candidate_set(candidate, self->context->space, move->dimension,
                  move->value);
    if (is_refused(self, candidate))
        exchange(self, candidate, move->dimension);
    return !candidate_equal(candidate, &self->base.candidate);
}

/* A batch holds one class of dimensions: what one of them is decides what the
 * values of the next are worth. */
static bool is_same_class(const struct sweep *self, const struct move *move)
{
    const struct dimension *all = self->context->space->dimensions;
    return self->next == self->batch ||
           all[self->moves[self->batch].dimension].class ==
               all[move->dimension].class;
}

static void ask_moves(struct sweep *self, size_t max)
{
    self->batch = self->next;
    while (self->next < self->move_count && self->asked.count < max) {
        struct move *move = &self->moves[self->next];
        if (!is_same_class(self, move))
            return;
        struct candidate candidate;
        candidate_copy(&candidate, &self->base.candidate);
        if (apply(self, &candidate, move)) {
            candidate_list_add(&self->asked, &candidate);
            self->next++;
        } else {
            /* Without effect here: out of this pass. */
            self->move_count--;
            memmove(move, move + 1,
                    (self->move_count - self->next) * sizeof(*move));
        }
        candidate_release(&candidate);
    }
}

static int compare_moves(const void *a, const void *b)
{
    const struct move *left = a, *right = b;
    if (left->gain != right->gain)
        return left->gain > right->gain ? -1 : 1;
    if (left->dimension != right->dimension)
        return left->dimension < right->dimension ? -1 : 1;
    return left->value < right->value ? -1 : left->value > right->value;
}

/* The batch's improvements, best first, one a dimension. */
static void collect_improved(struct sweep *self)
{
    size_t count = 0;
    for (size_t i = self->batch; i < self->next; i++)
        if (self->moves[i].gain > self->context->tie / 2)
            self->improved[count++] = self->moves[i];
    qsort(self->improved, count, sizeof(*self->improved), compare_moves);
    self->improved_count = 0;
    for (size_t i = 0; i < count; i++) {
        bool seen = false;
        for (size_t k = 0; k < self->improved_count; k++)
            seen |= self->improved[k].dimension == self->improved[i].dimension;
        if (!seen)
            self->improved[self->improved_count++] = self->improved[i];
    }
}

static void ask_combination(struct sweep *self, size_t size)
{
    struct candidate candidate;
    candidate_copy(&candidate, &self->base.candidate);
    for (size_t i = 0; i < size; i++)
        candidate.values[self->improved[i].dimension] = self->improved[i].value;
    candidate_canonicalise(&candidate, self->context->space);
    candidate_list_add(&self->asked, &candidate);
    candidate_release(&candidate);
}

/* All together first; only where that is not the best so far, fewer. */
static void ask_combinations(struct sweep *self)
{
    if (!self->combining) {
        ask_combination(self, self->improved_count);
        self->combining = true;
        self->single_score = self->best.score;
        return;
    }
    for (size_t size = 2; size < self->improved_count; size *= 2)
        ask_combination(self, size);
    self->improved_count = 0;
}

/* Everything asked was told: the batch's best becomes the base. */
static void finish_batch(struct sweep *self)
{
    self->combining = false;
    self->improved_count = 0;
    if (self->best.score <= self->base.score + self->context->tie / 2)
        return;
    take_base(&self->base, &self->best);
    self->changed = true;
}

void sweep_ask(struct sweep *self, size_t max, struct candidate_list *out)
{
    candidate_list_reset(&self->asked);
    self->told = 0;
    bool disappointed =
        self->combining && self->best.score <= self->single_score;
    if (self->improved_count > 1 && (!self->combining || disappointed))
        ask_combinations(self);
    if (!self->asked.count)
        finish_batch(self);
    while (!self->asked.count && self->next < self->move_count)
        ask_moves(self, max ? max : 1);
    for (size_t i = 0; i < self->asked.count; i++)
        candidate_list_add(out, &self->asked.items[i]);
}

void sweep_tell(struct sweep *self, const struct candidate *candidate,
                const struct outcome *outcome)
{
    best_offer(&self->best, candidate, outcome);
    if (!self->combining) {
        struct move *move = &self->moves[self->batch + self->told];
        bool usable = !outcome->refused && !outcome->cut_short;
        move->gain = usable ? outcome->score - self->base.score : -HUGE_VAL;
    }
    self->told++;
    if (!self->combining && self->told == self->asked.count)
        collect_improved(self);
}
