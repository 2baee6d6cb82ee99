/* SPDX-License-Identifier: MIT
 *
 * What the templates for LANES lanes of vectors need: the type, a name that
 * ends in the number of lanes, and vector_store<LANES> to write out blocks.
 */
#include "bytes.h"
#include "vector.h"

#ifndef VECTOR_NAME
#define VECTOR_PASTE(stem, lanes) stem##lanes
#define VECTOR_EXPAND(stem, lanes) VECTOR_PASTE(stem, lanes)
#define VECTOR_NAME(stem) VECTOR_EXPAND(stem, LANES)
#define VECTOR_TYPE VECTOR_EXPAND(vector, LANES)
#endif

/* Writes the keystream of LANES blocks. x is spoilt. */
static inline void VECTOR_NAME(vector_store)(uint8_t *buffer, VECTOR_TYPE *x)
{
#if BYTES_BIG_ENDIAN
    for (int lane = 0; lane < LANES; lane++)
        for (int word = 0; word < 16; word++)
            store_le32(buffer + 64 * lane + 4 * word, x[word][lane]);
#elif 4 * LANES <= VECTOR_NATIVE_BYTES
    VECTOR_NAME(vector_turn)(buffer, x);
#else
    vector4 quad[16];
    for (int group = 0; group < LANES / 4; group++) {
        for (int word = 0; word < 16; word++)
            memcpy(quad + word, (const uint8_t *)(x + word) + 16 * group, 16);
        vector_turn4(buffer + 256 * group, quad);
    }
#endif
}
