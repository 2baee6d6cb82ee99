/* SPDX-License-Identifier: MIT
 *
 * What `tuner bench` compares: flag sets of --flags, built with the code of
 * --implementation, and the answers of records (--record), each with its own
 * code.  Those of --flags come first, the first of all is the baseline.
 */
#ifndef TUNER_BENCH_SIDES_H
#define TUNER_BENCH_SIDES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strvec.h"

struct error;
struct options;
struct workload;

struct bench_side {
    char *text;          /* the flags as they were given */
    char *record;        /* the file that they are from, or NULL */
    char *code;          /* "salsa20=lanes8 poly1305=reference"; "" for none */
    const char *cc;      /* borrowed */
    struct strvec flags; /* their words */
    size_t *choices;     /* of every workload_choice */
};

struct bench_sides {
    struct bench_side *items;
    size_t count; /* at least 2 once they are read */
};

/* Reads --flags, --record, --implementation and --cc.  A record of another
 * compiler than any --cc is ERROR_USAGE.  The caller releases *self, also on
 * failure. */
bool bench_sides_read(struct bench_sides *self, const struct options *options,
                      const struct workload *workload, struct error *err);
void bench_sides_release(struct bench_sides *self);

#endif
