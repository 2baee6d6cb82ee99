/* SPDX-License-Identifier: MIT
 *
 * Greedy elimination and addition.  First the seeds; then a pass over the
 * structural dimensions from the best of them, and passes over all dimensions
 * until one brings nothing.  Since what is best for one level is often bad for
 * another, the same follows from each other level that the seeds have.
 */
#include <config.h>

#include "base/memory.h"
#include "search/space.h"
#include "search/strategy.h"
#include "search/sweep.h"

enum phase {
    PHASE_SEEDS,
    PHASE_START,
    PHASE_STRUCTURE,
    PHASE_PASS,
    PHASE_DONE
};

struct greedy {
    const struct strategy_context *context;
    enum phase phase;
    struct best best;
    struct best start; /* of the structural pass at work */
    size_t seeds_asked;
    uint64_t levels_left; /* bit v: value v of the level is a start */
    struct sweep sweep;
    bool sweeping;
    bool passed; /* over all dimensions, at least once */
};

static bool is_structure(const struct dimension *dimension)
{
    return dimension_is_structural(dimension) &&
           dimension->class != DIMENSION_LEVEL;
}

static bool is_any(const struct dimension *dimension)
{
    return dimension != NULL;
}

/* Only levels that may be changed are starts, and only where there is a
 * structure to choose for each. */
static uint64_t find_starts(const struct strategy_context *context)
{
    uint64_t levels = 0;
    bool structure = false;
    for (size_t i = 0; i < context->active_count; i++) {
        size_t at = context->active[i];
        structure |= is_structure(&context->space->dimensions[at]);
        if (at + 1 != context->space->level_plus_one)
            continue;
        for (size_t s = 0; s < context->seeds->count; s++)
            levels |= (uint64_t)1 << context->seeds->items[s].values[at];
    }
    return structure ? levels : 0;
}

static void *greedy_new(const struct strategy_context *context,
                        struct error *err)
{
    (void)err;
    struct greedy *self = xcalloc(1, sizeof(*self));
    self->context = context;
    self->levels_left = find_starts(context);
    return self;
}

static void greedy_free(void *state)
{
    struct greedy *self = state;
    if (!self)
        return;
    best_release(&self->best);
    best_release(&self->start);
    sweep_release(&self->sweep);
    free(self);
}

static void ask_seeds(struct greedy *self, size_t max,
                      struct candidate_list *out)
{
    const struct candidate_list *seeds = self->context->seeds;
    while (out->count < max && self->seeds_asked < seeds->count)
        candidate_list_add(out, &seeds->items[self->seeds_asked++]);
    if (!out->count)
        self->phase = PHASE_START;
}

/* That of the best so far, else the first that is left. */
static uint16_t next_level(const struct greedy *self)
{
    size_t at = self->context->space->level_plus_one - 1;
    uint16_t level = self->best.candidate.values[at];
    if (self->levels_left >> level & 1)
        return level;
    level = 0;
    while (!(self->levels_left >> level & 1))
        level++;
    return level;
}

/* Asks the best with another level, from which a structural pass starts. */
static void ask_start(struct greedy *self, struct candidate_list *out)
{
    if (!self->best.candidate.values) {
        self->phase = PHASE_DONE;
        return;
    }
    if (!self->levels_left) {
        self->phase = self->passed ? PHASE_DONE : PHASE_PASS;
        return;
    }
    uint16_t level = next_level(self);
    self->levels_left &= ~((uint64_t)1 << level);
    best_release(&self->start);
    struct candidate *candidate =
        candidate_list_add(out, &self->best.candidate);
    candidate_set(candidate, self->context->space,
                  self->context->space->level_plus_one - 1, level);
}

static void begin_sweep(struct greedy *self, const struct best *base,
                        bool (*is_wanted)(const struct dimension *dimension))
{
    /* What was hopeless in one pass over all stays so in the next. */
    struct sweep old = self->sweep;
    sweep_init(&self->sweep, self->context, base, is_wanted,
               self->sweeping ? &old : NULL);
    sweep_release(&old);
    self->sweeping = true;
}

static void ask_structure(struct greedy *self, size_t max,
                          struct candidate_list *out)
{
    if (!self->sweeping && self->start.candidate.values)
        begin_sweep(self, &self->start, is_structure);
    if (self->sweeping)
        sweep_ask(&self->sweep, max, out);
    if (out->count)
        return;
    self->sweeping = false;
    self->phase = PHASE_PASS;
}

static void ask_pass(struct greedy *self, size_t max,
                     struct candidate_list *out)
{
    if (!self->sweeping)
        begin_sweep(self, &self->best, is_any);
    sweep_ask(&self->sweep, max, out);
    if (out->count)
        return;
    if (self->sweep.changed) {
        begin_sweep(self, &self->best, is_any);
        return;
    }
    self->sweeping = false;
    self->passed = true;
    self->phase = PHASE_START;
}

static void ask_once(struct greedy *self, size_t max,
                     struct candidate_list *out)
{
    switch (self->phase) {
    case PHASE_SEEDS:
        ask_seeds(self, max, out);
        break;
    case PHASE_START:
        ask_start(self, out);
        break;
    case PHASE_STRUCTURE:
        ask_structure(self, max, out);
        break;
    case PHASE_PASS:
        ask_pass(self, max, out);
        break;
    case PHASE_DONE:
        break;
    }
}

static void greedy_ask(void *state, size_t max, struct candidate_list *out)
{
    struct greedy *self = state;
    while (!out->count && self->phase != PHASE_DONE)
        ask_once(self, max ? max : 1, out);
}

static void greedy_tell(void *state, const struct candidate *candidate,
                        const struct outcome *outcome)
{
    struct greedy *self = state;
    best_offer(&self->best, candidate, outcome);
    if (self->phase == PHASE_START) {
        best_offer(&self->start, candidate, outcome);
        self->phase = PHASE_STRUCTURE;
    } else if (self->phase != PHASE_SEEDS) {
        sweep_tell(&self->sweep, candidate, outcome);
    }
}

const struct strategy strategy_greedy = {
    .name = "greedy",
    .summary = "changes one thing at a time, keeps what helps",
    .new = greedy_new,
    .ask = greedy_ask,
    .tell = greedy_tell,
    .free = greedy_free,
};
