/* SPDX-License-Identifier: MIT
 *
 * A library to preload, which has every allocation of one run fail: each in a
 * child that is forked for it, while the run itself goes on.
 *
 *     MEMORY_REPORT=report LD_PRELOAD=.../memory.so tuner db verify
 *
 * A child that is out of memory has to end at once, with exit code 1 and an
 * error on stderr.  It may do nothing else: a filter of the
 * kernel kills it when it tries, before it could change what the run depends
 * on.  That is no fault; such an allocation was survived, and what follows has
 * to be tried by fault.c in a run of its own.  The report has a line
 *
 *     total 1234        allocations, without those of hwloc, see fault.c
 *     survived 17       the 17th, counted as fault.c counts
 *     bad 20 exit 0     the 20th, and how it ended
 *     state 24          MEMORY_CHECK failed before the 24th
 *
 * for each.  MEMORY_CHECK is a script for sh.  It runs between two allocations
 * when names of files were changed between them, so that it sees each state
 * that an end for want of memory can leave.
 *
 * Only one thread may start children at a time: what another has forked here
 * would be taken for something that was left behind.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "callers.h"

enum { REPORT_FD = 250 };

static bool on;
static bool names_changed;
static long allocations;
static const char *check_script;
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
static __thread bool inside; /* what we call allocates, too */

/* ---- the child ---- */

/* What a child may do without changing anything for the run. */
static const int harmless[] = {__NR_exit_group, __NR_brk,   __NR_munmap,
                               __NR_mremap,     __NR_close, __NR_rt_sigprocmask,
#ifdef __NR_mmap
                               __NR_mmap
#else
                               __NR_mmap2
#endif
};

/* These, words on stderr, and the end. */
static bool enter_filter(void)
{
    enum { COUNT = sizeof(harmless) / sizeof(*harmless), REST = 6 };
    struct sock_filter program[COUNT + REST];
    size_t used = 0;
    program[used++] = (struct sock_filter)BPF_STMT(
        BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (; used <= COUNT; used++)
        program[used] = (struct sock_filter)BPF_JUMP(
            BPF_JMP | BPF_JEQ | BPF_K, (unsigned)harmless[used - 1],
            (unsigned char)(COUNT + REST - 2 - used), 0);
    const struct sock_filter rest[] = {
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_write, 0, 2),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                 offsetof(struct seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, STDERR_FILENO, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    memcpy(program + used, rest, sizeof(rest));
    struct sock_fprog filter = {sizeof(program) / sizeof(*program), program};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

/* Returns into the program, whose allocation then fails. */
static void be_out_of_memory(int words)
{
    if (dup2(words, STDERR_FILENO) < 0 || !enter_filter())
        _exit(99);
    on = false;
    errno = ENOMEM;
}

/* ---- the run ---- */

static __attribute__((format(printf, 1, 2))) void report(const char *format,
                                                         ...)
{
    char line[128];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(line, sizeof(line), format, args);
    va_end(args);
    if (length < 0 || write(REPORT_FD, line, (size_t)length) != length)
        _exit(99);
}

/* "tuner: out of memory", or that a library could not be started. */
static bool says_why(int words)
{
    char text[4096];
    ssize_t length = read(words, text, sizeof(text) - 1);
    text[length > 0 ? length : 0] = '\0';
    return strncmp(text, "tuner: ", 7) == 0 && strchr(text, '\n') != NULL;
}

static void judge(int status, int words)
{
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS)
        report("survived %ld\n", allocations);
    else if (WIFSIGNALED(status))
        report("bad %ld signal %d\n", allocations, WTERMSIG(status));
    else if (WEXITSTATUS(status) != 1)
        report("bad %ld exit %d\n", allocations, WEXITSTATUS(status));
    else if (!says_why(words))
        report("bad %ld no words\n", allocations);
}

/* Whether this is the child. */
static bool fork_for_it(void)
{
    int ends[2], status = 0;
    if (pipe2(ends, O_CLOEXEC) != 0)
        _exit(99);
    pid_t child = _Fork();
    if (child == 0) {
        be_out_of_memory(ends[1]);
        return true;
    }
    close(ends[1]);
    while (child < 0 || waitpid(child, &status, 0) < 0)
        if (child < 0 || errno != EINTR)
            _exit(99);
    judge(status, ends[0]);
    close(ends[0]);
    return false;
}

static void check_state(void)
{
    int status = 0;
    names_changed = false;
    pid_t child = _Fork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", check_script, (char *)NULL);
        _exit(99);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (status != 0)
        report("state %ld\n", allocations);
}

/* Whether this allocation has to fail, which is so in the child only. */
static bool fails(void)
{
    if (!on || inside)
        return false;
    int reason = errno;
    bool is_child = false;
    inside = true;
    pthread_mutex_lock(&one_at_a_time);
    allocations++;
    if (names_changed && check_script)
        check_state();
    if (!is_in_hwloc())
        is_child = fork_for_it();
    inside = false;
    if (is_child)
        return true;
    pthread_mutex_unlock(&one_at_a_time);
    errno = reason;
    return false;
}

static __attribute__((constructor)) void begin(void)
{
    const char *path = getenv("MEMORY_REPORT");
    check_script = getenv("MEMORY_CHECK");
    unsetenv("LD_PRELOAD");
    int fd = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
    if (fd < 0)
        return;
    if (dup3(fd, REPORT_FD, O_CLOEXEC) < 0)
        _exit(99);
    close(fd);
    void *frames[1];
    backtrace(frames, 1); /* it loads its library at the first call */
    on = true;
}

static __attribute__((destructor)) void end(void)
{
    if (!on)
        return;
    on = false;
    report("total %ld\n", allocations);
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails() ? NULL : __libc_realloc(old, size);
}

/* ---- what changes names ---- */

#define CHANGES(name, parameters, arguments)                                   \
    int name parameters                                                        \
    {                                                                          \
        static int(*real) parameters;                                          \
        if (!real)                                                             \
            *(void **)&real = dlsym(RTLD_NEXT, #name);                         \
        int result = real arguments;                                           \
        names_changed = true;                                                  \
        return result;                                                         \
    }

CHANGES(rename, (const char *from, const char *to), (from, to))
CHANGES(renameat2,
        (int from_folder, const char *from, int to_folder, const char *to,
         unsigned flags),
        (from_folder, from, to_folder, to, flags))
CHANGES(link, (const char *from, const char *to), (from, to))
CHANGES(unlink, (const char *path), (path))
CHANGES(unlinkat, (int folder, const char *path, int flags),
        (folder, path, flags))
CHANGES(mkdir, (const char *path, mode_t mode), (path, mode))

static int open_next(const char *name, const char *path, int flags, mode_t mode)
{
    int (*real)(const char *, int, ...);
    *(void **)&real = dlsym(RTLD_NEXT, name);
    int fd = real(path, flags, mode);
    names_changed = names_changed || flags & O_CREAT;
    return fd;
}

#define OPENS(name)                                                            \
    int name(const char *path, int flags, ...)                                 \
    {                                                                          \
        va_list args;                                                          \
        va_start(args, flags);                                                 \
        mode_t mode =                                                          \
            flags & (O_CREAT | __O_TMPFILE) ? va_arg(args, mode_t) : 0;        \
        va_end(args);                                                          \
        return open_next(#name, path, flags, mode);                            \
    }

OPENS(open)
OPENS(open64)
