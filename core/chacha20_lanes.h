/* SPDX-License-Identifier: MIT
 *
 * LANES blocks side by side in plain arrays. The including file defines LANES
 * and how a step or a quarter of a round loops over the lanes; without its
 * word, each step is a loop of its own.
 */
#include "lanes.h"

#ifndef CHACHA20_QUARTER
#define CHACHA20_STEP(x, sum, other, to, bits)                                 \
    for (int lane = 0; lane < LANES; lane++) {                                 \
        (x)[sum][lane] += (x)[other][lane];                                    \
        uint32_t mixed = (x)[to][lane] ^ (x)[sum][lane];                       \
        (x)[to][lane] = CHACHA20_ROTATE(mixed, bits);                          \
    }
#endif
#include "chacha20_rounds.h"

static void chacha20_blocks(uint8_t *restrict buffer,
                            const uint32_t *restrict input, size_t count)
{
    uint32_t start[16][LANES];
    lanes_spread(start, input);
    for (size_t block = 0; block < count; block += LANES) {
        uint32_t x[16][LANES];
        for (int lane = 0; lane < LANES; lane++)
            start[12][lane] = input[12] + (uint32_t)block + (uint32_t)lane;
        memcpy(x, start, sizeof x);
        for (int round = 0; round < 20; round += 2)
            CHACHA20_DOUBLE_ROUND(x);
        lanes_store(buffer + 64 * block, x, start);
    }
}
