/* SPDX-License-Identifier: MIT
 *
 * A short candidate in place of a long one: the best short one that is known,
 * or the long one with another machine, whose name is fewer flags, whichever
 * a race finds faster.  Without time for a race it is the known one.
 */
#ifndef SEARCH_BRIEF_H
#define SEARCH_BRIEF_H

#include <stdbool.h>
#include <stddef.h>

struct candidate;
struct error;
struct evaluator;
struct space;

struct brief_plan {
    struct evaluator *evaluator;
    const struct space *space;
    const struct candidate *winner; /* too long */
    const struct candidate *known;  /* short, and measured */
    size_t flags_max;
    size_t rounds_most;
};

/* *out is the caller's; false when the work must stop. */
bool brief_find(const struct brief_plan *plan, struct candidate *out,
                struct error *err);

#endif
