/* SPDX-License-Identifier: MIT
 *
 * xoshiro256** and what is drawn from it.
 */
#include <config.h>

#include "base/rng.h"

#include <math.h>

static uint64_t splitmix64(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

void rng_init(struct rng *self, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        self->state[i] = splitmix64(&seed);
}

static uint64_t rotate_left(uint64_t x, int bits)
{
    return x << bits | x >> (64 - bits);
}

uint64_t rng_next(struct rng *self)
{
    uint64_t *s = self->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

size_t rng_below(struct rng *self, size_t bound)
{
    /* Values under `least` would make the low remainders likelier. */
    uint64_t least = (0 - (uint64_t)bound) % bound;
    uint64_t value;
    do
        value = rng_next(self);
    while (value < least);
    return (size_t)(value % bound);
}

double rng_unit(struct rng *self)
{
    return (double)(rng_next(self) >> 11) * 0x1p-53;
}

double rng_normal(struct rng *self)
{
    double u, v, square;
    do {
        u = 2 * rng_unit(self) - 1;
        v = 2 * rng_unit(self) - 1;
        square = u * u + v * v;
    } while (square >= 1 || square <= 0);
    return u * sqrt(-2 * log(square) / square);
}

void rng_shuffle(struct rng *self, size_t *items, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        size_t j = rng_below(self, i);
        size_t kept = items[i - 1];
        items[i - 1] = items[j];
        items[j] = kept;
    }
}

struct rng rng_split(struct rng *self)
{
    struct rng made;
    rng_init(&made, rng_next(self));
    return made;
}
