/* SPDX-License-Identifier: MIT
 *
 * Folders as lists of paths.
 */
#include <config.h>

#include "base/tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/rights.h"
#include "base/str.h"

enum { DEPTH_MAX = 200, COPY_BYTES = 1 << 17 };

struct walk {
    const char *root;
    const struct tree_limits *limits;
    struct tree *tree;
    struct error *err;
};

static bool check_limits(const struct walk *walk)
{
    const struct tree_limits *limits = walk->limits;
    const struct tree *tree = walk->tree;
    if (limits && limits->entries && tree->count > limits->entries)
        return error_set(walk->err, ERROR_FORMAT, "'%s' holds over %zu files",
                         walk->root, limits->entries);
    if (limits && limits->bytes && tree->bytes > limits->bytes)
        return error_set(walk->err, ERROR_FORMAT, "'%s' holds over %llu MiB",
                         walk->root, (unsigned long long)(limits->bytes >> 20));
    return true;
}

static bool add_entry(struct walk *walk, const char *path,
                      const struct stat *info)
{
    struct tree *tree = walk->tree;
    tree->entries = memory_grow(tree->entries, &tree->capacity, tree->count + 1,
                                sizeof(*tree->entries));
    tree->entries[tree->count++] = (struct tree_entry){
        .path = xstrdup(path),
        .mode = info->st_mode,
        .size = (uint64_t)info->st_size,
        .modified_ns =
            (int64_t)info->st_mtim.tv_sec * 1000000000 + info->st_mtim.tv_nsec,
    };
    if (S_ISREG(info->st_mode))
        tree->bytes += (uint64_t)info->st_size;
    return check_limits(walk);
}

static bool is_kept(const struct walk *walk, const char *name,
                    const struct stat *info)
{
    const char *skip = walk->limits ? walk->limits->skip : NULL;
    if (S_ISDIR(info->st_mode))
        return !skip || strcmp(name, skip) != 0;
    return S_ISREG(info->st_mode) || S_ISLNK(info->st_mode);
}

/* Adds what is in the open folder `path`; takes fd. */
static bool walk_folder(struct walk *walk, int fd, const char *path, int depth)
{
    DIR *folder = fdopendir(fd);
    if (!folder || depth > DEPTH_MAX) {
        if (folder)
            closedir(folder);
        else
            close(fd);
        errno = folder ? ELOOP : errno;
        return error_io(walk->err, "read the folder", path);
    }
    bool ok = true;
    const struct dirent *entry;
    while (ok && (entry = readdir(folder))) {
        const char *name = entry->d_name;
        struct stat info;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
            fstatat(dirfd(folder), name, &info, AT_SYMLINK_NOFOLLOW) != 0 ||
            !is_kept(walk, name, &info))
            continue;
        struct str full = {0};
        if (*path)
            file_join(&full, path, name);
        else
            str_add(&full, name);
        ok = add_entry(walk, full.text, &info);
        if (ok && S_ISDIR(info.st_mode)) {
            int inner = openat(dirfd(folder), name,
                               O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
            ok = inner >= 0 ? walk_folder(walk, inner, full.text, depth + 1)
                            : error_io(walk->err, "read the folder", full.text);
        }
        str_release(&full);
    }
    closedir(folder);
    return ok;
}

/* By components: "a/b" stands before "a-c", behind "a". */
static int compare_paths(const void *left, const void *right)
{
    const unsigned char *a =
        (const unsigned char *)((const struct tree_entry *)left)->path;
    const unsigned char *b =
        (const unsigned char *)((const struct tree_entry *)right)->path;
    while (*a && *a == *b) {
        a++;
        b++;
    }
    int x = *a == '/' ? 1 : *a ? *a + 1 : 0;
    int y = *b == '/' ? 1 : *b ? *b + 1 : 0;
    return x - y;
}

bool tree_list(const char *root, const struct tree_limits *limits,
               struct tree *out, struct error *err)
{
    struct tree made = {0};
    struct walk walk = {
        .root = root, .limits = limits, .tree = &made, .err = err};
    int fd = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return error_io(err, "read the folder", root);
    if (!walk_folder(&walk, fd, "", 0)) {
        tree_release(&made);
        return false;
    }
    if (made.count)
        qsort(made.entries, made.count, sizeof(*made.entries), compare_paths);
    *out = made;
    return true;
}

void tree_release(struct tree *self)
{
    for (size_t i = 0; i < self->count; i++)
        free(self->entries[i].path);
    free(self->entries);
    *self = (struct tree){0};
}

const struct tree_entry *tree_find(const struct tree *self, const char *path)
{
    char *borrowed = xstrdup(path);
    struct tree_entry wanted = {.path = borrowed};
    const struct tree_entry *found =
        self->count ? bsearch(&wanted, self->entries, self->count,
                              sizeof(*self->entries), compare_paths)
                    : NULL;
    free(borrowed);
    return found;
}

static bool copy_bytes(int from, int to)
{
    char *buffer = xmalloc(COPY_BYTES);
    bool ok = true;
    for (;;) {
        ssize_t got = read(from, buffer, COPY_BYTES);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            ok = got == 0;
            break;
        }
        ok = file_put(to, buffer, (size_t)got);
        if (!ok)
            break;
    }
    free(buffer);
    return ok;
}

