/* SPDX-License-Identifier: MIT
 *
 * The core as a workload: core/kernels.conf names its units, their
 * implementations and its metrics.
 *
 * Each unit is compiled by itself and kept under (compiler, flags, unit,
 * implementation), so that no work is done twice; the driver is compiled
 * with fixed flags and the candidate's ABI and machine flags.  A program is
 * linked once for each code and layout.  Units that no chosen metric needs
 * are compiled like the driver and are none of the workload's units. Everything
 * lies in one private folder that goes with the workload.
 *
 * The first build that is opened is the baseline by which iterations are
 * calibrated, once, for all.
 */
#ifndef SEARCH_WORKLOAD_CORE_H
#define SEARCH_WORKLOAD_CORE_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct runner;
struct strvec;
struct workload;

struct workload_core_settings {
    const char *directory;        /* that holds kernels.conf */
    struct runner *runner;        /* borrowed */
    const struct strvec *metrics; /* names; NULL or empty: those that
                                     kernels.conf calls default */
    int pin_cpu_plus_one;         /* for timing; 0: wherever */
};

/* Metrics have the names of kernels.conf; `<name>:cycles` is the same in
 * cycles a block of 64 bytes.  NULL with ERROR_USAGE for one that is none
 * (lists those that are). */
struct workload *
workload_core_new(const struct workload_core_settings *settings,
                  struct error *err);

#endif
