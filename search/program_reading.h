/* SPDX-License-Identifier: MIT
 *
 * The metrics of one run of a user's program.
 */
#ifndef SEARCH_PROGRAM_READING_H
#define SEARCH_PROGRAM_READING_H

#include <stdbool.h>
#include <stdint.h>

#include "search/arm.h"

struct child_result;
struct error;
struct workload_file;

/* Under this, starting the program is most of what is measured. */
#define PROGRAM_SHORT_RUN_S 0.05
/* More CPU than wall time than this: several threads. */
#define PROGRAM_THREADS_RATIO 1.2

struct program_reading {
    const struct workload_file *file;
    const struct child_result *result;
    uint64_t size_bytes; /* of the build */
    bool threads;        /* `time` is wall time */
};

/* Whether the run did what it should: ended well, and printed what it must
 * and not what it must not.  False: *err says why not. */
bool program_reading_check(const struct program_reading *self,
                           struct error *err);
/* Fills one sample a metric.  False when one has no value. */
bool program_reading_samples(const struct program_reading *self,
                             struct sample *samples, struct error *err);
/* Whether the program used several processors at once. */
bool program_reading_has_threads(const struct child_result *result);

#endif
