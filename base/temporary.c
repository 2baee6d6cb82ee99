/* SPDX-License-Identifier: MIT
 *
 * Private folders, locked while they are in use.
 */
#include <config.h>

#include "base/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/rights.h"
#include "base/str.h"
#include "base/strvec.h"

#define NAME_START "tuner-private-"

enum {
    RANDOM_LETTERS = 6, /* of mkdtemp() */
    TRIES = 20          /* a sweep may take a folder between two calls */
};

struct holding {
    char *path;
    int fd;
};

/* Our own folders with their locks. */
static struct {
    pthread_mutex_t lock;
    struct holding *items;
    size_t count;
    size_t capacity;
} held = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void hold(const char *path, int fd)
{
    pthread_mutex_lock(&held.lock);
    held.items = memory_grow(held.items, &held.capacity, held.count + 1,
                             sizeof(*held.items));
    held.items[held.count++] =
        (struct holding){.path = xstrdup(path), .fd = fd};
    pthread_mutex_unlock(&held.lock);
}

static void drop(size_t index)
{
    close(held.items[index].fd);
    free(held.items[index].path);
    held.items[index] = held.items[--held.count];
    if (held.count)
        return;
    free(held.items);
    held.items = NULL;
    held.capacity = 0;
}

static void let_go(const char *path)
{
    pthread_mutex_lock(&held.lock);
    for (size_t i = 0; i < held.count; i++)
        if (strcmp(held.items[i].path, path) == 0) {
            drop(i);
            break;
        }
    pthread_mutex_unlock(&held.lock);
}

static const char *parent_folder(void)
{
    const char *parent = getenv("TMPDIR");
    return parent && *parent ? parent : "/tmp";
}

static int open_folder(const char *path)
{
    return open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Takes the lock of a new folder; false when a sweep was quicker and the
 * folder is gone.  File systems without locks have no sweeps either. */
static bool take_lock(int fd)
{
    struct stat info;
    while (flock(fd, LOCK_EX) != 0 && errno == EINTR)
        ;
    return fstat(fd, &info) == 0 && info.st_nlink > 0;
}

/* One try; *gone says that another may do better. */
static bool make_once(const char *prefix, struct str *out, bool *gone,
                      struct error *err)
{
    struct str path = {0};
    *gone = false;
    bool ok = file_make_temporary(prefix, &path, err);
    int fd = ok ? open_folder(str_text(&path)) : -1;
    if (ok && fd < 0) {
        *gone = errno == ENOENT;
        ok = error_io(err, "open", str_text(&path));
        rmdir(str_text(&path));
    } else if (ok && !rights_give_open(fd)) {
        ok = error_set(err, ERROR_IO, "cannot give '%s' away: %s",
                       str_text(&path), strerror(errno));
        rmdir(str_text(&path));
        close(fd);
    } else if (ok && !take_lock(fd)) {
        *gone = true;
        ok = error_set(err, ERROR_IO, "'%s' was removed", str_text(&path));
        close(fd);
    }
    if (ok) {
        hold(str_text(&path), fd);
        str_add(out, str_text(&path));
    }
    str_release(&path);
    return ok;
}

bool temporary_make(const char *purpose, struct str *out, struct error *err)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, temporary_sweep);
    char *prefix = xasprintf(NAME_START "%s", purpose);
    bool ok = false, again = true;
    for (int i = 0; i < TRIES && !ok && again; i++)
        ok = make_once(prefix, out, &again, err);
    free(prefix);
    return ok;
}

void temporary_remove(const char *path)
{
    if (!path || !*path)
        return;
    file_remove_tree(path, NULL); /* best effort: the next run sweeps */
    let_go(path);
}

/* tuner-private-<word>-XXXXXX */
static bool is_our_name(const char *name)
{
    if (!str_starts(name, NAME_START))
        return false;
    const char *word = name + strlen(NAME_START);
    const char *dash = strrchr(word, '-');
    return dash && dash > word && strlen(dash + 1) == RANDOM_LETTERS;
}

/* A folder of ours that nobody else may enter. */
static bool is_private(int fd)
{
    struct stat info;
    if (fstat(fd, &info) != 0 || !S_ISDIR(info.st_mode) ||
        (info.st_mode & 077) != 0)
        return false;
    const struct rights *rights = rights_get();
    return info.st_uid == geteuid() || (rights && info.st_uid == rights->uid);
}

/* The lock is held while the folder goes, so that nobody can begin to use it
 * meanwhile. */
static void remove_stale(const char *path)
{
    int fd = open_folder(path);
    if (fd < 0)
        return;
    if (is_private(fd) && flock(fd, LOCK_EX | LOCK_NB) == 0)
        file_remove_tree(path, NULL);
    close(fd);
}

void temporary_sweep(void)
{
    struct strvec names = {0};
    struct str path = {0};
    file_list(parent_folder(), &names, NULL);
    for (size_t i = 0; i < names.count; i++) {
        if (!is_our_name(names.items[i]))
            continue;
        str_reset(&path);
        file_join(&path, parent_folder(), names.items[i]);
        remove_stale(str_text(&path));
    }
    str_release(&path);
    strvec_release(&names);
}
