/* SPDX-License-Identifier: MIT
 *
 * Files: whole reads, atomic writes, private folders, locks.
 */
#include <config.h>

#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/strvec.h"

/* Reads fd to its end into out, refusing more than max bytes. */
static bool read_all(int fd, const char *path, size_t max, struct str *out,
                     struct error *err)
{
    char buffer[16384]; /* also where the stack is small */
    size_t before = out->length;
    for (;;) {
        ssize_t got = read(fd, buffer, sizeof(buffer));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return error_io(err, "read", path);
        if (got == 0)
            return true;
        if (out->length - before + (size_t)got > max)
            return error_set(err, ERROR_FORMAT, "'%s' is larger than %zu bytes",
                             path, max);
        str_add_bytes(out, buffer, (size_t)got);
    }
}

bool file_open(const char *path, int *out, struct error *err)
{
    /* O_NONBLOCK: opening a FIFO must not hang. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return error_io(err, "open", path);
    struct stat info;
    bool ok = fstat(fd, &info) == 0;
    if (!ok)
        error_io(err, "read", path);
    if (ok && S_ISDIR(info.st_mode)) {
        errno = EISDIR;
        ok = error_io(err, "read", path);
    } else if (ok && !S_ISREG(info.st_mode)) {
        ok = error_set(err, ERROR_IO, "'%s' is not a regular file", path);
    }
    if (ok)
        *out = fd;
    else
        close(fd);
    return ok;
}

bool file_read(const char *path, size_t max, struct str *out, struct error *err)
{
    int fd;
    if (!file_open(path, &fd, err))
        return false;
    bool ok = read_all(fd, path, max ? max : FILE_READ_DEFAULT, out, err);
    close(fd);
    return ok;
}

bool file_put(int fd, const void *bytes, size_t length)
{
    const char *at = bytes;
    while (length) {
        ssize_t put = write(fd, at, length);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        at += put;
        length -= (size_t)put;
    }
    return true;
}

/* The folder of path as an open descriptor, to fsync a rename. */
static int open_parent(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *parent = slash == path ? xstrdup("/")
                   : slash       ? xstrndup(path, (size_t)(slash - path))
                                 : xstrdup(".");
    int fd = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(parent);
    return fd;
}

bool file_sync_parent(const char *path)
{
    int fd = open_parent(path);
    if (fd < 0)
        return false;
    /* Some file systems cannot sync a folder and say EINVAL. */
    bool ok = fsync(fd) == 0 || errno == EINVAL;
    close(fd);
    return ok;
}

/* A new file beside path, with the rights that the umask leaves: mkstemp()
 * gives others, and to ask for the umask is to change it for all threads. */
static int open_temporary(const char *path, char **name)
{
    enum { TRIES = 100, SIX_DIGITS = 0xffffff };
    int fd = -1;
    for (int i = 0; fd < 0 && i < TRIES; i++) {
        unsigned number;
        if (getrandom(&number, sizeof(number), GRND_NONBLOCK) < 0)
            number = (unsigned)(clock_now_ns() >> 4);
        free(*name);
        *name = xasprintf("%s.tmp-%06x", path, number & SIX_DIGITS);
        fd = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    return fd;
}

/* Writes a temporary beside path with the content on disk; its name is the
 * caller's, NULL on failure. */
static char *write_temporary(const char *path, const void *bytes, size_t length,
                             struct error *err)
{
    char *name = NULL;
    int fd = open_temporary(path, &name);
    if (fd < 0) {
        error_io(err, "write", path);
        free(name);
        return NULL;
    }
    bool ok = file_put(fd, bytes, length) && fsync(fd) == 0;
    if (!ok)
        error_io(err, "write", path);
    if (close(fd) != 0 && ok)
        ok = error_io(err, "write", path);
    if (ok)
        return name;
    unlink(name);
    free(name);
    return NULL;
}

/* What a rename must not take away: a device, a pipe. */
static bool is_replaceable(const char *path, struct error *err)
{
    struct stat info;
    if (lstat(path, &info) != 0 || S_ISREG(info.st_mode) ||
        S_ISLNK(info.st_mode) || S_ISDIR(info.st_mode))
        return true;
    return error_set(err, ERROR_IO,
                     "cannot write '%s': it is not a regular file", path);
}

bool file_write(const char *path, const void *bytes, size_t length,
                struct error *err)
{
    if (!is_replaceable(path, err))
        return false;
    char *name = write_temporary(path, bytes, length, err);
    if (!name)
        return false;
    bool ok = rename(name, path) == 0;
    if (!ok) {
        error_io(err, "write", path);
        unlink(name);
    } else if (!file_sync_parent(path)) {
        ok = error_io(err, "sync the folder of", path);
    }
    free(name);
    return ok;
}

/* As rename(), but refuses an existing name.  Where the file system cannot do
 * it in one step, link() refuses too. */
static bool rename_new(const char *from, const char *to)
{
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
        return true;
    if (errno != EINVAL && errno != ENOSYS)
        return false;
    return link(from, to) == 0 && unlink(from) == 0;
}

bool file_write_new(const char *path, const void *bytes, size_t length,
                    struct error *err)
{
    char *name = write_temporary(path, bytes, length, err);
    if (!name)
        return false;
    bool ok = rename_new(name, path);
    if (!ok && errno == EEXIST)
        error_set(err, ERROR_CONFLICT, "'%s' exists already", path);
    else if (!ok)
        error_io(err, "write", path);
    if (!ok)
        unlink(name);
    if (ok && !file_sync_parent(path))
        ok = error_io(err, "sync the folder of", path);
    free(name);
    return ok;
}

bool file_exists(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0;
}

bool file_is_directory(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* A parent that is there may refuse in other words than EEXIST. */
static bool make_directory(const char *path)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return true;
    int reason = errno;
    bool there = file_is_directory(path);
    errno = reason;
    return there;
}

bool file_make_directories(const char *path, struct error *err)
{
    char *partial = xstrdup(path);
    bool ok = true;
    for (char *slash = partial + 1; ok && *partial; slash++) {
        char kept = *slash;
        if (kept != '/' && kept != '\0')
            continue;
        *slash = '\0';
        ok = make_directory(partial);
        *slash = kept;
        if (!kept)
            break;
    }
    if (ok && !file_is_directory(path)) {
        errno = ENOTDIR;
        ok = false;
    }
    if (!ok)
        error_io(err, "make the folder", path);
    free(partial);
    return ok;
}

void file_add_absolute(struct str *out, const char *path)
{
    char *folder = *path == '/' ? NULL : getcwd(NULL, 0);
    if (folder)
        str_addf(out, "%s/", folder);
    str_add(out, path);
    free(folder);
}

bool file_make_temporary(const char *prefix, struct str *out, struct error *err)
{
    const char *parent = getenv("TMPDIR");
    if (!parent || !*parent)
        parent = "/tmp";
    struct str name = {0};
    file_add_absolute(&name, parent); /* users may have another folder */
    str_addf(&name, "/%s-XXXXXX", prefix);
    bool ok = mkdtemp(name.text) != NULL;
    if (ok)
        str_add(out, name.text);
    else
        error_io(err, "make a folder in", parent);
    str_release(&name);
    return ok;
}

enum { TREE_DEPTH_MAX = 200 };

/* Removes the content of the open folder; takes fd.  Files that another
 * process removes meanwhile are no error. */
static bool remove_content(int fd, dev_t device, int depth)
{
    DIR *folder = fdopendir(fd);
    if (!folder) {
        close(fd);
        return false;
    }
    bool ok = depth < TREE_DEPTH_MAX;
    const struct dirent *entry;
    while (ok && (entry = readdir(folder))) {
        const char *name = entry->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
            continue;
        if (unlinkat(fd, name, 0) == 0 || errno == ENOENT)
            continue;
        /* A folder without write or search permission is ours all the same. */
        fchmodat(fd, name, 0700, 0);
        int inner =
            openat(fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        struct stat info;
        if (inner >= 0 && fstat(inner, &info) == 0 && info.st_dev != device) {
            close(inner);
            inner = -1;
            errno = EXDEV;
        }
        ok = inner >= 0 && remove_content(inner, device, depth + 1) &&
             (unlinkat(fd, name, AT_REMOVEDIR) == 0 || errno == ENOENT);
    }
    int kept = errno;
    closedir(folder);
    errno = kept;
    return ok;
}

bool file_remove_tree(const char *path, struct error *err)
{
    if (unlink(path) == 0 || errno == ENOENT)
        return true;
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat info;
    bool ok = fd >= 0 && fstat(fd, &info) == 0;
    if (!ok && fd >= 0)
        close(fd);
    ok = ok && remove_content(fd, info.st_dev, 0) && rmdir(path) == 0;
    return ok || error_io(err, "remove", path);
}

bool file_list(const char *directory, struct strvec *names, struct error *err)
{
    DIR *folder = opendir(directory);
    if (!folder)
        return error_io(err, "read the folder", directory);
    struct strvec found = {0};
    const struct dirent *entry;
    errno = 0;
    while ((entry = readdir(folder)))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            strvec_add(&found, entry->d_name);
    bool ok = errno == 0 || error_io(err, "read the folder", directory);
    closedir(folder);
    strvec_sort(&found);
    if (ok)
        strvec_add_all(names, &found);
    strvec_release(&found);
    return ok;
}

void file_join(struct str *out, const char *a, const char *b)
{
    str_add(out, a);
    if (out->length && out->text[out->length - 1] != '/')
        str_add_char(out, '/');
    str_add(out, b + (*b == '/'));
}

const char *file_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Whether path still names the open file: its holder may have put another in
 * its place while we waited. */
static bool is_same_file(int fd, const char *path)
{
    struct stat ours, theirs;
    return fstat(fd, &ours) == 0 && lstat(path, &theirs) == 0 &&
           ours.st_dev == theirs.st_dev && ours.st_ino == theirs.st_ino;
}

enum lock { LOCK_TAKEN, LOCK_REPLACED, LOCK_BUSY, LOCK_FAILED };

static enum lock try_lock(const char *path, int *fd, struct error *err)
{
    enum lock lock = LOCK_FAILED;
    int opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (opened >= 0 && flock(opened, LOCK_EX | LOCK_NB) == 0)
        lock = is_same_file(opened, path) ? LOCK_TAKEN : LOCK_REPLACED;
    else if (opened >= 0 && (errno == EWOULDBLOCK || errno == EINTR))
        lock = LOCK_BUSY;
    if (lock == LOCK_FAILED)
        error_io(err, "lock", path);
    if (lock == LOCK_TAKEN)
        *fd = opened;
    else if (opened >= 0)
        close(opened);
    return lock;
}

bool file_lock(const char *path, unsigned wait_ms, int *fd, struct error *err)
{
    double deadline = clock_now_s() + wait_ms * 1e-3;
    for (;;) {
        enum lock lock = try_lock(path, fd, err);
        if (lock == LOCK_TAKEN || lock == LOCK_FAILED)
            return lock == LOCK_TAKEN;
        if (lock == LOCK_REPLACED)
            continue;
        if (clock_now_s() >= deadline)
            return error_set(err, ERROR_CONFLICT,
                             "'%s' is locked: another tuner is using it", path);
        clock_sleep_s(0.02);
    }
}

void file_unlock(int fd)
{
    if (fd >= 0)
        close(fd);
}
