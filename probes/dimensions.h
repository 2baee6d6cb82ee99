/* SPDX-License-Identifier: MIT
 *
 * The machine's choices for a search: values of -march, -mcpu, -mtune, -mfpu,
 * -mfloat-abi, -marm and -mthumb, and the vector width, as the compiler lists
 * them, limited to what the CPU has.  On AArch64 there is no -mfpu,
 * -mfloat-abi or -marm; the float ABI is never another than the compiler's.
 */
#ifndef PROBES_DIMENSIONS_H
#define PROBES_DIMENSIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strvec.h"

struct catalogue;
struct compiler;
struct cpu;

struct dimension_values {
    const char *name;     /* "-mcpu" */
    struct strvec *lists; /* each value: one flag or a few that go together;
                             best guesses first */
    size_t count;
    size_t capacity;
};

struct dimensions {
    struct dimension_values *items;
    size_t count;
};

/* Asks the compiler some dozens of times, on up to `workers` threads. */
void dimensions_load(struct dimensions *self, const struct catalogue *catalogue,
                     const struct compiler *compiler, const struct cpu *cpu,
                     unsigned workers);
void dimensions_release(struct dimensions *self);

/* Flag lists for a search that has one dimension for the machine: each -mcpu
 * and -march, best guesses first and in turn, and the first of them with each
 * other -mfpu; at most `max`. */
void dimensions_combine(const struct dimensions *self, size_t max,
                        struct dimension_values *out);
void dimension_values_release(struct dimension_values *self);
/* Borrowed; NULL when there is none of this name. */
const struct dimension_values *dimensions_find(const struct dimensions *self,
                                               const char *name);

/* Whether the compiler takes the flags and switches nothing on with them that
 * the CPU lacks. */
bool dimensions_may_run(const struct catalogue *catalogue,
                        const struct compiler *compiler, const struct cpu *cpu,
                        const struct strvec *flags);

#endif
