/* SPDX-License-Identifier: MIT
 *
 * Numbers out of what a program printed: the metric engine.
 *
 * A pattern is a PCRE2 one with ^ and $ at every line; a carriage return
 * ends a line as a newline does, and `.` stops at both.  The number is
 *   - the group `value`,
 *   - or else the groups `h`, `m` and `s`, added up to seconds,
 *   - or else the first group that is not `prefix`.
 * A group `prefix` scales it: k M G T (and K) by powers of 1000, Ki Mi Gi Ti
 * by powers of 1024, m u n downwards; an empty or unset one does not scale.
 * A match whose group is no decimal number ("N/A", "nan", "1,5") is no match,
 * never 0.  The decimal mark is a point whatever the locale.
 *
 * Bytes may be anything, NUL included.  One call takes at most
 * EXTRACT_SECONDS of CPU time, then it fails and says so.
 */
#ifndef SEARCH_EXTRACT_H
#define SEARCH_EXTRACT_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct extract;

enum { EXTRACT_SECONDS = 5 };

enum extract_match { EXTRACT_FIRST, EXTRACT_LAST };

/* "first" or "last"; false for another word. */
bool extract_match_parse(const char *word, enum extract_match *out);

/* NULL when the pattern is wrong (the message shows where) or has no group
 * that could hold the number. */
struct extract *extract_new(const char *pattern, struct error *err);
void extract_free(struct extract *self);

struct extract_values {
    double *items;
    size_t count;
    size_t capacity;
};

void extract_values_release(struct extract_values *self);

/* Adds the number of every match, in order; none is fine.  False only when
 * it took too long. */
bool extract_all(const struct extract *self, const char *text, size_t length,
                 struct extract_values *out, struct error *err);
struct extract_question {
    enum extract_match match;
    const char *text;
    size_t length;
};

/* The first or the last number.  False, with *value untouched, when there is
 * none: the message tells "no match" from "matched, but no number". */
bool extract_value(const struct extract *self,
                   const struct extract_question *question, double *value,
                   struct error *err);

#endif
