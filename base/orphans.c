/* SPDX-License-Identifier: MIT
 *
 * Finds and ends adopted processes.
 */
#include <config.h>

#include "base/orphans.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/rights.h"
#include "base/str.h"
#include "base/strvec.h"

enum {
    ROUNDS_MAX = 1000, /* a fork bomb must not hold us for ever */
    ENVIRONMENT_MAX = 4 << 20
};

struct launched {
    pid_t pid;
    struct orphans_mark mark;
};

/* Our own children, not yet waited for. */
static struct {
    pthread_mutex_t lock;
    struct launched *items;
    size_t count;
    size_t capacity;
} children = {.lock = PTHREAD_MUTEX_INITIALIZER};

struct orphans_mark orphans_new_mark(void)
{
    static atomic_ulong number;
    struct orphans_mark mark;
    snprintf(mark.text, sizeof(mark.text), ORPHANS_VARIABLE "=%ld.%lu",
             (long)getpid(), atomic_fetch_add(&number, 1));
    return mark;
}

/* The value of the mark in a process's environment; *out is empty without
 * one.  False where it cannot be read. */
static bool read_mark(pid_t pid, struct str *out)
{
    char path[64];
    struct str text = {0};
    snprintf(path, sizeof(path), "/proc/%ld/environ", (long)pid);
    bool readable = file_read(path, ENVIRONMENT_MAX, &text, NULL);
    for (size_t at = 0; at < text.length; at += strlen(text.text + at) + 1)
        if (!out->length && str_starts(text.text + at, ORPHANS_VARIABLE "="))
            str_add(out, text.text + at);
    str_release(&text);
    return readable;
}

/* Whose numbers mean the same to us: not a container's. */
static bool is_in_our_namespace(pid_t pid)
{
    char path[64];
    struct stat own, other;
    snprintf(path, sizeof(path), "/proc/%ld/ns/pid", (long)pid);
    return stat("/proc/self/ns/pid", &own) == 0 && stat(path, &other) == 0 &&
           own.st_ino == other.st_ino && own.st_dev == other.st_dev;
}

static bool is_our_users(pid_t pid)
{
    char path[64];
    struct stat info;
    const struct rights *rights = rights_get();
    snprintf(path, sizeof(path), "/proc/%ld", (long)pid);
    return stat(path, &info) == 0 &&
           (info.st_uid == geteuid() || (rights && info.st_uid == rights->uid));
}

/* Whether it was started by a tuner that is dead. */
static bool is_abandoned(pid_t pid)
{
    struct str mark = {0};
    long tuner = 0;
    bool found = is_our_users(pid) && read_mark(pid, &mark) && mark.length &&
                 sscanf(mark.text, ORPHANS_VARIABLE "=%ld.", &tuner) == 1 &&
                 tuner > 0;
    str_release(&mark);
    return found && kill((pid_t)tuner, 0) != 0 && errno == ESRCH &&
           is_in_our_namespace(pid);
}

void orphans_end_abandoned(void)
{
    struct strvec names = {0};
    file_list("/proc", &names, NULL);
    for (size_t i = 0; i < names.count; i++) {
        unsigned long number;
        if (str_parse_ulong(names.items[i], &number) && number > 1 &&
            is_abandoned((pid_t)number))
            kill((pid_t)number, SIGKILL);
    }
    strvec_release(&names);
}

pid_t orphans_fork(const struct orphans_mark *mark)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    pthread_mutex_lock(&children.lock);
    children.items = memory_grow(children.items, &children.capacity,
                                 children.count + 1, sizeof(*children.items));
    pid_t pid = fork();
    if (pid > 0)
        children.items[children.count++] =
            (struct launched){.pid = pid, .mark = *mark};
    if (pid != 0)
        pthread_mutex_unlock(&children.lock);
    return pid;
}

static bool is_launched(pid_t pid)
{
    for (size_t i = 0; i < children.count; i++)
        if (children.items[i].pid == pid)
            return true;
    return false;
}

/* Forgets the child; its mark goes to *mark. */
static bool forget(pid_t child, struct orphans_mark *mark)
{
    for (size_t i = 0; i < children.count; i++) {
        if (children.items[i].pid != child)
            continue;
        *mark = children.items[i].mark;
        children.items[i] = children.items[--children.count];
        return true;
    }
    return false;
}

/* Whether the process's environment holds the mark; one that hides its
 * environment belongs to the last child that runs. */
static bool has_mark(pid_t pid, const struct orphans_mark *mark)
{
    struct str own = {0};
    bool readable = read_mark(pid, &own);
    bool found = strcmp(str_text(&own), mark->text) == 0;
    bool marked = own.length > 0, alone = children.count == 0;
    str_release(&own);
    return found || (alone && (!readable || !marked));
}

/* All children of all our threads, adopted ones included. */
static void list_children(struct strvec *pids)
{
    struct strvec threads = {0};
    file_list("/proc/self/task", &threads, NULL);
    for (size_t i = 0; i < threads.count; i++) {
        struct str path = {0}, text = {0};
        str_addf(&path, "/proc/self/task/%s/children", threads.items[i]);
        if (file_read(str_text(&path), 0, &text, NULL))
            strvec_split(pids, str_text(&text), " \n");
        str_release(&path);
        str_release(&text);
    }
    strvec_release(&threads);
}

/* Ends those that carry the mark; true when there was any: what they had
 * started is adopted in turn and found by the next round. */
static bool end_marked(const struct orphans_mark *mark)
{
    struct strvec pids = {0};
    bool any = false;
    list_children(&pids);
    for (size_t i = 0; i < pids.count; i++) {
        unsigned long number;
        if (!str_parse_ulong(pids.items[i], &number))
            continue;
        pid_t pid = (pid_t)number;
        if (is_launched(pid) || !has_mark(pid, mark))
            continue;
        kill(pid, SIGKILL);
        any = waitpid(pid, NULL, 0) == pid || any;
    }
    strvec_release(&pids);
    return any;
}

void orphans_end(pid_t child)
{
    struct orphans_mark mark;
    pthread_mutex_lock(&children.lock);
    if (forget(child, &mark))
        for (int i = 0; i < ROUNDS_MAX && end_marked(&mark); i++)
            ;
    pthread_mutex_unlock(&children.lock);
}
