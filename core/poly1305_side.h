/* SPDX-License-Identifier: MIT
 *
 * What the implementations with LANES blocks side by side share.
 *
 * Each lane has a sum of its own: all are multiplied by r^LANES from batch to
 * batch, and in the end lane l by r^(LANES - l), before they are added up. A
 * number of blocks that is no multiple of LANES leaves the first lanes of the
 * first batch empty.
 *
 * The including file defines LANES and LANE_WORD, the word that holds a limb
 * of 26 bits, and after this run_lanes().
 */
#include <stdbool.h>

#include "limbs26.h"

/* A factor for every lane: its limbs, and five times each. */
struct factor {
    LANE_WORD y[5][LANES];
    LANE_WORD s[5][LANES];
} __attribute__((aligned(64)));

struct poly1305_sum {
    struct factor step;  /* r^LANES in every lane */
    struct factor final; /* r^(LANES - l) in lane l */
    uint32_t h[5];
    uint32_t r[5];
    bool ready; /* whether the factors are made */
};

/*
 * h = h + the first batch, which lies apart in `first`; then for each further
 * batch of 16 LANES bytes h = h step + batch; at last h = h final.
 */
static void run_lanes(const struct poly1305_sum *sum, LANE_WORD h[5][LANES],
                      const uint8_t *first, const uint8_t *bytes,
                      size_t batches);

static void poly1305_begin(struct poly1305_sum *sum, const uint64_t r[2])
{
    memset(sum->h, 0, sizeof sum->h);
    limbs26_set(sum->r, r[0], r[1], 0);
    sum->ready = false;
}

static void set_factor(struct factor *factor, int lane, const uint32_t x[5])
{
    for (int limb = 0; limb < 5; limb++) {
        factor->y[limb][lane] = x[limb];
        factor->s[limb][lane] = x[limb] * 5;
    }
}

static void make_factors(struct poly1305_sum *sum)
{
    uint32_t power[LANES + 1][5];
    memcpy(power[1], sum->r, sizeof power[1]);
    set_factor(&sum->final, LANES - 1, power[1]);
    for (int i = 2; i <= LANES; i++) {
        memcpy(power[i], power[i / 2], sizeof power[i]);
        limbs26_multiply(power[i], power[i - i / 2]);
        set_factor(&sum->final, LANES - i, power[i]);
    }
    for (int lane = 0; lane < LANES; lane++)
        set_factor(&sum->step, lane, power[LANES]);
    sum->ready = true;
}

static void add_up_lanes(struct poly1305_sum *sum, LANE_WORD h[5][LANES])
{
    uint64_t d[5] = {0};
    for (int limb = 0; limb < 5; limb++)
        for (int lane = 0; lane < LANES; lane++)
            d[limb] += h[limb][lane];
    limbs26_carry(sum->h, d);
}

/* `count` is LANES or more. */
static void blocks_in_lanes(struct poly1305_sum *sum, const uint8_t *bytes,
                            size_t count)
{
    LANE_WORD h[5][LANES] __attribute__((aligned(64))) = {{0}};
    uint8_t first[16 * LANES] = {0};
    size_t empty = (LANES - count % LANES) % LANES, taken = LANES - empty;
    memcpy(first + 16 * empty, bytes, 16 * taken);
    /* Every block gets 2^128 added; in an empty lane that must come to zero. */
    for (size_t lane = 0; lane < empty; lane++)
        h[4][lane] = (LANE_WORD)0 - ((LANE_WORD)1 << 24);
    for (int limb = 0; limb < 5; limb++)
        h[limb][empty] = sum->h[limb];
    run_lanes(sum, h, first, bytes + 16 * taken, (count - taken) / LANES);
    add_up_lanes(sum, h);
}

static void poly1305_blocks(struct poly1305_sum *sum, const uint8_t *bytes,
                            size_t count)
{
    /* Fewer do not pay for the powers of r. */
    if (count >= (sum->ready ? 1 : 2) * LANES) {
        if (!sum->ready)
            make_factors(sum);
        blocks_in_lanes(sum, bytes, count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        limbs26_add_block(sum->h, bytes + 16 * i, 1);
        limbs26_multiply(sum->h, sum->r);
    }
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
