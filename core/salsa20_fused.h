/* SPDX-License-Identifier: MIT
 *
 * As salsa20_lanes.h, with one loop over the lanes for a whole quarter of a
 * round: fewer loops, and each word is loaded and stored once a quarter.
 */
#define SALSA20_QUARTER(x, a, b, c, d)                                         \
    for (int lane = 0; lane < LANES; lane++) {                                 \
        uint32_t w0 = (x)[a][lane], w1 = (x)[b][lane];                         \
        uint32_t w2 = (x)[c][lane], w3 = (x)[d][lane];                         \
        w1 ^= SALSA20_ROTATE(w0 + w3, 7);                                      \
        w2 ^= SALSA20_ROTATE(w1 + w0, 9);                                      \
        w3 ^= SALSA20_ROTATE(w2 + w1, 13);                                     \
        w0 ^= SALSA20_ROTATE(w3 + w2, 18);                                     \
        (x)[a][lane] = w0;                                                     \
        (x)[b][lane] = w1;                                                     \
        (x)[c][lane] = w2;                                                     \
        (x)[d][lane] = w3;                                                     \
    }
#include "salsa20_lanes.h"
