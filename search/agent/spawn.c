/* SPDX-License-Identifier: MIT
 *
 * Programs within limits, each in a group of its own.
 */
#include "agent.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { EXEC_FAILED = 127, STEP_MS = 100 };

static int child_pipe[2]; /* a byte for every child that ended */

static void on_child(int number)
{
    int kept = errno;
    ssize_t ignored = write(child_pipe[1], "", 1);
    (void)ignored;
    (void)number;
    errno = kept;
}

void spawn_init(void)
{
    struct sigaction action = {.sa_handler = on_child,
                               .sa_flags = SA_RESTART | SA_NOCLDSTOP};
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL); /* whatever was inherited */
    if (pipe(child_pipe) != 0)
        agent_end(1);
    for (int i = 0; i < 2; i++) {
        fcntl(child_pipe[i], F_SETFD, FD_CLOEXEC);
        fcntl(child_pipe[i], F_SETFL, O_NONBLOCK);
    }
    sigaction(SIGCHLD, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    /* What a program leaves behind becomes our child, and is ended. */
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

long long now_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (long long)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void limit(unsigned resource, long long value)
{
    struct rlimit now;
    if (value < 0 || getrlimit(resource, &now) != 0)
        return;
    if (now.rlim_max != RLIM_INFINITY && (rlim_t)value > now.rlim_max)
        value = (long long)now.rlim_max;
    now.rlim_cur = now.rlim_max = (rlim_t)value;
    setrlimit(resource, &now);
}

/* The kernel's choice when the board runs out of memory. */
static void offer_to_oom_killer(void)
{
    int fd = open("/proc/self/oom_score_adj", O_WRONLY);
    ssize_t ignored = fd >= 0 ? write(fd, "1000", 4) : 0;
    (void)ignored;
    if (fd >= 0)
        close(fd);
}

static _Noreturn void become(const struct request *request, int in, int out,
                             int err)
{
    char *const *texts = request->texts;
    int arguments = (int)request->numbers[ARGUMENTS];
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGCHLD, SIG_DFL);
    dup2(in, 0);
    dup2(out, 1);
    dup2(err, 2);
    offer_to_oom_killer();
    /* No more rights than ours, and not longer than we are there. */
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    limit(RLIMIT_CORE, 0);
    if (request->numbers[MEMORY] > 0)
        limit(RLIMIT_AS, request->numbers[MEMORY]);
    if (request->numbers[PIN] > 0) {
        cpu_set_t set;
        CPU_ZERO(&set);
        CPU_SET((size_t)request->numbers[PIN] - 1, &set);
        sched_setaffinity(0, sizeof(set), &set);
    }
    for (int i = 1 + arguments; i < request->text_count; i++)
        putenv(texts[i]);
    if (*texts[0] == '\0' || chdir(texts[0]) == 0) {
        char **argv = calloc((size_t)arguments + 1, sizeof(*argv));
        for (int i = 0; argv && i < arguments; i++)
            argv[i] = texts[1 + i];
        if (argv)
            execvp(argv[0], argv);
    }
    dprintf(2, "cannot start '%s': %s\n", texts[1], strerror(errno));
    _exit(EXEC_FAILED);
}

void spawn_pipe(int ends[2])
{
    if (pipe(ends) != 0)
        agent_end(1);
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
}

pid_t spawn(const struct request *request, int in, int out, int err)
{
    pid_t pid = fork();
    if (pid == 0)
        become(request, in, out, err);
    if (pid > 0)
        setpgid(pid, pid);
    close(in);
    close(out);
    if (err != out)
        close(err);
    return pid;
}

void spawn_check(const struct request *request)
{
    bool whole = request->count == ARGUMENTS + 2 &&
                 request->numbers[ARGUMENTS] > 0 &&
                 request->text_count > request->numbers[ARGUMENTS] &&
                 request->numbers[OUTPUT_MAX] >= 0;
    if (!whole)
        agent_end(1);
}

bool spawn_wait(int fd, int wait_ms)
{
    struct pollfd polled[3] = {
        {.fd = fd, .events = POLLIN},
        {.fd = child_pipe[0], .events = POLLIN},
        {.fd = STDIN_FILENO, .events = POLLIN},
    };
    char ignored[64];
    int ready = poll(polled, 3, wait_ms < STEP_MS ? wait_ms : STEP_MS);
    if (ready > 0 && polled[1].revents)
        while (read(child_pipe[0], ignored, sizeof(ignored)) > 0)
            ;
    if (talk_is_over())
        agent_end(1);
    return ready > 0 && polled[0].revents;
}

/* The parent of a process as its stat file tells; 0 when it has gone. */
static pid_t parent_of(const char *pid)
{
    char path[64], line[512];
    snprintf(path, sizeof(path), "/proc/%.20s/stat", pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t got = fd >= 0 ? read(fd, line, sizeof(line) - 1) : -1;
    if (fd >= 0)
        close(fd);
    line[got > 0 ? got : 0] = '\0';
    const char *after = strrchr(line, ')');
    int parent = 0;
    if (after)
        sscanf(after + 1, " %*c %d", &parent);
    return parent;
}

/* Kills children that are no servers; true when there were any. */
static bool kill_strays(void)
{
    DIR *folder = opendir("/proc");
    const struct dirent *entry;
    bool any = false;
    while (folder && (entry = readdir(folder))) {
        pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
        if (pid <= 1 || serve_has(pid) || parent_of(entry->d_name) != getpid())
            continue;
        kill(pid, SIGKILL);
        any = waitpid(pid, NULL, WNOHANG) != pid || any;
    }
    if (folder)
        closedir(folder);
    return any;
}

void spawn_end_strays(void)
{
    enum { ROUNDS = 200, PAUSE_US = 5000 };
    for (int i = 0; i < ROUNDS && kill_strays(); i++)
        usleep(PAUSE_US);
}
