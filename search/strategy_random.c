/* SPDX-License-Identifier: MIT
 *
 * Random candidates, each value as likely as another: what the others are
 * compared with.
 */
#include <config.h>

#include "base/memory.h"
#include "search/draw.h"
#include "search/strategy.h"

struct random_search {
    const struct strategy_context *context;
    struct rng rng;
    size_t seeds_asked;
};

static void *random_new(const struct strategy_context *context,
                        struct error *err)
{
    (void)err;
    struct random_search *self = xcalloc(1, sizeof(*self));
    self->context = context;
    rng_init(&self->rng, context->seed);
    return self;
}

static void random_ask(void *state, size_t max, struct candidate_list *out)
{
    struct random_search *self = state;
    const struct strategy_context *context = self->context;
    while (out->count < max && self->seeds_asked < context->seeds->count)
        candidate_list_add(out, &context->seeds->items[self->seeds_asked++]);
    while (out->count < max) {
        struct candidate candidate;
        candidate_copy(&candidate, &context->seeds->items[0]);
        bool fresh = false;
        for (unsigned try = 0; try < DRAW_TRIES_MAX && !fresh; try++) {
            draw_random(context, &self->rng, &candidate);
            fresh = draw_is_fresh(context, &candidate, out);
        }
        if (fresh)
            candidate_list_add(out, &candidate);
        candidate_release(&candidate);
        if (!fresh)
            return;
    }
}

static void random_tell(void *state, const struct candidate *candidate,
                        const struct outcome *outcome)
{
    (void)state;
    (void)candidate;
    (void)outcome;
}

static void random_free(void *state)
{
    free(state);
}

const struct strategy strategy_random = {
    .name = "random",
    .summary = "draws every value at random",
    .new = random_new,
    .ask = random_ask,
    .tell = random_tell,
    .free = random_free,
};
