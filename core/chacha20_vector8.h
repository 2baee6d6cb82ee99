/* SPDX-License-Identifier: MIT
 *
 * Eight blocks side by side in vectors, four where that is enough.
 */
#define LANES 4
#include "chacha20_vector.h"
#undef LANES
#define LANES 8
#include "chacha20_vector.h"
#undef LANES

static void chacha20_blocks(uint8_t *buffer, const uint32_t *input,
                            size_t count)
{
    size_t block = 0;
    for (; block < count && count - block > 4; block += 8)
        chacha20_vector8(buffer + 64 * block, input, (uint32_t)block);
    if (block < count)
        chacha20_vector4(buffer + 64 * block, input, (uint32_t)block);
}
