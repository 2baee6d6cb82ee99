/* SPDX-License-Identifier: MIT
 *
 * A growing vector of owned strings, NULL-terminated, so that `items` can be
 * an argv as it stands.
 */
#ifndef BASE_STRVEC_H
#define BASE_STRVEC_H

#include <stdbool.h>
#include <stddef.h>

struct str;

struct strvec {
    char **items; /* NULL while empty: use strvec_argv() */
    size_t count;
    size_t capacity;
};

void strvec_release(struct strvec *self);
void strvec_reset(struct strvec *self);
void strvec_add(struct strvec *self, const char *text);
void strvec_addf(struct strvec *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Takes the string, which must be from malloc. */
void strvec_add_take(struct strvec *self, char *text);
void strvec_add_all(struct strvec *self, const struct strvec *other);
/* A NULL-terminated list of literals. */
void strvec_add_list(struct strvec *self, ...) __attribute__((sentinel));
void strvec_remove(struct strvec *self, size_t index);
bool strvec_contains(const struct strvec *self, const char *text);
bool strvec_equal(const struct strvec *a, const struct strvec *b);
void strvec_sort(struct strvec *self);
/* Sorts and drops repeated strings. */
void strvec_sort_unique(struct strvec *self);
/* An argv, never NULL; borrowed. */
char *const *strvec_argv(const struct strvec *self);
/* Adds the words between any of the separators; empty words are skipped. */
void strvec_split(struct strvec *self, const char *text,
                  const char *separators);
/* Joined with a separator; the caller's to free. */
char *strvec_join(const struct strvec *self, const char *separator);

/* Splits a command line as a POSIX shell would split words that hold no
 * expansions: blanks separate, '...' "..." and \ quote.  False when a quote
 * is left open. */
bool strvec_split_shell(struct strvec *self, const char *text);
/* Appends one word, quoted for a POSIX shell where it needs it. */
void strvec_quote_shell(struct str *out, const char *word);
/* Appends all of them, quoted and with a blank between: what
 * strvec_split_shell() reads back. */
void strvec_join_shell(const struct strvec *self, struct str *out);

#endif
