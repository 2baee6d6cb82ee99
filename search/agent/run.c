/* SPDX-License-Identifier: MIT
 *
 * One program to its end.
 */
#include "agent.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    ENDED_EXIT,
    ENDED_SIGNAL,
    ENDED_TIMEOUT, /* as in the answer `done` */
    STEP_MS = 100,
    DRAIN_MS = 500 /* for output that somebody left behind still holds */
};

struct run {
    const struct request *request;
    pid_t pid;
    int out; /* -1: closed */
    char *bytes;
    size_t used, max;
    bool cut, late;
    long long started_ns, dead_ns;
};

static void drain(struct run *run)
{
    char buffer[16384];
    ssize_t got = read(run->out, buffer, sizeof(buffer));
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0) {
        close(run->out);
        run->out = -1;
        return;
    }
    size_t room = run->max - run->used, take = (size_t)got;
    if (take > room) {
        run->cut = true;
        take = room;
    }
    memcpy(run->bytes + run->used, buffer, take);
    run->used += take;
}

static void note_end(struct run *run)
{
    siginfo_t info = {0};
    if (!run->dead_ns &&
        waitid(P_PID, (id_t)run->pid, &info, WEXITED | WNOHANG | WNOWAIT) ==
            0 &&
        info.si_pid == run->pid)
        run->dead_ns = now_ns();
}

static void check_time(struct run *run)
{
    long long timeout_ms = run->request->numbers[TIMEOUT];
    if (run->late || run->dead_ns || timeout_ms <= 0 ||
        now_ns() - run->started_ns < timeout_ms * 1000000)
        return;
    run->late = true;
    kill(-run->pid, SIGKILL);
}

static bool is_finished(const struct run *run)
{
    if (!run->dead_ns)
        return false;
    return run->out < 0 || run->late ||
           now_ns() - run->dead_ns > DRAIN_MS * 1000000ll;
}

static long long microseconds(struct timeval time)
{
    return (long long)time.tv_sec * 1000000 + time.tv_usec;
}

static void answer_run(struct run *run)
{
    int status = 0;
    struct rusage usage = {0};
    kill(-run->pid, SIGKILL);
    while (wait4(run->pid, &status, 0, &usage) < 0 && errno == EINTR)
        ;
    spawn_end_strays();
    int end = run->late             ? ENDED_TIMEOUT
              : WIFSIGNALED(status) ? ENDED_SIGNAL
                                    : ENDED_EXIT;
    long long numbers[] = {
        end,
        WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status),
        run->dead_ns - run->started_ns,
        microseconds(usage.ru_utime),
        microseconds(usage.ru_stime),
        usage.ru_maxrss,
        run->cut,
    };
    talk_answer("done", numbers, 7, run->bytes, run->used);
}

void run_run(const struct request *request)
{
    spawn_check(request);
    int ends[2];
    struct run run = {.request = request,
                      .max = (size_t)request->numbers[OUTPUT_MAX]};
    run.bytes = malloc(run.max + 1);
    spawn_pipe(ends);
    run.out = ends[0];
    fcntl(run.out, F_SETFL, O_NONBLOCK);
    run.started_ns = now_ns();
    run.pid = spawn(request, open("/dev/null", O_RDONLY | O_CLOEXEC), ends[1],
                    ends[1]);
    if (run.pid < 0 || !run.bytes)
        agent_end(1);
    while (!is_finished(&run)) {
        bool readable = spawn_wait(run.out, STEP_MS);
        note_end(&run);
        if (readable)
            drain(&run);
        check_time(&run);
    }
    if (run.out >= 0)
        close(run.out);
    answer_run(&run);
    free(run.bytes);
}
