/* SPDX-License-Identifier: MIT
 *
 * The default: greedy until it finds nothing more, then genetic around the
 * best that it found, until the budget ends.
 */
#include <config.h>

#include "base/memory.h"
#include "search/strategy.h"

enum { KEPT = 6 };

struct portfolio {
    const struct strategy_context *context;
    const struct strategy *current;
    void *state;
    struct candidate_list kept; /* best first */
    double scores[KEPT];
    struct strategy_context second; /* seeded with what was kept */
};

static void *portfolio_new(const struct strategy_context *context,
                           struct error *err)
{
    struct portfolio *self = xcalloc(1, sizeof(*self));
    self->context = context;
    self->current = &strategy_greedy;
    self->state = self->current->new (context, err);
    return self;
}

static void portfolio_free(void *state)
{
    struct portfolio *self = state;
    if (!self)
        return;
    self->current->free(self->state);
    candidate_list_release(&self->kept);
    free(self);
}

static void begin_second(struct portfolio *self)
{
    self->current->free(self->state);
    self->second = *self->context;
    if (self->kept.count)
        self->second.seeds = &self->kept;
    self->current = &strategy_genetic;
    self->state = self->current->new (&self->second, NULL);
}

static void portfolio_ask(void *state, size_t max, struct candidate_list *out)
{
    struct portfolio *self = state;
    self->current->ask(self->state, max, out);
    if (out->count || self->current != &strategy_greedy)
        return;
    begin_second(self);
    self->current->ask(self->state, max, out);
}

/* Keeps the best few with different scores. */
static void keep(struct portfolio *self, const struct candidate *candidate,
                 double score)
{
    size_t at = 0;
    while (at < self->kept.count && self->scores[at] > score)
        at++;
    if (at == KEPT || (at < self->kept.count && self->scores[at] == score))
        return;
    if (self->kept.count < KEPT)
        candidate_list_add(&self->kept, candidate);
    size_t last = self->kept.count - 1;
    candidate_release(&self->kept.items[last]);
    for (size_t i = last; i > at; i--) {
        self->kept.items[i] = self->kept.items[i - 1];
        self->scores[i] = self->scores[i - 1];
    }
    candidate_copy(&self->kept.items[at], candidate);
    self->scores[at] = score;
}

static void portfolio_tell(void *state, const struct candidate *candidate,
                           const struct outcome *outcome)
{
    struct portfolio *self = state;
    if (self->current == &strategy_greedy && !outcome->refused &&
        !outcome->cut_short)
        keep(self, candidate, outcome->score);
    self->current->tell(self->state, candidate, outcome);
}

const struct strategy strategy_portfolio = {
    .name = "portfolio",
    .summary = "greedy, then genetic until the budget ends",
    .new = portfolio_new,
    .ask = portfolio_ask,
    .tell = portfolio_tell,
    .free = portfolio_free,
};
