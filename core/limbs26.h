/* SPDX-License-Identifier: MIT
 *
 * Numbers mod 2^130 - 5 in five limbs of 26 bits. Products of 32-bit limbs
 * need 64 bits, which every target has.
 */
#ifndef CORE_LIMBS26_H
#define CORE_LIMBS26_H

#include "bytes.h"

#define LIMBS26_MASK 0x3ffffffu

/* low + 2^64 mid + 2^128 high */
static inline void limbs26_set(uint32_t x[5], uint64_t low, uint64_t mid,
                               uint32_t high)
{
    x[0] = (uint32_t)low & LIMBS26_MASK;
    x[1] = (uint32_t)(low >> 26) & LIMBS26_MASK;
    x[2] = (uint32_t)(low >> 52 | mid << 12) & LIMBS26_MASK;
    x[3] = (uint32_t)(mid >> 14) & LIMBS26_MASK;
    x[4] = (uint32_t)(mid >> 40) | high << 24;
}

/* x += 16 bytes + 2^128 high */
static inline void limbs26_add_block(uint32_t x[5], const uint8_t *block,
                                     uint32_t high)
{
    uint32_t m[5];
    limbs26_set(m, load_le64(block), load_le64(block + 8), high);
    x[0] += m[0];
    x[1] += m[1];
    x[2] += m[2];
    x[3] += m[3];
    x[4] += m[4];
}

/*
 * x = the sum of the columns d, carried once round: limbs under 2^26, but
 * x[1], which may be a little over. The top carry is worth 5 at the bottom,
 * since 2^130 = 5. Written out, as -O2 does not unroll loops.
 */
static inline void limbs26_carry(uint32_t x[5], uint64_t d[5])
{
    d[1] += d[0] >> 26;
    d[2] += d[1] >> 26;
    d[3] += d[2] >> 26;
    d[4] += d[3] >> 26;
    uint64_t low = (d[0] & LIMBS26_MASK) + (d[4] >> 26) * 5;
    x[0] = (uint32_t)low & LIMBS26_MASK;
    x[1] = ((uint32_t)d[1] & LIMBS26_MASK) + (uint32_t)(low >> 26);
    x[2] = (uint32_t)d[2] & LIMBS26_MASK;
    x[3] = (uint32_t)d[3] & LIMBS26_MASK;
    x[4] = (uint32_t)d[4] & LIMBS26_MASK;
}

/* x = x y. x may have limbs up to 2^28, y up to 2^27. */
static inline void limbs26_multiply(uint32_t x[5], const uint32_t y[5])
{
    const uint64_t x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4];
    const uint32_t s1 = y[1] * 5, s2 = y[2] * 5, s3 = y[3] * 5, s4 = y[4] * 5;
    uint64_t d[5] = {
        x0 * y[0] + x1 * s4 + x2 * s3 + x3 * s2 + x4 * s1,
        x0 * y[1] + x1 * y[0] + x2 * s4 + x3 * s3 + x4 * s2,
        x0 * y[2] + x1 * y[1] + x2 * y[0] + x3 * s4 + x4 * s3,
        x0 * y[3] + x1 * y[2] + x2 * y[1] + x3 * y[0] + x4 * s4,
        x0 * y[4] + x1 * y[3] + x2 * y[2] + x3 * y[1] + x4 * y[0],
    };
    limbs26_carry(x, d);
}

/* out = x mod 2^130 - 5, the low 128 bits of it. */
static inline void limbs26_reduce(const uint32_t x[5], uint64_t out[2])
{
    uint32_t h[5];
    memcpy(h, x, sizeof h);
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < 4; i++) {
            h[i + 1] += h[i] >> 26;
            h[i] &= LIMBS26_MASK;
        }
        h[0] += (h[4] >> 26) * 5;
        h[4] &= LIMBS26_MASK;
    }
    /* h + 5 has a bit 130 just if h >= 2^130 - 5. */
    uint32_t carry = 5;
    for (int i = 0; i < 5; i++)
        carry = (h[i] + carry) >> 26;
    h[0] += carry * 5;
    for (int i = 0; i < 4; i++) {
        h[i + 1] += h[i] >> 26;
        h[i] &= LIMBS26_MASK;
    }
    out[0] = h[0] | (uint64_t)h[1] << 26 | (uint64_t)h[2] << 52;
    out[1] = h[2] >> 12 | (uint64_t)h[3] << 14 | (uint64_t)h[4] << 40;
}

#endif
