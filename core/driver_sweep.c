/* SPDX-License-Identifier: MIT
 *
 * The ciphers' part of the sweep, see driver_sweep.h.
 */
#include "driver_sweep.h"

#include <stdlib.h>
#include <string.h>

#include "chacha20.h"
#include "chacha20poly1305.h"
#include "driver_random.h"
#include "driver_reference.h"
#include "poly1305.h"
#include "salsa20.h"
#include "secretbox.h"

enum {
    QUICK_LENGTH = 1025,
    THOROUGH_LENGTH = 4096,
    ALIGNMENTS = 16,
    EXTRA_MAX = 16, /* bytes that a box is longer than its message */
    GUARD = 32,     /* bytes on both sides of an output that must stay */
    GUARD_BYTE = 0xa5,
    BUFFER = 2 * GUARD + ALIGNMENTS + THOROUGH_LENGTH + EXTRA_MAX,
};

struct sweep {
    uint8_t key[32];
    uint8_t nonce[24];
    uint8_t
        data[ALIGNMENTS + THOROUGH_LENGTH]; /* the message, from any place */
    uint8_t in[BUFFER];
    uint8_t got[BUFFER];
    uint8_t expected[BUFFER];
};

/* Where one comparison takes place. */
struct place {
    size_t length;
    size_t in_at; /* bytes off a multiple of 16 */
    size_t out_at;
};

typedef void sweep_fn(const struct sweep *sweep, uint8_t *out,
                      const uint8_t *in, size_t length);

static void salsa20(const struct sweep *sweep, uint8_t *out, const uint8_t *in,
                    size_t length)
{
    struct stream stream;
    salsa20_start(&stream, sweep->key, sweep->nonce, 0xfffffffa);
    salsa20_xor(&stream, out, in, length);
}

static void reference_salsa20(const struct sweep *sweep, uint8_t *out,
                              const uint8_t *in, size_t length)
{
    struct stream stream;
    reference_salsa20_start(&stream, sweep->key, sweep->nonce, 0xfffffffa);
    reference_salsa20_xor(&stream, out, in, length);
}

static void chacha20(const struct sweep *sweep, uint8_t *out, const uint8_t *in,
                     size_t length)
{
    struct stream stream;
    chacha20_start(&stream, sweep->key, sweep->nonce, 0xfffffffa);
    /* In two parts, to see that a stream goes on where it stopped. */
    size_t part = length / 3;
    chacha20_xor(&stream, out, in, part);
    chacha20_xor(&stream, out + part, in + part, length - part);
}

static void reference_chacha20(const struct sweep *sweep, uint8_t *out,
                               const uint8_t *in, size_t length)
{
    struct stream stream;
    reference_chacha20_start(&stream, sweep->key, sweep->nonce, 0xfffffffa);
    reference_chacha20_xor(&stream, out, in, length);
}

static void poly1305(const struct sweep *sweep, uint8_t *out, const uint8_t *in,
                     size_t length)
{
    poly1305_authenticate(out, in, length, sweep->key);
}

static void reference_poly1305(const struct sweep *sweep, uint8_t *out,
                               const uint8_t *in, size_t length)
{
    reference_poly1305_authenticate(out, in, length, sweep->key);
}

/* In place, to see that reading keeps ahead of writing. */
static void secretbox(const struct sweep *sweep, uint8_t *out,
                      const uint8_t *in, size_t length)
{
    memcpy(out + SECRETBOX_TAG, in, length);
    secretbox_seal(out, out + SECRETBOX_TAG, length, sweep->nonce, sweep->key);
}

static void reference_secretbox(const struct sweep *sweep, uint8_t *out,
                                const uint8_t *in, size_t length)
{
    reference_secretbox_seal(out, in, length, sweep->nonce, sweep->key);
}

/* The additional data are the start of the message, of a length up to 17. */
static void chacha20poly1305(const struct sweep *sweep, uint8_t *out,
                             const uint8_t *in, size_t length)
{
    const struct poly1305_part text[2] = {{sweep->data, length % 18},
                                          {in, length}};
    chacha20poly1305_seal(out, text, sweep->nonce, sweep->key);
}

static void reference_chacha20poly1305(const struct sweep *sweep, uint8_t *out,
                                       const uint8_t *in, size_t length)
{
    const struct poly1305_part text[2] = {{sweep->data, length % 18},
                                          {in, length}};
    reference_chacha20poly1305_seal(out, text, sweep->nonce, sweep->key);
}

static const struct swept {
    const char *name;
    sweep_fn *candidate;
    sweep_fn *reference;
    bool grows;   /* the output is as long as the input, and `extra` */
    size_t extra; /* bytes of tag */
} all_swept[] = {
    {"salsa20", salsa20, reference_salsa20, true, 0},
    {"chacha20", chacha20, reference_chacha20, true, 0},
    {"poly1305", poly1305, reference_poly1305, false, 16},
    {"secretbox", secretbox, reference_secretbox, true, 16},
    {"chacha20poly1305", chacha20poly1305, reference_chacha20poly1305, true,
     16},
};

/* Where code changes its ways: short, or about a multiple of a block. */
static bool is_edge(size_t length)
{
    return length <= 96 || (length + 1) % 64 <= 2;
}

