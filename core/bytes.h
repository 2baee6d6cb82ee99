/* SPDX-License-Identifier: MIT
 *
 * Numbers in memory, in a byte order of our choice, at any alignment.
 *
 * memcpy is the one way to read an unaligned number that C allows and that
 * every compiler turns into a plain load.
 */
#ifndef CORE_BYTES_H
#define CORE_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if !defined(__BYTE_ORDER__) || !defined(__ORDER_BIG_ENDIAN__)
#error "the compiler does not tell its byte order"
#endif

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define BYTES_BIG_ENDIAN 1
#define BYTES_LE32(x) __builtin_bswap32(x)
#define BYTES_LE64(x) __builtin_bswap64(x)
#define BYTES_BE64(x) (x)
#else
#define BYTES_BIG_ENDIAN 0
#define BYTES_LE32(x) (x)
#define BYTES_LE64(x) (x)
#define BYTES_BE64(x) __builtin_bswap64(x)
#endif

static inline uint32_t load_le32(const uint8_t *bytes)
{
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    return BYTES_LE32(word);
}

static inline uint64_t load_le64(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return BYTES_LE64(word);
}

static inline uint64_t load_be64(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return BYTES_BE64(word);
}

static inline void store_le32(uint8_t *bytes, uint32_t word)
{
    const uint32_t ordered = BYTES_LE32(word);
    memcpy(bytes, &ordered, sizeof ordered);
}

static inline void store_le64(uint8_t *bytes, uint64_t word)
{
    const uint64_t ordered = BYTES_LE64(word);
    memcpy(bytes, &ordered, sizeof ordered);
}

static inline void store_be64(uint8_t *bytes, uint64_t word)
{
    const uint64_t ordered = BYTES_BE64(word);
    memcpy(bytes, &ordered, sizeof ordered);
}

static inline uint32_t load_be16(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 8 | bytes[1];
}

static inline void store_be16(uint8_t *bytes, uint32_t word)
{
    bytes[0] = (uint8_t)(word >> 8);
    bytes[1] = (uint8_t)word;
}

/* For a computed #include: "stem_name.h", with `name` expanded first. */
#define BYTES_TEXT(token) #token
#define BYTES_JOIN(stem, name) BYTES_TEXT(stem##_##name.h)
#define BYTES_HEADER(stem, name) BYTES_JOIN(stem, name)

#endif
