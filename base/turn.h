/* SPDX-License-Identifier: MIT
 *
 * Turns between processes at something that all of them can see but only one
 * should use: a processor to measure on.  A turn is a lock (flock) on an
 * existing file or folder, so that nothing is made and nothing is left when
 * its holder dies.  Where it cannot be locked there is no turn to wait for.
 *
 *     struct turn turn = {0};
 *     turn_init_processor(&turn, 3);
 *     enum turn_end end = turn_take(&turn, 10);
 *     ... measure ...
 *     turn_give(&turn);
 *     turn_release(&turn);
 */
#ifndef BASE_TURN_H
#define BASE_TURN_H

struct turn {
    char *path; /* NULL: nothing to take turns at */
    int fd;     /* while it is held; else -1 */
};

enum turn_end {
    TURN_FREE,  /* it is ours at once */
    TURN_AFTER, /* it is ours after somebody else's */
    TURN_LATE   /* somebody else still has it */
};

/* Copies the path, which need not exist. */
void turn_init(struct turn *self, const char *path);
/* The processor of this number, of this machine. */
void turn_init_processor(struct turn *self, int cpu);
void turn_release(struct turn *self);
/* Waits no longer than that, nor beyond child_cancel_all(). */
enum turn_end turn_take(struct turn *self, double wait_s);
/* Safe without one. */
void turn_give(struct turn *self);

#endif
