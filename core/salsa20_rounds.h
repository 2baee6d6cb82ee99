/* SPDX-License-Identifier: MIT
 *
 * The Salsa20 rounds for any kind of word: one number, a row of lanes or a
 * vector. The file that includes this defines
 * SALSA20_STEP(x, to, from, other, bits):
 * x[to] ^= rotate(x[from] + x[other], bits).
 */
#ifndef CORE_SALSA20_ROUNDS_H
#define CORE_SALSA20_ROUNDS_H

#define SALSA20_ROTATE(word, bits) ((word) << (bits) | (word) >> (32 - (bits)))

#ifndef SALSA20_QUARTER
#define SALSA20_QUARTER(x, a, b, c, d)                                         \
    do {                                                                       \
        SALSA20_STEP(x, b, a, d, 7);                                           \
        SALSA20_STEP(x, c, b, a, 9);                                           \
        SALSA20_STEP(x, d, c, b, 13);                                          \
        SALSA20_STEP(x, a, d, c, 18);                                          \
    } while (0)
#endif

/* Columns, then rows; the four quarters of each are independent work. */
#define SALSA20_DOUBLE_ROUND(x)                                                \
    do {                                                                       \
        SALSA20_QUARTER(x, 0, 4, 8, 12);                                       \
        SALSA20_QUARTER(x, 5, 9, 13, 1);                                       \
        SALSA20_QUARTER(x, 10, 14, 2, 6);                                      \
        SALSA20_QUARTER(x, 15, 3, 7, 11);                                      \
        SALSA20_QUARTER(x, 0, 1, 2, 3);                                        \
        SALSA20_QUARTER(x, 5, 6, 7, 4);                                        \
        SALSA20_QUARTER(x, 10, 11, 8, 9);                                      \
        SALSA20_QUARTER(x, 15, 12, 13, 14);                                    \
    } while (0)

#endif
