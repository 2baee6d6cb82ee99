/* SPDX-License-Identifier: MIT
 *
 * The only file that forks.  Between fork and exec only async-signal-safe
 * calls are made, since other threads may hold locks at that moment.
 */
#include <config.h>

#include "base/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pthread.h>
#include <pwd.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/orphans.h"
#include "base/str.h"

enum { EXEC_FAILED = 127 };

/* All that the child needs between fork and exec, prepared before. */
struct launch {
    const struct child_options *options;
    const char *path;
    char *const *environment;
    int in, out, err; /* its 0, 1, 2 */
    int report;       /* errno of a failed exec goes here */
    uid_t uid;
    gid_t gid;
    bool change_user;
};

static void limit(int resource, uint64_t value)
{
    if (!value)
        return;
    struct rlimit now;
    if (getrlimit((__rlimit_resource_t)resource, &now) != 0)
        return;
    rlim_t wanted = (rlim_t)value;
    if (now.rlim_max != RLIM_INFINITY && wanted > now.rlim_max)
        wanted = now.rlim_max;
    now.rlim_cur = now.rlim_max = wanted;
    setrlimit((__rlimit_resource_t)resource, &now);
}

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

static bool drop_rights(const struct launch *launch)
{
    if (!launch->change_user)
        return true;
    return setgroups(1, &launch->gid) == 0 && setgid(launch->gid) == 0 &&
           setuid(launch->uid) == 0;
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
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    limit(RLIMIT_CPU, options->cpu_seconds);
    limit(RLIMIT_AS, options->memory_bytes);
    limit(RLIMIT_FSIZE, options->file_bytes);
    struct rlimit no_core = {0};
    setrlimit(RLIMIT_CORE, &no_core);
    pin(options->pin_cpu_plus_one);
    ok = ok && drop_rights(launch) &&
         (!options->directory || chdir(options->directory) == 0);
    if (ok)
        execve(launch->path, options->argv, launch->environment);
    int reason = errno;
    ssize_t ignored = write(report, &reason, sizeof(reason));
    (void)ignored;
    _exit(EXEC_FAILED);
}

static bool look_up_user(const char *name, struct launch *launch,
                         struct error *err)
{
    if (!name)
        return true;
    struct passwd entry, *found = NULL;
    char buffer[4096];
    if (getpwnam_r(name, &entry, buffer, sizeof(buffer), &found) != 0 || !found)
        return error_set(err, ERROR_USAGE, "there is no user '%s'", name);
    launch->uid = found->pw_uid;
    launch->gid = found->pw_gid;
    launch->change_user = true;
    return true;
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

/* Ours or the given environment, with the mark of base/orphans.h. */
static char **marked_environment(char *const *given,
                                 const struct orphans_mark *mark)
{
    size_t count = 0;
    char *const *from = given ? given : environ;
    while (from && from[count])
        count++;
    char **made = xcalloc(count + 2, sizeof(*made));
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!str_starts(from[i], "TUNER_CHILD="))
            made[kept++] = from[i];
    made[kept] = xstrdup(mark->text);
    return made;
}

static void free_environment(char **made)
{
    size_t last = 0;
    while (made[last + 1])
        last++;
    free(made[last]); /* the mark; the others are borrowed */
    free(made);
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
    char **environment =
        marked_environment(launch->options->environment, &mark);
    launch->environment = environment;
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
    free_environment(environment);
    return ok ? pid : 0;
}

pid_t launch_child(const struct child_options *options, int in, int out,
                   int error_out, struct error *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, ignore_broken_pipes);

    struct str path = {0};
    struct launch launch = {
        .options = options, .in = in, .out = out, .err = error_out};
    bool ok = look_up_user(options->user, &launch, err);
    if (ok && !child_find_program(options->argv[0], &path))
        ok = error_set(err, ERROR_MISSING, "there is no program '%s'",
                       options->argv[0]);
    launch.path = str_text(&path);
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
