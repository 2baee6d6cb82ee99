/* SPDX-License-Identifier: MIT
 *
 * Nogoods: smallest partial assignments that are known to be refused.  A
 * candidate that contains one is skipped without a compiler run.
 *
 * One is found from a refused candidate by delta debugging (Zeller and
 * Hildebrandt, "Simplifying and isolating failure-inducing input", 2002):
 * values are put back to 0 in ever smaller chunks while the refusal stays.
 * Flags that the compiler's message quotes are tried alone first, which
 * mostly needs one run.
 */
#ifndef SEARCH_NOGOOD_H
#define SEARCH_NOGOOD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "probes/refusal.h"

struct candidate;
struct space;
struct str;

struct nogood_pair {
    size_t dimension;
    uint16_t value;
};

struct nogood {
    struct nogood_pair *pairs; /* by dimension, values not 0 */
    size_t count;
    enum refusal refusal;
    char *message;
    size_t hits; /* candidates that it spared */
};

/* `{0}` is empty; its space must not change. */
struct nogood_set {
    struct nogood **items;
    size_t count;
    size_t capacity;
    /* by first pair: numbers of items, see nogood.c */
    struct nogood_bucket *buckets;
    size_t bucket_count;
};

void nogood_set_release(struct nogood_set *self);
/* One that the candidate contains (its hits grow), or NULL; borrowed. */
const struct nogood *nogood_find(struct nogood_set *self,
                                 const struct candidate *candidate);
/* Whether it contains one; counts nothing. */
bool nogood_contains(const struct nogood_set *self,
                     const struct candidate *candidate);
/* Learns that `core` (its values that are not 0) is refused; drops what it
 * makes needless.  False when that was known or core has no such value. */
bool nogood_add(struct nogood_set *self, const struct candidate *core,
                enum refusal refusal, const char *message);
/* The pairs as a key of candidate.h: flags without a level in front. */
void nogood_key(const struct nogood *self, const struct space *space,
                struct str *out);

struct nogood_search {
    const struct space *space;
    const char *message;          /* of the refusal: a hint, may be NULL */
    const struct candidate *good; /* one that is not refused; may be NULL */
    unsigned tests_max;           /* runs that may be spent */
    unsigned tests;               /* runs that were spent */
    /* Whether this candidate is refused in the same way. */
    bool (*is_refused)(const struct candidate *candidate, void *data);
    void *data;
};

/* Reduces a refused candidate, in place, to as few values as the tests
 * allow: every result is known to be refused. */
void nogood_reduce(struct nogood_search *search, struct candidate *refused);

#endif
