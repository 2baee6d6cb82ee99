/* SPDX-License-Identifier: MIT
 *
 * Which processors a search uses.  Internal to tuner/tuning.c.
 */
#ifndef TUNER_TUNING_PROCESSORS_H
#define TUNER_TUNING_PROCESSORS_H

#include <stdbool.h>

struct error;
struct tuning;

/* Fills `processors`, `cpu` (--cpu, or one of the fastest kind) and
 * `kind_cpus` from the machine, the runner and the options.  A board behind a
 * connection is asked which of its processors may be used. */
bool tuning_choose_processors(struct tuning *self, struct error *err);

#endif
