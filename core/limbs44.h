/* SPDX-License-Identifier: MIT
 *
 * Numbers mod 2^130 - 5 in limbs of 44, 44 and 42 bits, whose products need
 * 128 bits.
 */
#ifndef CORE_LIMBS44_H
#define CORE_LIMBS44_H

#include "bytes.h"

#ifndef __SIZEOF_INT128__
#error "needs int128"
#endif

#define LIMBS44_MASK 0xfffffffffffu
#define LIMBS42_MASK 0x3ffffffffffu

__extension__ typedef unsigned __int128 limbs44_wide;

/* low + 2^64 mid + 2^128 high */
static inline void limbs44_set(uint64_t x[3], uint64_t low, uint64_t mid,
                               uint64_t high)
{
    x[0] = low & LIMBS44_MASK;
    x[1] = (low >> 44 | mid << 20) & LIMBS44_MASK;
    x[2] = mid >> 24 | high << 40;
}

/* x += 16 bytes + 2^128 high */
static inline void limbs44_add_block(uint64_t x[3], const uint8_t *block,
                                     uint64_t high)
{
    uint64_t m[3];
    limbs44_set(m, load_le64(block), load_le64(block + 8), high);
    x[0] += m[0];
    x[1] += m[1];
    x[2] += m[2];
}

/* d += x y. A product that reaches limb 3 is worth 5 * 4 at limb 0, since
 * limbs 0 to 2 have 130 bits and limb 3 would begin at 132. */
static inline void limbs44_add_product(limbs44_wide d[3], const uint64_t x[3],
                                       const uint64_t y[3])
{
    const uint64_t s1 = y[1] * 20, s2 = y[2] * 20;
    d[0] += (limbs44_wide)x[0] * y[0] + (limbs44_wide)x[1] * s2 +
            (limbs44_wide)x[2] * s1;
    d[1] += (limbs44_wide)x[0] * y[1] + (limbs44_wide)x[1] * y[0] +
            (limbs44_wide)x[2] * s2;
    d[2] += (limbs44_wide)x[0] * y[2] + (limbs44_wide)x[1] * y[1] +
            (limbs44_wide)x[2] * y[0];
}

/* x = the columns d, carried once round; x[1] may be a little over 44 bits. */
static inline void limbs44_carry(uint64_t x[3], limbs44_wide d[3])
{
    d[1] += (uint64_t)(d[0] >> 44);
    d[2] += (uint64_t)(d[1] >> 44);
    uint64_t low = ((uint64_t)d[0] & LIMBS44_MASK) + (uint64_t)(d[2] >> 42) * 5;
    x[0] = low & LIMBS44_MASK;
    x[1] = ((uint64_t)d[1] & LIMBS44_MASK) + (low >> 44);
    x[2] = (uint64_t)d[2] & LIMBS42_MASK;
}

static inline void limbs44_multiply(uint64_t x[3], const uint64_t y[3])
{
    limbs44_wide d[3] = {0, 0, 0};
    limbs44_add_product(d, x, y);
    limbs44_carry(x, d);
}

/* out = x mod 2^130 - 5, the low 128 bits of it. */
static inline void limbs44_reduce(const uint64_t x[3], uint64_t out[2])
{
    uint64_t h[3];
    memcpy(h, x, sizeof h);
    for (int turn = 0; turn < 2; turn++) {
        h[1] += h[0] >> 44;
        h[2] += h[1] >> 44;
        h[0] = (h[0] & LIMBS44_MASK) + (h[2] >> 42) * 5;
        h[1] &= LIMBS44_MASK;
        h[2] &= LIMBS42_MASK;
    }
    /* h + 5 has a bit 130 just if h >= 2^130 - 5. */
    uint64_t carry = (h[0] + 5) >> 44;
    carry = (h[1] + carry) >> 44;
    carry = (h[2] + carry) >> 42;
    h[0] += carry * 5;
    h[1] += h[0] >> 44;
    h[2] += h[1] >> 44;
    out[0] = (h[0] & LIMBS44_MASK) | h[1] << 44;
    out[1] = (h[1] & LIMBS44_MASK) >> 20 | h[2] << 24;
}

#endif
