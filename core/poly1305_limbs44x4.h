/* SPDX-License-Identifier: MIT
 *
 * Four blocks at a time in limbs of 44 bits:
 * ((h + a) r^4 + b r^3) + (c r^2 + d r), four independent products that share
 * one chain of carries.
 */
#include <stdbool.h>

#include "limbs44.h"

enum { SIDE = 4 };

struct poly1305_sum {
    uint64_t h[3];
    uint64_t powers[SIDE][3]; /* r, r^2, r^3, r^4 */
    bool ready;               /* whether there are more powers than r */
};

static void poly1305_begin(struct poly1305_sum *sum, const uint64_t r[2])
{
    memset(sum->h, 0, sizeof sum->h);
    limbs44_set(sum->powers[0], r[0], r[1], 0);
    sum->ready = false;
}

static void make_powers(struct poly1305_sum *sum)
{
    for (int i = 1; i < SIDE; i++) {
        memcpy(sum->powers[i], sum->powers[i / 2], sizeof sum->powers[i]);
        limbs44_multiply(sum->powers[i], sum->powers[(i - 1) / 2]);
    }
    sum->ready = true;
}

static inline void one_block(limbs44_wide d[3], const uint8_t *block,
                             const uint64_t power[3])
{
    uint64_t m[3] = {0, 0, 0};
    limbs44_add_block(m, block, 1);
    limbs44_add_product(d, m, power);
}

static void four_blocks(uint64_t h[3], const struct poly1305_sum *sum,
                        const uint8_t *bytes)
{
    limbs44_wide d[3] = {0, 0, 0};
    limbs44_add_block(h, bytes, 1);
    limbs44_add_product(d, h, sum->powers[SIDE - 1]);
    one_block(d, bytes + 16, sum->powers[2]);
    one_block(d, bytes + 32, sum->powers[1]);
    one_block(d, bytes + 48, sum->powers[0]);
    limbs44_carry(h, d);
}

static void poly1305_blocks(struct poly1305_sum *sum, const uint8_t *bytes,
                            size_t count)
{
    uint64_t h[3];
    memcpy(h, sum->h, sizeof h);
    if (count >= 2 * SIDE && !sum->ready)
        make_powers(sum);
    for (; count >= SIDE && sum->ready; count -= SIDE) {
        four_blocks(h, sum, bytes);
        bytes += 16 * SIDE;
    }
    for (; count > 0; count--) {
        limbs44_add_block(h, bytes, 1);
        limbs44_multiply(h, sum->powers[0]);
        bytes += 16;
    }
    memcpy(sum->h, h, sizeof h);
}

static void poly1305_last(struct poly1305_sum *sum, const uint8_t block[16])
{
    limbs44_add_block(sum->h, block, 0);
    limbs44_multiply(sum->h, sum->powers[0]);
}

static void poly1305_end(const struct poly1305_sum *sum, uint64_t out[2])
{
    limbs44_reduce(sum->h, out);
}
