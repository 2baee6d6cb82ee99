/* SPDX-License-Identifier: MIT
 *
 * Locks on what is there anyway.
 */
#include <config.h>

#include "base/turn.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/child.h"
#include "base/clock.h"
#include "base/memory.h"

static const double look_s = 0.01;

void turn_init(struct turn *self, const char *path)
{
    *self = (struct turn){.path = xstrdup(path), .fd = -1};
}

void turn_init_processor(struct turn *self, int cpu)
{
    char *path = xasprintf("/sys/devices/system/cpu/cpu%d", cpu);
    turn_init(self, path);
    free(path);
}

void turn_release(struct turn *self)
{
    if (!self || !self->path)
        return;
    turn_give(self);
    free(self->path);
    *self = (struct turn){.fd = -1};
}

enum turn_end turn_take(struct turn *self, double wait_s)
{
    if (!self->path || self->fd >= 0)
        return TURN_FREE;
    int fd = open(self->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return TURN_FREE;
    double deadline = clock_now_s() + wait_s;
    bool waited = false;
    while (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        bool busy = errno == EWOULDBLOCK || errno == EINTR;
        if (!busy || clock_now_s() >= deadline || child_cancelled()) {
            close(fd);
            return busy ? TURN_LATE : TURN_FREE;
        }
        waited = waited || errno == EWOULDBLOCK;
        clock_sleep_s(look_s);
    }
    self->fd = fd;
    return waited ? TURN_AFTER : TURN_FREE;
}

void turn_give(struct turn *self)
{
    if (self->path && self->fd >= 0)
        close(self->fd);
    self->fd = -1;
}
