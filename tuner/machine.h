/* SPDX-License-Identifier: MIT
 *
 * The machine in front of us, in the words of the database.
 */
#ifndef TUNER_MACHINE_H
#define TUNER_MACHINE_H

#include <stdbool.h>

struct error;
struct options;
struct signature;

/* This machine (or that of --root), the compiler of --cc, and --workload
 * (default core), for db/lookup.h. */
bool machine_signature(const struct options *options, struct signature *out,
                       struct error *err);

#endif
