/* SPDX-License-Identifier: MIT
 *
 * As chacha20_lanes.h, with one loop over the lanes for a whole quarter of a
 * round: fewer loops, and each word is loaded and stored once a quarter.
 */
#define CHACHA20_QUARTER(x, a, b, c, d)                                        \
    for (int lane = 0; lane < LANES; lane++) {                                 \
        uint32_t w0 = (x)[a][lane], w1 = (x)[b][lane];                         \
        uint32_t w2 = (x)[c][lane], w3 = (x)[d][lane];                         \
        w0 += w1;                                                              \
        w3 = CHACHA20_ROTATE(w3 ^ w0, 16);                                     \
        w2 += w3;                                                              \
        w1 = CHACHA20_ROTATE(w1 ^ w2, 12);                                     \
        w0 += w1;                                                              \
        w3 = CHACHA20_ROTATE(w3 ^ w0, 8);                                      \
        w2 += w3;                                                              \
        w1 = CHACHA20_ROTATE(w1 ^ w2, 7);                                      \
        (x)[a][lane] = w0;                                                     \
        (x)[b][lane] = w1;                                                     \
        (x)[c][lane] = w2;                                                     \
        (x)[d][lane] = w3;                                                     \
    }
#include "chacha20_lanes.h"
