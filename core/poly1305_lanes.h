/* SPDX-License-Identifier: MIT
 *
 * LANES blocks side by side in plain arrays of 32-bit words, so that a loop
 * over the lanes makes products of 64 bits out of words of 32, as vector
 * units do. The including file defines LANES.
 */
#define LANE_WORD uint32_t
#include "poly1305_side.h"

static inline void multiply_lanes(uint32_t h[5][LANES], const struct factor *f)
{
    for (int lane = 0; lane < LANES; lane++) {
        const uint32_t x0 = h[0][lane], x1 = h[1][lane], x2 = h[2][lane];
        const uint32_t x3 = h[3][lane], x4 = h[4][lane];
        const uint32_t y0 = f->y[0][lane], y1 = f->y[1][lane];
        const uint32_t y2 = f->y[2][lane], y3 = f->y[3][lane];
        const uint32_t y4 = f->y[4][lane], s1 = f->s[1][lane];
        const uint32_t s2 = f->s[2][lane], s3 = f->s[3][lane];
        const uint32_t s4 = f->s[4][lane];
#define P(a, b) ((uint64_t)(a) * (b))
        uint64_t d0 = P(x0, y0) + P(x1, s4) + P(x2, s3) + P(x3, s2) + P(x4, s1);
        uint64_t d1 = P(x0, y1) + P(x1, y0) + P(x2, s4) + P(x3, s3) + P(x4, s2);
        uint64_t d2 = P(x0, y2) + P(x1, y1) + P(x2, y0) + P(x3, s4) + P(x4, s3);
        uint64_t d3 = P(x0, y3) + P(x1, y2) + P(x2, y1) + P(x3, y0) + P(x4, s4);
        uint64_t d4 = P(x0, y4) + P(x1, y3) + P(x2, y2) + P(x3, y1) + P(x4, y0);
#undef P
        const uint64_t mask = LIMBS26_MASK;
        d1 += d0 >> 26;
        d4 += d3 >> 26;
        d0 &= mask;
        d3 &= mask;
        d2 += d1 >> 26;
        d0 += (d4 >> 26) + (d4 >> 26 << 2);
        d1 &= mask;
        d4 &= mask;
        d3 += d2 >> 26;
        d1 += d0 >> 26;
        d2 &= mask;
        d0 &= mask;
        d4 += d3 >> 26;
        d3 &= mask;
        h[0][lane] = (uint32_t)d0;
        h[1][lane] = (uint32_t)d1;
        h[2][lane] = (uint32_t)d2;
        h[3][lane] = (uint32_t)d3;
        h[4][lane] = (uint32_t)d4;
    }
}

static inline void add_lanes(uint32_t h[5][LANES], const uint8_t *bytes)
{
    for (int lane = 0; lane < LANES; lane++) {
        uint64_t low = load_le64(bytes + 16 * lane);
        uint64_t high = load_le64(bytes + 16 * lane + 8);
        h[0][lane] += (uint32_t)low & LIMBS26_MASK;
        h[1][lane] += (uint32_t)(low >> 26) & LIMBS26_MASK;
        h[2][lane] += (uint32_t)(low >> 52 | high << 12) & LIMBS26_MASK;
        h[3][lane] += (uint32_t)(high >> 14) & LIMBS26_MASK;
        h[4][lane] += (uint32_t)(high >> 40) | 1u << 24;
    }
}

static void run_lanes(const struct poly1305_sum *sum, LANE_WORD h[5][LANES],
                      const uint8_t *first, const uint8_t *bytes,
                      size_t batches)
{
    add_lanes(h, first);
    for (size_t i = 0; i < batches; i++) {
        multiply_lanes(h, &sum->step);
        add_lanes(h, bytes + 16 * LANES * i);
    }
    multiply_lanes(h, &sum->final);
}
