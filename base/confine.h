/* SPDX-License-Identifier: MIT
 *
 * What a child gives up between fork and exec: new privileges, rights,
 * memory, processes, the network.  Internal to base/launch.c and
 * base/child*.c.
 */
#ifndef BASE_CONFINE_H
#define BASE_CONFINE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct child_options;

/* All that is needed then, prepared before the fork. */
struct confine {
    const struct child_options *options;
    pid_t parent;
    uint64_t processes; /* of the user in all; 0: as ours */
    char uid_map[48];   /* the same numbers inside as outside */
    char gid_map[48];
};

void confine_prepare(struct confine *self, const struct child_options *options);
/* In the child; makes async-signal-safe calls only.  What a kernel does not
 * have is left out without a word, but for the user: false, with errno set,
 * when rights are not what they must be. */
bool confine_enter(const struct confine *self);

#endif
