/* SPDX-License-Identifier: MIT
 *
 * Files of a build.
 */
#include <config.h>

#include "search/artefacts.h"

#include <elf.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"
#include "base/tree.h"
#include "search/object.h"

/* Neither needed by a run nor small. */
static const char *const left_at_home[] = {
    "*.o", "*.lo", "*.a", "*.la", "*.gch", "*.d", ".git/*", ".hg/*", ".svn/*"};

static bool matches(const struct strvec *globs, const char *path)
{
    for (size_t i = 0; i < globs->count; i++) {
        const char *glob = globs->items[i];
        size_t length = strlen(glob);
        if (fnmatch(glob, path, 0) == 0)
            return true;
        /* A folder's name stands for all that is in it. */
        while (length && glob[length - 1] == '/')
            length--;
        if (length && strncmp(glob, path, length) == 0 && path[length] == '/')
            return true;
    }
    return false;
}

/* A program or shared library, not an object: the type of its header. */
static bool is_linked(const char *path)
{
    unsigned char head[18];
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return false;
    bool whole = read(fd, head, sizeof(head)) == (ssize_t)sizeof(head);
    close(fd);
    if (!whole || memcmp(head, ELFMAG, SELFMAG) != 0)
        return false;
    int type = head[EI_DATA] == ELFDATA2MSB ? head[16] << 8 | head[17]
                                            : head[17] << 8 | head[16];
    return type == ET_EXEC || type == ET_DYN;
}

/* Left behind by configure scripts that tried the compiler. */
static bool is_trial(const char *path)
{
    return strstr(path, "CMakeFiles/") || strstr(path, "meson-private/") ||
           strstr(path, "conftest");
}

static bool is_new(const struct tree *before, const struct tree_entry *entry)
{
    const struct tree_entry *old = tree_find(before, entry->path);
    return !old || old->size != entry->size ||
           old->modified_ns != entry->modified_ns;
}

static bool is_program(const struct tree *before,
                       const struct tree_entry *entry, const char *folder)
{
    if (!is_new(before, entry) || is_trial(entry->path))
        return false;
    struct str path = {0};
    file_join(&path, folder, entry->path);
    bool linked = is_linked(path.text);
    str_release(&path);
    return linked;
}

void artefacts_find(const struct tree *before, const struct tree *after,
                    const struct strvec *globs, const char *folder,
                    struct strvec *programs)
{
    for (size_t i = 0; i < after->count; i++) {
        const struct tree_entry *entry = &after->entries[i];
        if (S_ISREG(entry->mode) &&
            (globs->count ? matches(globs, entry->path)
                          : is_program(before, entry, folder)))
            strvec_add(programs, entry->path);
    }
}

bool artefacts_read(const struct strvec *programs, const char *folder,
                    struct artefacts *out, struct error *err)
{
    struct str list = {0}, path = {0};
    struct artefacts made = {0};
    bool ok = true;
    for (size_t i = 0; i < programs->count && ok; i++) {
        struct object object = {0};
        str_reset(&path);
        file_join(&path, folder, programs->items[i]);
        ok = object_read(path.text, &object, err);
        str_addf(&list, "%s %s", object.code.hex, programs->items[i]);
        str_add_char(&list, '\0');
        made.size_bytes += object.size_bytes;
    }
    made.code = digest_bytes(str_text(&list), list.length);
    str_release(&list);
    str_release(&path);
    if (ok)
        *out = made;
    return ok;
}

static bool stays_at_home(const char *path)
{
    for (size_t i = 0; i < sizeof(left_at_home) / sizeof(*left_at_home); i++)
        if (fnmatch(left_at_home[i], path, 0) == 0)
            return true;
    return false;
}

void artefacts_to_copy(const struct tree *after, const struct strvec *globs,
                       const struct strvec *programs, struct strvec *copied)
{
    for (size_t i = 0; i < after->count; i++) {
        const struct tree_entry *entry = &after->entries[i];
        if (S_ISDIR(entry->mode))
            continue;
        bool wanted = globs->count ? matches(globs, entry->path)
                                   : !stays_at_home(entry->path);
        if (wanted || strvec_contains(programs, entry->path))
            strvec_add(copied, entry->path);
    }
}
