/* SPDX-License-Identifier: MIT
 *
 * Speed against size: the reference baseline and the choices of a record,
 * and which of them nobody beats in both (the Pareto front).
 */
#ifndef TUNER_TRADEOFF_H
#define TUNER_TRADEOFF_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strvec.h"

struct record;

struct tradeoff {
    const struct strvec *flags; /* borrowed */
    bool baseline;
    double gain; /* against the baseline, whose own is 1 */
    double code_bytes;
    bool front; /* no other is faster and no larger, or smaller and as fast */
};

struct tradeoffs {
    struct tradeoff *items; /* smallest first */
    size_t count;
};

/* Empty when fewer than two of them have both a gain and a size. */
void tradeoffs_init(struct tradeoffs *self, const struct record *record);
void tradeoffs_release(struct tradeoffs *self);

#endif
