/* SPDX-License-Identifier: MIT
 *
 * Where classes of code are verified and raced: gets their builds, opens
 * arms, runs the race, closes the arms.  Who cannot be run is refused in the
 * ledger.
 */
#ifndef SEARCH_TRACK_H
#define SEARCH_TRACK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/rng.h"
#include "search/race.h"

struct arm;
struct builder;
struct code_class;
struct error;
struct ledger;
struct protocol;
struct protocol_world;
struct throttle;
struct workload;

/* All borrowed but the clock. */
struct track {
    struct workload *workload;
    struct ledger *ledger;
    struct builder *builder;
    struct throttle *throttle;          /* NULL: not watched */
    const struct protocol *protocol;    /* NULL: protocol_standard */
    const struct protocol_world *world; /* NULL: the real one */
    struct rng rng;
    bool verifies;     /* false where nothing can be run */
    double deadline_s; /* on the world's clock; 0: none; may be changed */
    double limit_s;    /* of all; even a first round ends there */
    struct arm *clock; /* opened with the first race; NULL: there is none */
    double race_s;     /* time spent in races */
    double verify_s;
    /* Called often: what is at work and how far it is; may be NULL. */
    void (*progress)(void *data, const char *what, size_t done, size_t of);
    void *progress_data;
};

struct comparison {
    struct code_class *base; /* gains are over it */
    struct code_class *const *others;
    size_t count;
    enum race_goal goal;
    size_t rounds_most;
    /* What others are sampled for instead of their own parts,
     * ARM_METRICS_MAX each: a part of the base costs nothing.  May be
     * NULL. */
    const struct digest *parts;
    /* Receives the measure's entry of each of the others, or 0 for one that
     * did not run.  May be NULL. */
    size_t *entries;
};

/* Closes the clock. */
void track_release(struct track *self);
/* Verifies the class if that was not done; *usable is false when it is
 * refused.  False when the work must stop. */
bool track_verify(struct track *self, struct code_class *code, bool *usable,
                  struct error *err);
/* As above, and takes one sample of each metric: *usable is false, too, when
 * that fails. */
bool track_try(struct track *self, struct code_class *code, bool *usable,
               struct error *err);
/* Standings of base, others[0], others[1], ... in *out, which the caller
 * releases.  False, with nothing in it, when the work must stop. */
bool track_race(struct track *self, const struct comparison *comparison,
                struct race_result *out, struct error *err);
/* Seconds until the deadline; a large number without one. */
double track_time_left(const struct track *self);
void track_progress(const struct track *self, const char *what, size_t done,
                    size_t of);
/* The tie of the protocol in use. */
double track_tie(const struct track *self);
/* False, with ERROR_CANCELLED, after Ctrl-C. */
bool track_goes_on(struct error *err);

#endif
