/* SPDX-License-Identifier: MIT
 *
 * Four blocks side by side in vectors.
 */
#define LANES 4
#include "chacha20_vector.h"
#undef LANES

static void chacha20_blocks(uint8_t *buffer, const uint32_t *input,
                            size_t count)
{
    for (size_t block = 0; block < count; block += 4)
        chacha20_vector4(buffer + 64 * block, input, (uint32_t)block);
}
