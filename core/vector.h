/* SPDX-License-Identifier: MIT
 *
 * Vectors by the compiler's own extension (gcc and clang, every target):
 * types of 4, 8 and 16 words, and the shuffles that turn words of many blocks
 * into blocks. A vector wider than the machine's is cut up by the compiler,
 * which it does well for sums and badly for shuffles: VECTOR_NATIVE_BYTES says
 * how far shuffles may go.
 *
 * No function takes or gives back a vector, since how one is passed depends
 * on the flags.
 */
#ifndef CORE_VECTOR_H
#define CORE_VECTOR_H

#include <stdint.h>

#if !defined(__GNUC__)
#error "needs vector extensions"
#endif

#if defined(__AVX512F__)
#define VECTOR_NATIVE_BYTES 64
#elif defined(__AVX2__)
#define VECTOR_NATIVE_BYTES 32
#else
#define VECTOR_NATIVE_BYTES 16
#endif

/* A function of its own would pass its vectors through memory. */
#define VECTOR_INLINE static inline __attribute__((always_inline))

typedef uint32_t vector4 __attribute__((vector_size(16)));
typedef uint32_t vector8 __attribute__((vector_size(32)));
typedef uint32_t vector16 __attribute__((vector_size(64)));

/* Items of a (0 to n-1) and b (n to 2n-1), picked by constant numbers. */
#if defined(__clang__) || __GNUC__ >= 12
#define VECTOR_PICK(type, a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define VECTOR_PICK(type, a, b, ...)                                           \
    __builtin_shuffle(a, b, (type){__VA_ARGS__})
#endif

/*
 * The low or high halves of each group of four words, woven: single words
 * (a0 b0 a1 b1) or pairs (a0 a1 b0 b1).
 */
#define VECTOR4_LOW(a, b) VECTOR_PICK(vector4, a, b, 0, 4, 1, 5)
#define VECTOR4_HIGH(a, b) VECTOR_PICK(vector4, a, b, 2, 6, 3, 7)
#define VECTOR4_LOW_PAIR(a, b) VECTOR_PICK(vector4, a, b, 0, 1, 4, 5)
#define VECTOR4_HIGH_PAIR(a, b) VECTOR_PICK(vector4, a, b, 2, 3, 6, 7)

#define VECTOR8_LOW(a, b) VECTOR_PICK(vector8, a, b, 0, 8, 1, 9, 4, 12, 5, 13)
#define VECTOR8_HIGH(a, b)                                                     \
    VECTOR_PICK(vector8, a, b, 2, 10, 3, 11, 6, 14, 7, 15)
#define VECTOR8_LOW_PAIR(a, b)                                                 \
    VECTOR_PICK(vector8, a, b, 0, 1, 8, 9, 4, 5, 12, 13)
#define VECTOR8_HIGH_PAIR(a, b)                                                \
    VECTOR_PICK(vector8, a, b, 2, 3, 10, 11, 6, 7, 14, 15)

#define VECTOR16_LOW(a, b)                                                     \
    VECTOR_PICK(vector16, a, b, 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12,  \
                28, 13, 29)
#define VECTOR16_HIGH(a, b)                                                    \
    VECTOR_PICK(vector16, a, b, 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27,    \
                14, 30, 15, 31)
#define VECTOR16_LOW_PAIR(a, b)                                                \
    VECTOR_PICK(vector16, a, b, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12,  \
                13, 28, 29)
#define VECTOR16_HIGH_PAIR(a, b)                                               \
    VECTOR_PICK(vector16, a, b, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27,    \
                14, 15, 30, 31)

/* Whole groups of four words, called quads: the first (or last) halves of both.
 */
#define VECTOR8_LOW_QUAD(a, b)                                                 \
    VECTOR_PICK(vector8, a, b, 0, 1, 2, 3, 8, 9, 10, 11)
#define VECTOR8_HIGH_QUAD(a, b)                                                \
    VECTOR_PICK(vector8, a, b, 4, 5, 6, 7, 12, 13, 14, 15)
