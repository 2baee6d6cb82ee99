/* SPDX-License-Identifier: MIT
 *
 * A candidate: one value index for every dimension of a space.  Only its
 * canonical form is ever built, stored or compared: values without effect
 * (a condition that does not hold, what the level implies anyway) are 0, so
 * that the flag list is the shortest and stands in the space's order.
 *
 *     struct candidate candidate;
 *     candidate_init(&candidate, space);          // every value 0
 *     candidate_set(&candidate, space, dimension, value);
 *     candidate_flags(&candidate, space, &flags);
 *     candidate_release(&candidate);
 */
#ifndef SEARCH_CANDIDATE_H
#define SEARCH_CANDIDATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct space;
struct str;
struct strvec;

struct candidate {
    uint16_t *values; /* count of them */
    size_t count;
};

/* Several, owned; `{0}` is empty. */
struct candidate_list {
    struct candidate *items;
    size_t count;
    size_t capacity;
};

void candidate_init(struct candidate *self, const struct space *space);
void candidate_copy(struct candidate *self, const struct candidate *other);
void candidate_release(struct candidate *self);
/* Sets a value and makes the whole canonical. */
void candidate_set(struct candidate *self, const struct space *space,
                   size_t dimension, uint16_t value);
/* After values were written directly. */
void candidate_canonicalise(struct candidate *self, const struct space *space);
bool candidate_equal(const struct candidate *a, const struct candidate *b);

/* The value of a dimension, or the one that the level implies. */
uint16_t candidate_effective(const struct candidate *self,
                             const struct space *space, size_t dimension);
/* The space's base flags and the candidate's own, added to *out. */
void candidate_flags(const struct candidate *self, const struct space *space,
                     struct strvec *out);
/* As above without the base: what people and records see. */
void candidate_own_flags(const struct candidate *self,
                         const struct space *space, struct strvec *out);
/* Number of flags of its own: shorter is simpler. */
size_t candidate_length(const struct candidate *self,
                        const struct space *space);
/* Value index of every choice of the workload; `choices` has room for all of
 * them. */
void candidate_choices(const struct candidate *self, const struct space *space,
                       size_t *choices);
/* A text that is equal for equal candidates of one space: the own flags, and
 * the implementations that are not the reference as NAME:VALUE, in order,
 * with blanks between; "-O2 -mavx2 salsa20:lanes8".  Added to *out. */
void candidate_key(const struct candidate *self, const struct space *space,
                   struct str *out);

/* The other way, from words: flags in any order (the last of a dimension
 * wins) and NAME:VALUE.  Flags of one value (-mcpu=... -mfpu=...) need not
 * stand together.  What the space does not have goes to *unknown, which may
 * be NULL; false when there was any. *self is canonical. */
bool candidate_parse(struct candidate *self, const struct space *space,
                     const struct strvec *words, struct strvec *unknown);
bool candidate_parse_key(struct candidate *self, const struct space *space,
                         const char *key);

/* Adds a copy; the new item is borrowed. */
struct candidate *candidate_list_add(struct candidate_list *self,
                                     const struct candidate *candidate);
void candidate_list_reset(struct candidate_list *self);
void candidate_list_release(struct candidate_list *self);

#endif
