/* SPDX-License-Identifier: MIT
 *
 * The ChaCha20 rounds for any kind of word: one number, a row of lanes or a
 * vector. The file that includes this defines
 * CHACHA20_STEP(x, sum, other, to, bits):
 * x[sum] += x[other]; x[to] = rotate(x[to] ^ x[sum], bits).
 */
#ifndef CORE_CHACHA20_ROUNDS_H
#define CORE_CHACHA20_ROUNDS_H

#define CHACHA20_ROTATE(word, bits) ((word) << (bits) | (word) >> (32 - (bits)))

#ifndef CHACHA20_QUARTER
#define CHACHA20_QUARTER(x, a, b, c, d)                                        \
    do {                                                                       \
        CHACHA20_STEP(x, a, b, d, 16);                                         \
        CHACHA20_STEP(x, c, d, b, 12);                                         \
        CHACHA20_STEP(x, a, b, d, 8);                                          \
        CHACHA20_STEP(x, c, d, b, 7);                                          \
    } while (0)
#endif

/* Columns, then diagonals; the four quarters of each are independent work. */
#define CHACHA20_DOUBLE_ROUND(x)                                               \
    do {                                                                       \
        CHACHA20_QUARTER(x, 0, 4, 8, 12);                                      \
        CHACHA20_QUARTER(x, 1, 5, 9, 13);                                      \
        CHACHA20_QUARTER(x, 2, 6, 10, 14);                                     \
        CHACHA20_QUARTER(x, 3, 7, 11, 15);                                     \
        CHACHA20_QUARTER(x, 0, 5, 10, 15);                                     \
        CHACHA20_QUARTER(x, 1, 6, 11, 12);                                     \
        CHACHA20_QUARTER(x, 2, 7, 8, 13);                                      \
        CHACHA20_QUARTER(x, 3, 4, 9, 14);                                      \
    } while (0)

#endif
