/* SPDX-License-Identifier: MIT
 *
 * Runs a program to its end and keeps what it said.
 */
#include <config.h>

#include "base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/launch.h"
#include "base/orphans.h"

enum {
    POLL_STEP_MS = 100,  /* how soon a cancel is seen */
    PROBE_STEP_MS = 2,   /* between looks where there is no pidfd */
    DRAIN_GRACE_MS = 500 /* for output that a grandchild still holds */
};

static volatile sig_atomic_t cancelled;

void child_cancel_all(void)
{
    cancelled = 1;
}

bool child_cancelled(void)
{
    return cancelled != 0;
}

void child_cancel_reset(void)
{
    cancelled = 0;
}

static void set_nonblocking(int fd)
{
    if (fd >= 0)
        fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

/* Reads what is there; closes *fd at its end. */
static void drain(int *fd, struct str *into, size_t max, bool *truncated)
{
    char buffer[16384];
    ssize_t got = read(*fd, buffer, sizeof(buffer));
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0) {
        close(*fd);
        *fd = -1;
        return;
    }
    size_t room = into->length < max ? max - into->length : 0;
    if ((size_t)got > room)
        *truncated = true;
    str_add_bytes(into, buffer, (size_t)got < room ? (size_t)got : room);
}

/* Feeds stdin; closes it when all is written or nobody reads. */
static void feed(int *fd, const struct child_options *options, size_t *done)
{
    ssize_t put =
        write(*fd, options->input + *done, options->input_length - *done);
    if (put > 0)
        *done += (size_t)put;
    bool failed = put < 0 && errno != EAGAIN && errno != EINTR;
    if (failed || *done == options->input_length) {
        close(*fd);
        *fd = -1;
    }
}

struct watch {
    const struct child_options *options;
    struct child_result *result;
    struct pipes pipes;
    pid_t pid;
    uint64_t started_ns;
    uint64_t killed_ns; /* 0: not killed by us */
    bool cancelled;     /* killed by child_cancel_all(), not by the clock */
    uint64_t dead_ns;   /* when the leader was seen dead; 0: it lives */
    int pidfd;          /* readable at the leader's end, so that its wall
                           time is exact; -1 on kernels before 5.3 */
    size_t fed;
};

static uint64_t elapsed_ms(uint64_t since_ns)
{
    return (clock_now_ns() - since_ns) / 1000000u;
}

/* Kills the group for a time-out or a cancel; true once it was killed. */
static bool check_limits(struct watch *watch)
{
    if (watch->killed_ns)
        return true;
    const struct child_options *options = watch->options;
    bool late = options->timeout_ms &&
                elapsed_ms(watch->started_ns) >= options->timeout_ms;
    if (!late && !cancelled)
        return false;
    if (late)
        watch->result->end = CHILD_TIMEOUT;
    watch->cancelled = !late;
    watch->killed_ns = clock_now_ns();
    kill(-watch->pid, SIGKILL);
    return true;
}

static int poll_timeout(const struct watch *watch)
{
    const struct child_options *options = watch->options;
    uint64_t step = watch->pidfd >= 0 ? POLL_STEP_MS : PROBE_STEP_MS;
    if (!options->timeout_ms || watch->killed_ns)
        return (int)step;
    uint64_t used = elapsed_ms(watch->started_ns);
    uint64_t left = used < options->timeout_ms ? options->timeout_ms - used : 0;
    return (int)(left < step ? left : step);
}

/* Waits for something to happen and moves bytes both ways. */
static void move_data(struct watch *watch)
{
    struct pollfd polled[4];
    for (int i = 0; i < 3; i++)
        polled[i] = (struct pollfd){.fd = watch->pipes.ours[i],
                                    .events = i == 0 ? POLLOUT : POLLIN};
    int end = watch->dead_ns ? -1 : watch->pidfd;
    polled[3] = (struct pollfd){.fd = end, .events = POLLIN};
    if (poll(polled, 4, poll_timeout(watch)) <= 0)
        return;
    size_t max = watch->options->output_max ? watch->options->output_max
                                            : CHILD_OUTPUT_DEFAULT;
    struct str *into[] = {NULL, &watch->result->out, &watch->result->err};
    if (polled[0].revents)
        feed(&watch->pipes.ours[0], watch->options, &watch->fed);
    for (int i = 1; i < 3; i++)
        if (polled[i].revents)
            drain(&watch->pipes.ours[i], into[i], max,
                  &watch->result->truncated);
}

/* Whether the leader is dead, without reaping it: while it is a zombie its
 * group id cannot be given to somebody else. */
static bool leader_ended(pid_t pid)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == pid;
}

/* Notes the leader's end at the first sight of it. */
static bool leader_is_dead(struct watch *watch)
{
    if (!watch->dead_ns && leader_ended(watch->pid))
        watch->dead_ns = clock_now_ns();
    return watch->dead_ns != 0;
}

