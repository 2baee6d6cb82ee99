/* SPDX-License-Identifier: MIT
 *
 * How much is measured.
 */
#include <config.h>

#include "search/effort.h"

#include "base/memory.h"

/* Rounds are looks of the protocol; what a race can tell apart at so many is
 * in HACKING.md. */
const struct effort effort_table[] = {
    {"quick", 60, 18, 40, 60, 60},
    {"normal", 300, 27, 90, 135, 200},
    {"thorough", 1800, 40, 200, 200, 200},
    {"exhaustive", 0, 40, 200, 200, 200},
    {NULL, 0, 0, 0, 0, 0},
};

const struct effort *effort_find(const char *name)
{
    for (const struct effort *at = effort_table; at->name; at++)
        if (strcmp(at->name, name) == 0)
            return at;
    return NULL;
}
