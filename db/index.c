/* SPDX-License-Identifier: MIT
 *
 * Opens the image of a database: mapped from the cache when it is fresh,
 * else built.
 */
#include <config.h>

#include "db/index.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "db/index_build.h"
#include "db/index_image.h"

struct index {
    char *folder;
    struct index_view view;
    void *mapped; /* NULL: the bytes are in `built` */
    size_t mapped_length;
    struct str built;
    size_t fresh_reads;
};

void index_free(struct index *self)
{
    if (!self)
        return;
    if (self->mapped)
        munmap(self->mapped, self->mapped_length);
    str_release(&self->built);
    free(self->folder);
    free(self);
}

/* One file a database, named by where it lies. */
static void cache_path(const char *folder, const char *cache, struct str *out)
{
    char *real = realpath(folder, NULL);
    struct digest digest = digest_text(real ? real : folder);
    free(real);
    str_addf(out, "%s/index-%.16s", cache, digest.hex);
}

static bool map_file(struct index *self, const char *path)
{
    struct stat info;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0)
        return false;
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0) {
        void *bytes =
            mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (bytes != MAP_FAILED) {
            self->mapped = bytes;
            self->mapped_length = (size_t)info.st_size;
        }
    }
    close(fd);
    return self->mapped &&
           index_view_open(&self->view, self->mapped, self->mapped_length);
}

static bool build(struct index *self, bool have_old, struct error *err)
{
    struct str bytes = {0};
    if (!index_build(self->folder, have_old ? &self->view : NULL, &bytes,
                     &self->fresh_reads, err))
        return false;
    if (self->mapped)
        munmap(self->mapped, self->mapped_length);
    self->mapped = NULL;
    self->built = bytes;
    return index_view_open(&self->view, self->built.text, self->built.length) ||
           error_set(err, ERROR_UNSUPPORTED, "the index of '%s' is too large",
                     self->folder);
}

bool index_open(const char *folder, const char *cache, struct index **out,
                struct error *err)
{
    struct index *self = xcalloc(1, sizeof(*self));
    struct str path = {0};
    self->folder = xstrdup(folder);
    if (cache)
        cache_path(folder, cache, &path);
    bool have_old = cache && map_file(self, str_text(&path));
    bool ok = true;
    if (!have_old || !index_is_fresh(folder, &self->view)) {
        ok = build(self, have_old, err);
        /* A cache that cannot be written costs time, nothing else. */
        if (ok && cache)
            file_write(str_text(&path), self->built.text, self->built.length,
                       NULL);
    }
    str_release(&path);
    if (ok)
        *out = self;
    else
        index_free(self);
    return ok || error_wrap(err, "reading the database '%s'", folder);
}

size_t index_count(const struct index *self)
{
    return self->view.header->record_count;
}

struct index_entry index_get(const struct index *self, size_t number)
{
    const struct index_view *view = &self->view;
    const struct index_record_row *row = &view->records[number];
    const char *texts[INDEX_TEXT_COUNT];
    for (unsigned i = 0; i < INDEX_TEXT_COUNT; i++)
        texts[i] = index_view_text(view, row->texts[i]);
    return (struct index_entry){
        .board = texts[INDEX_BOARD],
        .name = texts[INDEX_NAME],
        .fault = texts[INDEX_FAULT],
        .kinds = texts[INDEX_KINDS],
        .cores = texts[INDEX_CORES],
        .family = texts[INDEX_FAMILY],
        .version = texts[INDEX_VERSION],
        .target = texts[INDEX_TARGET],
        .workload = texts[INDEX_WORKLOAD],
        .source = texts[INDEX_SOURCE],
        .needs = texts[INDEX_NEEDS],
        .verdict = texts[INDEX_VERDICT],
        .date = texts[INDEX_DATE],
        .gain = row->gain,
        .published = (row->flags & INDEX_PUBLISHED) != 0,
        .emulated = (row->flags & INDEX_EMULATED) != 0,
    };
}

const char *index_folder(const struct index *self)
{
    return self->folder;
}

size_t index_fresh_reads(const struct index *self)
{
    return self->fresh_reads;
}
