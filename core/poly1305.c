/* SPDX-License-Identifier: MIT
 *
 * The unit poly1305. The file poly1305_<implementation>.h does the sums:
 * POLY1305_IMPLEMENTATION is the bare name, as in
 * -DPOLY1305_IMPLEMENTATION=limbs44, and kernels.conf lists the names.
 *
 * An implementation defines struct poly1305_sum and
 * - poly1305_begin(sum, r): sum = 0; r is clamped already
 * - poly1305_blocks(sum, bytes, count): for each block of 16 bytes
 *   sum = (sum + block + 2^128) r
 * - poly1305_last(sum, block): the same without 2^128
 * - poly1305_end(sum, out): out = sum mod 2^130 - 5, its low 16 bytes, as
 *   two numbers, low one first.
 */
#include "poly1305.h"

#include "bytes.h"

#ifndef POLY1305_IMPLEMENTATION
#define POLY1305_IMPLEMENTATION reference
#endif
#include BYTES_HEADER(poly1305, POLY1305_IMPLEMENTATION)

/* The bits of r that must be zero (RFC 8439, 2.5). */
static void poly1305_clamp(uint64_t r[2], const uint8_t key[16])
{
    r[0] = load_le64(key) & 0x0ffffffc0fffffff;
    r[1] = load_le64(key + 8) & 0x0ffffffc0ffffffc;
}

/* Takes the whole blocks of a part and copies what is left, filled up with
 * zeros, to block; returns how many bytes were left. */
static size_t poly1305_whole(struct poly1305_sum *sum,
                             const struct poly1305_part *part,
                             uint8_t block[16])
{
    size_t whole = part->length / 16, rest = part->length % 16;
    if (whole > 0)
        poly1305_blocks(sum, part->bytes, whole);
    memset(block, 0, 16);
    if (rest > 0)
        memcpy(block, part->bytes + 16 * whole, rest);
    return rest;
}

/* A part that is not the last: a short block is filled up with zeros. */
static void poly1305_padded(struct poly1305_sum *sum,
                            const struct poly1305_part *part)
{
    uint8_t block[16];
    if (poly1305_whole(sum, part, block) > 0)
        poly1305_blocks(sum, block, 1);
}

/* The last part: a short block is ended by a one and filled up with zeros. */
static void poly1305_ended(struct poly1305_sum *sum,
                           const struct poly1305_part *part)
{
    uint8_t block[16];
    size_t rest = poly1305_whole(sum, part, block);
    if (rest > 0) {
        block[rest] = 1;
        poly1305_last(sum, block);
    }
}

/* tag = (sum + s) mod 2^128 */
static void poly1305_tag(uint8_t tag[16], const struct poly1305_sum *sum,
                         const uint8_t s[16])
{
    uint64_t out[2];
    poly1305_end(sum, out);
    uint64_t low = out[0] + load_le64(s);
    uint64_t carry = low < out[0];
    store_le64(tag, low);
    store_le64(tag + 8, out[1] + load_le64(s + 8) + carry);
}

void poly1305_parts(uint8_t tag[16], const struct poly1305_part *parts,
                    size_t count, const uint8_t key[32])
{
    struct poly1305_sum sum;
    uint64_t r[2];
    poly1305_clamp(r, key);
    poly1305_begin(&sum, r);
    for (size_t i = 0; i + 1 < count; i++)
        poly1305_padded(&sum, &parts[i]);
    if (count > 0)
        poly1305_ended(&sum, &parts[count - 1]);
    poly1305_tag(tag, &sum, key + 16);
}

void poly1305_authenticate(uint8_t tag[16], const uint8_t *message,
                           size_t length, const uint8_t key[32])
{
    const struct poly1305_part part = {message, length};
    poly1305_parts(tag, &part, 1, key);
}
