/* SPDX-License-Identifier: MIT
 *
 * Contents, each kept once, and folders made of them.  The working folder
 * is the helper's own.
 */
#include "agent.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 4096, DEPTH_MAX = 200 };

static char trouble[512]; /* the first since the last sync; "" for none */

static void complain(const char *what, const char *path)
{
    if (!*trouble)
        snprintf(trouble, sizeof(trouble), "cannot %s '%.300s': %s", what, path,
                 strerror(errno));
}

/* Nothing absolute, nothing upwards. */
static bool is_below(const char *path)
{
    for (const char *at = path; at; at = strchr(at, '/')) {
        at += *at == '/';
        if (*at == '/' || strncmp(at, "../", 3) == 0 || strcmp(at, "..") == 0)
            return false;
    }
    return *path && *path != '/';
}

static const char *text(const struct request *request, int index)
{
    return index < request->text_count ? request->texts[index] : "";
}

/* A path of a request; NULL, with a complaint, for one that leaves the
 * folder. */
static const char *path_of(const struct request *request, int index)
{
    const char *path = text(request, index);
    if (is_below(path))
        return path;
    errno = EINVAL;
    complain("use the path", path);
    return NULL;
}

static void make_parents(const char *path)
{
    char part[PATH_BYTES];
    for (const char *slash = strchr(path, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        snprintf(part, sizeof(part), "%.*s", (int)(slash - path), path);
        mkdir(part, 0700);
    }
}

void files_put(const struct request *request)
{
    char path[PATH_BYTES];
    const char *id = text(request, 0);
    int fd = -1;
    snprintf(path, sizeof(path), "store/%.100s", id);
    mkdir("store", 0700);
    if (is_below(path) && strspn(id, "0123456789abcdef") == strlen(id))
        fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0)
        complain("write", path);
    talk_take(request->numbers[0], fd);
    struct stat info;
    if (fd >= 0 &&
        (fstat(fd, &info) != 0 || info.st_size != (off_t)request->numbers[0])) {
        errno = ENOSPC;
        complain("write", path);
    }
    if (fd >= 0)
        close(fd);
}

void files_folder(const struct request *request)
{
    const char *path = path_of(request, 0);
    if (!path)
        return;
    make_parents(path);
    if (mkdir(path, 0700) != 0 && errno != EEXIST)
        complain("make the folder", path);
}

static bool copy(int from, int to)
{
    char buffer[65536];
    for (;;) {
        ssize_t got = read(from, buffer, sizeof(buffer));
        if (got <= 0)
            return got == 0;
        for (ssize_t done = 0; done < got;) {
            ssize_t put = write(to, buffer + done, (size_t)(got - done));
            if (put <= 0)
                return false;
            done += put;
        }
    }
}

void files_file(const struct request *request)
{
    char store[PATH_BYTES];
    const char *path = path_of(request, 1);
    if (!path)
        return;
    snprintf(store, sizeof(store), "store/%.100s", text(request, 0));
    make_parents(path);
    unlink(path);
    int from = open(store, O_RDONLY | O_CLOEXEC);
    int to = from < 0 ? -1
                      : open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                             (mode_t)request->numbers[0] & 0777);
    if (to < 0 || !copy(from, to))
        complain("write", path);
    if (from >= 0)
        close(from);
    if (to >= 0)
        close(to);
}

void files_link(const struct request *request)
{
    const char *path = path_of(request, 1);
    if (!path)
        return;
    make_parents(path);
    unlink(path);
    if (symlink(text(request, 0), path) != 0)
        complain("make the link", path);
}

static bool remove_content(int fd, int depth)
{
    DIR *folder = fdopendir(fd);
    bool good = folder && depth < DEPTH_MAX;
    const struct dirent *entry;
    while (good && (entry = readdir(folder))) {
        const char *name = entry->d_name;
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
            unlinkat(dirfd(folder), name, 0) == 0)
            continue;
        fchmodat(dirfd(folder), name, 0700, 0);
        int inner = openat(dirfd(folder), name,
                           O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        good = inner >= 0 && remove_content(inner, depth + 1) &&
               unlinkat(dirfd(folder), name, AT_REMOVEDIR) == 0;
    }
    if (folder)
        closedir(folder);
    else
        close(fd);
    return good;
}

bool files_remove_tree(int at, const char *name)
{
    if (unlinkat(at, name, 0) == 0 || errno == ENOENT)
        return true;
    int fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return fd >= 0 && remove_content(fd, 0) &&
           unlinkat(at, name, AT_REMOVEDIR) == 0;
}

void files_remove(const struct request *request)
{
    const char *path = path_of(request, 0);
    if (path && !files_remove_tree(AT_FDCWD, path))
        complain("remove", path);
}

void files_sync(const struct request *request)
{
    (void)request;
    if (*trouble)
        talk_text("fail", "%s", trouble);
    else
        talk_text("ok", "%s", "");
    *trouble = '\0';
}

void files_read(const struct request *request)
{
    const char *path = text(request, 0);
    size_t max = (size_t)request->numbers[0], used = 0;
    char *bytes = malloc(max + 1);
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat info;
    bool good =
        bytes && fd >= 0 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
    while (good && used < max) {
        ssize_t got = read(fd, bytes + used, max - used);
        if (got < 0 && errno == EINTR)
            continue;
        good = got >= 0;
        if (got <= 0)
            break;
        used += (size_t)got;
    }
    if (good)
        talk_answer("bytes", NULL, 0, bytes, used);
    else
        talk_text("fail", "cannot read '%.300s': %s", path, strerror(errno));
    if (fd >= 0)
        close(fd);
    free(bytes);
}

void files_glob(const struct request *request)
{
    glob_t found = {0};
    char *list = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&list, &length);
    if (out && glob(text(request, 0), 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++)
            fwrite(found.gl_pathv[i], 1, strlen(found.gl_pathv[i]) + 1, out);
    if (out)
        fclose(out);
    globfree(&found);
    talk_answer("bytes", NULL, 0, list ? list : "", length);
    free(list);
}
