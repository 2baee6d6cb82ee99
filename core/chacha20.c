/* SPDX-License-Identifier: MIT
 *
 * The unit chacha20. The file chacha20_<implementation>.h makes the blocks:
 * CHACHA20_IMPLEMENTATION is the bare name, as in
 * -DCHACHA20_IMPLEMENTATION=lanes8, and kernels.conf lists the names.
 */
#include "chacha20.h"

#ifndef CHACHA20_IMPLEMENTATION
#define CHACHA20_IMPLEMENTATION reference
#endif
#include BYTES_HEADER(chacha20, CHACHA20_IMPLEMENTATION)

static void chacha20_next(uint8_t *buffer, uint32_t input[16], size_t count)
{
    chacha20_blocks(buffer, input, count);
    input[12] += (uint32_t)count;
}

void chacha20_start(struct stream *stream, const uint8_t key[32],
                    const uint8_t nonce[12], uint32_t counter)
{
    /* "expand 32-byte k", little endian. */
    static const uint32_t sigma[4] = {0x61707865, 0x3320646e, 0x79622d32,
                                      0x6b206574};
    uint32_t *input = stream->input;
    for (int i = 0; i < 4; i++)
        input[i] = sigma[i];
    for (int i = 0; i < 8; i++)
        input[4 + i] = load_le32(key + 4 * i);
    input[12] = counter;
    for (int i = 0; i < 3; i++)
        input[13 + i] = load_le32(nonce + 4 * i);
    stream->used = 0;
    stream->ready = 0;
}

void chacha20_take_key(struct stream *stream, uint8_t key[32], size_t length)
{
    size_t taken = STREAM_BLOCK;
    /* A length that fills a batch needs no more, and might wrap. */
    stream_fill(stream, length < STREAM_BUFFER ? length + taken : length,
                chacha20_next);
    memcpy(key, stream->buffer, 32);
    stream->used += taken;
    stream->ready -= taken;
}

void chacha20_xor(struct stream *stream, uint8_t *out, const uint8_t *in,
                  size_t length)
{
    stream_xor(stream, out, in, length, chacha20_next);
}
