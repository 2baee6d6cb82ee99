/* SPDX-License-Identifier: MIT
 *
 * Tries a set of flags: compiles, assembles and links a program with real
 * floating-point functions and a libc header, and runs one that executes an
 * instruction of every feature that the flags switch on.  What a compiler
 * accepts is not what a CPU can run: `-mcpu=...+crypto` builds well on a
 * board without AES, and no loop of a small test would ever use it.
 *
 * The program that runs has no libc in it, so that the verdict is about the
 * flags and not about the libc of a cross compiler; only where it can't be
 * linked (profiling, sanitizers) the one with libc runs.
 *
 * Safe to call from several threads at once.
 */
#ifndef PROBES_TRIAL_H
#define PROBES_TRIAL_H

#include <stdbool.h>

#include "probes/refusal.h"

struct catalogue;
struct child_result;
struct compiler;
struct error;
struct strvec;

enum trial_depth {
    TRIAL_COMPILE,  /* the compiler proper takes the flags and the source */
    TRIAL_ASSEMBLE, /* and its assembler the output */
    TRIAL_LINK,     /* and the linker makes a program of it */
    TRIAL_RUN       /* and that runs */
};

/* How to run a program that lies in a folder of this machine.  False: could
 * not be tried; else *result (its owner releases it). */
struct trial_runner {
    bool (*run)(void *data, const char *directory, const char *program,
                struct child_result *result, struct error *err);
    void *data;
};

struct trial {
    const struct compiler *compiler;
    const struct catalogue *catalogue;
    enum trial_depth depth;
    const struct trial_runner *runner; /* NULL: this machine */
};

struct trial_result {
    enum refusal refusal;
    char *message; /* the compiler's or the program's words; NULL for none */
};

/* False only when the trial itself could not be made (no room for files,
 * stopped by the user).  *out is untouched then. */
bool trial_run(const struct trial *self, const struct strvec *flags,
               struct trial_result *out, struct error *err);
void trial_result_release(struct trial_result *self);

/* A runner that puts words in front of the program ("qemu-arm -cpu
 * cortex-a8"); data is a struct strvec. */
bool trial_run_prefixed(void *data, const char *directory, const char *program,
                        struct child_result *result, struct error *err);

/* Why a flag must not even be tried: it makes the compiler run or load
 * something, read its arguments from a file, write other files than the
 * output or print instead of compiling.  NULL when it may. */
const char *trial_forbids(const char *flag);

/* What a compiler's end and words mean; `out` is stdout and stderr. For
 * those who run a compiler themselves.  *message gets the lines that say why
 * (yours to free). */
enum refusal trial_classify(const struct child_result *result, char **message);

#endif
