/* SPDX-License-Identifier: MIT
 *
 * What a compiler makes of "native" on this machine: in explicit flags, which
 * mean the same elsewhere and can be stored, and compared with what the CPU
 * has ("gcc's native loses: asimddp").
 */
#ifndef PROBES_NATIVE_H
#define PROBES_NATIVE_H

#include <stdbool.h>

#include "base/strvec.h"

struct catalogue;
struct compiler;
struct cpu;

struct native {
    const char *option;    /* "-march=native" or, on ARM, "-mcpu=native" */
    struct strvec flags;   /* the same without "native"; none where the
                              compiler gives nothing */
    struct strvec lost;    /* words that the CPU has and these flags lack */
    struct strvec surplus; /* words that these flags need and the CPU lacks */
    bool same;             /* the explicit flags switch on the same features */
};

/* Only for the live machine and a compiler for it.  False when the compiler
 * refuses native, as cross compilers do. */
bool native_resolve(struct native *self, const struct catalogue *catalogue,
                    const struct compiler *compiler, const struct cpu *cpu);
void native_release(struct native *self);

/* Whether programs of the compiler's target run on the machine that tuner
 * itself runs on, without an emulator. */
bool native_is_target(const struct compiler *compiler);

#endif
