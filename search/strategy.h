/* SPDX-License-Identifier: MIT
 *
 * A strategy decides which candidates to try next.  It knows a space, what
 * it asked and what it was told; building, refusing, measuring and
 * remembering are the evaluator's (search/evaluator.h).
 *
 * The driver calls ask() and then tell() once for every candidate asked, in
 * the same order, before it asks again.  Everything that a strategy draws
 * comes from the generator that it was given, so that the same seed and the
 * same answers give the same questions.
 *
 * A new one is a file strategy_<name>.c that exports one const struct, and a
 * line in the table of strategy.c.
 */
#ifndef SEARCH_STRATEGY_H
#define SEARCH_STRATEGY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/rng.h"
#include "search/candidate.h"

struct error;
struct dimension;
struct space;

/* How a candidate did. */
struct outcome {
    bool refused;   /* it can't be used; the rest says nothing */
    bool cut_short; /* the budget ended before it was measured */
    double score;   /* log gain over the baseline: higher is better */
};

/* What is known of a candidate before it is asked. */
enum recall {
    RECALL_NEW,
    RECALL_KNOWN,  /* asked before, or the same code as one asked before */
    RECALL_REFUSED /* refused before, or it contains a nogood */
};

/* Everything is borrowed and outlives the strategy. */
struct strategy_context {
    const struct space *space;
    const size_t *active; /* dimensions worth changing, promising ones first */
    size_t active_count;
    const uint64_t *live; /* of each dimension of the space: bit v says that
                             value v is worth trying; NULL: all are */
    const struct candidate_list *seeds; /* at least one; the best first */
    double tie; /* scores that differ by less are equal: 0.01 is 1 % */
    uint64_t seed;
    enum recall (*recall)(const struct candidate *candidate, void *data);
    void *data;
};

struct strategy {
    const char *name;
    const char *summary;
    /* NULL when it cannot work on this space: *err says why. */
    void *(*new)(const struct strategy_context *context, struct error *err);
    /* Adds up to `max` candidates; none: it has nothing more to ask. */
    void (*ask)(void *self, size_t max, struct candidate_list *out);
    void (*tell)(void *self, const struct candidate *candidate,
                 const struct outcome *outcome);
    void (*free)(void *self);
};

extern const struct strategy strategy_portfolio;
extern const struct strategy strategy_greedy;
extern const struct strategy strategy_elimination;
extern const struct strategy strategy_genetic;
extern const struct strategy strategy_random;
extern const struct strategy strategy_exhaustive;

/* All strategies, the default first; ends with NULL. */
extern const struct strategy *const strategy_table[];
/* NULL when there is none of this name. */
const struct strategy *strategy_find(const char *name);

/* The values of a dimension that are worth trying. */
bool strategy_is_live(const struct strategy_context *context, size_t dimension,
                      size_t value);
size_t strategy_live_count(const struct strategy_context *context,
                           size_t dimension);
/* The live value number `place`. */
uint16_t strategy_live_value(const struct strategy_context *context,
                             size_t dimension, size_t place);

/* The best candidate so far: what most strategies keep. */
struct best {
    struct candidate candidate; /* values NULL: none yet */
    double score;
};

/* Takes over a better one; true when it did. */
bool best_offer(struct best *self, const struct candidate *candidate,
                const struct outcome *outcome);
void best_release(struct best *self);

#endif
