/* SPDX-License-Identifier: MIT
 *
 * Lists of feature words, as in Features and flags of /proc/cpuinfo, and the
 * expressions of configs/ over them: blanks separate alternatives, + joins
 * words that must be there together.  "neon asimd" is neon or asimd,
 * "aes+pmull" is both.
 */
#ifndef PROBES_WORDS_H
#define PROBES_WORDS_H

#include <stdbool.h>

#include "base/strvec.h"

/* Whether the words satisfy the expression; an empty one always holds. */
bool words_satisfy(const struct strvec *words, const char *expression);
/* Adds the words of a text to *out, each once, in order.  Only plausible
 * words are taken: up to 32 characters of a-z, 0-9, '_', '.', '-'. */
void words_parse(const char *text, struct strvec *out);
/* Removes from *words what `other` does not have. */
void words_intersect(struct strvec *words, const struct strvec *other);
/* Removes a word when it is there. */
void words_drop(struct strvec *words, const char *word);
/* The items of a "," or blank separated list are added to *out. */
void words_split_list(const char *text, struct strvec *out);

#endif
