/* SPDX-License-Identifier: MIT
 *
 * The unit salsa20. The file salsa20_<implementation>.h makes the blocks:
 * SALSA20_IMPLEMENTATION is the bare name, as in
 * -DSALSA20_IMPLEMENTATION=lanes8, and kernels.conf lists the names.
 */
#include "salsa20.h"

#ifndef SALSA20_IMPLEMENTATION
#define SALSA20_IMPLEMENTATION reference
#endif
#include BYTES_HEADER(salsa20, SALSA20_IMPLEMENTATION)

static void salsa20_next(uint8_t *buffer, uint32_t input[16], size_t count)
{
    salsa20_blocks(buffer, input, count);
    uint64_t counter = (uint64_t)input[9] << 32 | input[8];
    counter += count;
    input[8] = (uint32_t)counter;
    input[9] = (uint32_t)(counter >> 32);
}

void salsa20_start(struct stream *stream, const uint8_t key[32],
                   const uint8_t nonce[8], uint64_t counter)
{
    /* "expand 32-byte k", little endian, on the diagonal. */
    static const uint32_t sigma[4] = {0x61707865, 0x3320646e, 0x79622d32,
                                      0x6b206574};
    uint32_t *input = stream->input;
    for (int i = 0; i < 4; i++) {
        input[5 * i] = sigma[i];
        input[1 + i] = load_le32(key + 4 * i);
        input[11 + i] = load_le32(key + 16 + 4 * i);
    }
    input[6] = load_le32(nonce);
    input[7] = load_le32(nonce + 4);
    input[8] = (uint32_t)counter;
    input[9] = (uint32_t)(counter >> 32);
    stream->used = 0;
    stream->ready = 0;
}

void salsa20_take_key(struct stream *stream, uint8_t key[32], size_t length)
{
    size_t taken = 32;
    /* A length that fills a batch needs no more, and might wrap. */
    stream_fill(stream, length < STREAM_BUFFER ? length + taken : length,
                salsa20_next);
    memcpy(key, stream->buffer, 32);
    stream->used += taken;
    stream->ready -= taken;
}

void salsa20_xor(struct stream *stream, uint8_t *out, const uint8_t *in,
                 size_t length)
{
    stream_xor(stream, out, in, length, salsa20_next);
}
