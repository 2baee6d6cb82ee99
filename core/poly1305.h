/* SPDX-License-Identifier: MIT
 *
 * Poly1305 (RFC 8439, 2.5): a one-time authenticator. The key is 16 bytes r,
 * which is clamped here, and 16 bytes s.
 */
#ifndef CORE_POLY1305_H
#define CORE_POLY1305_H

#include <stddef.h>
#include <stdint.h>

/* A run of bytes, borrowed. */
struct poly1305_part {
    const uint8_t *bytes;
    size_t length;
};

/* The tag of one message. */
void poly1305_authenticate(uint8_t tag[16], const uint8_t *message,
                           size_t length, const uint8_t key[32]);

/* The tag of parts one after the other; each part but the last is filled up
 * with zero bytes to a multiple of 16, as the AEAD of RFC 8439 wants it. */
void poly1305_parts(uint8_t tag[16], const struct poly1305_part *parts,
                    size_t count, const uint8_t key[32]);

#endif
