/* SPDX-License-Identifier: MIT
 *
 * LANES blocks of a stream cipher side by side in plain arrays: word w of the
 * block in lane l is x[w][l], so that a loop over l is what a vectoriser
 * looks for. The including file defines LANES first.
 */
#ifndef CORE_LANES_H
#define CORE_LANES_H

#include "bytes.h"

/* Every lane gets the same sixteen words. */
static inline void lanes_spread(uint32_t x[16][LANES], const uint32_t *input)
{
    for (int word = 0; word < 16; word++)
        for (int lane = 0; lane < LANES; lane++)
            x[word][lane] = input[word];
}

/* The keystream of LANES blocks: x + start, block after block. */
static inline void lanes_store(uint8_t *buffer, uint32_t x[16][LANES],
                               uint32_t start[16][LANES])
{
    for (int word = 0; word < 16; word++)
        for (int lane = 0; lane < LANES; lane++)
            x[word][lane] += start[word][lane];
    for (int lane = 0; lane < LANES; lane++)
        for (int word = 0; word < 16; word++)
            store_le32(buffer + 64 * lane + 4 * word, x[word][lane]);
}

#endif
