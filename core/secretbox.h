/* SPDX-License-Identifier: MIT
 *
 * Secret-key boxes as NaCl's crypto_secretbox: XSalsa20 and Poly1305. cjdns
 * calls the pair salsa20/poly1305. A box is the tag, then as many bytes of
 * ciphertext as the message has.
 */
#ifndef CORE_SECRETBOX_H
#define CORE_SECRETBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SECRETBOX_TAG = 16 };

/* Fills box, SECRETBOX_TAG + length bytes. In place is box + SECRETBOX_TAG ==
 * message; else they must not overlap. */
void secretbox_seal(uint8_t *box, const uint8_t *message, size_t length,
                    const uint8_t nonce[24], const uint8_t key[32]);

/* Fills message, box_length - SECRETBOX_TAG bytes. Returns false, and touches
 * nothing, when the box is too short or its tag is wrong. */
bool secretbox_open(uint8_t *message, const uint8_t *box, size_t box_length,
                    const uint8_t nonce[24], const uint8_t key[32]);

#endif
