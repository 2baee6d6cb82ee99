/* SPDX-License-Identifier: MIT
 *
 * The self-test's live source: processes of one build of the core in several
 * layouts.
 */
#ifndef SEARCH_SELFTEST_CORE_H
#define SEARCH_SELFTEST_CORE_H

#include <stdbool.h>

#include "search/selftest.h"

struct trace;
struct workload;

struct selftest_core;

/* Builds the core with its default flags and verifies it; borrows the
 * workload, which must be the core. */
struct selftest_core *selftest_core_new(struct workload *workload,
                                        const char *cc, unsigned workers,
                                        struct error *err);
void selftest_core_free(struct selftest_core *self);
/* Good as long as self. */
struct selftest_source selftest_core_source(struct selftest_core *self);
/* Records how long `count` equal slices take, one after the other. */
bool selftest_core_record(struct selftest_core *self, size_t count,
                          struct trace *out, struct error *err);

#endif
