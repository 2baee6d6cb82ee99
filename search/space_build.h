/* SPDX-License-Identifier: MIT
 *
 * Builds a space for a compiler, a machine and a workload: from configs/,
 * from what the compiler lists by itself, from the probe's recommendation and
 * from the implementations that the workload offers.  Safe by default: what
 * may change results, ABI or meaning is left out unless it is allowed.
 */
#ifndef SEARCH_SPACE_BUILD_H
#define SEARCH_SPACE_BUILD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strvec.h"
#include "search/space.h"

struct error;
struct listing;
struct space_config;
struct workload;

/* Levels in the order of the config's level dimension. */
struct space_level {
    const char *flag;              /* "-O3" */
    const struct listing *listing; /* what is in force under it */
};

struct space_request {
    struct space_config *config;   /* its `used` marks are set */
    const struct listing *listing; /* options and parameters; may be empty */
    const struct space_level *levels;
    size_t level_count;
    const char *isa; /* "x86", "arm", "aarch64" or "" */
    const struct workload *workload;
    const struct strvec *recommended; /* machine flags */
    const struct strvec *machines;    /* further choices of the machine, a flag
                                         list each; may be NULL */
    size_t machine_count;
    const struct strvec *tunes; /* -mtune flags for this CPU, before the
                                   config's; may be NULL */
    bool allowed[FLAG_CLASS_COUNT];
    /* "free": all; "reference": none; else the one implementation of this
     * name where a choice has it, and the reference where not. */
    const char *implementation;
    /* Whether the machine can run what these flags make; NULL: yes. */
    bool (*may_run)(const struct strvec *flags, void *data);
    void *data;
};

/* ERROR_USAGE for an implementation that no choice has. */
bool space_build(const struct space_request *request, struct space *out,
                 struct error *err);

#endif
