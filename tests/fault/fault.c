/* SPDX-License-Identifier: MIT
 *
 * A library to preload, which makes system calls of tuner fail.  The third
 * write fails with ENOSPC by
 *
 *     FAULT_CALL=write FAULT_AT=3 FAULT_ERRNO=28 LD_PRELOAD=.../fault.so
 *
 * FAULT_CALL=all fails the Nth of all the calls in the table together, without
 * malloc.  FAULT_EVERY=1 fails every call from the Nth on, as a full disk does.
 * FAULT_SHORT=1 has reads and writes do half of what was asked; FAULT_EINTR=1
 * has half of the calls that may be interrupted fail with EINTR.
 * FAULT_SITES=1 counts only calls from a place that none came from before (by
 * their chain of callers), so that all places are reached in far fewer runs
 * than there are calls.  FAULT_REPORT=FILE gets the number of calls seen of
 * each kind, so that a script knows which N there are.
 *
 * Only the first process is meant: children are started without it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "callers.h"

enum call {
    CALL_OPEN,
    CALL_READ,
    CALL_WRITE,
    CALL_FSYNC,
    CALL_RENAME,
    CALL_LINK,
    CALL_UNLINK,
    CALL_MKDIR,
    CALL_FORK,
    CALL_PIPE,
    CALL_MALLOC,
    CALL_COUNT
};

static const char *const call_names[CALL_COUNT] = {
    "open",   "read",  "write", "fsync", "rename", "link",
    "unlink", "mkdir", "fork",  "pipe",  "malloc"};

static struct {
    bool on;
    bool every;
    bool sites;
    bool cut;
    bool interrupt;
    int call; /* CALL_COUNT: all but malloc */
    long at;
    int error;
    const char *report;
} plan;

static atomic_long seen[CALL_COUNT];
static atomic_long seen_all;
static atomic_long interruptible;

/* ---- places of calls ---- */

enum { SITES_MAX = 1 << 16, FRAMES = 7, OWN_FRAMES = 3 };

static atomic_ulong sites[SITES_MAX];
static __thread bool looking; /* backtrace() itself may call us */

/* Whether this chain of callers is new; a full table says no. */
static bool is_new_site(enum call call)
{
    void *frames[FRAMES];
    unsigned long hash = 14695981039346656037u + (unsigned long)call;
    looking = true;
    int count = backtrace(frames, FRAMES);
    looking = false;
    for (int i = OWN_FRAMES; i < count; i++)
        hash = (hash ^ (unsigned long)frames[i]) * 1099511628211u;
    hash += hash == 0;
    for (unsigned long i = hash >> 20, tries = 0; tries < SITES_MAX;
         i++, tries++) {
        unsigned long there = 0;
        if (atomic_compare_exchange_strong(&sites[i % SITES_MAX], &there, hash))
            return true;
        if (there == hash)
            return false;
    }
    return false;
}

static bool is_target(enum call call, long number, long number_of_all)
{
    if (plan.call == CALL_COUNT ? call == CALL_MALLOC : plan.call != (int)call)
        return false;
    long n = plan.call == CALL_COUNT ? number_of_all : number;
    return plan.at > 0 && (plan.every ? n >= plan.at : n == plan.at);
}

static bool is_spared(enum call call)
{
    looking = true;
    bool spared = call == CALL_MALLOC && is_in_hwloc();
    looking = false;
    return spared;
}

/* Counts the call; true when it has to fail, with errno set. */
static bool fails(enum call call)
{
    if (!plan.on || looking || (plan.sites && !is_new_site(call)))
        return false;
    long number = atomic_fetch_add(&seen[call], 1) + 1;
    long number_of_all =
        call == CALL_MALLOC ? 0 : atomic_fetch_add(&seen_all, 1) + 1;
    if (!is_target(call, number, number_of_all) || is_spared(call))
        return false;
    errno = call == CALL_MALLOC ? ENOMEM : plan.error;
    return true;
}

/* Every second call in a fixed order without a period (the top bit of a
 * multiplicative hash), so that no loop of two calls starves. */
static bool interrupted(void)
{
    if (!plan.on || !plan.interrupt)
        return false;
    unsigned n = (unsigned)atomic_fetch_add(&interruptible, 1);
    if (n * 2654435761u >> 31)
        return false;
    errno = EINTR;
    return true;
}

/* How much of a transfer is done. */
static size_t cut(size_t count)
{
    return plan.on && plan.cut && count > 1 ? count / 2 : count;
}

/* The C library's own function of that name. */
static void *next(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (!found)
        _exit(99);
    return found;
}

#define NEXT(type, name, parameters)                                           \
    static type(*real) parameters;                                             \
    if (!real)                                                                 \
    *(void **)&real = next(name)

static long number_of(const char *name, long fallback)
{
    const char *text = getenv(name);
    return text ? strtol(text, NULL, 10) : fallback;
}

