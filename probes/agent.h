/* SPDX-License-Identifier: MIT
 *
 * The C files of agent/, which are compiled by the compilers under trial and
 * are data like configs/: copied into a scratch folder, so that messages have
 * the same names every time.
 */
#ifndef PROBES_AGENT_H
#define PROBES_AGENT_H

#include <stdbool.h>

struct catalogue;
struct error;
struct strvec;

/* Files in a scratch folder. */
enum agent_set {
    AGENT_HOSTED, /* hosted.c and what it includes */
    AGENT_BARE,   /* bare.c, with a features.h for the instruction set */
    AGENT_TELL    /* tell.c */
};

/* Copies a set into an existing folder; `isa` as of features_isa(). */
bool agent_copy(const struct catalogue *catalogue, enum agent_set set,
                const char *isa, const char *directory, struct error *err);
/* Adds what a program without libc is compiled and linked with. */
void agent_add_bare_flags(struct strvec *arguments);

#endif
