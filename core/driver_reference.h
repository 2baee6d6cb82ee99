/* SPDX-License-Identifier: MIT
 *
 * The driver's own copy of the references, compiled with the driver's fixed
 * flags: what a candidate's answers are held against.
 */
#ifndef CORE_DRIVER_REFERENCE_H
#define CORE_DRIVER_REFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "poly1305.h"

struct stream;
struct switch_core;
struct switch_packet;

/* As the functions without "reference_" in front. */
void reference_salsa20_start(struct stream *stream, const uint8_t key[32],
                             const uint8_t nonce[8], uint64_t counter);
void reference_salsa20_xor(struct stream *stream, uint8_t *out,
                           const uint8_t *in, size_t length);
void reference_chacha20_start(struct stream *stream, const uint8_t key[32],
                              const uint8_t nonce[12], uint32_t counter);
void reference_chacha20_xor(struct stream *stream, uint8_t *out,
                            const uint8_t *in, size_t length);
void reference_poly1305_authenticate(uint8_t tag[16], const uint8_t *message,
                                     size_t length, const uint8_t key[32]);
void reference_secretbox_seal(uint8_t *box, const uint8_t *message,
                              size_t length, const uint8_t nonce[24],
                              const uint8_t key[32]);
void reference_chacha20poly1305_seal(uint8_t *box,
                                     const struct poly1305_part text[2],
                                     const uint8_t nonce[12],
                                     const uint8_t key[32]);
int reference_switch_receive(struct switch_core *core, int source,
                             struct switch_packet *packet, uint32_t now_ms);
void reference_switch_expire(struct switch_core *core, uint32_t now_ms);

#endif
