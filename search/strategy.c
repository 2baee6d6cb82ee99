/* SPDX-License-Identifier: MIT
 *
 * The table of strategies.
 */
#include <config.h>

#include "search/strategy.h"

#include "base/memory.h"
#include "search/space.h"

const struct strategy *const strategy_table[] = {
    &strategy_portfolio,
    &strategy_greedy,
    &strategy_elimination,
    &strategy_genetic,
    &strategy_random,
    &strategy_exhaustive,
    NULL,
};

const struct strategy *strategy_find(const char *name)
{
    for (const struct strategy *const *at = strategy_table; *at; at++)
        if (strcmp((*at)->name, name) == 0)
            return *at;
    return NULL;
}

bool strategy_is_live(const struct strategy_context *context, size_t dimension,
                      size_t value)
{
    return !context->live || context->live[dimension] >> value & 1;
}

size_t strategy_live_count(const struct strategy_context *context,
                           size_t dimension)
{
    size_t count = 0;
    for (size_t v = 0; v < context->space->dimensions[dimension].value_count;
         v++)
        count += strategy_is_live(context, dimension, v);
    return count;
}

uint16_t strategy_live_value(const struct strategy_context *context,
                             size_t dimension, size_t place)
{
    size_t value = 0;
    for (;; value++)
        if (strategy_is_live(context, dimension, value) && place-- == 0)
            return (uint16_t)value;
}

bool best_offer(struct best *self, const struct candidate *candidate,
                const struct outcome *outcome)
{
    if (outcome->refused || outcome->cut_short ||
        (self->candidate.values && outcome->score <= self->score))
        return false;
    candidate_release(&self->candidate);
    candidate_copy(&self->candidate, candidate);
    self->score = outcome->score;
    return true;
}

void best_release(struct best *self)
{
    candidate_release(&self->candidate);
    *self = (struct best){0};
}
