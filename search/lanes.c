/* SPDX-License-Identifier: MIT
 *
 * Implementations that fit a vector.
 */
#include <config.h>

#include "search/lanes.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "search/candidate.h"
#include "search/space.h"

/* The number at the end of "salsa20:lanes16"; 0: none. */
static unsigned long blocks_of(const char *label)
{
    const char *end = label + strlen(label);
    const char *digits = end;
    while (digits > label && isdigit((unsigned char)digits[-1]))
        digits--;
    unsigned long blocks = 0;
    return str_parse_ulong(digits, &blocks) ? blocks : 0;
}

static bool is_vector(const char *label)
{
    const char *colon = strchr(label, ':');
    return str_starts(colon ? colon + 1 : label, "vector");
}

/* Vectors before all others, then the most blocks, then the last. */
static bool is_better(const char *label, const char *than)
{
    if (!than || is_vector(label) != is_vector(than))
        return !than || is_vector(label);
    return blocks_of(label) >= blocks_of(than);
}

bool lanes_choose(const struct space *space, unsigned lanes,
                  struct candidate *candidate)
{
    bool chosen = false;
    for (size_t d = 0; d < space->count; d++) {
        const struct dimension *dimension = &space->dimensions[d];
        const char *best = NULL;
        if (dimension->class != DIMENSION_IMPLEMENTATION || dimension->fixed)
            continue;
        for (size_t v = 0; v < dimension->value_count; v++) {
            const char *label = dimension->values[v].label;
            unsigned long blocks = blocks_of(label);
            if (blocks < 2 || blocks > lanes || !is_better(label, best))
                continue;
            best = label;
            candidate_set(candidate, space, d, (uint16_t)v);
            chosen = true;
        }
    }
    return chosen;
}
