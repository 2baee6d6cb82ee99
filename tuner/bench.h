/* SPDX-License-Identifier: MIT
 *
 * What `tuner bench` measured, as text and as JSON.
 */
#ifndef TUNER_BENCH_H
#define TUNER_BENCH_H

#include <stdbool.h>
#include <stddef.h>

struct bench_sides;
struct proof;
struct workload;

/* All borrowed.  The first side is the baseline's, the others are finalists' in
 * the proof's order. */
struct bench {
    const struct workload *workload;
    const struct proof *proof;
    const struct bench_sides *sides;
};

/* To stdout: a table a metric, or one JSON object. */
void bench_print(const struct bench *self);
void bench_print_json(const struct bench *self);

#endif
