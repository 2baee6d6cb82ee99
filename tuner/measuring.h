/* SPDX-License-Identifier: MIT
 *
 * What it takes to measure: the data folder, a runner, a workload, the
 * processor to time on and the watch for throttling.  Shared by `tuner
 * bench` and `tuner selftest`, filled from their options (--cc, --runner,
 * --workload, --metric, --cpu).
 */
#ifndef TUNER_MEASURING_H
#define TUNER_MEASURING_H

#include <stdbool.h>

#include "base/str.h"
#include "search/protocol.h"
#include "search/throttle.h"

struct error;
struct options;
struct runner;
struct topology;
struct workload;

struct measuring {
    struct str data;
    const char *cc; /* borrowed */
    struct runner *runner;
    struct workload *workload;
    struct throttle throttle;
    unsigned workers; /* processors to build on */
    int cpu;          /* to time on; -1: wherever */
};

/* Pauses are told with their reason. */
extern const struct protocol_world measuring_world;

/* By --cc, --runner, --cpu, --workload and --metric.  On false nothing is left
 * to release. */
bool measuring_open(struct measuring *self, const struct options *options,
                    struct error *err);
void measuring_release(struct measuring *self);
/* --cpu, where it is given, into *cpu: kinds of processors are measured one by
 * one.  `topology` is of the machine that --cpu counts on, or NULL for one
 * that is not this one. */
bool measuring_take_cpu(const struct options *options,
                        const struct topology *topology, int *cpu,
                        struct error *err);
/* Notes that the workload has for the user, as messages. */
void measuring_say_notes(struct measuring *self);

#endif
