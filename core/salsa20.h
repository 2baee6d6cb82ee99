/* SPDX-License-Identifier: MIT
 *
 * Salsa20/20 with a 256-bit key and a 64-bit block counter (D. J. Bernstein,
 * "The Salsa20 family of stream ciphers", 2007).
 *
 *     struct stream stream;
 *     salsa20_start(&stream, key, nonce, 0);
 *     salsa20_xor(&stream, out, in, length);
 */
#ifndef CORE_SALSA20_H
#define CORE_SALSA20_H

#include "stream.h"

/* Begins the keystream at block `counter`. */
void salsa20_start(struct stream *stream, const uint8_t key[32],
                   const uint8_t nonce[8], uint64_t counter);

/* Right after salsa20_start: takes 32 bytes as a key. `length` says how many
 * bytes salsa20_xor will take after it, so that both come from one batch of
 * blocks. */
void salsa20_take_key(struct stream *stream, uint8_t key[32], size_t length);

/* out = in xor the next `length` bytes. out may be in, or not overlap it. */
void salsa20_xor(struct stream *stream, uint8_t *out, const uint8_t *in,
                 size_t length);

#endif
