/* SPDX-License-Identifier: MIT
 *
 * Proves gains end to end: builds the baseline and the finalists exactly as
 * their flags say (no hidden alignment flags) in every layout, verifies
 * them, starts fresh processes and confirms.  Equal code is not timed twice.
 *
 *     struct proof_plan plan = {.workload = workload, .baseline = o2,
 *                               .finalists = &o3, .finalist_count = 1};
 *     rng_init(&plan.rng, seed);
 *     struct proof proof;
 *     if (!proof_run(&plan, &proof, err))
 *         return false;
 *     const struct confirm_estimate *gain =
 *         proof_find(&proof, 0, MEASURE_OBJECTIVE);
 *     ...
 *     proof_release(&proof);
 */
#ifndef SEARCH_PROOF_H
#define SEARCH_PROOF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"
#include "search/confirm.h"
#include "search/protocol.h"
#include "search/workload.h"

struct error;
struct strvec;
struct throttle;

/* What is built; all borrowed. */
struct proof_side {
    const char *cc;
    const struct strvec *flags;
    const size_t *choices; /* of every workload_choice; NULL: all first */
};

struct proof_plan {
    struct workload *workload;
    struct proof_side baseline;
    const struct proof_side *finalists;
    size_t finalist_count;
    size_t rounds;    /* 0: the protocol's normal number */
    bool stop_early;  /* see struct confirm_plan */
    unsigned workers; /* threads that build; 0: one */
    struct rng rng;
    struct throttle *throttle;          /* NULL: not watched */
    const struct protocol *protocol;    /* NULL: protocol_standard */
    const struct protocol_world *world; /* NULL: the real one */
    double deadline_s;                  /* 0: none */
    double limit_s;                     /* see struct measure_setup */
    void (*progress)(void *data, size_t round, size_t rounds);
    void *progress_data;
};

enum { PROOF_BASELINE = -1, PROOF_OWN = -2 };
enum { PROOF_LAYOUTS_MAX = PROTOCOL_PADDINGS * PROTOCOL_ENVIRONMENTS };

struct proof_finalist {
    enum refusal refusal;
    char *message; /* of a refusal, or why it could not be measured */
    int same_as;   /* the same code as PROOF_BASELINE, as an earlier finalist
                      (its number), or PROOF_OWN */
    struct digest code;
    uint64_t code_size; /* bytes */
};

struct proof {
    struct proof_finalist *finalists;
    size_t finalist_count;
    struct digest baseline_code;
    uint64_t baseline_code_size;
    size_t layout_count;
    struct layout layouts[PROOF_LAYOUTS_MAX];
    struct confirm_result confirm; /* of those that had to be timed */
    bool timed;                    /* confirm holds something */
    size_t *entrant; /* a finalist's number in confirm, plus one; 0: none */
};

/* False when the work must stop; a baseline that is refused is such a case
 * (ERROR_CHILD, with the compiler's words). */
bool proof_run(const struct proof_plan *plan, struct proof *proof,
               struct error *err);
void proof_release(struct proof *self);
/* How a finalist did; NULL for one that was refused or failed.  One with the
 * baseline's code ties with a gain of 0 and no rounds. */
const struct confirm_estimate *proof_find(const struct proof *self,
                                          size_t finalist, size_t metric);

#endif
