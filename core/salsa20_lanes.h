/* SPDX-License-Identifier: MIT
 *
 * LANES blocks side by side in plain arrays. The including file defines LANES
 * and how a step or a quarter of a round loops over the lanes; without its
 * word, each step is a loop of its own.
 */
#include "lanes.h"

#ifndef SALSA20_QUARTER
#define SALSA20_STEP(x, to, from, other, bits)                                 \
    for (int lane = 0; lane < LANES; lane++) {                                 \
        uint32_t sum = (x)[from][lane] + (x)[other][lane];                     \
        (x)[to][lane] ^= SALSA20_ROTATE(sum, bits);                            \
    }
#endif
#include "salsa20_rounds.h"

static void salsa20_count(uint32_t x[16][LANES], uint64_t counter)
{
    for (int lane = 0; lane < LANES; lane++) {
        x[8][lane] = (uint32_t)(counter + (unsigned)lane);
        x[9][lane] = (uint32_t)((counter + (unsigned)lane) >> 32);
    }
}

static void salsa20_blocks(uint8_t *restrict buffer,
                           const uint32_t *restrict input, size_t count)
{
    uint64_t counter = (uint64_t)input[9] << 32 | input[8];
    uint32_t start[16][LANES];
    lanes_spread(start, input);
    for (size_t block = 0; block < count; block += LANES) {
        uint32_t x[16][LANES];
        salsa20_count(start, counter + block);
        memcpy(x, start, sizeof x);
        for (int round = 0; round < 20; round += 2)
            SALSA20_DOUBLE_ROUND(x);
        lanes_store(buffer + 64 * block, x, start);
    }
}
