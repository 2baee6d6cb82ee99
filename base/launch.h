/* SPDX-License-Identifier: MIT
 *
 * Starting a program: pipes, fork, exec.  Internal to base/child*.c; all
 * others use base/child.h.
 */
#ifndef BASE_LAUNCH_H
#define BASE_LAUNCH_H

#include <stdbool.h>
#include <sys/types.h>

struct child_options;
struct error;

/* The pipes of a child: ours[i] talks to its descriptor i; -1 is closed. */
struct pipes {
    int ours[3];
    int theirs[3];
};

#define PIPES_INIT                                                             \
    {                                                                          \
        {-1, -1, -1},                                                          \
        {                                                                      \
            -1, -1, -1                                                         \
        }                                                                      \
    }

/* A pipe for descriptor number (0: to the child, 1 and 2: from it). */
bool pipes_open(struct pipes *pipes, int number);
bool pipes_open_null(int *fd, int flags);
void pipes_close(int fds[3]);
/* Closes all and says that no pipe could be made; returns false. */
bool pipes_error(struct pipes *pipes, struct error *err);

/* Forks and execs with the three descriptors given, which stay the
 * caller's.  The child's pid, or 0 with *err set. */
pid_t launch_child(const struct child_options *options, int in, int out,
                   int error_out, struct error *err);

#endif
