/* SPDX-License-Identifier: MIT
 *
 * Blanks what belongs to one machine or its owner.
 */
#include <config.h>

#include "probes/blank.h"

#include <ctype.h>
#include <stdint.h>

#include "base/memory.h"
#include "base/pattern.h"
#include "base/str.h"

/* An Ethernet address by itself, not as a part of something longer. */
#define ETHERNET                                                               \
    "((?<![0-9A-Fa-f:])(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}"                \
    "(?![0-9A-Fa-f:]))"

static const char *const secrets[] = {
    /* "Serial : 0123456789abcdef" of ARM boards */
    "^[Ss]erial[ \\t]*:[ \\t]*([^\\r\\n]*)",
    ETHERNET,
    "([0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})",
};

static void zero(struct str *text, const struct pattern_span *span)
{
    for (size_t i = 0; i < span->length; i++)
        if (isalnum((unsigned char)text->text[span->start + i]))
            text->text[span->start + i] = '0';
}

static void blank_pattern(struct str *text, const char *secret)
{
    struct pattern *pattern = pattern_new(secret, PATTERN_MULTILINE, NULL);
    struct pattern_span groups[2];
    size_t at = 0;
    while (pattern && at < text->length &&
           pattern_match(pattern,
                         (struct pattern_text){text->text, text->length, at},
                         groups, 2)) {
        zero(text, &groups[1]);
        size_t end = groups[0].start + groups[0].length;
        at = end > at ? end : at + 1;
    }
    pattern_free(pattern);
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The name as a word of its own; names of one letter would hit anything. */
static void blank_host(struct str *text, const char *host)
{
    size_t length = strlen(host);
    struct str out = {0};
    const char *from = str_text(text), *at = from;
    if (length < 2)
        return;
    while ((at = strstr(at, host))) {
        bool whole =
            (at == text->text || !is_word(at[-1])) && !is_word(at[length]);
        str_add_bytes(&out, from, (size_t)(at - from));
        str_add(&out, whole ? "host" : host);
        from = at += length;
    }
    str_add(&out, from);
    str_release(text);
    *text = out;
}

void blank_private(struct str *text, const char *host)
{
    if (text->length == 0)
        return;
    for (size_t i = 0; i < sizeof(secrets) / sizeof(*secrets); i++)
        blank_pattern(text, secrets[i]);
    /* A NUL ends a device tree's text; what is behind one stays out. */
    if (strlen(text->text) == text->length)
        blank_host(text, host);
}

void blank_vector(struct str *vector)
{
    enum { HWCAP = 16, HWCAP2 = 26 };
    struct str kept = {0};
    uintptr_t pair[2];
    for (size_t at = 0; at + sizeof(pair) <= vector->length;
         at += sizeof(pair)) {
        memcpy(pair, vector->text + at, sizeof(pair));
        if (pair[0] == HWCAP || pair[0] == HWCAP2)
            str_add_bytes(&kept, pair, sizeof(pair));
    }
    str_release(vector);
    *vector = kept;
}
