/* SPDX-License-Identifier: MIT
 *
 * The unit xsalsa20. One block a message and no counter: there is nothing to
 * do side by side, so this has the one implementation.
 */
#include "xsalsa20.h"

#include "salsa20.h"

#define SALSA20_STEP(x, to, from, other, bits)                                 \
    do {                                                                       \
        uint32_t sum = (x)[from] + (x)[other];                                 \
        (x)[to] ^= SALSA20_ROTATE(sum, bits);                                  \
    } while (0)
#include "salsa20_rounds.h"

void hsalsa20(uint8_t subkey[32], const uint8_t key[32],
              const uint8_t nonce[16])
{
    static const uint32_t sigma[4] = {0x61707865, 0x3320646e, 0x79622d32,
                                      0x6b206574};
    uint32_t x[16];
    for (int i = 0; i < 4; i++) {
        x[5 * i] = sigma[i];
        x[1 + i] = load_le32(key + 4 * i);
        x[6 + i] = load_le32(nonce + 4 * i);
        x[11 + i] = load_le32(key + 16 + 4 * i);
    }
    for (int round = 0; round < 20; round += 2)
        SALSA20_DOUBLE_ROUND(x);
    for (int i = 0; i < 4; i++) {
        store_le32(subkey + 4 * i, x[5 * i]);
        store_le32(subkey + 16 + 4 * i, x[6 + i]);
    }
}

void xsalsa20_start(struct stream *stream, const uint8_t key[32],
                    const uint8_t nonce[24])
{
    uint8_t subkey[32];
    hsalsa20(subkey, key, nonce);
    salsa20_start(stream, subkey, nonce + 16, 0);
}
