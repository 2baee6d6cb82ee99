/* SPDX-License-Identifier: MIT
 *
 * The plan of a search on stdout: every flag, its class, and whether this
 * compiler takes it.
 */
#ifndef TUNER_PLAN_TEXT_H
#define TUNER_PLAN_TEXT_H

#include <stdbool.h>

struct error;
struct tuning;

/* `all` adds what is left out, with the reasons.  Compiles each flag once;
 * times nothing. */
bool plan_print(struct tuning *tuning, bool json, bool all, struct error *err);

#endif
