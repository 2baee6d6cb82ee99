/* SPDX-License-Identifier: MIT
 *
 * LANES blocks side by side in the compiler's vectors of 64-bit words. The
 * including file defines LANES. Products are of whole words, though their
 * upper halves are zero: fast where the machine has such a product, or the
 * compiler sees the zeros.
 */
#include "vector.h"

#define LANE_WORD uint64_t
#include "poly1305_side.h"

typedef uint64_t lanes __attribute__((vector_size(8 * LANES)));

/* x = the columns d, carried in two chains at once. */
VECTOR_INLINE void carry_lanes(lanes x[5], lanes d[5])
{
    const uint64_t mask = LIMBS26_MASK;
    d[1] += d[0] >> 26;
    d[4] += d[3] >> 26;
    d[0] &= mask;
    d[3] &= mask;
    d[2] += d[1] >> 26;
    lanes top = d[4] >> 26;
    d[0] += top + (top << 2);
    d[3] += d[2] >> 26;
    x[0] = d[0] & mask;
    x[1] = (d[1] & mask) + (d[0] >> 26);
    x[2] = d[2] & mask;
    x[3] = d[3] & mask;
    x[4] = (d[4] & mask) + (d[3] >> 26);
}

VECTOR_INLINE void multiply_lanes(lanes h[5], const lanes y[5],
                                  const lanes s[5])
{
    lanes d[5];
    d[0] = h[0] * y[0] + h[1] * s[4] + h[2] * s[3] + h[3] * s[2] + h[4] * s[1];
    d[1] = h[0] * y[1] + h[1] * y[0] + h[2] * s[4] + h[3] * s[3] + h[4] * s[2];
    d[2] = h[0] * y[2] + h[1] * y[1] + h[2] * y[0] + h[3] * s[4] + h[4] * s[3];
    d[3] = h[0] * y[3] + h[1] * y[2] + h[2] * y[1] + h[3] * y[0] + h[4] * s[4];
    d[4] = h[0] * y[4] + h[1] * y[3] + h[2] * y[2] + h[3] * y[1] + h[4] * y[0];
    carry_lanes(h, d);
}

/* The low and the high halves of LANES blocks. */
VECTOR_INLINE void load_halves(lanes *low, lanes *high, const uint8_t *bytes)
{
#if !BYTES_BIG_ENDIAN && 8 * LANES <= VECTOR_NATIVE_BYTES
    lanes a, b;
    memcpy(&a, bytes, sizeof a);
    memcpy(&b, bytes + sizeof a, sizeof b);
#if LANES == 8
    *low = VECTOR_PICK(lanes, a, b, 0, 2, 4, 6, 8, 10, 12, 14);
    *high = VECTOR_PICK(lanes, a, b, 1, 3, 5, 7, 9, 11, 13, 15);
#elif LANES == 4
    *low = VECTOR_PICK(lanes, a, b, 0, 2, 4, 6);
    *high = VECTOR_PICK(lanes, a, b, 1, 3, 5, 7);
#else
    *low = VECTOR_PICK(lanes, a, b, 0, 2);
    *high = VECTOR_PICK(lanes, a, b, 1, 3);
#endif
#else
    uint64_t halves[2][LANES];
    for (int lane = 0; lane < LANES; lane++) {
        halves[0][lane] = load_le64(bytes + 16 * lane);
        halves[1][lane] = load_le64(bytes + 16 * lane + 8);
    }
    memcpy(low, halves[0], sizeof *low);
    memcpy(high, halves[1], sizeof *high);
#endif
}

VECTOR_INLINE void add_lanes(lanes h[5], const uint8_t *bytes)
{
    const uint64_t mask = LIMBS26_MASK;
    lanes low, high;
    load_halves(&low, &high, bytes);
    h[0] += low & mask;
    h[1] += low >> 26 & mask;
    h[2] += (low >> 52 | high << 12) & mask;
    h[3] += high >> 14 & mask;
    h[4] += high >> 40 | (uint64_t)1 << 24;
}

static void run_lanes(const struct poly1305_sum *sum, LANE_WORD h[5][LANES],
                      const uint8_t *first, const uint8_t *bytes,
                      size_t batches)
{
    lanes x[5], y[5], s[5];
    memcpy(x, h, sizeof x);
    memcpy(y, sum->step.y, sizeof y);
    memcpy(s, sum->step.s, sizeof s);
    add_lanes(x, first);
    for (size_t i = 0; i < batches; i++) {
        multiply_lanes(x, y, s);
        add_lanes(x, bytes + 16 * LANES * i);
    }
    memcpy(y, sum->final.y, sizeof y);
    memcpy(s, sum->final.s, sizeof s);
    multiply_lanes(x, y, s);
    memcpy(h, x, sizeof x);
}
