/* SPDX-License-Identifier: MIT
 *
 * Short names of contents: git's blob hash (SHA-1 by libgit2), as hex text.
 * It names code and records; it does not protect anything.
 */
#ifndef BASE_DIGEST_H
#define BASE_DIGEST_H

#include <stddef.h>

enum { DIGEST_SIZE = 41 };

struct digest {
    char hex[DIGEST_SIZE]; /* 40 digits and a NUL; "" for none */
};

struct digest digest_bytes(const void *bytes, size_t length);
struct digest digest_text(const char *text);

#endif
