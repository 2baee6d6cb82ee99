/* SPDX-License-Identifier: MIT
 *
 * Makes a winner short enough to understand, and says what each of its flags
 * is worth.  First flags go that change nothing in the code, then those
 * whose loss no race can show, then the least useful ones while there are
 * more than eight.  What is left is raced once more, each flag against the
 * winner without it.  Where there are more than eight then, because the time
 * was up or each is worth much, the best short one that is known is taken
 * instead, unless that would be slower than the baseline.
 */
#ifndef SEARCH_MINIMISE_H
#define SEARCH_MINIMISE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/stats.h"
#include "search/candidate.h"

struct error;
struct evaluator;
struct space;

enum { MINIMISE_FLAGS_MAX = 8 };

/* What one value of the winner contributes. */
struct share {
    size_t dimension;
    bool measured;
    double gain; /* log: winner over winner without it */
    struct stats_interval range;
    const char *reason; /* why it stays without a proven share; NULL else */
};

struct minimised {
    struct candidate winner;
    struct share *shares; /* of every value that adds flags */
    size_t share_count;
    size_t same;   /* values dropped for changing nothing */
    size_t idle;   /* values dropped in races */
    bool replaced; /* by plan->brief */
};

struct minimise_plan {
    struct evaluator *evaluator;
    struct space *space; /* values of several flags get shorter ones beside
                            them */
    const struct candidate *winner;
    const struct candidate *brief;     /* the best that is known with at most
                                          MINIMISE_FLAGS_MAX flags; NULL: none */
    const struct candidate *reference; /* the baseline that gains are over:
                                          no slower one replaces; NULL: any */
    size_t rounds_most;
};

/* *out is the caller's; false when the work must stop. */
bool minimise_run(const struct minimise_plan *plan, struct minimised *out,
                  struct error *err);
void minimised_release(struct minimised *self);

#endif
