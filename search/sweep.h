/* SPDX-License-Identifier: MIT
 *
 * One pass of single changes around a base: elimination and addition at
 * once, since a dimension's other values contain both.  Moves are asked in
 * batches; after each batch the best of its improvements, or of their
 * combinations (all together, else the best 2, 4, ...), becomes the base for
 * the rest of the pass.
 */
#ifndef SEARCH_SWEEP_H
#define SEARCH_SWEEP_H

#include <stdbool.h>
#include <stddef.h>

#include "search/strategy.h"

struct move {
    size_t dimension;
    uint16_t value;
    double gain; /* over the base it was tried on; NAN: not told */
};

struct sweep {
    const struct strategy_context *context;
    struct best base; /* grows better while the pass goes on */
    struct move *moves;
    size_t move_count;
    size_t next;           /* moves before it were asked */
    size_t batch;          /* first move of the batch in flight */
    struct best best;      /* of this batch: becomes the base at its end */
    struct move *improved; /* of this batch, best first, one a dimension */
    size_t improved_count;
    struct candidate_list asked; /* not yet told, in order */
    size_t told;
    bool combining;      /* combinations are in flight */
    double single_score; /* of the best single move before them */
    bool changed;        /* the base is another than at the start */
};

/* `base` has the given score.  Only moves of dimensions for which
 * `is_wanted` says so are made; moves that were clearly bad in `last` (a
 * finished pass, may be NULL) are left out. */
void sweep_init(struct sweep *self, const struct strategy_context *context,
                const struct best *base,
                bool (*is_wanted)(const struct dimension *dimension),
                const struct sweep *last);
void sweep_release(struct sweep *self);
/* As in struct strategy; nothing added: the pass is over. */
void sweep_ask(struct sweep *self, size_t max, struct candidate_list *out);
void sweep_tell(struct sweep *self, const struct candidate *candidate,
                const struct outcome *outcome);

#endif
