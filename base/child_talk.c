/* SPDX-License-Identifier: MIT
 *
 * Children that stay and answer line by line.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/launch.h"
#include "base/memory.h"
#include "base/orphans.h"

enum {
    LINE_BYTES_MAX = 65536,
    POLL_STEP_MS = 100, /* how soon a cancel is seen */
    STOP_GRACE_MS = 300 /* between closing the pipes and SIGKILL */
};

bool child_start(const struct child_options *options, struct child *self,
                 struct error *err)
{
    struct pipes pipes = PIPES_INIT;
    if (!pipes_open(&pipes, 0) || !pipes_open(&pipes, 1) ||
        !pipes_open_null(&pipes.theirs[2], O_WRONLY))
        return pipes_error(&pipes, err);
    pid_t pid = launch_child(options, pipes.theirs[0], pipes.theirs[1],
                             pipes.theirs[2], err);
    pipes_close(pipes.theirs);
    if (!pid) {
        pipes_close(pipes.ours);
        return false;
    }
    *self =
        (struct child){.pid = pid, .in = pipes.ours[0], .out = pipes.ours[1]};
    return true;
}

/* Says how a child that stopped answering has ended. */
static bool gone(struct child *self, struct error *err)
{
    struct child_result result = {0};
    struct str text = {0};
    for (int i = 0; i < STOP_GRACE_MS && child_is_alive(self); i++)
        clock_sleep_s(0.001);
    if (child_is_alive(self))
        str_add(&text, "it closed its output");
    else {
        child_result_fill_end(&result, self->exit_status);
        child_describe_end(&result, &text);
    }
    error_set(err, ERROR_CHILD, "the program ended: %s", str_text(&text));
    str_release(&text);
    return false;
}

bool child_send_line(struct child *self, const char *line, struct error *err)
{
    struct str text = {0};
    str_addf(&text, "%s\n", line);
    bool ok = file_put(self->in, text.text, text.length);
    str_release(&text);
    return ok || gone(self, err);
}

/* Moves the first line out of pending; false when there is none yet. */
static bool take_line(struct child *self, struct str *line)
{
    if (!self->pending.length)
        return false;
    char *end = memchr(self->pending.text, '\n', self->pending.length);
    if (!end)
        return false;
    size_t length = (size_t)(end - self->pending.text);
    str_reset(line);
    str_add_bytes(line, self->pending.text, length);
    self->pending.length -= length + 1;
    memmove(self->pending.text, end + 1, self->pending.length + 1);
    return true;
}

/* Waits for more output; false with *err for end, time-out or cancel. */
static bool await_output(struct child *self, uint64_t deadline_ns,
                         struct error *err)
{
    for (;;) {
        uint64_t now = clock_now_ns();
        if (child_cancelled())
            return error_set(err, ERROR_CANCELLED, "stopped");
        if (now >= deadline_ns)
            return error_set(err, ERROR_CHILD, "no answer in time");
        uint64_t left = (deadline_ns - now) / 1000000u + 1;
        struct pollfd polled = {.fd = self->out, .events = POLLIN};
        int ready =
            poll(&polled, 1, left < POLL_STEP_MS ? (int)left : POLL_STEP_MS);
        if (ready > 0)
            return true;
    }
}

bool child_read_line(struct child *self, unsigned timeout_ms, struct str *line,
                     struct error *err)
{
    uint64_t deadline_ns = clock_now_ns() + (uint64_t)timeout_ms * 1000000u;
    while (!take_line(self, line)) {
        char buffer[4096];
        if (self->pending.length > LINE_BYTES_MAX)
            return error_set(err, ERROR_CHILD, "an answer without an end");
        if (!await_output(self, deadline_ns, err))
            return false;
        ssize_t got = read(self->out, buffer, sizeof(buffer));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return gone(self, err);
        str_add_bytes(&self->pending, buffer, (size_t)got);
    }
    return true;
}

bool child_is_alive(struct child *self)
{
    if (self->pid <= 0)
        return false;
    siginfo_t info = {0};
    if (waitid(P_PID, (id_t)self->pid, &info, WEXITED | WNOHANG | WNOWAIT) !=
            0 ||
        info.si_pid == 0)
        return true;
    /* As waitpid would give it, for fill_end(). */
    self->exit_status = info.si_code == CLD_EXITED
                            ? (info.si_status & 0xff) << 8
                            : info.si_status & 0x7f;
    return false;
}

void child_stop(struct child *self)
{
    if (self->pid <= 0)
        return;
    close(self->in);
    for (int i = 0; i < STOP_GRACE_MS && child_is_alive(self); i++)
        clock_sleep_s(0.001);
    kill(-self->pid, SIGKILL);
    close(self->out);
    while (waitpid(self->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    orphans_end(self->pid);
    str_release(&self->pending);
    *self = (struct child){.exit_status = self->exit_status};
}
