/* SPDX-License-Identifier: MIT
 *
 * Combined elimination (Pan and Eigenmann, "Fast and Effective Orchestration
 * of Compiler Optimizations for Automatic Performance Tuning", CGO 2006):
 * start with everything on; measure each option's relative improvement when
 * it goes; take out the worst, then those of the other bad ones that are
 * still bad without it; again, until none is bad.
 *
 * "On" is a dimension's value 1, the positive spelling of a flag, whether
 * given or implied by the level; "off" is the other.  Structural dimensions
 * stay as in the best seed.  A start that is refused is built up again option
 * by option around what was learnt.
 */
#include <config.h>

#include <math.h>

#include "base/memory.h"
#include "search/space.h"
#include "search/strategy.h"

enum { REPAIRS_MAX = 12 };

enum phase { PHASE_SEEDS, PHASE_BASE, PHASE_MEASURE, PHASE_REMOVE, PHASE_DONE };

struct option {
    size_t dimension;
    uint16_t off; /* its value without the option */
    double gain;  /* when it goes; NAN: not told */
};

struct elimination {
    const struct strategy_context *context;
    enum phase phase;
    struct best seed;
    struct candidate base;
    double base_score;
    struct option *options; /* those that are on */
    size_t option_count;
    size_t next; /* option to ask, or to remove */
    size_t told;
    size_t seeds_asked;
    unsigned repairs;
    bool removed; /* by this round */
};

static void *elimination_new(const struct strategy_context *context,
                             struct error *err)
{
    (void)err;
    struct elimination *self = xcalloc(1, sizeof(*self));
    self->context = context;
    self->options = xcalloc(context->active_count + 1, sizeof(*self->options));
    return self;
}

static void elimination_free(void *state)
{
    struct elimination *self = state;
    if (!self)
        return;
    best_release(&self->seed);
    candidate_release(&self->base);
    free(self->options);
    free(self);
}

/* Turns a dimension on in *trial; false when it has no other side, is
 * without effect here or is known to be refused. */
static bool turn_on(const struct elimination *self, size_t at,
                    struct candidate *trial, uint16_t *off)
{
    const struct strategy_context *context = self->context;
    const struct dimension *dimension = &context->space->dimensions[at];
    if (dimension_is_structural(dimension) || dimension->value_count < 2)
        return false;
    candidate_set(trial, context->space, at, 1);
    if (candidate_effective(trial, context->space, at) != 1)
        return false;
    *off = trial->values[at] ? 0 : 2;
    return *off < dimension->value_count && strategy_is_live(context, at, 1) &&
           strategy_is_live(context, at, *off) &&
           context->recall(trial, context->data) != RECALL_REFUSED;
}

/* All on that can be, as far as is known. */
static void build_base(struct elimination *self)
{
    const struct strategy_context *context = self->context;
    candidate_release(&self->base);
    candidate_copy(&self->base, &self->seed.candidate);
    self->option_count = 0;
    for (size_t i = 0; i < context->active_count; i++) {
        size_t at = context->active[i];
        uint16_t off;
        struct candidate trial;
        candidate_copy(&trial, &self->base);
        if (turn_on(self, at, &trial, &off)) {
            candidate_release(&self->base);
            candidate_copy(&self->base, &trial);
            self->options[self->option_count++] = (struct option){
                .dimension = at, .off = off, .gain = (double)NAN};
        }
        candidate_release(&trial);
    }
}

static void without(const struct elimination *self, size_t option,
                    struct candidate *out)
{
    candidate_copy(out, &self->base);
    candidate_set(out, self->context->space, self->options[option].dimension,
                  self->options[option].off);
}

static void ask_seeds(struct elimination *self, size_t max,
                      struct candidate_list *out)
{
    const struct candidate_list *seeds = self->context->seeds;
    while (out->count < max && self->seeds_asked < seeds->count)
        candidate_list_add(out, &seeds->items[self->seeds_asked++]);
    if (!out->count)
        self->phase = self->seed.candidate.values ? PHASE_BASE : PHASE_DONE;
}