#define VECTOR16_LOW_HALF(a, b)                                                \
    VECTOR_PICK(vector16, a, b, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20,    \
                21, 22, 23)
#define VECTOR16_HIGH_HALF(a, b)                                               \
    VECTOR_PICK(vector16, a, b, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27,  \
                28, 29, 30, 31)
/* Quads 0 and 2 (or 1 and 3) of both. */
#define VECTOR16_EVEN_QUADS(a, b)                                              \
    VECTOR_PICK(vector16, a, b, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24,  \
                25, 26, 27)
#define VECTOR16_ODD_QUADS(a, b)                                               \
    VECTOR_PICK(vector16, a, b, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23,    \
                28, 29, 30, 31)

/*
 * Four words of each lane, made into the four-word rows of each block: after
 * it, group g of x[j] holds x[0] to x[3] of lane 4 g + j.
 */
#define VECTOR_TURN(type, n, x)                                                \
    do {                                                                       \
        type low01 = VECTOR##n##_LOW((x)[0], (x)[1]);                          \
        type high01 = VECTOR##n##_HIGH((x)[0], (x)[1]);                        \
        type low23 = VECTOR##n##_LOW((x)[2], (x)[3]);                          \
        type high23 = VECTOR##n##_HIGH((x)[2], (x)[3]);                        \
        (x)[0] = VECTOR##n##_LOW_PAIR(low01, low23);                           \
        (x)[1] = VECTOR##n##_HIGH_PAIR(low01, low23);                          \
        (x)[2] = VECTOR##n##_LOW_PAIR(high01, high23);                         \
        (x)[3] = VECTOR##n##_HIGH_PAIR(high01, high23);                        \
    } while (0)

/* Blocks of 64 bytes out of sixteen words of 4, 8 or 16 lanes. x is spoilt. */
static inline void vector_turn4(uint8_t *buffer, vector4 *x)
{
    for (int word = 0; word < 16; word += 4) {
        VECTOR_TURN(vector4, 4, x + word);
        for (int block = 0; block < 4; block++)
            memcpy(buffer + 64 * block + 4 * word, x + word + block, 16);
    }
}

#if VECTOR_NATIVE_BYTES >= 32
static inline void vector_turn8(uint8_t *buffer, vector8 *x)
{
    for (int word = 0; word < 16; word += 4)
        VECTOR_TURN(vector8, 8, x + word);
    for (int block = 0; block < 4; block++)
        for (int half = 0; half < 2; half++) {
            uint8_t *at = buffer + 64 * block + 32 * half;
            vector8 a = x[8 * half + block], b = x[8 * half + 4 + block];
            vector8 low = VECTOR8_LOW_QUAD(a, b);
            vector8 high = VECTOR8_HIGH_QUAD(a, b);
            memcpy(at, &low, 32);
            memcpy(at + 256, &high, 32);
        }
}
#endif

#if VECTOR_NATIVE_BYTES >= 64
static inline void vector_turn16(uint8_t *buffer, vector16 *x)
{
    for (int word = 0; word < 16; word += 4)
        VECTOR_TURN(vector16, 16, x + word);
    for (int block = 0; block < 4; block++) {
        vector16 low0 = VECTOR16_LOW_HALF(x[block], x[4 + block]);
        vector16 high0 = VECTOR16_HIGH_HALF(x[block], x[4 + block]);
        vector16 low1 = VECTOR16_LOW_HALF(x[8 + block], x[12 + block]);
        vector16 high1 = VECTOR16_HIGH_HALF(x[8 + block], x[12 + block]);
        vector16 row[4] = {VECTOR16_EVEN_QUADS(low0, low1),
                           VECTOR16_ODD_QUADS(low0, low1),
                           VECTOR16_EVEN_QUADS(high0, high1),
                           VECTOR16_ODD_QUADS(high0, high1)};
        for (int group = 0; group < 4; group++)
            memcpy(buffer + 64 * (4 * group + block), row + group, 64);
    }
}
#endif

#endif
