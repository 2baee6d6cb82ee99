/* SPDX-License-Identifier: MIT
 *
 * The one seeded generator: xoshiro256** seeded by splitmix64 (Blackman and
 * Vigna, "Scrambled linear pseudorandom number generators", 2018).  Passed
 * in, never global.
 */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <stddef.h>
#include <stdint.h>

struct rng {
    uint64_t state[4];
};

void rng_init(struct rng *self, uint64_t seed);
uint64_t rng_next(struct rng *self);
/* Uniform in [0, bound), without modulo bias; bound > 0. */
size_t rng_below(struct rng *self, size_t bound);
/* Uniform in [0, 1). */
double rng_unit(struct rng *self);
/* Standard normal (Marsaglia polar method, 1964). */
double rng_normal(struct rng *self);
/* Fisher and Yates shuffle of an index array. */
void rng_shuffle(struct rng *self, size_t *items, size_t count);
/* A generator of its own stream, derived from self. */
struct rng rng_split(struct rng *self);

#endif
