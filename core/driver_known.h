/* SPDX-License-Identifier: MIT
 *
 * Known answers: published vectors of every kernel, and worked packets.
 */
#ifndef CORE_DRIVER_KNOWN_H
#define CORE_DRIVER_KNOWN_H

#include <stddef.h>
#include <stdint.h>

enum { KNOWN_TEXT = 65536 }; /* bytes of the longest message */

/* One answer. Bytes are in hex; what a compute function has no use for is
 * NULL or 0. */
struct known {
    const char *name;
    /* Fills out, KNOWN_TEXT bytes and SECRETBOX_TAG more. */
    void (*compute)(const struct known *known, uint8_t *out);
    const char *key;
    const char *nonce;
    const char *input;
    unsigned number;
    const char *expected;
};

/* The table; its last entry has no name. */
extern const struct known known_answers[];

/* Turns hex digits into bytes, `limit` at most; returns how many. */
size_t known_bytes(const char *hex, uint8_t *bytes, size_t limit);

#endif
