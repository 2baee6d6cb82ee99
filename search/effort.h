/* SPDX-License-Identifier: MIT
 *
 * Efforts: how much is measured, and what budget that wants.
 */
#ifndef SEARCH_EFFORT_H
#define SEARCH_EFFORT_H

#include <stddef.h>

struct effort {
    const char *name;
    double budget_s;    /* 0: until the space is done */
    size_t race_rounds; /* at most, of many against a leader */
    size_t duel_rounds; /* at most, of two */
    size_t minimise_rounds;
    size_t confirm_rounds;
};

/* quick, normal, thorough, exhaustive; ends with a NULL name. */
extern const struct effort effort_table[];
/* NULL when there is none of this name. */
const struct effort *effort_find(const char *name);

#endif
