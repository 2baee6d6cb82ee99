/* SPDX-License-Identifier: MIT
 *
 * Random candidates and random changes, drawn from the active dimensions
 * only; and whether a drawn one is worth asking.
 */
#ifndef SEARCH_DRAW_H
#define SEARCH_DRAW_H

#include <stdbool.h>
#include <stddef.h>

#include "search/strategy.h"

/* Draws that may be thrown away before a space counts as used up. */
enum { DRAW_TRIES_MAX = 200 };

/* Every active dimension gets a value, all equally likely. */
void draw_random(const struct strategy_context *context, struct rng *rng,
                 struct candidate *candidate);
/* `changes` active dimensions get another value. */
void draw_mutation(const struct strategy_context *context, struct rng *rng,
                   struct candidate *candidate, size_t changes);
/* Neither known, nor refused, nor in `batch`. */
bool draw_is_fresh(const struct strategy_context *context,
                   const struct candidate *candidate,
                   const struct candidate_list *batch);

#endif
