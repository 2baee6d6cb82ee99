/* SPDX-License-Identifier: MIT
 *
 * The reference: one block at a time in sixteen words. The loop over blocks
 * is a counted one without any dependence from turn to turn, so that -O3 may
 * turn it inside out and compute several blocks at once.
 */
#define SALSA20_STEP(x, to, from, other, bits)                                 \
    do {                                                                       \
        uint32_t sum = (x)[from] + (x)[other];                                 \
        (x)[to] ^= SALSA20_ROTATE(sum, bits);                                  \
    } while (0)
#include "salsa20_rounds.h"

static void salsa20_blocks(uint8_t *restrict buffer,
                           const uint32_t *restrict input, size_t count)
{
    uint64_t counter = (uint64_t)input[9] << 32 | input[8];
    for (size_t block = 0; block < count; block++) {
        uint32_t x[16];
        for (int i = 0; i < 16; i++)
            x[i] = input[i];
        uint32_t low = (uint32_t)(counter + block);
        uint32_t high = (uint32_t)((counter + block) >> 32);
        x[8] = low;
        x[9] = high;
        for (int round = 0; round < 20; round += 2)
            SALSA20_DOUBLE_ROUND(x);
        x[8] += low - input[8];
        x[9] += high - input[9];
        for (int i = 0; i < 16; i++)
            store_le32(buffer + 64 * block + 4 * i, x[i] + input[i]);
    }
}
