/* SPDX-License-Identifier: MIT
 *
 * The reference: one block at a time in 26-bit limbs.
 */
#include "limbs26.h"

struct poly1305_sum {
    uint32_t h[5];
    uint32_t r[5];
};

static void poly1305_begin(struct poly1305_sum *sum, const uint64_t r[2])
{
    memset(sum->h, 0, sizeof sum->h);
    limbs26_set(sum->r, r[0], r[1], 0);
}

static void poly1305_blocks(struct poly1305_sum *sum, const uint8_t *bytes,
                            size_t count)
{
    uint32_t h[5];
    memcpy(h, sum->h, sizeof h);
    for (size_t i = 0; i < count; i++) {
        limbs26_add_block(h, bytes + 16 * i, 1);
        limbs26_multiply(h, sum->r);
    }
    memcpy(sum->h, h, sizeof h);
}

static void poly1305_last(struct poly1305_sum *sum, const uint8_t block[16])
{
    limbs26_add_block(sum->h, block, 0);
    limbs26_multiply(sum->h, sum->r);
}

static void poly1305_end(const struct poly1305_sum *sum, uint64_t out[2])
{
    limbs26_reduce(sum->h, out);
}
