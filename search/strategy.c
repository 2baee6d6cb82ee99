/* SPDX-License-Identifier: MIT
 *
 * The table of strategies.
 */
#include <config.h>

#include "search/strategy.h"

#include "base/memory.h"

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
