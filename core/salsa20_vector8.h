/* SPDX-License-Identifier: MIT
 *
 * Eight blocks side by side in vectors, four where that is enough.
 */
#define LANES 4
#include "salsa20_vector.h"
#undef LANES
#define LANES 8
#include "salsa20_vector.h"
#undef LANES

static void salsa20_blocks(uint8_t *buffer, const uint32_t *input, size_t count)
{
    uint64_t counter = (uint64_t)input[9] << 32 | input[8];
    size_t block = 0;
    for (; block < count && count - block > 4; block += 8)
        salsa20_vector8(buffer + 64 * block, input, counter + block);
    if (block < count)
        salsa20_vector4(buffer + 64 * block, input, counter + block);
}
