/* SPDX-License-Identifier: MIT
 *
 * PCRE2 patterns, compiled once (with JIT where there is one), matched with
 * limits so that a hostile pattern or text cannot run away.
 */
#ifndef BASE_PATTERN_H
#define BASE_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct pattern;

enum pattern_flags {
    PATTERN_MULTILINE = 1,   /* ^ and $ at every line */
    PATTERN_ANY_NEWLINE = 2, /* CR, LF and CR LF end a line */
    PATTERN_CASELESS = 4
};

struct pattern_span {
    size_t start;
    size_t length;
    bool set;
};

/* NULL with a message that shows where the pattern is wrong. */
struct pattern *pattern_new(const char *text, unsigned flags,
                            struct error *err);
void pattern_free(struct pattern *self);

struct pattern_text {
    const char *bytes;
    size_t length;
    size_t from; /* where the search begins; what is before can be seen */
};

/* Finds the next match at or after `from`.  False when there is none or a
 * limit was reached.  groups[0] is the whole match; up to max_groups are
 * filled, the rest are unset. */
bool pattern_match(const struct pattern *self, struct pattern_text text,
                   struct pattern_span *groups, size_t max_groups);
/* Whether the last search ended at a limit and not at the text's end. */
bool pattern_gave_up(const struct pattern *self);
/* Shorthand: does it match anywhere in a NUL-terminated text? */
bool pattern_found(const struct pattern *self, const char *text);
/* Number of a named group, or 0. */
size_t pattern_group(const struct pattern *self, const char *name);
size_t pattern_group_count(const struct pattern *self);

#endif
