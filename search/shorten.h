/* SPDX-License-Identifier: MIT
 *
 * Makes the values of a candidate that are many flags as short as its code
 * allows, by compiling alone.  A machine that the compiler has no name for is
 * such a value: most of its flags change nothing in the code at hand.
 */
#ifndef SEARCH_SHORTEN_H
#define SEARCH_SHORTEN_H

#include <stdbool.h>
#include <stddef.h>

struct candidate;
struct error;
struct evaluator;
struct space;

struct shortening {
    struct evaluator *evaluator;
    struct space *space;      /* gets the shorter values */
    struct candidate *winner; /* in and out */
    size_t flags_max;         /* longer values are worth more builds */
    size_t dropped;           /* flags that went */
};

/* False when the work must stop. */
bool shorten_candidate(struct shortening *self, struct error *err);

#endif