static __attribute__((constructor)) void begin(void)
{
    const char *call = getenv("FAULT_CALL");
    plan.call = CALL_COUNT;
    for (int i = 0; call && i < CALL_COUNT; i++)
        if (strcmp(call, call_names[i]) == 0)
            plan.call = i;
    plan.at = number_of("FAULT_AT", 0);
    plan.every = number_of("FAULT_EVERY", 0) != 0;
    plan.sites = number_of("FAULT_SITES", 0) != 0 && !plan.every;
    plan.cut = number_of("FAULT_SHORT", 0) != 0;
    plan.interrupt = number_of("FAULT_EINTR", 0) != 0;
    plan.error = (int)number_of("FAULT_ERRNO", EIO);
    plan.report = getenv("FAULT_REPORT");
    unsetenv("LD_PRELOAD");
    /* It loads its library at the first call. */
    void *frames[1];
    backtrace(frames, 1);
    plan.on = true;
}

static __attribute__((destructor)) void end(void)
{
    plan.on = false;
    FILE *file = plan.report ? fopen(plan.report, "w") : NULL;
    if (!file)
        return;
    for (int i = 0; i < CALL_COUNT; i++)
        fprintf(file, "%s %ld\n", call_names[i], atomic_load(&seen[i]));
    fprintf(file, "all %ld\n", atomic_load(&seen_all));
    fclose(file);
}

static int open_with(int (*real)(const char *, int, ...), const char *path,
                     int flags, mode_t mode)
{
    return fails(CALL_OPEN) ? -1 : real(path, flags, mode);
}

#define MODE_OF(flags, last)                                                   \
    mode_t mode = 0;                                                           \
    if ((flags) & (O_CREAT | __O_TMPFILE)) {                                   \
        va_list args;                                                          \
        va_start(args, last);                                                  \
        mode = va_arg(args, mode_t);                                           \
        va_end(args);                                                          \
    }

int open(const char *path, int flags, ...)
{
    NEXT(int, "open", (const char *, int, ...));
    MODE_OF(flags, flags)
    return open_with(real, path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    NEXT(int, "open64", (const char *, int, ...));
    MODE_OF(flags, flags)
    return open_with(real, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...)
{
    NEXT(int, "openat", (int, const char *, int, ...));
    MODE_OF(flags, flags)
    return fails(CALL_OPEN) ? -1 : real(folder, path, flags, mode);
}

ssize_t read(int fd, void *bytes, size_t count)
{
    NEXT(ssize_t, "read", (int, void *, size_t));
    if (fails(CALL_READ) || interrupted())
        return -1;
    return real(fd, bytes, cut(count));
}

ssize_t write(int fd, const void *bytes, size_t count)
{
    NEXT(ssize_t, "write", (int, const void *, size_t));
    if (fails(CALL_WRITE) || interrupted())
        return -1;
    return real(fd, bytes, cut(count));
}

int fsync(int fd)
{
    NEXT(int, "fsync", (int));
    return fails(CALL_FSYNC) ? -1 : real(fd);
}

int rename(const char *from, const char *to)
{
    NEXT(int, "rename", (const char *, const char *));
    return fails(CALL_RENAME) ? -1 : real(from, to);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to,
              unsigned flags)
{
    NEXT(int, "renameat2", (int, const char *, int, const char *, unsigned));
    return fails(CALL_RENAME) ? -1
                              : real(from_folder, from, to_folder, to, flags);
}

int link(const char *from, const char *to)
{
    NEXT(int, "link", (const char *, const char *));
    return fails(CALL_LINK) ? -1 : real(from, to);
}

int unlink(const char *path)
{
    NEXT(int, "unlink", (const char *));
    return fails(CALL_UNLINK) ? -1 : real(path);
}

int mkdir(const char *path, mode_t mode)
{
    NEXT(int, "mkdir", (const char *, mode_t));
    return fails(CALL_MKDIR) ? -1 : real(path, mode);
}

char *mkdtemp(char *pattern)
{
    NEXT(char *, "mkdtemp", (char *));
    return fails(CALL_MKDIR) ? NULL : real(pattern);
}

pid_t fork(void)
{
    NEXT(pid_t, "fork", (void));
    return fails(CALL_FORK) ? -1 : real();
}

int pipe2(int ends[2], int flags)
{
    NEXT(int, "pipe2", (int *, int));
    return fails(CALL_PIPE) ? -1 : real(ends, flags);
}

int poll(struct pollfd *fds, nfds_t count, int timeout_ms)
{
    NEXT(int, "poll", (struct pollfd *, nfds_t, int));
    return interrupted() ? -1 : real(fds, count, timeout_ms);
}

pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage)
{
    NEXT(pid_t, "wait4", (pid_t, int *, int, struct rusage *));
    return interrupted() ? -1 : real(pid, status, options, usage);
}

pid_t waitpid(pid_t pid, int *status, int options)
{
    NEXT(pid_t, "waitpid", (pid_t, int *, int));
    return interrupted() ? -1 : real(pid, status, options);
}

void *malloc(size_t size)
{
    return fails(CALL_MALLOC) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails(CALL_MALLOC) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails(CALL_MALLOC) ? NULL : __libc_realloc(old, size);
}