/* Until the pipes are closed, or the leader is dead and what it left behind
 * has had its time. */
static void pump(struct watch *watch)
{
    while (watch->pipes.ours[1] >= 0 || watch->pipes.ours[2] >= 0) {
        bool killed = check_limits(watch);
        if (leader_is_dead(watch) &&
            (killed || elapsed_ms(watch->dead_ns) >= DRAIN_GRACE_MS))
            return;
        move_data(watch);
    }
}

void child_result_fill_end(struct child_result *result, int status)
{
    if (result->end == CHILD_TIMEOUT)
        return;
    result->end = WIFSIGNALED(status) ? CHILD_SIGNALED : CHILD_EXITED;
    result->code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

/* Waits for the leader, kills what is left of its group, reaps. */
static void reap(struct watch *watch)
{
    while (!leader_is_dead(watch)) {
        check_limits(watch);
        move_data(watch);
    }
    watch->result->wall_s = (double)(watch->dead_ns - watch->started_ns) * 1e-9;
    kill(-watch->pid, SIGKILL);
    int status = 0;
    struct rusage usage = {0};
    while (wait4(watch->pid, &status, 0, &usage) < 0 && errno == EINTR)
        ;
    struct child_result *result = watch->result;
    orphans_end(watch->pid);
    result->user_s = seconds(usage.ru_utime);
    result->system_s = seconds(usage.ru_stime);
    result->peak_memory_kib = usage.ru_maxrss;
    child_result_fill_end(result, status);
}

static int open_pidfd(pid_t pid)
{
#ifdef SYS_pidfd_open
    return (int)syscall(SYS_pidfd_open, pid, 0);
#else
    (void)pid;
    return -1;
#endif
}

static bool open_run_pipes(struct pipes *pipes,
                           const struct child_options *options,
                           struct error *err)
{
    *pipes = (struct pipes)PIPES_INIT;
    bool ok = options->input ? pipes_open(pipes, 0)
                             : pipes_open_null(&pipes->theirs[0], O_RDONLY);
    ok = ok && pipes_open(pipes, 1);
    if (ok && options->merge_output)
        ok = (pipes->theirs[2] = fcntl(pipes->theirs[1], F_DUPFD_CLOEXEC, 3)) >=
             0;
    else
        ok = ok && pipes_open(pipes, 2);
    if (!ok)
        return pipes_error(pipes, err);
    for (int i = 0; i < 3; i++)
        set_nonblocking(pipes->ours[i]);
    return true;
}

bool child_run(const struct child_options *options, struct child_result *result,
               struct error *err)
{
    if (cancelled)
        return error_set(err, ERROR_CANCELLED, "stopped before '%s'",
                         options->argv[0]);
    *result = (struct child_result){0};
    struct child_options tied = *options;
    tied.tied = true;
    struct watch watch = {.options = &tied, .result = result};
    if (!open_run_pipes(&watch.pipes, options, err))
        return false;
    watch.started_ns = clock_now_ns();
    watch.pid = launch_child(&tied, watch.pipes.theirs[0],
                             watch.pipes.theirs[1], watch.pipes.theirs[2], err);
    pipes_close(watch.pipes.theirs);
    if (watch.pid) {
        watch.pidfd = open_pidfd(watch.pid);
        pump(&watch);
        reap(&watch);
        if (watch.pidfd >= 0)
            close(watch.pidfd);
    }
    pipes_close(watch.pipes.ours);
    if (watch.cancelled) {
        child_result_release(result);
        return error_set(err, ERROR_CANCELLED, "stopped");
    }
    return watch.pid != 0;
}

void child_result_release(struct child_result *self)
{
    if (!self)
        return;
    str_release(&self->out);
    str_release(&self->err);
}

bool child_succeeded(const struct child_result *self)
{
    return self->end == CHILD_EXITED && self->code == 0;
}

int child_signal(const struct child_result *self)
{
    enum { SHELL_BASE = 128 };
    if (self->end == CHILD_SIGNALED)
        return self->code;
    bool is_told = self->end == CHILD_EXITED && self->code > SHELL_BASE &&
                   self->code <= SHELL_BASE + SIGRTMAX;
    return is_told ? self->code - SHELL_BASE : 0;
}

void child_describe_end(const struct child_result *self, struct str *out)
{
    switch (self->end) {
    case CHILD_EXITED:
        str_addf(out, "exit %d", self->code);
        break;
    case CHILD_SIGNALED:
        str_addf(out, "signal %d (%s)", self->code, strsignal(self->code));
        break;
    case CHILD_TIMEOUT:
        str_addf(out, "no end within %.3g s", self->wall_s);
        break;
    }
}
