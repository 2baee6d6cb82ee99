/* SPDX-License-Identifier: MIT
 *
 * What a child leaves behind.  A program can fork into a session of its own
 * and outlive the kill of its group; we adopt such processes (Linux's child
 * subreaper) and end them with the child that they came from.  They are known
 * by a variable in their environment, so that parallel children do not end
 * each other's.
 */
#ifndef BASE_ORPHANS_H
#define BASE_ORPHANS_H

#include <sys/types.h>

#define ORPHANS_VARIABLE "TUNER_CHILD"

struct orphans_mark {
    char text[64]; /* "TUNER_CHILD=<our pid>.<number>" */
};

/* A mark that no other child has. */
struct orphans_mark orphans_new_mark(void);

/* fork(), with the child's pid known here before anybody looks; also makes
 * this process the one that adopts. */
pid_t orphans_fork(const struct orphans_mark *mark);

/* Call after the child was waited for: ends and reaps what it left. */
void orphans_end(pid_t child);

/* Ends what tuners that are dead, killed themselves, have left running.  Reads
 * the environment of each process of our users. */
void orphans_end_abandoned(void);

#endif
