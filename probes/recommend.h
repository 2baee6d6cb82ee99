/* SPDX-License-Identifier: MIT
 *
 * The static recommendation: machine flags that fit a CPU and that this
 * compiler takes.  A start for the search and an answer for those who do not
 * search.
 *
 * Names are asked of the compiler, never looked up by version.  What the
 * flags switch on is compared with what the CPU lists; a surplus is taken off
 * or another name is used; what the CPU lists and the flags lack is added
 * where the compiler can say it.  The result was compiled, assembled and
 * linked without a warning.  It never holds "native", a float ABI that is not
 * the compiler's own, or a flag that changes results.  Where nothing fits the
 * list is empty and a note says why.
 */
#ifndef PROBES_RECOMMEND_H
#define PROBES_RECOMMEND_H

#include <stdbool.h>

#include "base/strvec.h"

struct catalogue;
struct compiler;
struct cpu;
struct error;

struct recommendation {
    struct strvec flags;
    struct strvec notes;
};

/* False only when trying flags is not possible at all (no temporary folder,
 * stopped by the user). */
bool recommend_flags(const struct catalogue *catalogue,
                     const struct compiler *compiler, const struct cpu *cpu,
                     struct recommendation *out, struct error *err);
void recommendation_release(struct recommendation *self);

/* Whether programs of this compiler can run on this CPU; when not, a note
 * says why (added to *notes). */
bool recommend_fits(const struct catalogue *catalogue,
                    const struct compiler *compiler, const struct cpu *cpu,
                    struct strvec *notes);

/* Whether the CPU's description and the compiler's target are of one family
 * (ARM of any width, x86 of any width).  When not, an emulator may be showing
 * its host. */
bool recommend_same_family(const struct compiler *compiler,
                           const struct cpu *cpu);

/* The -mfpu of a 32-bit program on this CPU, by its words: "neon-vfpv4",
 * "vfp"; "" without an FPU.  Borrowed constant. */
const char *recommend_arm_fpu(const struct cpu *cpu);

#endif