/* Is the output right at this place, and nothing written around it? */
static bool is_right(struct sweep *sweep, const struct swept *swept,
                     const struct place *place)
{
    size_t size = (swept->grows ? place->length : 0) + swept->extra;
    uint8_t *out = sweep->got + GUARD + place->out_at;
    uint8_t *in = sweep->in + place->in_at;
    memcpy(in, sweep->data, place->length);
    memset(out - GUARD, GUARD_BYTE, GUARD);
    memset(out + size, GUARD_BYTE, GUARD);
    swept->candidate(sweep, out, in, place->length);
    for (size_t i = 0; i < GUARD; i++)
        if ((out - GUARD)[i] != GUARD_BYTE || out[size + i] != GUARD_BYTE)
            return false;
    return memcmp(out, sweep->expected, size) == 0;
}

/* The number of wrong outputs; the first place of them in *first. */
static unsigned sweep_one(struct sweep *sweep, const struct swept *swept,
                          bool thorough, struct place *first)
{
    size_t limit = thorough ? THOROUGH_LENGTH : QUICK_LENGTH;
    unsigned wrong = 0;
    for (size_t length = 0; length <= limit; length++) {
        size_t step = thorough || is_edge(length) ? 1 : 8;
        swept->reference(sweep, sweep->expected, sweep->data, length);
        for (size_t turn = 0; turn < ALIGNMENTS; turn += step) {
            size_t at = (turn + length / 64) % ALIGNMENTS;
            struct place place = {length, at, (3 * at + length) % ALIGNMENTS};
            if (!is_right(sweep, swept, &place) && wrong++ == 0)
                *first = place;
        }
    }
    return wrong;
}

static int check_swept(struct sweep *sweep, const struct swept *swept,
                       bool thorough, FILE *out)
{
    struct place first = {0, 0, 0};
    unsigned wrong = sweep_one(sweep, swept, thorough, &first);
    if (wrong == 0)
        return 0;
    fprintf(out,
            "%s: %u outputs differ from the reference, the first at length "
            "%zu, input at %zu, output at %zu\n",
            swept->name, wrong, first.length, first.in_at, first.out_at);
    return 1;
}

/* Boxes must open in place, and not open when a bit of them is wrong. */
static bool secretbox_opens(struct sweep *sweep, size_t length)
{
    uint8_t *box = sweep->got, *message = box + SECRETBOX_TAG;
    size_t size = SECRETBOX_TAG + length, bad = length * 7 % size;
    reference_secretbox_seal(box, sweep->data, length, sweep->nonce,
                             sweep->key);
    box[bad] ^= 0x10;
    if (secretbox_open(message, box, size, sweep->nonce, sweep->key))
        return false;
    box[bad] ^= 0x10;
    return secretbox_open(message, box, size, sweep->nonce, sweep->key) &&
           memcmp(message, sweep->data, length) == 0;
}

static bool chacha20poly1305_opens(struct sweep *sweep, size_t length)
{
    uint8_t *box = sweep->got;
    size_t size = CHACHA20POLY1305_TAG + length, bad = length * 7 % size;
    const struct poly1305_part text[2] = {{sweep->key, 32}, {box, size}};
    const struct poly1305_part plain[2] = {{sweep->key, 32},
                                           {sweep->data, length}};
    reference_chacha20poly1305_seal(box, plain, sweep->nonce, sweep->key);
    box[bad] ^= 0x10;
    if (chacha20poly1305_open(box, text, sweep->nonce, sweep->key))
        return false;
    box[bad] ^= 0x10;
    return chacha20poly1305_open(box, text, sweep->nonce, sweep->key) &&
           memcmp(box, sweep->data, length) == 0;
}

static const struct opener {
    const char *name;
    bool (*opens)(struct sweep *sweep, size_t length);
} openers[] = {
    {"secretbox", secretbox_opens},
    {"chacha20poly1305", chacha20poly1305_opens},
};

static int check_opener(struct sweep *sweep, const struct opener *opener,
                        FILE *out)
{
    for (size_t length = 0; length <= QUICK_LENGTH; length += 5)
        if (!opener->opens(sweep, length)) {
            fprintf(out, "%s: opening a box of %zu bytes went wrong\n",
                    opener->name, length);
            return 1;
        }
    return 0;
}

int driver_sweep(FILE *out, bool thorough)
{
    uint64_t seed = 3;
    int wrong = 0;
    struct sweep *sweep = malloc(sizeof *sweep);
    if (sweep == NULL) {
        fputs("sweep: out of memory\n", out);
        return 1;
    }
    random_bytes(&seed, sweep->key, sizeof sweep->key);
    random_bytes(&seed, sweep->nonce, sizeof sweep->nonce);
    random_bytes(&seed, sweep->data, sizeof sweep->data);
    for (size_t i = 0; i < sizeof all_swept / sizeof all_swept[0]; i++)
        wrong += check_swept(sweep, &all_swept[i], thorough, out);
    for (size_t i = 0; i < sizeof openers / sizeof openers[0]; i++)
        wrong += check_opener(sweep, &openers[i], out);
    free(sweep);
    return wrong + driver_sweep_switch(out);
}