static void ask_base(struct elimination *self, struct candidate_list *out)
{
    if (self->repairs++ > REPAIRS_MAX) {
        self->phase = PHASE_DONE;
        return;
    }
    build_base(self);
    candidate_list_add(out, &self->base);
}

static void ask_one(struct elimination *self, struct candidate_list *out)
{
    struct candidate candidate;
    without(self, self->next++, &candidate);
    candidate_list_add(out, &candidate);
    candidate_release(&candidate);
}

static int compare_options(const void *a, const void *b)
{
    const struct option *left = a, *right = b;
    if (left->gain != right->gain)
        return left->gain > right->gain ? -1 : 1;
    return left->dimension < right->dimension ? -1 : 1;
}

/* Takes option `at` out: the base becomes the candidate that was told. */
static void remove_option(struct elimination *self, size_t at, double score)
{
    struct candidate base;
    without(self, at, &base);
    candidate_release(&self->base);
    self->base = base;
    self->base_score = score;
    self->option_count--;
    memmove(&self->options[at], &self->options[at + 1],
            (self->option_count - at) * sizeof(self->options[at]));
    self->removed = true;
}

static bool is_bad(const struct elimination *self, size_t option)
{
    return self->options[option].gain > self->context->tie / 2;
}

/* All single effects are known: out with the worst, then try the others. */
static void finish_measuring(struct elimination *self)
{
    qsort(self->options, self->option_count, sizeof(*self->options),
          compare_options);
    self->removed = false;
    if (!self->option_count || !is_bad(self, 0)) {
        self->phase = PHASE_DONE;
        return;
    }
    remove_option(self, 0, self->base_score + self->options[0].gain);
    self->phase = PHASE_REMOVE;
    self->next = 0;
}

static void begin_measuring(struct elimination *self)
{
    self->phase = PHASE_MEASURE;
    self->next = 0;
    self->told = 0;
}

static void ask_once(struct elimination *self, size_t max,
                     struct candidate_list *out)
{
    switch (self->phase) {
    case PHASE_SEEDS:
        ask_seeds(self, max, out);
        break;
    case PHASE_BASE:
        ask_base(self, out);
        break;
    case PHASE_MEASURE:
        while (out->count < max && self->next < self->option_count)
            ask_one(self, out);
        if (!out->count)
            finish_measuring(self);
        break;
    case PHASE_REMOVE:
        if (self->next < self->option_count && is_bad(self, self->next))
            ask_one(self, out);
        else
            begin_measuring(self);
        break;
    case PHASE_DONE:
        break;
    }
}

static void elimination_ask(void *state, size_t max, struct candidate_list *out)
{
    struct elimination *self = state;
    while (!out->count && self->phase != PHASE_DONE)
        ask_once(self, max ? max : 1, out);
}

static void elimination_tell(void *state, const struct candidate *candidate,
                             const struct outcome *outcome)
{
    struct elimination *self = state;
    bool usable = !outcome->refused && !outcome->cut_short;
    double gain = usable ? outcome->score - self->base_score : -HUGE_VAL;
    switch (self->phase) {
    case PHASE_SEEDS:
        best_offer(&self->seed, candidate, outcome);
        break;
    case PHASE_BASE:
        if (!usable)
            break;
        self->base_score = outcome->score;
        begin_measuring(self);
        break;
    case PHASE_MEASURE:
        self->options[self->told++].gain = gain;
        break;
    case PHASE_REMOVE:
        if (gain > self->context->tie / 2)
            remove_option(self, --self->next, outcome->score);
        break;
    case PHASE_DONE:
        break;
    }
}

const struct strategy strategy_elimination = {
    .name = "combined-elimination",
    .summary = "starts with all flags and takes out what hurts",
    .new = elimination_new,
    .ask = elimination_ask,
    .tell = elimination_tell,
    .free = elimination_free,
};
