/* SPDX-License-Identifier: MIT
 *
 * Bytes that look random and are always the same.
 */
#ifndef CORE_DRIVER_RANDOM_H
#define CORE_DRIVER_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* The 64-bit FNV prime, for checksums that depend on the order of words. */
#define RANDOM_PRIME 0x100000001b3u

/* The next number of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
static inline uint64_t random_next(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15;
    uint64_t x = *state;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

static inline void random_bytes(uint64_t *state, uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        bytes[i] = (uint8_t)(random_next(state) >> 56);
}

#endif
