/* SPDX-License-Identifier: MIT
 *
 * XSalsa20: Salsa20 with a 192-bit nonce (D. J. Bernstein, "Extending the
 * Salsa20 nonce", 2011). HSalsa20 makes a key of the first 16 bytes of the
 * nonce; the other 8 are the nonce of Salsa20 under that key.
 */
#ifndef CORE_XSALSA20_H
#define CORE_XSALSA20_H

#include "stream.h"

/* The key that `key` and the first half of a long nonce make. */
void hsalsa20(uint8_t subkey[32], const uint8_t key[32],
              const uint8_t nonce[16]);

/* Begins the keystream; go on with salsa20_take_key and salsa20_xor. */
void xsalsa20_start(struct stream *stream, const uint8_t key[32],
                    const uint8_t nonce[24]);

#endif
