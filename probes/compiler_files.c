/* SPDX-License-Identifier: MIT
 *
 * Watches a compiler's files.
 */
#include <config.h>

#include "probes/compiler_files.h"

#include <sys/stat.h>

#include "base/child.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"
#include "probes/compiler.h"

/* What is larger, gcc's cc1 or clang, takes a small board seconds to read. */
enum { DIGEST_BYTES_MAX = 4 << 20 };

/* What drivers start. */
static const char *const tools[] = {"cc1", "as", "ld"};

static int64_t time_ns(const struct timespec *time)
{
    return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

/* Fills path and the figures by the name; false when there is no such file. */
static bool look(struct compiler_file *self)
{
    struct str path = {0};
    struct stat info;
    bool ok = child_find_program(self->name, &path) &&
              stat(str_text(&path), &info) == 0;
    if (ok) {
        int64_t modified = time_ns(&info.st_mtim);
        int64_t changed = time_ns(&info.st_ctim);
        self->device = (uint64_t)info.st_dev;
        self->inode = (uint64_t)info.st_ino;
        self->size = (uint64_t)info.st_size;
        self->changed_ns = modified > changed ? modified : changed;
        self->path = str_detach(&path);
    }
    str_release(&path);
    return ok;
}

static void read_digest(struct compiler_file *self)
{
    struct str text = {0};
    if (self->size <= DIGEST_BYTES_MAX &&
        file_read(self->path, DIGEST_BYTES_MAX, &text, NULL))
        self->digest = digest_bytes(str_text(&text), text.length);
    str_release(&text);
}

static void release_file(struct compiler_file *self)
{
    free(self->name);
    free(self->path);
    *self = (struct compiler_file){0};
}

static void add(struct compiler_files *self, const char *name)
{
    struct compiler_file file = {.name = xstrdup(name)};
    if (!look(&file)) {
        release_file(&file);
        return;
    }
    read_digest(&file);
    self->items = xreallocarray(self->items, self->count + 1, sizeof(file));
    self->items[self->count++] = file;
}

/* The program that the driver runs for a step; "" when it does not say. */
static void ask_tool(const struct compiler *compiler, const char *tool,
                     struct str *out)
{
    struct strvec arguments = {0};
    struct child_result result;
    strvec_addf(&arguments, "-print-prog-name=%s", tool);
    if (compiler_run(compiler, &arguments, NULL, &result, NULL)) {
        const char *line = str_text(&result.out);
        if (child_succeeded(&result))
            str_addf(out, "%.*s", (int)strcspn(line, "\r\n"), line);
        child_result_release(&result);
    }
    strvec_release(&arguments);
}

static void name_all(struct compiler_files *self)
{
    struct str text = {0};
    str_addf(&text, "%s\n", self->version);
    for (size_t i = 0; i < self->count; i++) {
        const struct compiler_file *file = &self->items[i];
        str_addf(&text, "%s %llu %s\n", file->path,
                 (unsigned long long)file->size, file->digest.hex);
        if (!*file->digest.hex)
            str_addf(&text, "%lld\n", (long long)file->changed_ns);
    }
    self->digest = digest_bytes(str_text(&text), text.length);
    str_release(&text);
}

void compiler_files_init(struct compiler_files *self,
                         const struct compiler *compiler)
{
    *self = (struct compiler_files){.cc = xstrdup(compiler->cc),
                                    .version = xstrdup(compiler->version)};
    pthread_mutex_init(&self->lock, NULL);
    for (size_t i = 0; i < compiler->command.count; i++)
        if (compiler->command.items[i][0] != '-')
            add(self, compiler->command.items[i]);
    for (size_t i = 0; i < sizeof(tools) / sizeof(*tools); i++) {
        struct str path = {0};
        ask_tool(compiler, tools[i], &path);
        if (path.length)
            add(self, str_text(&path));
        str_release(&path);
    }
    name_all(self);
}

void compiler_files_release(struct compiler_files *self)
{
    if (!self || !self->cc)
        return;
    for (size_t i = 0; i < self->count; i++)
        release_file(&self->items[i]);
    free(self->items);
    free(self->cc);
    free(self->version);
    pthread_mutex_destroy(&self->lock);
    *self = (struct compiler_files){0};
}

static bool has_same_figures(const struct compiler_file *a,
                             const struct compiler_file *b)
{
    return strcmp(a->path, b->path) == 0 && a->device == b->device &&
           a->inode == b->inode && a->size == b->size &&
           a->changed_ns == b->changed_ns;
}

/* Whether the file is what it was; if it only looks different, that is noted
 * for the next time. */
static bool is_same(struct compiler_file *self)
{
    struct compiler_file now = {.name = xstrdup(self->name)};
    bool same = look(&now);
    if (same && !has_same_figures(self, &now)) {
        read_digest(&now);
        same =
            *self->digest.hex && strcmp(self->digest.hex, now.digest.hex) == 0;
        if (same) {
            struct compiler_file before = *self;
            *self = now;
            now = before;
        }
    }
    release_file(&now);
    return same;
}

static bool tell(const struct compiler_files *self, const char *path,
                 struct error *err)
{
    struct compiler now = {0};
    bool known = compiler_probe(&now, self->cc, NULL);
    error_set(err, ERROR_UNTRUSTED,
              "the compiler '%s' was replaced during the run: '%s' is another "
              "file (version %s before, %s now); what was measured before "
              "cannot be compared with what follows: start anew",
              self->cc, path, self->version, known ? now.version : "unknown");
    compiler_release(&now);
    return false;
}

bool compiler_files_check(struct compiler_files *self, struct error *err)
{
    const char *other = NULL;
    pthread_mutex_lock(&self->lock);
    for (size_t i = 0; i < self->count && !other; i++)
        if (!is_same(&self->items[i]))
            other = self->items[i].path;
    pthread_mutex_unlock(&self->lock);
    return !other || tell(self, other, err);
}
