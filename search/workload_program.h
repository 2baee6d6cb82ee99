/* SPDX-License-Identifier: MIT
 *
 * A user's program as a workload: built as its workload file says, run
 * through a runner, measured by what it prints and what it takes.
 *
 * One run gives all metrics.  A run that gives no value for one of them, or
 * ends with another exit code than 0, has failed; it is never 0.  CPU time is
 * taken for a program of one thread and wall time for one of several, which
 * the first run shows unless the file says it.
 */
#ifndef SEARCH_WORKLOAD_PROGRAM_H
#define SEARCH_WORKLOAD_PROGRAM_H

struct error;
struct runner;
struct workload;

struct workload_program_settings {
    const char *path;      /* of the workload file */
    const char *base;      /* of a relative source folder; NULL: the file's */
    struct runner *runner; /* borrowed */
    int pin_cpu_plus_one;  /* for runs; 0: wherever */
};

/* Reads the file and copies the sources. */
struct workload *
workload_program_new(const struct workload_program_settings *settings,
                     struct error *err);
/* The same workload behind another runner.  Builds are shared: what one has
 * built the other need not build. */
struct workload *workload_program_share(struct workload *workload,
                                        struct runner *runner,
                                        int pin_cpu_plus_one,
                                        struct error *err);

#endif
