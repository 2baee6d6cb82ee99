/* SPDX-License-Identifier: MIT
 *
 * Comparing authenticators.
 */
#ifndef CORE_TAG_H
#define CORE_TAG_H

#include <stdbool.h>
#include <stdint.h>

/* In time that does not depend on where they differ. */
static inline bool tag_equal(const uint8_t a[16], const uint8_t b[16])
{
    unsigned difference = 0;
    for (int i = 0; i < 16; i++)
        difference |= (unsigned)(a[i] ^ b[i]);
    return difference == 0;
}

#endif
