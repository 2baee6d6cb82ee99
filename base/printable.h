/* SPDX-License-Identifier: MIT
 *
 * What text may go to terminals and into records: characters of UTF-8 that
 * move no cursor, end no line and hide or turn nothing.  Everything that
 * strangers wrote (names of files, words of compilers, authors of commits)
 * is judged here before it is shown or kept.
 */
#ifndef BASE_PRINTABLE_H
#define BASE_PRINTABLE_H

#include <stdbool.h>
#include <stddef.h>

struct str;

enum printable_fault {
    PRINTABLE_GOOD,
    PRINTABLE_CONTROL, /* C0 with tab and line feed, DEL */
    PRINTABLE_HIDDEN,  /* C1, separators of lines, marks of direction */
    PRINTABLE_BROKEN   /* no UTF-8 */
};

/* Length of the UTF-8 sequence at text, which is not at its end, or 0 when
 * there is none (Unicode 15, table 3-7: neither surrogates nor what lies
 * over U+10FFFF). */
size_t printable_utf8_length(const char *text);

/* Judges the character at *text, which is not at its end, and steps over
 * it; over one byte of what is no UTF-8. */
enum printable_fault printable_next(const char **text);

/* Whether all of it is UTF-8, which is all that JSON can hold. */
bool printable_is_utf8(const char *text);

/* Appends so many bytes of text, or all up to its end, after
 * printable_clean(). */
void printable_add(struct str *out, const char *text, size_t length);

/* Makes '?' of every byte of the characters that are not good, in place,
 * but for those of C0 that are in `kept`. */
void printable_clean(char *text, const char *kept);

#endif
