/* SPDX-License-Identifier: MIT
 *
 * The unit secretbox. The one-time key and the message come from one stream,
 * whose first batch serves both.
 */
#include "secretbox.h"

#include "poly1305.h"
#include "salsa20.h"
#include "tag.h"
#include "xsalsa20.h"

void secretbox_seal(uint8_t *box, const uint8_t *message, size_t length,
                    const uint8_t nonce[24], const uint8_t key[32])
{
    struct stream stream;
    uint8_t once[32];
    xsalsa20_start(&stream, key, nonce);
    salsa20_take_key(&stream, once, length);
    salsa20_xor(&stream, box + SECRETBOX_TAG, message, length);
    poly1305_authenticate(box, box + SECRETBOX_TAG, length, once);
}

bool secretbox_open(uint8_t *message, const uint8_t *box, size_t box_length,
                    const uint8_t nonce[24], const uint8_t key[32])
{
    if (box_length < SECRETBOX_TAG)
        return false;
    size_t length = box_length - SECRETBOX_TAG;
    struct stream stream;
    uint8_t once[32], tag[SECRETBOX_TAG];
    xsalsa20_start(&stream, key, nonce);
    salsa20_take_key(&stream, once, length);
    poly1305_authenticate(tag, box + SECRETBOX_TAG, length, once);
    if (!tag_equal(tag, box))
        return false;
    salsa20_xor(&stream, message, box + SECRETBOX_TAG, length);
    return true;
}
