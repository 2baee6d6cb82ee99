/* SPDX-License-Identifier: MIT
 *
 * An arm is one thing that can be measured: a server of one build, a program
 * that runs once a sample, or a recorded trace.  The race, the confirmation
 * and the self-test know nothing else of what they measure.
 */
#ifndef SEARCH_ARM_H
#define SEARCH_ARM_H

#include <stdbool.h>
#include <stddef.h>

struct error;

enum { ARM_METRICS_MAX = 16 };

/* One reading of one metric, in the metric's own unit.  `value` is by CPU
 * time for single-threaded work (by wall time otherwise, or when the metric
 * is a number that the program printed); `wall` is the same metric by wall
 * time, and equals value where there is no second clock. */
struct sample {
    double value;
    double wall;
};

enum arm_status {
    ARM_OK,
    ARM_FAILED, /* this build can't be measured: it crashed, hung or printed
                   nothing; *err says how.  Drops the arm, not the race */
    ARM_VOID,   /* the round is void (connection lost, machine trouble): the
                   arm lives, the whole round is run again */
    ARM_ERROR   /* the work must stop; *err says why */
};

struct arm;

struct arm_operations {
    /* Reads metric number `metric` of the workload.  When `together` is set
     * in the arm, one call fills samples[0..metrics-1] and metric is 0. */
    enum arm_status (*sample)(struct arm *self, size_t metric,
                              struct sample *samples, struct error *err);
    /* Stops processes and frees what is behind the arm, not the arm. */
    void (*close)(struct arm *self);
};

/* Embedded first in the owner's own struct. */
struct arm {
    const struct arm_operations *operations;
    bool together; /* one run gives all metrics */
};

/* Closes and frees; NULL is fine. */
void arm_free(struct arm *self);

#endif
