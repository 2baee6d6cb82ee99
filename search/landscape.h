/* SPDX-License-Identifier: MIT
 *
 * Finished journals as a recorded landscape: a workload that builds nothing
 * and answers from what was measured once, so that strategies are compared
 * without noise and without waiting.  What was not recorded is refused.
 *
 * Several recordings over the same flags, each of other kernels, make one
 * landscape: kernels lie in units of their own, so that every combination of
 * their implementations is known though none was ever built.
 */
#ifndef SEARCH_LANDSCAPE_H
#define SEARCH_LANDSCAPE_H

#include <stdbool.h>
#include <stddef.h>

#include "search/ledger.h"
#include "search/space.h"
#include "search/workload.h"

struct error;

enum { LANDSCAPE_RECORDINGS_MAX = 8 };

/* One journal. */
struct recording {
    struct space space;
    struct workload workload; /* its metrics and units; it cannot be run */
    struct ledger ledger;
    size_t first_metric; /* in the landscape's list */
};

/* The workload's units are its metrics: each has the digest of the part that
 * it depends on. */
struct landscape {
    struct workload workload; /* first: it is one */
    struct space space;       /* the flags, and all implementations */
    struct recording *recordings;
    size_t recording_count;
    double size_weight;
    double best; /* highest score that is known to be there */
};

/* Paths of one or more journals. */
bool landscape_load(struct landscape *self, char *const *paths, size_t count,
                    struct error *err);
void landscape_release(struct landscape *self);

#endif
