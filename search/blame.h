/* SPDX-License-Identifier: MIT
 *
 * Which values are to blame when code compiles but cannot be used: wrong
 * output, a crash, an instruction that the processor lacks.  The same delta
 * debugging as for refusals of the compiler, but each test builds, verifies
 * and runs.
 */
#ifndef SEARCH_BLAME_H
#define SEARCH_BLAME_H

#include <stdbool.h>

struct builder;
struct code_class;
struct error;
struct ledger;
struct track;

struct blame {
    struct ledger *ledger;
    struct builder *builder;
    struct track *track;
    unsigned tests_max; /* of each class */
};

/* Learns a nogood from a class that was refused when it ran; nothing when one
 * covers it already or its refusal says nothing of flags.  False when the
 * work must stop. */
bool blame_class(const struct blame *self, struct code_class *code,
                 struct error *err);

#endif
