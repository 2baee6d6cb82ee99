/* SPDX-License-Identifier: MIT
 *
 * Files that are made once and shared.
 */
#include <config.h>

#include "search/object_cache.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/error.h"
#include "base/map.h"
#include "base/memory.h"

/* A file, shared by all that have its contents. */
struct shared_file {
    char *path; /* NULL while it is gone */
    uint64_t bytes;
    uint64_t used; /* the cache's count at the last use */
    size_t slots;  /* that have it */
};

/* Slots of one generation: some 10 MB of them. */
enum { SLOTS_MOST = 30000 };

struct slot {
    struct cached_object cached;
    struct shared_file *file; /* NULL: refused or never made */
    unsigned users;           /* at it or waiting for it */
    bool busy;
    bool made;
};

struct object_cache {
    const char *directory;
    uint64_t bytes_most;
    size_t slots_most;
    uint64_t bytes;
    uint64_t uses;
    uint64_t names;
    /* Digest of a key -> struct slot.  New ones and those that are asked for
     * are young; when there are many, the old ones are forgotten and the
     * young ones become old. */
    struct map young;
    struct map old;   /* NULL for one that is young again */
    struct map files; /* digest -> struct shared_file */
    pthread_mutex_t lock;
    pthread_cond_t changed;
};

struct object_cache *object_cache_new(const char *directory,
                                      uint64_t bytes_most)
{
    struct object_cache *self = xcalloc(1, sizeof *self);
    self->directory = directory;
    self->bytes_most = bytes_most;
    self->slots_most = SLOTS_MOST;
    pthread_mutex_init(&self->lock, NULL);
    pthread_cond_init(&self->changed, NULL);
    return self;
}

void cached_object_release(struct cached_object *self)
{
    free(self->message);
    *self = (struct cached_object){0};
}

static void drop_file(struct object_cache *self, struct shared_file *file)
{
    if (!file->path)
        return;
    unlink(file->path);
    free(file->path);
    file->path = NULL;
    self->bytes -= file->bytes;
}

static void slots_release(struct map *slots)
{
    for (size_t i = 0; i < slots->count; i++) {
        struct slot *slot = slots->entries[i].value;
        if (!slot)
            continue;
        cached_object_release(&slot->cached);
        if (slot->file)
            slot->file->slots--;
        free(slot);
    }
    map_release(slots);
}

void object_cache_free(struct object_cache *self)
{
    if (!self)
        return;
    slots_release(&self->young);
    slots_release(&self->old);
    for (size_t i = 0; i < self->files.count; i++) {
        drop_file(self, self->files.entries[i].value);
        free(self->files.entries[i].value);
    }
    map_release(&self->files);
    pthread_cond_destroy(&self->changed);
    pthread_mutex_destroy(&self->lock);
    free(self);
}

/* Files that are gone and that nobody has any more. */
static void forget_files(struct object_cache *self)
{
    struct map kept = {0};
    for (size_t i = 0; i < self->files.count; i++) {
        const struct map_entry *entry = &self->files.entries[i];
        struct shared_file *file = entry->value;
        if (file->path || file->slots)
            map_set(&kept, entry->key, file);
        else
            free(file);
    }
    map_release(&self->files);
    self->files = kept;
}

/* Somebody may be at or wait for the old ones that are in use. */
static void forget_old(struct object_cache *self)
{
    struct map used = {0};
    for (size_t i = 0; i < self->old.count; i++) {
        struct map_entry *entry = &self->old.entries[i];
        struct slot *slot = entry->value;
        if (!slot || !slot->users)
            continue;
        map_set(&used, entry->key, slot);
        entry->value = NULL;
    }
    slots_release(&self->old);
    self->old = self->young;
    self->young = used;
    forget_files(self);
}

static struct slot *find_slot(struct object_cache *self, const char *key)
{
    struct digest digest = digest_text(key);
    struct slot *slot = map_find(&self->young, digest.hex);
    if (slot)
        return slot;
    slot = map_find(&self->old, digest.hex);
    if (slot)
        map_set(&self->old, digest.hex, NULL);
    else
        slot = xcalloc(1, sizeof *slot);
    if (self->young.count >= self->slots_most)
        forget_old(self);
    map_set(&self->young, digest.hex, slot);
    return slot;
}

