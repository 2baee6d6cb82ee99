/* SPDX-License-Identifier: MIT
 *
 * Sixteen blocks side by side in vectors, eight or four where that is enough.
 */
#define LANES 4
#include "chacha20_vector.h"
#undef LANES
#define LANES 8
#include "chacha20_vector.h"
#undef LANES
#define LANES 16
#include "chacha20_vector.h"
#undef LANES

static void chacha20_blocks(uint8_t *buffer, const uint32_t *input,
                            size_t count)
{
    if (count > 8)
        chacha20_vector16(buffer, input, 0);
    else if (count > 4)
        chacha20_vector8(buffer, input, 0);
    else
        chacha20_vector4(buffer, input, 0);
}
