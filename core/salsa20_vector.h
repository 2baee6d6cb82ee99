/* SPDX-License-Identifier: MIT
 *
 * LANES blocks side by side in the compiler's vectors. A template: it may be
 * included once for each LANES, and defines salsa20_vector<LANES>.
 */
#include "vector_lanes.h"

#ifndef SALSA20_STEP
#define SALSA20_STEP(x, to, from, other, bits)                                 \
    do {                                                                       \
        __typeof__((x)[0]) sum = (x)[from] + (x)[other];                       \
        (x)[to] ^= SALSA20_ROTATE(sum, bits);                                  \
    } while (0)
#endif
#include "salsa20_rounds.h"

static inline void VECTOR_NAME(salsa20_vector)(uint8_t *buffer,
                                               const uint32_t *input,
                                               uint64_t counter)
{
    VECTOR_TYPE start[16], x[16];
    uint32_t count[2][LANES];
    for (unsigned lane = 0; lane < LANES; lane++) {
        count[0][lane] = (uint32_t)(counter + lane);
        count[1][lane] = (uint32_t)((counter + lane) >> 32);
    }
    for (int word = 0; word < 16; word++)
        start[word] = (VECTOR_TYPE){0} + input[word];
    memcpy(start + 8, count, sizeof count);
    memcpy(x, start, sizeof x);
    for (int round = 0; round < 20; round += 2)
        SALSA20_DOUBLE_ROUND(x);
    for (int word = 0; word < 16; word++)
        x[word] += start[word];
    VECTOR_NAME(vector_store)(buffer, x);
}
