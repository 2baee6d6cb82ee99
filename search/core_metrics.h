/* SPDX-License-Identifier: MIT
 *
 * What of the core is timed: kernels by name, and cycles a block of those
 * that have blocks ("salsa20:cycles").  Internal to search/workload_core.c.
 */
#ifndef SEARCH_CORE_METRICS_H
#define SEARCH_CORE_METRICS_H

#include <stdbool.h>

struct core_config;
struct core_timing;
struct error;
struct strvec;
struct workload;

/* Fills the metrics of both; names of NULL, or none: the config's defaults. */
bool core_metrics_choose(struct workload *workload, struct core_timing *timing,
                         const struct core_config *config,
                         const struct strvec *names, struct error *err);

#endif
