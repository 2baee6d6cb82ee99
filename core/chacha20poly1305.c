/* SPDX-License-Identifier: MIT
 *
 * The unit chacha20poly1305. The one-time key is the first block of the
 * stream, which the first batch yields together with the message's blocks.
 */
#include "chacha20poly1305.h"

#include "bytes.h"
#include "chacha20.h"
#include "tag.h"

/* The tag over additional data, ciphertext and the lengths of both. */
static void authenticate(uint8_t tag[16], const struct poly1305_part *data,
                         const struct poly1305_part *cipher,
                         const uint8_t once[32])
{
    uint8_t lengths[16];
    store_le64(lengths, data->length);
    store_le64(lengths + 8, cipher->length);
    const struct poly1305_part parts[3] = {
        *data, *cipher, {lengths, sizeof lengths}};
    poly1305_parts(tag, parts, 3, once);
}

void chacha20poly1305_seal(uint8_t *box, const struct poly1305_part text[2],
                           const uint8_t nonce[12], const uint8_t key[32])
{
    const size_t length = text[1].length;
    struct stream stream;
    uint8_t once[32];
    chacha20_start(&stream, key, nonce, 0);
    chacha20_take_key(&stream, once, length);
    chacha20_xor(&stream, box, text[1].bytes, length);
    const struct poly1305_part cipher = {box, length};
    authenticate(box + length, &text[0], &cipher, once);
}

bool chacha20poly1305_open(uint8_t *message, const struct poly1305_part text[2],
                           const uint8_t nonce[12], const uint8_t key[32])
{
    if (text[1].length < CHACHA20POLY1305_TAG)
        return false;
    const struct poly1305_part cipher = {text[1].bytes,
                                         text[1].length - CHACHA20POLY1305_TAG};
    struct stream stream;
    uint8_t once[32], tag[CHACHA20POLY1305_TAG];
    chacha20_start(&stream, key, nonce, 0);
    chacha20_take_key(&stream, once, cipher.length);
    authenticate(tag, &text[0], &cipher, once);
    if (!tag_equal(tag, cipher.bytes + cipher.length))
        return false;
    chacha20_xor(&stream, message, cipher.bytes, cipher.length);
    return true;
}
