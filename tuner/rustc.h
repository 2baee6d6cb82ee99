/* SPDX-License-Identifier: MIT
 *
 * What of a GCC or clang flag list carries over to rustc: the CPU and its
 * extensions.  Levels and -f flags were proven on another optimiser and stay
 * behind.
 *
 * A CPU's name means different things to the two: LLVM's cortex-a72 has the
 * optional AES and SHA-2 instructions, GCC's has not, and a Raspberry Pi 4,
 * which is one, lacks them.  They are taken away from rustc unless the
 * machine is known to have them.
 *
 * Names were compared with `rustc --print target-cpus` and `--print
 * target-features` of rustc 1.63 and 1.95 and with GCC 12's manual.
 */
#ifndef TUNER_RUSTC_H
#define TUNER_RUSTC_H

#include "base/strvec.h"

struct record;

struct rustc_options {
    char *cpu;              /* for -C target-cpu=; NULL: leave it */
    struct strvec features; /* "+neon", "-aes", for -C target-feature= */
    struct strvec left_out; /* flags that mean nothing to rustc */
};

/* From flags and from the record's target and CPU features. */
void rustc_options_init(struct rustc_options *self, const struct record *record,
                        const struct strvec *flags);
void rustc_options_release(struct rustc_options *self);

#endif
