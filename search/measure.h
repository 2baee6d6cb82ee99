/* SPDX-License-Identifier: MIT
 *
 * Rounds: one sample of every live arm in an order drawn anew each time,
 * with the add-chain clock among them.  A round in which the machine
 * throttled or a connection went is void and run again.  All samples are
 * kept; comparisons are made within rounds, never across them.
 *
 * The race, the confirmation and the self-test all stand on this one
 * function, measure_round().  Given the same generator and the same arms it
 * does the same.
 *
 * Arms may be put into groups: a group's samples of one metric are taken
 * next to each other, since close in time means alike in noise.  Entries
 * that have the same code for a metric are sampled once for all of them.
 */
#ifndef SEARCH_MEASURE_H
#define SEARCH_MEASURE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/digest.h"
#include "base/rng.h"
#include "search/arm.h"

struct error;
struct metric;
struct protocol;
struct protocol_world;
struct throttle;
struct measure;

/* In the place of a metric: the weighted mean of all metrics' log gains. */
#define MEASURE_OBJECTIVE ((size_t)-1)

enum measure_status {
    MEASURE_OK,
    MEASURE_TIME,      /* the deadline came first */
    MEASURE_CANCELLED, /* Ctrl-C */
    MEASURE_ERROR      /* *err says what */
};

/* Everything is borrowed and must outlive the measure, but for `rng`. */
struct measure_setup {
    const struct metric *metrics;
    size_t metric_count;
    struct rng rng;
    struct arm *clock;                  /* add-chain; NULL: none */
    struct throttle *throttle;          /* NULL: not watched */
    const struct protocol *protocol;    /* NULL: protocol_standard */
    const struct protocol_world *world; /* NULL: the real one */
    double deadline_s; /* no round that would end after it, but for the
                          first; on the world's clock; 0: none */
    double limit_s;    /* and no sample, of whatever round, starts later */
    unsigned skip;     /* bit m: metric m is not sampled, unless an arm
                          gives it along with one that is */
};

struct measure *measure_new(const struct measure_setup *setup);
void measure_free(struct measure *self);

/* Takes part from the next round on; all must be added before the first.
 * `classes` (one a metric, copied) say which code a metric measures: entries
 * of one group with equal digests share a sample.  NULL, or "" in one of
 * them: code of its own.  Returns the entry's number. */
size_t measure_add(struct measure *self, struct arm *arm, unsigned group,
                   const struct digest *classes);
/* No more samples for this entry. */
void measure_retire(struct measure *self, size_t entry);
/* No more samples for the sake of this metric. */
void measure_skip(struct measure *self, size_t metric);
bool measure_is_live(const struct measure *self, size_t entry);
/* Why an arm failed; NULL while it has not.  A failed arm is retired. */
const char *measure_failure(const struct measure *self, size_t entry);

/* Runs one round; void ones are repeated, with pauses that get longer, and
 * waits in all no longer than the protocol allows. */
enum measure_status measure_round(struct measure *self, struct error *err);

/* Rounds that count, and those that were void. */
size_t measure_rounds(const struct measure *self);
size_t measure_void_rounds(const struct measure *self);
/* Seconds spent in pauses. */
double measure_waited_s(const struct measure *self);
/* True when pauses did not help: the longest wait is used up and rounds
 * count although the machine throttles. */
bool measure_is_unsteady(const struct measure *self);
/* What made rounds void, for people: "" when none was. */
const char *measure_void_reason(const struct measure *self);
/* The clock's reading in a round that counts: additions a nanosecond;
 * without a clock what cpufreq shows, in kHz, or 0. */
double measure_clock(const struct measure *self, size_t round);
/* Sample of a round that counts; value is NAN where none was taken. */
struct sample measure_sample(const struct measure *self, size_t round,
                             size_t entry, size_t metric);

/* Log gains of `entry` over `base` in every round in which both were
 * sampled: positive is better, whichever way the metric goes.  `out` has
 * room for measure_rounds(); returns how many. */
size_t measure_gains(const struct measure *self, size_t metric, size_t base,
                     size_t entry, double *out);
/* The same by wall time. */
size_t measure_wall_gains(const struct measure *self, size_t metric,
                          size_t base, size_t entry, double *out);
/* How much an entry's own speed changed from the first quarter of the rounds
 * to the last, as a log gain over all metrics alike: below 0, it became
 * slower.  Comparisons do not mind; a user may want to know. */
double measure_drift(const struct measure *self, size_t entry);
/* Median of an entry's readings of a metric, in its unit. */
double measure_median(const struct measure *self, size_t entry, size_t metric);

#endif
