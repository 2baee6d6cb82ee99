/* SPDX-License-Identifier: MIT
 *
 * Sixteen blocks side by side in vectors, eight or four where that is enough.
 */
#define LANES 4
#include "salsa20_vector.h"
#undef LANES
#define LANES 8
#include "salsa20_vector.h"
#undef LANES
#define LANES 16
#include "salsa20_vector.h"
#undef LANES

static void salsa20_blocks(uint8_t *buffer, const uint32_t *input, size_t count)
{
    uint64_t counter = (uint64_t)input[9] << 32 | input[8];
    if (count > 8)
        salsa20_vector16(buffer, input, counter);
    else if (count > 4)
        salsa20_vector8(buffer, input, counter);
    else
        salsa20_vector4(buffer, input, counter);
}
