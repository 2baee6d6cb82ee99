/* SPDX-License-Identifier: MIT
 *
 * A small compressor of the LZ77 kind, for a recorded landscape of a user's
 * program: makes a text, compresses it, takes it apart again, compares, and
 * prints a checksum.  What takes time are a hash, a match loop, copies and a
 * checksum over all bytes, as in most such programs.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TEXT = 1 << 20,
    ROUNDS = 12,
    HASH_BITS = 15,
    LEAST = 4,         /* bytes of a match worth telling */
    LITERALS_MAX = 127 /* of one run; longer ones are cut */
};

static uint32_t state = 12345;

static uint32_t draw(void)
{
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

/* Words of a made-up language, so that there is something to find. */
static void make_text(uint8_t *text)
{
    char words[256][9];
    for (int w = 0; w < 256; w++) {
        int length = 2 + (int)(draw() % 7);
        for (int i = 0; i < length; i++)
            words[w][i] = (char)('a' + draw() % 26);
        words[w][length] = '\0';
    }
    for (size_t at = 0; at < TEXT;) {
        uint32_t first = draw() % 256, second = draw() % 256;
        const char *word = words[first < second ? first : second];
        for (; *word && at < TEXT; word++)
            text[at++] = (uint8_t)*word;
        if (at < TEXT)
            text[at++] = ' ';
    }
}

static uint32_t hash(const uint8_t *at)
{
    uint32_t word;
    memcpy(&word, at, sizeof(word));
    return word * 2654435761u >> (32 - HASH_BITS);
}

static size_t match_length(const uint8_t *a, const uint8_t *b, size_t most)
{
    size_t length = 0;
    while (length < most && a[length] == b[length])
        length++;
    return length;
}

static size_t put_literals(uint8_t *out, const uint8_t *from, size_t count)
{
    size_t put = 0;
    while (count) {
        size_t run = count < LITERALS_MAX ? count : LITERALS_MAX;
        out[put++] = (uint8_t)run;
        for (size_t i = 0; i < run; i++)
            out[put + i] = from[i];
        put += run;
        from += run;
        count -= run;
    }
    return put;
}

static size_t compress(const uint8_t *in, size_t size, uint8_t *out)
{
    static uint32_t heads[1 << HASH_BITS]; /* places, plus one */
    size_t at = 0, start = 0, put = 0;
    memset(heads, 0, sizeof(heads));
    while (at + LEAST < size) {
        uint32_t slot = hash(in + at);
        size_t from = heads[slot];
        heads[slot] = (uint32_t)at + 1;
        size_t most = size - at < 130 ? size - at : 130;
        size_t length = from && at + 1 - from < 65536
                            ? match_length(in + from - 1, in + at, most)
                            : 0;
        if (length < LEAST) {
            at++;
            continue;
        }
        put += put_literals(out + put, in + start, at - start);
        out[put++] = (uint8_t)(0x80 | (length - LEAST));
        out[put++] = (uint8_t)((at + 1 - from) & 0xff);
        out[put++] = (uint8_t)((at + 1 - from) >> 8);
        at += length;
        start = at;
    }
    return put + put_literals(out + put, in + start, size - start);
}

static size_t expand(const uint8_t *in, size_t size, uint8_t *out)
{
    size_t put = 0;
    for (size_t at = 0; at < size;) {
        size_t count = in[at++];
        const uint8_t *from = in + at;
        if (count & 0x80) {
            count = (count & 0x7f) + LEAST;
            from = out + put - (in[at] | (size_t)in[at + 1] << 8);
            at += 2;
        } else {
            at += count;
        }
        for (size_t i = 0; i < count; i++)
            out[put++] = from[i];
    }
    return put;
}

/* Fletcher's, without the modulo: 32 bits wrap by themselves. */
static uint32_t checksum(const uint8_t *data, size_t size)
{
    uint32_t sum = 1, sums = 0;
    for (size_t i = 0; i < size; i++) {
        sum += data[i];
        sums += sum;
    }
    return sum ^ sums;
}

int main(void)
{
    uint8_t *text = malloc(TEXT), *again = malloc(TEXT);
    uint8_t *packed = malloc(2 * TEXT);
    uint32_t sum = 0;
    size_t size = 0;
    if (!text || !again || !packed)
        return 1;
    make_text(text);
    for (int round = 0; round < ROUNDS; round++) {
        size = compress(text, TEXT, packed);
        if (expand(packed, size, again) != TEXT ||
            memcmp(text, again, TEXT) != 0)
            return 1;
        sum += checksum(packed, size) + checksum(again, TEXT);
    }
    printf("%zu bytes, checksum %08x\n", size, (unsigned)sum);
    free(text);
    free(again);
    free(packed);
    return 0;
}
