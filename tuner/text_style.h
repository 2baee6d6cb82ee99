/* SPDX-License-Identifier: MIT
 *
 * Lines of text for a terminal of 80 columns: a margin with a key word, text
 * wrapped behind it, and colours where they may be used.  Columns are counted
 * in characters of UTF-8.
 */
#ifndef TUNER_TEXT_STYLE_H
#define TUNER_TEXT_STYLE_H

#include <stdbool.h>
#include <stddef.h>

struct str;

enum { TEXT_WIDTH = 80, TEXT_MARGIN = 12 };

enum text_kind { TEXT_PLAIN, TEXT_BOLD, TEXT_GOOD, TEXT_WARNING, TEXT_FAINT };

struct text_style {
    bool colour;
};

/* How many columns a text takes. */
size_t text_columns(const char *text);
/* How many bytes its first columns take. */
size_t text_prefix(const char *text, size_t columns);
/* The text, coloured, without a line's end.  Control characters become
 * '?'. */
void text_style_add(const struct text_style *style, enum text_kind kind,
                    const char *text, struct str *out);
/* One line, wrapped from column 0. */
void text_style_line(const struct text_style *style, enum text_kind kind,
                     const char *text, struct str *out);
/* A key word filled to the margin. */
void text_style_word(const struct text_style *style, enum text_kind kind,
                     const char *word, struct str *out);
/* A key word in the margin and text wrapped behind it. */
void text_style_wrapped(const struct text_style *style, enum text_kind kind,
                        const char *word, const char *text, struct str *out);
/* Text filled with blanks to a width: on its left, or, for a negative width,
 * on its right. */
void text_style_padded(const struct text_style *style, enum text_kind kind,
                       const char *text, int width, struct str *out);

#endif
