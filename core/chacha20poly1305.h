/* SPDX-License-Identifier: MIT
 *
 * The AEAD of RFC 8439, 2.8: ChaCha20 and Poly1305. A box is as many bytes of
 * ciphertext as the message has, then the tag.
 */
#ifndef CORE_CHACHA20POLY1305_H
#define CORE_CHACHA20POLY1305_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "poly1305.h"

enum { CHACHA20POLY1305_TAG = 16 };

/*
 * Fills box, CHACHA20POLY1305_TAG bytes longer than the message. text[0] is
 * the additional data, text[1] the message. In place is box == message; else
 * they must not overlap.
 */
void chacha20poly1305_seal(uint8_t *box, const struct poly1305_part text[2],
                           const uint8_t nonce[12], const uint8_t key[32]);

/*
 * Fills message, CHACHA20POLY1305_TAG bytes shorter than the box. text[0] is
 * the additional data, text[1] the box. Returns false, and touches nothing,
 * when the box is too short or its tag is wrong.
 */
bool chacha20poly1305_open(uint8_t *message, const struct poly1305_part text[2],
                           const uint8_t nonce[12], const uint8_t key[32]);

#endif
