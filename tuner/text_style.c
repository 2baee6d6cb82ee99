/* SPDX-License-Identifier: MIT
 *
 * Wrapping and colouring of text.
 */
#include <config.h>

#include "tuner/text_style.h"

#include <string.h>

#include "base/printable.h"
#include "base/str.h"

/* ECMA-48 "select graphic rendition". */
static const char *const sequences[] = {[TEXT_PLAIN] = "",
                                        [TEXT_BOLD] = "\033[1m",
                                        [TEXT_GOOD] = "\033[32m",
                                        [TEXT_WARNING] = "\033[33m",
                                        [TEXT_FAINT] = "\033[2m"};

static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xc0) == 0x80;
}

size_t text_columns(const char *text)
{
    size_t columns = 0;
    for (; *text; text++)
        columns += !is_continuation(*text);
    return columns;
}

size_t text_prefix(const char *text, size_t columns)
{
    size_t length = 0;
    for (; text[length]; length++)
        if (!is_continuation(text[length]) && columns-- == 0)
            break;
    return length;
}

static void add_piece(const struct text_style *style, enum text_kind kind,
                      const char *text, size_t length, struct str *out)
{
    bool coloured = style->colour && sequences[kind][0] && length;
    if (coloured)
        str_add(out, sequences[kind]);
    printable_add(out, text, length);
    if (coloured)
        str_add(out, "\033[0m");
}

void text_style_add(const struct text_style *style, enum text_kind kind,
                    const char *text, struct str *out)
{
    add_piece(style, kind, text, strlen(text), out);
}

static void add_blanks(struct str *out, size_t count)
{
    for (size_t i = 0; i < count; i++)
        str_add_char(out, ' ');
}

/* How many bytes of text fit into so many columns, up to a blank; a single
 * word that is longer stays whole. */
static size_t fitting(const char *text, size_t columns)
{
    size_t best = 0, used = 0;
    for (size_t i = 0;; i++) {
        if (!text[i] || text[i] == ' ') {
            if (used <= columns || !best)
                best = i;
            if (!text[i] || used > columns)
                return best;
        }
        used += !is_continuation(text[i]);
    }
}

/* The first line starts where the caller is; the others are indented. */
static void wrap(const struct text_style *style, enum text_kind kind,
                 const char *text, size_t indent, struct str *out)
{
    do {
        size_t length = fitting(text, TEXT_WIDTH - indent);
        add_piece(style, kind, text, length, out);
        str_add_char(out, '\n');
        text += length;
        text += strspn(text, " ");
        if (*text)
            add_blanks(out, indent);
    } while (*text);
}

void text_style_line(const struct text_style *style, enum text_kind kind,
                     const char *text, struct str *out)
{
    wrap(style, kind, text, 0, out);
}

void text_style_word(const struct text_style *style, enum text_kind kind,
                     const char *word, struct str *out)
{
    text_style_padded(style, kind, word, -TEXT_MARGIN, out);
}

void text_style_wrapped(const struct text_style *style, enum text_kind kind,
                        const char *word, const char *text, struct str *out)
{
    text_style_word(style, TEXT_BOLD, word, out);
    wrap(style, kind, text, TEXT_MARGIN, out);
}

void text_style_padded(const struct text_style *style, enum text_kind kind,
                       const char *text, int width, struct str *out)
{
    size_t columns = text_columns(text);
    size_t wanted = (size_t)(width < 0 ? -width : width);
    size_t blanks = wanted > columns ? wanted - columns : 0;
    if (width > 0)
        add_blanks(out, blanks);
    text_style_add(style, kind, text, out);
    if (width < 0)
        add_blanks(out, blanks);
}