/* The least recently used file, but for `keep`. */
static struct shared_file *find_oldest(const struct object_cache *self,
                                       const struct shared_file *keep)
{
    struct shared_file *oldest = NULL;
    for (size_t i = 0; i < self->files.count; i++) {
        struct shared_file *file = self->files.entries[i].value;
        if (file->path && file != keep &&
            (!oldest || file->used < oldest->used))
            oldest = file;
    }
    return oldest;
}

static void make_room(struct object_cache *self, const struct shared_file *keep)
{
    while (self->bytes > self->bytes_most) {
        struct shared_file *oldest = find_oldest(self, keep);
        if (!oldest)
            return;
        drop_file(self, oldest);
    }
}

/* What a file takes on disk: many are smaller than a block. */
static uint64_t bytes_of(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return 0;
    uint64_t size = (uint64_t)status.st_size;
    uint64_t blocks = (uint64_t)status.st_blocks * 512;
    return blocks > size ? blocks : size;
}

/* Takes over a new file: the first with its contents stays. */
static void adopt_file(struct object_cache *self, struct slot *slot, char *path)
{
    const char *digest = slot->cached.object.code.hex;
    struct shared_file *file = map_find(&self->files, digest);
    if (!file) {
        file = xcalloc(1, sizeof *file);
        map_set(&self->files, digest, file);
    }
    if (slot->file)
        slot->file->slots--;
    slot->file = file;
    file->slots++;
    if (file->path) {
        unlink(path);
        free(path);
        return;
    }
    file->path = path;
    file->bytes = bytes_of(path);
    file->used = ++self->uses;
    self->bytes += file->bytes;
    make_room(self, file);
}

/* Runs the maker without the lock. */
static bool make(struct object_cache *self, struct slot *slot,
                 const struct object_request *request, struct error *err)
{
    struct cached_object made = {0};
    char *path = xasprintf("%s/%llu", self->directory,
                           (unsigned long long)self->names++);
    slot->busy = true;
    pthread_mutex_unlock(&self->lock);
    bool ok = request->maker(request->data, path, &made, err);
    if (ok && made.refusal == REFUSAL_NONE)
        ok = object_read(path, &made.object, err);
    pthread_mutex_lock(&self->lock);
    slot->busy = false;
    pthread_cond_broadcast(&self->changed);
    if (!ok || made.refusal != REFUSAL_NONE)
        unlink(path);
    if (!ok) {
        cached_object_release(&made);
        free(path);
        return false;
    }
    cached_object_release(&slot->cached);
    slot->cached = made;
    slot->made = true;
    if (made.refusal == REFUSAL_NONE)
        adopt_file(self, slot, path);
    else
        free(path);
    return true;
}

static bool is_here(const struct slot *slot, const char *path)
{
    if (!slot->made)
        return false;
    return slot->cached.refusal != REFUSAL_NONE || !path || slot->file->path;
}

static bool hand_out(struct object_cache *self, struct slot *slot,
                     const char *path, struct cached_object *out,
                     struct error *err)
{
    if (slot->cached.refusal == REFUSAL_NONE && path) {
        slot->file->used = ++self->uses;
        if (link(slot->file->path, path) != 0)
            return error_io(err, "make", path);
    }
    *out = slot->cached;
    if (out->message)
        out->message = xstrdup(out->message);
    return true;
}

bool object_cache_get(struct object_cache *self,
                      const struct object_request *request,
                      struct cached_object *out, struct error *err)
{
    pthread_mutex_lock(&self->lock);
    struct slot *slot = find_slot(self, request->key);
    slot->users++;
    while (slot->busy)
        pthread_cond_wait(&self->changed, &self->lock);
    bool ok = is_here(slot, request->path) || make(self, slot, request, err);
    if (ok)
        ok = hand_out(self, slot, request->path, out, err);
    slot->users--;
    pthread_mutex_unlock(&self->lock);
    return ok;
}

bool object_cache_busy(struct object_cache *self, const char *key)
{
    pthread_mutex_lock(&self->lock);
    bool busy = find_slot(self, key)->busy;
    pthread_mutex_unlock(&self->lock);
    return busy;
}
