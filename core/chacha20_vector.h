/* SPDX-License-Identifier: MIT
 *
 * LANES blocks side by side in the compiler's vectors. A template: it may be
 * included once for each LANES, and defines chacha20_vector<LANES>.
 */
#include "vector_lanes.h"

#ifndef CHACHA20_STEP
#define CHACHA20_STEP(x, sum, other, to, bits)                                 \
    do {                                                                       \
        (x)[sum] += (x)[other];                                                \
        __typeof__((x)[0]) mixed = (x)[to] ^ (x)[sum];                         \
        (x)[to] = CHACHA20_ROTATE(mixed, bits);                                \
    } while (0)
#endif
#include "chacha20_rounds.h"

static inline void VECTOR_NAME(chacha20_vector)(uint8_t *buffer,
                                                const uint32_t *input,
                                                uint32_t block)
{
    VECTOR_TYPE start[16], x[16];
    uint32_t count[LANES];
    for (unsigned lane = 0; lane < LANES; lane++)
        count[lane] = input[12] + block + lane;
    for (int word = 0; word < 16; word++)
        start[word] = (VECTOR_TYPE){0} + input[word];
    memcpy(start + 12, count, sizeof count);
    memcpy(x, start, sizeof x);
    for (int round = 0; round < 20; round += 2)
        CHACHA20_DOUBLE_ROUND(x);
    for (int word = 0; word < 16; word++)
        x[word] += start[word];
    VECTOR_NAME(vector_store)(buffer, x);
}
