/* SPDX-License-Identifier: MIT
 *
 * The core's bench servers as arms: slices of equal work for all builds,
 * sized once so that a sample takes about as long as the protocol says.
 */
#ifndef SEARCH_CORE_ARM_H
#define SEARCH_CORE_ARM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/arm.h"
#include "search/core_server.h"
#include "search/counter.h"

struct core_kernel;
struct error;

struct core_metric {
    const struct core_kernel *kernel; /* borrowed */
    bool cycles;                      /* a block; else work a second */
    uint64_t iterations;              /* of a sample; 0 until calibrated */
    uint64_t checksum;                /* that so many iterations give */
};

/* Whether cycles are counted by the processor itself. */
struct core_counter {
    const struct counter_source *source; /* NULL: it is not asked */
    bool tried;
    bool proved;
    struct str why; /* not proved */
};

/* One for all arms of a workload; must outlive them. */
struct core_timing {
    struct core_server_job job;
    struct core_metric metrics[ARM_METRICS_MAX];
    size_t metric_count;
    uint64_t clock_additions; /* of a clock reading; 0 until calibrated */
    /* For metrics in cycles; the add-chain stands in where it failed. */
    struct core_counter counter;
};

/* Starts the server, calibrates with it when nobody has before, and warms
 * it up.  NULL with ERROR_CHILD when this build cannot be measured, with any
 * other kind when the work must stop. */
struct arm *core_arm_open(struct core_timing *timing, const char *directory,
                          size_t environment_bytes, struct error *err);
/* An arm that reads the add-chain, in additions a nanosecond. */
struct arm *core_clock_open(struct core_timing *timing, const char *directory,
                            struct error *err);
/* Does `share` more work than it says; the checksum is not compared then. */
void core_arm_burden(struct arm *arm, double share);

#endif
