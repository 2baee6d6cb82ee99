/* SPDX-License-Identifier: MIT
 *
 * The programs that a trial compiles; for trial.c.
 */
#ifndef PROBES_TRIAL_SOURCE_H
#define PROBES_TRIAL_SOURCE_H

struct catalogue;
struct str;

/* A program with libc: what must compile, assemble and link. */
void trial_source_hosted(struct str *out);
/* A program without libc, for arm, aarch64, x86: executes an instruction of
 * each feature whose macro is defined, and some real loops; its exit code is
 * 0, or 3 for wrong sums. */
void trial_source_bare(const struct catalogue *catalogue, const char *isa,
                       struct str *out);

#endif
