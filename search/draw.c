/* SPDX-License-Identifier: MIT
 *
 * Random candidates and changes.
 */
#include <config.h>

#include "search/draw.h"

#include "search/space.h"

void draw_random(const struct strategy_context *context, struct rng *rng,
                 struct candidate *candidate)
{
    for (size_t i = 0; i < context->active_count; i++) {
        size_t at = context->active[i];
        size_t count = strategy_live_count(context, at);
        if (count)
            candidate->values[at] =
                strategy_live_value(context, at, rng_below(rng, count));
    }
    candidate_canonicalise(candidate, context->space);
}

void draw_mutation(const struct strategy_context *context, struct rng *rng,
                   struct candidate *candidate, size_t changes)
{
    for (size_t i = 0; i < changes && context->active_count; i++) {
        size_t at = context->active[rng_below(rng, context->active_count)];
        size_t count = strategy_live_count(context, at);
        if (count < 2)
            continue;
        /* One of the others, all equally likely. */
        uint16_t old = candidate->values[at];
        while (candidate->values[at] == old)
            candidate->values[at] =
                strategy_live_value(context, at, rng_below(rng, count));
    }
    candidate_canonicalise(candidate, context->space);
}

bool draw_is_fresh(const struct strategy_context *context,
                   const struct candidate *candidate,
                   const struct candidate_list *batch)
{
    for (size_t i = 0; i < batch->count; i++)
        if (candidate_equal(candidate, &batch->items[i]))
            return false;
    return context->recall(candidate, context->data) == RECALL_NEW;
}
