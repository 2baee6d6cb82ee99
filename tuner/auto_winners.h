/* SPDX-License-Identifier: MIT
 *
 * The winners of several compilers, compared in one run: what each has found
 * is built and measured next to the others, so that the table compiler by
 * best flags stands on one set of rounds.
 */
#ifndef TUNER_AUTO_WINNERS_H
#define TUNER_AUTO_WINNERS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/strvec.h"

struct compiler;
struct error;
struct str;
struct workload;

struct auto_winner {
    char *cc;
    char *name; /* "gcc 12.2.0" */
    struct strvec flags;
    size_t *choices;
    double gain; /* log, over the first */
    double low;
    double high;
    bool measured;
};

struct auto_winners {
    struct auto_winner *items;
    size_t count;
    size_t best;     /* of those that were compared */
    json_t *results; /* of each compiler, for --json */
};

/* Room for a new one; the rest is the caller's to fill. */
struct auto_winner *auto_winners_add(struct auto_winners *self,
                                     const struct compiler *compiler,
                                     size_t choice_count);
/* Measures all against the first. */
bool auto_winners_compare(struct auto_winners *self, struct workload *workload,
                          size_t rounds, double deadline_s, struct error *err);
void auto_winners_text(const struct auto_winners *self, struct str *out);
void auto_winners_release(struct auto_winners *self);

#endif
