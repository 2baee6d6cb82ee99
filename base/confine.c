/* SPDX-License-Identifier: MIT
 *
 * Limits and privileges of children.
 */
#include <config.h>

#include "base/confine.h"

#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/child.h"
#include "base/file.h"
#include "base/rights.h"
#include "base/str.h"

/* Where memory runs out, the kernel ends a child before us: half of the way
 * to "first" (Linux: Documentation/filesystems/proc.rst, oom_score_adj). */
static const char oom_score[] = "500";

/* A compiler's memory: not less than what is reserved without being used by
 * drivers in languages with a garbage collector. */
static const uint64_t compiler_memory_least = (uint64_t)4 << 30;

enum {
    COMPILER_FILES = 512,
    COMPILER_PROCESSES = 256,
    COMPILER_FILE_BYTES = 256 << 20
};

void child_limit_compiler(struct child_options *options)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    uint64_t memory =
        pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : 0;
    options->memory_bytes =
        memory > compiler_memory_least ? memory : compiler_memory_least;
    options->file_bytes = COMPILER_FILE_BYTES;
    options->open_files = COMPILER_FILES;
    options->processes = COMPILER_PROCESSES;
    /* Real time is the limit that shows; this one holds where we are gone. */
    if (options->timeout_ms)
        options->cpu_seconds = options->timeout_ms / 1000 + 1;
}

/* RLIMIT_NPROC counts all that the user runs: what there is now, of
 * everybody, and so many more.  /proc/loadavg: "0.2 0.1 0.0 2/345 678". */
static uint64_t processes_now(void)
{
    struct str text = {0};
    unsigned long total = 0;
    if (file_read("/proc/loadavg", 0, &text, NULL)) {
        const char *slash = strchr(str_text(&text), '/');
        if (slash && sscanf(slash + 1, "%lu", &total) != 1)
            total = 0;
    }
    str_release(&text);
    return total;
}

void confine_prepare(struct confine *self, const struct child_options *options)
{
    uint64_t now = processes_now();
    unsigned more =
        options->processes ? options->processes : CHILD_PROCESSES_DEFAULT;
    *self = (struct confine){.options = options, .parent = getpid()};
    self->processes = now ? now + more : 0;
    snprintf(self->uid_map, sizeof(self->uid_map), "%lu %lu 1",
             (unsigned long)geteuid(), (unsigned long)geteuid());
    snprintf(self->gid_map, sizeof(self->gid_map), "%lu %lu 1",
             (unsigned long)getegid(), (unsigned long)getegid());
}

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

static void enter_limits(const struct confine *self)
{
    const struct child_options *options = self->options;
    struct rlimit no_core = {0};
    limit(RLIMIT_CPU, options->cpu_seconds);
    limit(RLIMIT_AS, options->memory_bytes);
    limit(RLIMIT_FSIZE, options->file_bytes);
    limit(RLIMIT_NOFILE,
          options->open_files ? options->open_files : CHILD_FILES_DEFAULT);
    limit(RLIMIT_NPROC, self->processes);
    setrlimit(RLIMIT_CORE, &no_core);
}

static void put(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    ssize_t ignored = write(fd, text, strlen(text));
    (void)ignored;
    close(fd);
}

/* "localhost" is there, as compilers with a server of their own expect. */
static void open_loopback(void)
{
    struct ifreq request = {.ifr_name = "lo", .ifr_flags = IFF_UP};
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return;
    ioctl(fd, SIOCSIFFLAGS, &request);
    close(fd);
}

/* A network with nothing in it.  Others than root need a user namespace for
 * that, in which they stay who they are; root would lose sight of all other
 * users' files in one. */
static void leave_network(const struct confine *self)
{
    bool is_root = geteuid() == 0;
    if (unshare(is_root ? CLONE_NEWNET : CLONE_NEWUSER | CLONE_NEWNET) != 0)
        return;
    if (!is_root) {
        put("/proc/self/setgroups", "deny");
        put("/proc/self/uid_map", self->uid_map);
        put("/proc/self/gid_map", self->gid_map);
    }
    open_loopback();
}

/* Dies with the thread that waits for it; to be called after the rights have
 * changed, which undoes it. */
static void tie(const struct confine *self)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != self->parent) /* it is gone already */
        raise(SIGKILL);
}

bool confine_enter(const struct confine *self)
{
    const struct child_options *options = self->options;
    const struct rights *rights = rights_get();
    put("/proc/self/oom_score_adj", oom_score);
    enter_limits(self);
    if (options->offline)
        leave_network(self);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (rights && !rights_drop(rights))
        return false;
    if (options->tied)
        tie(self);
    return true;
}
