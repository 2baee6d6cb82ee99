/* SPDX-License-Identifier: MIT
 *
 * The only file that forks.  Between fork and exec only async-signal-safe
 * calls are made, since other threads may hold locks at that moment.
 */
#include <config.h>

#include "base/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"
#include "base/confine.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/orphans.h"
#include "base/rights.h"
#include "base/str.h"
#include "base/strvec.h"

enum { EXEC_FAILED = 127 };

/* All that the child needs between fork and exec, prepared before. */
struct launch {
    const struct child_options *options;
    const char *path;
    char *const *environment;
    int in, out, err; /* its 0, 1, 2 */
    int report;       /* errno of a failed exec goes here */
    struct confine confine;
};

static void close_other_descriptors(int keep)
{
#ifdef HAVE_CLOSE_RANGE
    if (close_range(3, (unsigned)keep - 1, 0) == 0 &&
        close_range((unsigned)keep + 1, ~0U, 0) == 0)
        return;
#endif
    struct rlimit files;
    int most = 1024;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < 65536)
        most = (int)files.rlim_cur;
    for (int fd = 3; fd < most; fd++)
        if (fd != keep)
            close(fd);
}

static void restore_signals(void)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    for (int number = 1; number < 32; number++)
        signal(number, SIG_DFL);
}

static void pin(int cpu_plus_one)
{
    if (cpu_plus_one <= 0)
        return;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((size_t)cpu_plus_one - 1, &set);
    sched_setaffinity(0, sizeof(set), &set); /* best effort */
}

/* Moves fd above the three standard ones, so that dup2 cannot clobber one
 * that is still to be duplicated. */
static int above_standard(int fd)
{
    return fd > 2 ? fd : fcntl(fd, F_DUPFD_CLOEXEC, 3);
}

static _Noreturn void run_child(const struct launch *launch)
{
    const struct child_options *options = launch->options;
    setpgid(0, 0);
    restore_signals();
    int in = above_standard(launch->in), out = above_standard(launch->out);
    int err = above_standard(launch->err), report = launch->report;
    bool ok = dup2(in, 0) == 0 && dup2(out, 1) == 1 && dup2(err, 2) == 2;
    close_other_descriptors(report);
    pin(options->pin_cpu_plus_one);
    ok = ok && confine_enter(&launch->confine) &&
         (!options->directory || chdir(options->directory) == 0);
    if (ok)
        execve(launch->path, options->argv, launch->environment);
    int reason = errno;
    ssize_t ignored = write(report, &reason, sizeof(reason));
    (void)ignored;
    _exit(EXEC_FAILED);
}

/* Waits for the exec: the pipe closes on success, carries errno else. */
static bool await_exec(int report, pid_t pid, const char *name,
                       struct error *err)
{
    int reason = 0;
    ssize_t got;
    do
        got = read(report, &reason, sizeof(reason));
    while (got < 0 && errno == EINTR);
    if (got != (ssize_t)sizeof(reason))
        return true;
    waitpid(pid, NULL, 0);
    orphans_end(pid);
    return error_set(err, ERROR_CHILD, "cannot start '%s': %s", name,
                     strerror(reason));
}

extern char **environ;

/* Writing to a child that has gone is an error to handle, no reason to die. */
static void ignore_broken_pipes(void)
{
    signal(SIGPIPE, SIG_IGN);
}

/* Variables that are not handed on: a mark of our own parent, and with
 * another user what belongs to the old one. */
static bool is_dropped(const char *variable)
{
    static const char *const of_user[] = {"HOME=",
                                          "USER=",
                                          "LOGNAME=",
                                          "MAIL=",
                                          "XDG_DATA_HOME=",
                                          "XDG_CACHE_HOME=",
                                          "XDG_CONFIG_HOME=",
                                          "XDG_RUNTIME_DIR="};
    if (str_starts(variable, ORPHANS_VARIABLE "="))
        return true;
    for (size_t i = 0; i < sizeof(of_user) / sizeof(*of_user); i++)
        if (rights_get() && str_starts(variable, of_user[i]))
            return true;
    return false;
}

/* Ours or the given environment, with the mark of base/orphans.h. */
static void make_environment(char *const *given,
                             const struct orphans_mark *mark,
                             struct strvec *out)
{
    const struct rights *rights = rights_get();
    char *const *from = given ? given : environ;
    for (; from && *from; from++)
        if (!is_dropped(*from))
            strvec_add(out, *from);
    if (rights) {
        strvec_addf(out, "HOME=%s", rights->home);
        strvec_addf(out, "USER=%s", rights->name);
        strvec_addf(out, "LOGNAME=%s", rights->name);
    }
    strvec_add(out, mark->text);
}

/* Forks and waits until the exec worked or failed. */
static pid_t fork_and_exec(struct launch *launch, struct error *err)
{
    const char *name = launch->options->argv[0];
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0) {
        error_set(err, ERROR_CHILD, "cannot make a pipe: %s", strerror(errno));
        return 0;
    }
    struct orphans_mark mark = orphans_new_mark();
    struct strvec environment = {0};
    make_environment(launch->options->environment, &mark, &environment);
    launch->environment = strvec_argv(&environment);
    launch->report = report[1];
    pid_t pid = orphans_fork(&mark);
    if (pid == 0)
        run_child(launch);
    int reason = errno;
    close(report[1]);
    bool ok = pid > 0 || error_set(err, ERROR_CHILD, "cannot start '%s': %s",
                                   name, strerror(reason));
    if (ok) {
        setpgid(pid, pid); /* in both, so that neither side races */
        ok = await_exec(report[0], pid, name, err);
    }
    close(report[0]);
    strvec_release(&environment);
    return ok ? pid : 0;
}

/* What access() says of a file that exec() would refuse. */
static void no_program(const char *name, struct error *err)
{
    if (strchr(name, '/') && access(name, F_OK) == 0)
        error_set(err, ERROR_MISSING,
                  "'%s' may not be run: its rights forbid it, or its file "
                  "system is mounted noexec",
                  name);
    else
        error_set(err, ERROR_MISSING, "there is no program '%s'", name);
}

pid_t launch_child(const struct child_options *options, int in, int out,
                   int error_out, struct error *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, ignore_broken_pipes);

    struct str path = {0};
    struct launch launch = {
        .options = options, .in = in, .out = out, .err = error_out};
    bool ok = child_find_program(options->argv[0], &path);
    if (!ok)
        no_program(options->argv[0], err);
    launch.path = str_text(&path);
    confine_prepare(&launch.confine, options);
    pid_t pid = ok ? fork_and_exec(&launch, err) : 0;
    str_release(&path);
    return pid;
}

void pipes_close(int fds[3])
{
    for (int i = 0; i < 3; i++) {
        if (fds[i] >= 0)
            close(fds[i]);
        fds[i] = -1;
    }
}

bool pipes_error(struct pipes *pipes, struct error *err)
{
    error_set(err, ERROR_CHILD, "cannot make a pipe: %s", strerror(errno));
    pipes_close(pipes->ours);
    pipes_close(pipes->theirs);
    return false;
}

bool pipes_open_null(int *fd, int flags)
{
    *fd = open("/dev/null", flags | O_CLOEXEC);
    return *fd >= 0;
}

bool pipes_open(struct pipes *pipes, int number)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    bool to_child = number == 0;
    pipes->ours[number] = ends[to_child ? 1 : 0];
    pipes->theirs[number] = ends[to_child ? 0 : 1];
    return true;
}
