/* SPDX-License-Identifier: MIT
 *
 * What `tuner bench` measured, as text and as JSON.
 */
#ifndef TUNER_BENCH_H
#define TUNER_BENCH_H

#include <stdbool.h>
#include <stddef.h>

struct proof;
struct strvec;
struct workload;

/* All borrowed.  flags[0] is the baseline's, the others are finalists' in
 * the proof's order. */
struct bench {
    const struct workload *workload;
    const struct proof *proof;
    const struct strvec *texts; /* flag sets as they were given */
    const char *code;           /* implementations, for people */
};

void bench_print(const struct bench *self);
void bench_print_json(const struct bench *self);

#endif
