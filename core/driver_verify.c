/* SPDX-License-Identifier: MIT
 *
 * Verification, see driver_verify.h.
 */
#include "driver_verify.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "driver_known.h"
#include "driver_sweep.h"
#include "secretbox.h"

static void print_hex(FILE *out, const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length && i < 16; i++)
        fprintf(out, "%02x", bytes[i]);
    if (length > 16)
        fputs("..", out);
}

static bool check_known(const struct known *known, uint8_t *text, FILE *out)
{
    uint8_t expected[256];
    size_t length = known_bytes(known->expected, expected, sizeof expected);
    memset(text, 0, length);
    known->compute(known, text);
    size_t same = 0;
    while (same < length && text[same] == expected[same])
        same++;
    if (same == length)
        return true;
    fprintf(out, "%s: byte %zu is wrong: got ", known->name, same);
    print_hex(out, text + same, length - same);
    fputs(", expected ", out);
    print_hex(out, expected + same, length - same);
    fputc('\n', out);
    return false;
}

int driver_verify(FILE *out, bool thorough)
{
    int wrong = 0;
    uint8_t *text = malloc(KNOWN_TEXT + SECRETBOX_TAG);
    if (text == NULL) {
        fputs("verify: out of memory\n", out);
        return 1;
    }
    for (const struct known *known = known_answers; known->name; known++)
        wrong += !check_known(known, text, out);
    free(text);
    return wrong + driver_sweep(out, thorough);
}
