/* SPDX-License-Identifier: MIT
 *
 * Asks the machine behind a runner what a process there sees: a tiny program
 * without libc, compiled with the compiler at hand, prints its auxiliary
 * vector, uname, MIDR and /proc/cpuinfo.  The answers are written as a root
 * for the probes.
 *
 * An emulator in user mode shows its host's /proc/cpuinfo; the auxiliary
 * vector is the emulated CPU's own.  Such text is replaced by one made of the
 * vector's words and, where the runner's command names a CPU ("-cpu
 * cortex-a8"), of that core's numbers.
 */
#ifndef PROBES_TELLER_H
#define PROBES_TELLER_H

#include <stdbool.h>

struct catalogue;
struct compiler;
struct error;
struct trial_runner;

struct teller {
    const struct compiler *compiler;
    const struct catalogue *catalogue;
    const struct trial_runner *runner;
    const char *runner_text; /* its command, for "-cpu NAME"; may be "" */
};

/* Writes files below `root`, an existing folder.  False when the program
 * cannot be built or does not run there. */
bool teller_record(const struct teller *self, const char *root,
                   struct error *err);

/* The argument of "-cpu" in a runner's command, or "": to *out of `size`
 * bytes. */
void teller_named_cpu(const char *runner_text, char *out, unsigned size);

#endif