static struct timespec modified(const struct tree_entry *entry)
{
    return (struct timespec){.tv_sec = entry->modified_ns / 1000000000,
                             .tv_nsec = entry->modified_ns % 1000000000};
}

/* make(1) compares times, so that they are kept. */
static bool set_times(const char *path, const struct tree_entry *entry)
{
    struct timespec times[2] = {modified(entry), modified(entry)};
    return utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW) == 0;
}

static bool copy_file(const struct tree_entry *entry, const char *from,
                      const char *to, enum tree_sharing sharing)
{
    bool may_link = sharing == TREE_LINK && (entry->mode & 0222) == 0;
    int in = open(from, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (in < 0)
        return false;
    int out =
        open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, entry->mode & 0777);
    bool ok = out >= 0;
    bool shared = ok && ioctl(out, FICLONE, in) == 0;
    if (ok && !shared && may_link && unlink(to) == 0)
        shared = link(from, to) == 0;
    if (ok && !shared && may_link) {
        close(out);
        out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                   entry->mode & 0777);
        ok = out >= 0;
    }
    ok = ok && (shared || copy_bytes(in, out)) && set_times(to, entry);
    close(in);
    if (out >= 0)
        ok = close(out) == 0 && ok;
    return ok;
}

static bool copy_link(const char *from, const char *to)
{
    char target[PATH_MAX];
    ssize_t length = readlink(from, target, sizeof(target) - 1);
    if (length < 0)
        return false;
    target[length] = '\0';
    return symlink(target, to) == 0;
}

/* Folders are writable until all is in them. */
static bool copy_entry(const struct tree_entry *entry, const char *from,
                       const char *to, enum tree_sharing sharing)
{
    bool ok = S_ISDIR(entry->mode)   ? mkdir(to, 0700) == 0
              : S_ISLNK(entry->mode) ? copy_link(from, to)
                                     : copy_file(entry, from, to, sharing);
    return ok && rights_give(to);
}

static bool copy_entries(const struct tree *self, const char *from,
                         const char *to, enum tree_sharing sharing,
                         struct error *err)
{
    struct str source = {0}, target = {0};
    bool ok = true;
    for (size_t i = 0; i < self->count && ok; i++) {
        str_reset(&source);
        str_reset(&target);
        file_join(&source, from, self->entries[i].path);
        file_join(&target, to, self->entries[i].path);
        ok = copy_entry(&self->entries[i], source.text, target.text, sharing) ||
             error_io(err, "copy", source.text);
    }
    str_release(&source);
    str_release(&target);
    return ok;
}

/* From the deepest up, since a change inside changes a folder's time. */
static void finish_folders(const struct tree *self, const char *to)
{
    struct str target = {0};
    for (size_t i = self->count; i > 0; i--) {
        const struct tree_entry *entry = &self->entries[i - 1];
        if (!S_ISDIR(entry->mode))
            continue;
        str_reset(&target);
        file_join(&target, to, entry->path);
        chmod(target.text, (entry->mode & 0777) | 0700); /* ours to remove */
        set_times(target.text, entry);
    }
    str_release(&target);
}

bool tree_copy(const struct tree *self, const char *from, const char *to,
               enum tree_sharing sharing, struct error *err)
{
    if (mkdir(to, 0700) != 0 || !rights_give(to))
        return error_io(err, "make the folder", to);
    if (!copy_entries(self, from, to, sharing, err))
        return false;
    finish_folders(self, to);
    return true;
}

/* What an entry holds, as a name. */
static bool entry_digest(const struct tree_entry *entry, const char *path,
                         struct digest *out, struct error *err)
{
    struct str bytes = {0};
    bool ok = true;
    if (S_ISLNK(entry->mode)) {
        char target[PATH_MAX];
        ssize_t length = readlink(path, target, sizeof(target));
        ok = length >= 0 || error_io(err, "read", path);
        if (ok)
            str_add_bytes(&bytes, target, (size_t)length);
    } else {
        ok = file_read(path, (size_t)entry->size + FILE_READ_DEFAULT, &bytes,
                       err);
    }
    if (ok)
        *out = digest_bytes(str_text(&bytes), bytes.length);
    str_release(&bytes);
    return ok;
}

bool tree_digest(const struct tree *self, const char *root, struct digest *out,
                 struct error *err)
{
    struct str list = {0}, path = {0};
    bool ok = true;
    for (size_t i = 0; i < self->count && ok; i++) {
        const struct tree_entry *entry = &self->entries[i];
        struct digest content = {0};
        if (S_ISDIR(entry->mode))
            continue;
        str_reset(&path);
        file_join(&path, root, entry->path);
        ok = entry_digest(entry, path.text, &content, err);
        /* A path may hold a newline, but no NUL. */
        str_addf(&list, "%s %d %s", content.hex,
                 S_ISLNK(entry->mode)    ? 2
                 : entry->mode & S_IXUSR ? 1
                                         : 0,
                 entry->path);
        str_add_char(&list, '\0');
    }
    if (ok)
        *out = digest_bytes(str_text(&list), list.length);
    str_release(&list);
    str_release(&path);
    return ok;
}
