/* SPDX-License-Identifier: MIT
 *
 * ChaCha20 with a 96-bit nonce and a 32-bit block counter (RFC 8439, 2.4).
 *
 *     struct stream stream;
 *     chacha20_start(&stream, key, nonce, 1);
 *     chacha20_xor(&stream, out, in, length);
 */
#ifndef CORE_CHACHA20_H
#define CORE_CHACHA20_H

#include "stream.h"

/* Begins the keystream at block `counter`. */
void chacha20_start(struct stream *stream, const uint8_t key[32],
                    const uint8_t nonce[12], uint32_t counter);

/* Right after chacha20_start: takes a block and makes its first 32 bytes the
 * key. `length` says how many bytes chacha20_xor will take after it, so that
 * both come from one batch.
 */
void chacha20_take_key(struct stream *stream, uint8_t key[32], size_t length);

/* out = in xor the next `length` bytes. out may be in, or not overlap it. */
void chacha20_xor(struct stream *stream, uint8_t *out, const uint8_t *in,
                  size_t length);

#endif
