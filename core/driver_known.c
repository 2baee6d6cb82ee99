/* SPDX-License-Identifier: MIT
 *
 * How the known answers are computed, see driver_known_compute.h.
 */
#include "driver_known.h"

#include <string.h>

#include "chacha20.h"
#include "chacha20poly1305.h"
#include "driver_known_compute.h"
#include "salsa20.h"
#include "secretbox.h"
#include "xsalsa20.h"

enum { INPUT_MAX = 256 }; /* bytes of the longest input in the table */

/* The bytes of one entry. */
struct given {
    uint8_t key[32];
    uint8_t nonce[24];
    uint8_t input[INPUT_MAX];
    size_t length; /* of input */
};

static unsigned digit(char c)
{
    return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

size_t known_bytes(const char *hex, uint8_t *bytes, size_t limit)
{
    size_t count = 0;
    if (hex == NULL)
        return 0;
    for (; count < limit && hex[2 * count] != 0; count++)
        bytes[count] =
            (uint8_t)(digit(hex[2 * count]) << 4 | digit(hex[2 * count + 1]));
    return count;
}

static void given_read(struct given *given, const struct known *known)
{
    memset(given, 0, sizeof *given);
    known_bytes(known->key, given->key, sizeof given->key);
    known_bytes(known->nonce, given->nonce, sizeof given->nonce);
    given->length =
        known_bytes(known->input, given->input, sizeof given->input);
}

void known_salsa20_stream(const struct known *known, uint8_t *out)
{
    struct given given;
    struct stream stream;
    given_read(&given, known);
    salsa20_start(&stream, given.key, given.nonce, 0);
    /* Taken from the start, so that the counter has to run. */
    memset(out, 0, KNOWN_TEXT);
    for (size_t left = known->number; left > 0;) {
        size_t part = left < KNOWN_TEXT ? left : KNOWN_TEXT;
        salsa20_xor(&stream, out, out, part);
        left -= part;
    }
    memset(out, 0, 64);
    salsa20_xor(&stream, out, out, 64);
}

void known_salsa20_digest(const struct known *known, uint8_t *out)
{
    struct given given;
    struct stream stream;
    given_read(&given, known);
    salsa20_start(&stream, given.key, given.nonce, 0);
    memset(out, 0, 64);
    for (int block = 0; block < 8; block++)
        salsa20_xor(&stream, out, out, 64);
}

void known_salsa20_carry(const struct known *known, uint8_t *out)
{
    (void)known;
    struct stream stream = {.ready = 0};
    for (unsigned i = 0; i < 16; i++)
        stream.input[i] = i;
    stream.input[8] = 0xffffffff;
    memset(out, 0, 128);
    salsa20_xor(&stream, out, out, 128);
}

void known_hsalsa20_key(const struct known *known, uint8_t *out)
{
    struct given given;
    given_read(&given, known);
    hsalsa20(out, given.key, given.nonce);
}

void known_xsalsa20_stream(const struct known *known, uint8_t *out)
{
    struct given given;
    struct stream stream;
    given_read(&given, known);
    xsalsa20_start(&stream, given.key, given.nonce);
    salsa20_take_key(&stream, out, 0);
}

void known_secretbox_box(const struct known *known, uint8_t *out)
{
    struct given given;
    given_read(&given, known);
    secretbox_seal(out, given.input, given.length, given.nonce, given.key);
}

void known_secretbox_length(const struct known *known, uint8_t *out)
{
    struct given given;
    for (unsigned i = 0; i < 32; i++)
        given.key[i] = (uint8_t)i;
    for (unsigned i = 0; i < 24; i++)
        given.nonce[i] = (uint8_t)(2 * i + 1);
    uint8_t *message = out + SECRETBOX_TAG;
    for (unsigned i = 0; i < known->number; i++)
        message[i] = (uint8_t)(7 * i + 3);
    secretbox_seal(out, message, known->number, given.nonce, given.key);
}

void known_poly1305_tag(const struct known *known, uint8_t *out)
{
    struct given given;
    given_read(&given, known);
    poly1305_authenticate(out, given.input, given.length, given.key);
}

void known_chacha20_text(const struct known *known, uint8_t *out)
{
    struct given given;
    struct stream stream;
    given_read(&given, known);
    chacha20_start(&stream, given.key, given.nonce, known->number);
    chacha20_xor(&stream, out, given.input, given.length);
}

void known_chacha20poly1305_box(const struct known *known, uint8_t *out)
{
    static const uint8_t data[12] = {0x50, 0x51, 0x52, 0x53, 0xc0, 0xc1,
                                     0xc2, 0xc3, 0xc4, 0xc5, 0xc6, 0xc7};
    struct given given;
    given_read(&given, known);
    const struct poly1305_part text[2] = {{data, sizeof data},
                                          {given.input, given.length}};
    chacha20poly1305_seal(out, text, given.nonce, given.key);
}
