/* SPDX-License-Identifier: MIT
 *
 * One block at a time in limbs of 44, 44 and 42 bits, for compilers with
 * numbers of 128 bits: nine products a block where 26-bit limbs need 25.
 */
#include "limbs44.h"

struct poly1305_sum {
    uint64_t h[3];
    uint64_t r[3];
};

static void poly1305_begin(struct poly1305_sum *sum, const uint64_t r[2])
{
    memset(sum->h, 0, sizeof sum->h);
    limbs44_set(sum->r, r[0], r[1], 0);
}

static void poly1305_blocks(struct poly1305_sum *sum, const uint8_t *bytes,
                            size_t count)
{
    uint64_t h[3];
    memcpy(h, sum->h, sizeof h);
    for (size_t i = 0; i < count; i++) {
        limbs44_add_block(h, bytes + 16 * i, 1);
        limbs44_multiply(h, sum->r);
    }
    memcpy(sum->h, h, sizeof h);
}

static void poly1305_last(struct poly1305_sum *sum, const uint8_t block[16])
{
    limbs44_add_block(sum->h, block, 0);
    limbs44_multiply(sum->h, sum->r);
}

static void poly1305_end(const struct poly1305_sum *sum, uint64_t out[2])
{
    limbs44_reduce(sum->h, out);
}
