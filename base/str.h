/* SPDX-License-Identifier: MIT
 *
 * A growing byte string.  `text` is always terminated by a NUL (and is ""
 * for the empty {0} after str_text), `length` does not count it; bytes may
 * be anything.
 */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdbool.h>
#include <stddef.h>

struct str {
    char *text; /* NULL while nothing was added: use str_text() to read */
    size_t length;
    size_t capacity;
};

void str_release(struct str *self);
/* Forgets the content, keeps the memory. */
void str_reset(struct str *self);
void str_add(struct str *self, const char *text);
void str_add_bytes(struct str *self, const void *bytes, size_t length);
void str_add_char(struct str *self, char c);
void str_addf(struct str *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Borrowed content, never NULL. */
const char *str_text(const struct str *self);
/* The content is the caller's (free it); self is empty again. */
char *str_detach(struct str *self);

/* Whether text begins or ends so. */
bool str_starts(const char *text, const char *prefix);
bool str_ends(const char *text, const char *suffix);
/* Whether text is this name, or begins like one that ends in '*'. */
bool str_fits(const char *text, const char *name);
/* Removes white space at both ends, in place; returns the new start. */
char *str_trim(char *text);

/* Whole-text numbers in the C locale; false (and *out untouched) when the
 * text is anything else or out of range.  Base 10, or 16 with 0x. */
bool str_parse_ulong(const char *text, unsigned long *out);
bool str_parse_long(const char *text, long *out);
/* Finite decimals only: no nan, inf or hexadecimal floats. */
bool str_parse_double(const char *text, double *out);
/* "90", "90s", "5m", "2h" in seconds. */
bool str_parse_duration(const char *text, double *seconds);

/* Number of single-character edits between two words (Levenshtein 1966),
 * with a swap of neighbours counted as one (Damerau 1964). */
size_t str_edit_distance(const char *a, const char *b);

#endif
