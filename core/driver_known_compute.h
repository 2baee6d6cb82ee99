/* SPDX-License-Identifier: MIT
 *
 * How the known answers are computed: one function for each kind.
 */
#ifndef CORE_DRIVER_KNOWN_COMPUTE_H
#define CORE_DRIVER_KNOWN_COMPUTE_H

#include <stdint.h>

struct known;

/* The keystream from byte `number` on, 64 bytes of it. */
void known_salsa20_stream(const struct known *known, uint8_t *out);
/* The first eight blocks of the keystream, exclusive-ored into one. */
void known_salsa20_digest(const struct known *known, uint8_t *out);
/* Two blocks from state words 0 to 15, the low counter word all ones. */
void known_salsa20_carry(const struct known *known, uint8_t *out);
void known_hsalsa20_key(const struct known *known, uint8_t *out);
/* The first 32 bytes of the keystream. */
void known_xsalsa20_stream(const struct known *known, uint8_t *out);
void known_secretbox_box(const struct known *known, uint8_t *out);
/* The box of `number` bytes of the pattern; the tag comes first. */
void known_secretbox_length(const struct known *known, uint8_t *out);
void known_poly1305_tag(const struct known *known, uint8_t *out);
/* The input under the keystream from block `number` on. */
void known_chacha20_text(const struct known *known, uint8_t *out);
/* The additional data are those of RFC 8439, 2.8.2. */
void known_chacha20poly1305_box(const struct known *known, uint8_t *out);

#endif
