/* SPDX-License-Identifier: MIT
 *
 * The reference: one block at a time in sixteen words. The loop over blocks
 * is a counted one without any dependence from turn to turn, so that -O3 may
 * turn it inside out and compute several blocks at once.
 */
#define CHACHA20_STEP(x, sum, other, to, bits)                                 \
    do {                                                                       \
        (x)[sum] += (x)[other];                                                \
        uint32_t mixed = (x)[to] ^ (x)[sum];                                   \
        (x)[to] = CHACHA20_ROTATE(mixed, bits);                                \
    } while (0)
#include "chacha20_rounds.h"

static void chacha20_blocks(uint8_t *restrict buffer,
                            const uint32_t *restrict input, size_t count)
{
    for (size_t block = 0; block < count; block++) {
        uint32_t x[16];
        for (int i = 0; i < 16; i++)
            x[i] = input[i];
        x[12] += (uint32_t)block;
        for (int round = 0; round < 20; round += 2)
            CHACHA20_DOUBLE_ROUND(x);
        x[12] += (uint32_t)block;
        for (int i = 0; i < 16; i++)
            store_le32(buffer + 64 * block + 4 * i, x[i] + input[i]);
    }
}
