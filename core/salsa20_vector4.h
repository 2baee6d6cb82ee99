/* SPDX-License-Identifier: MIT
 *
 * Four blocks side by side in vectors.
 */
#define LANES 4
#include "salsa20_vector.h"
#undef LANES

static void salsa20_blocks(uint8_t *buffer, const uint32_t *input, size_t count)
{
    uint64_t counter = (uint64_t)input[9] << 32 | input[8];
    for (size_t block = 0; block < count; block += 4)
        salsa20_vector4(buffer + 64 * block, input, counter + block);
}
