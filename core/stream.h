/* SPDX-License-Identifier: MIT
 *
 * What salsa20 and chacha20 share: a keystream made in batches of whole
 * blocks, and its exclusive-or with a message of any length.
 *
 * The keystream goes through a buffer of one batch. That lets a sealed box
 * take the one-time key and the start of the message from the same batch, so
 * that no block is computed for the key alone.
 */
#ifndef CORE_STREAM_H
#define CORE_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "bytes.h"

enum {
    STREAM_BLOCK = 64,                           /* bytes a block */
    STREAM_BATCH = 16,                           /* blocks a batch */
    STREAM_BUFFER = STREAM_BLOCK * STREAM_BATCH, /* bytes a batch */
};

/*
 * A keystream under way. The `ready` bytes from buffer[used] on are made and
 * not yet taken; input is the cipher's state for the block that comes next.
 */
struct stream {
    uint8_t buffer[STREAM_BUFFER] __attribute__((aligned(64)));
    uint32_t input[16];
    size_t used;
    size_t ready;
};

/*
 * Writes `count` (1 to STREAM_BATCH) blocks of keystream and moves the counter
 * in `input` on by as many. It may spoil the rest of the buffer.
 */
typedef void stream_blocks_fn(uint8_t *buffer, uint32_t input[16],
                              size_t count);

/*
 * A whole block. All words are there before the first is stored, so that they
 * need not be kept in order and a compiler may take several at once.
 */
static inline void stream_xor_block(uint8_t *out, const uint8_t *in,
                                    const uint8_t *key)
{
    const uint64_t a = load_le64(in) ^ load_le64(key);
    const uint64_t b = load_le64(in + 8) ^ load_le64(key + 8);
    const uint64_t c = load_le64(in + 16) ^ load_le64(key + 16);
    const uint64_t d = load_le64(in + 24) ^ load_le64(key + 24);
    const uint64_t e = load_le64(in + 32) ^ load_le64(key + 32);
    const uint64_t f = load_le64(in + 40) ^ load_le64(key + 40);
    const uint64_t g = load_le64(in + 48) ^ load_le64(key + 48);
    const uint64_t h = load_le64(in + 56) ^ load_le64(key + 56);
    store_le64(out, a);
    store_le64(out + 8, b);
    store_le64(out + 16, c);
    store_le64(out + 24, d);
    store_le64(out + 32, e);
    store_le64(out + 40, f);
    store_le64(out + 48, g);
    store_le64(out + 56, h);
}

static inline void stream_xor_bytes(uint8_t *out, const uint8_t *in,
                                    const uint8_t *key, size_t length)
{
    for (; length >= STREAM_BLOCK; length -= STREAM_BLOCK) {
        stream_xor_block(out, in, key);
        out += STREAM_BLOCK;
        in += STREAM_BLOCK;
        key += STREAM_BLOCK;
    }
    for (; length >= 8; length -= 8) {
        store_le64(out, load_le64(in) ^ load_le64(key));
        out += 8;
        in += 8;
        key += 8;
    }
    for (size_t i = 0; i < length; i++)
        out[i] = in[i] ^ key[i];
}

/* Makes the next batch: enough for `length` bytes, or a full one. */
static inline void stream_fill(struct stream *stream, size_t length,
                               stream_blocks_fn *blocks)
{
    size_t count = STREAM_BATCH;
    if (length < STREAM_BUFFER)
        count = (length + STREAM_BLOCK - 1) / STREAM_BLOCK;
    blocks(stream->buffer, stream->input, count);
    stream->used = 0;
    stream->ready = count * STREAM_BLOCK;
}

static inline void stream_xor(struct stream *stream, uint8_t *out,
                              const uint8_t *in, size_t length,
                              stream_blocks_fn *blocks)
{
    while (length > 0) {
        if (stream->ready == 0)
            stream_fill(stream, length, blocks);
        size_t part = length < stream->ready ? length : stream->ready;
        stream_xor_bytes(out, in, stream->buffer + stream->used, part);
        stream->used += part;
        stream->ready -= part;
        out += part;
        in += part;
        length -= part;
    }
}

#endif
