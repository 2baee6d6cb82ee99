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
#include "db/record.h"

struct error;
struct workload;

/* What one search found; the record is stored and shown once all compilers
 * have been compared. */
struct auto_winner {
    char *cc;
    struct record record;
    json_t *result; /* borrowed from `results` */
    bool found;     /* there is a winner */
    struct strvec flags;
    size_t *choices;
    double gain; /* log, over the first that is found */
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

/* Room for a new one, whose record, flags and choices the caller fills. */
struct auto_winner *auto_winners_add(struct auto_winners *self, const char *cc,
                                     size_t choice_count);
/* Measures all against the first, and notes it in each record. */
bool auto_winners_compare(struct auto_winners *self, struct workload *workload,
                          size_t rounds, double deadline_s, struct error *err);
void auto_winners_release(struct auto_winners *self);

#endif
