/* SPDX-License-Identifier: MIT
 *
 * Judges characters.
 */
#include <config.h>

#include "base/printable.h"

#include <stdbool.h>
#include <string.h>

#include "base/str.h"

struct byte_range {
    unsigned char first[3]; /* as UTF-8; unused bytes are 0 */
    unsigned char last;     /* of the last byte of first */
};

/* Characters beyond ASCII that no text of ours needs: they steer terminals,
 * end lines or turn the direction of what follows (Unicode Technical Report
 * 36, 2.10). */
static const struct byte_range hidden[] = {
    {{0xc2, 0x80}, 0x9f},       /* C1 controls */
    {{0xe2, 0x80, 0x8e}, 0x8f}, /* left-to-right and right-to-left marks */
    {{0xe2, 0x80, 0xa8}, 0xae}, /* separators, embeddings, overrides */
    {{0xe2, 0x81, 0xa6}, 0xa9}, /* isolates */
    {{0xef, 0xbb, 0xbf}, 0xbf}, /* byte order mark */
};

static bool is_within(const unsigned char *bytes,
                      const struct byte_range *range)
{
    size_t last = range->first[2] ? 2 : 1;
    for (size_t i = 0; i < last; i++)
        if (bytes[i] != range->first[i])
            return false;
    return bytes[last] >= range->first[last] && bytes[last] <= range->last;
}

static bool is_hidden(const unsigned char *bytes)
{
    for (size_t i = 0; i < sizeof(hidden) / sizeof(*hidden); i++)
        if (is_within(bytes, &hidden[i]))
            return true;
    return false;
}

size_t printable_utf8_length(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    size_t length = s[0] < 0x80   ? 1
                    : s[0] < 0xc2 ? 0
                    : s[0] < 0xe0 ? 2
                    : s[0] < 0xf0 ? 3
                    : s[0] < 0xf5 ? 4
                                  : 0;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    bool low = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    bool high = (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf4 && s[1] > 0x8f);
    return low || high ? 0 : length;
}

enum printable_fault printable_next(const char **text)
{
    const unsigned char *bytes = (const unsigned char *)*text;
    size_t length = printable_utf8_length(*text);
    *text += length ? length : 1;
    if (!length)
        return PRINTABLE_BROKEN;
    if (length == 1)
        return *bytes < 0x20 || *bytes == 0x7f ? PRINTABLE_CONTROL
                                               : PRINTABLE_GOOD;
    return is_hidden(bytes) ? PRINTABLE_HIDDEN : PRINTABLE_GOOD;
}

bool printable_is_utf8(const char *text)
{
    while (*text)
        if (printable_next(&text) == PRINTABLE_BROKEN)
            return false;
    return true;
}

void printable_clean(char *text, const char *kept)
{
    const char *at = text;
    while (*at) {
        char *start = text + (at - text);
        enum printable_fault fault = printable_next(&at);
        bool is_kept = fault == PRINTABLE_CONTROL && strchr(kept, *start);
        if (fault != PRINTABLE_GOOD && !is_kept)
            memset(start, '?', (size_t)(at - start));
    }
}

void printable_add(struct str *out, const char *text, size_t length)
{
    size_t start = out->length;
    str_add_bytes(out, text, strnlen(text, length));
    if (out->text)
        printable_clean(out->text + start, "");
}
