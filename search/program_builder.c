/* SPDX-License-Identifier: MIT
 *
 * Builds of a user's program: folders, sharing, second tries.
 */
#include <config.h>

#include "search/program_builder.h"

#include <math.h>
#include <pthread.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "search/build_gate.h"
#include "search/program_folders.h"
#include "search/program_make.h"
#include "search/shims.h"
#include "search/workload.h"
#include "search/workload_file.h"

enum {
    BUILDS_KEPT_MAX = 64,   /* that nobody needs, for other boards */
    FIRST_TIMEOUT_S = 3600, /* of a build, before one has ended */
    LEAST_TIMEOUT_S = 60,
    TIMEOUT_FACTOR = 10 /* times the first build */
};

static const char *const alignment[] = {"-falign-functions=64",
                                        "-falign-loops=64"};

struct entry {
    struct program_build build; /* first: the two have one address */
    char *key;
    struct strvec flags;
    unsigned uses;
    bool ready;
    struct error error; /* set when it could not be built */
};

struct program_builder {
    const struct workload_file *file;
    unsigned users;
    struct program_folders folders;
    struct build_gate gate;
    pthread_mutex_t lock; /* for all that follows */
    pthread_cond_t changed;
    struct entry **entries;
    size_t count;
    size_t capacity;
    struct shims **shims; /* one a compiler */
    size_t shims_count;
    size_t shims_capacity;
    double first_build_s;
};

struct program_builder *program_builder_new(const struct workload_file *file,
                                            struct error *err)
{
    struct program_builder *self = xcalloc(1, sizeof(*self));
    self->file = file;
    self->users = 1;
    build_gate_init(&self->gate);
    pthread_mutex_init(&self->lock, NULL);
    pthread_cond_init(&self->changed, NULL);
    if (program_folders_init(&self->folders, file->source,
                             file->clean || file->incremental, err))
        return self;
    program_builder_free(self);
    return NULL;
}

static void free_entry(struct entry *entry)
{
    program_build_release(&entry->build);
    free(entry->key);
    strvec_release(&entry->flags);
    free(entry);
}

void program_builder_free(struct program_builder *self)
{
    if (!self)
        return;
    pthread_mutex_lock(&self->lock);
    bool last = --self->users == 0;
    pthread_mutex_unlock(&self->lock);
    if (!last)
        return;
    for (size_t i = 0; i < self->count; i++)
        free_entry(self->entries[i]);
    for (size_t i = 0; i < self->shims_count; i++) {
        shims_release(self->shims[i]);
        free(self->shims[i]);
    }
    program_folders_release(&self->folders);
    free(self->entries);
    free(self->shims);
    pthread_cond_destroy(&self->changed);
    pthread_mutex_destroy(&self->lock);
    build_gate_release(&self->gate);
    free(self);
}

struct program_builder *program_builder_share(struct program_builder *self)
{
    pthread_mutex_lock(&self->lock);
    self->users++;
    pthread_mutex_unlock(&self->lock);
    return self;
}

struct digest program_builder_sources(const struct program_builder *self)
{
    return self->folders.sources;
}

/* The stand-ins of a compiler, made at its first use; with the lock held. */
static const struct shims *find_shims(struct program_builder *self,
                                      const char *cc, struct error *err)
{
    for (size_t i = 0; i < self->shims_count; i++)
        if (strcmp(self->shims[i]->compiler, cc) == 0)
            return self->shims[i];
    char *folder = xasprintf("%s/cc%zu", self->folders.root, self->shims_count);
    struct shims *made = xcalloc(1, sizeof(*made));
    bool ok = shims_make(made, folder, cc, err);
    free(folder);
    if (!ok) {
        free(made);
        return NULL;
    }
    self->shims = memory_grow(self->shims, &self->shims_capacity,
                              self->shims_count + 1, sizeof(*self->shims));
    self->shims[self->shims_count++] = made;
    return made;
}

static unsigned timeout_ms(struct program_builder *self)
{
    double seconds = self->file->build_timeout_s;
    pthread_mutex_lock(&self->lock);
    if (seconds <= 0 && self->first_build_s > 0)
        seconds = fmax(LEAST_TIMEOUT_S, TIMEOUT_FACTOR * self->first_build_s);
    pthread_mutex_unlock(&self->lock);
    if (seconds <= 0)
        seconds = FIRST_TIMEOUT_S;
    return (unsigned)fmin(seconds * 1000, 4e9);
}

/* What one try is given, and how it ends. */
struct attempt {
    struct program_make make;
    struct program_made made;
    char *folder;
    char *log;
};

static void attempt_release(struct attempt *self)
{
    program_build_release(&self->made.build);
    free(self->made.line);
    free(self->folder);
    free(self->log);
    *self = (struct attempt){.make = self->make};
}

/* A folder that was used before, cleaned; NULL when there is none. */
static char *open_used(struct program_builder *self, struct program_make *make)
{
    char *folder = program_folders_take_used(&self->folders);
    make->folder = folder;
    if (!folder || !self->file->clean || program_make_clean(make))
        return folder;
    file_remove_tree(folder, NULL);
    free(folder);
    return NULL;
}

/* A fresh copy.  It is cleaned, too: a finished build that lies among the
 * sources would be taken for what our flags make.  That may fail, as it does
 * before a configure script has run. */
static char *open_fresh(struct program_builder *self, struct program_make *make,
                        struct error *err)
{
    char *folder = program_folders_copy(&self->folders, err);
    make->folder = folder;
    if (folder && self->file->clean)
        program_make_clean(make);
    return folder;
}

static bool open_folder(struct program_builder *self, struct attempt *attempt,
                        bool fresh, struct error *err)
{
    struct program_make *make = &attempt->make;
    attempt->folder = fresh ? NULL : open_used(self, make);
    make->used_before = attempt->folder != NULL;
    if (!attempt->folder)
        attempt->folder = open_fresh(self, make, err);
    if (!attempt->folder)
        return false;
    attempt->log = xasprintf("%s.log", attempt->folder);
    make->log = attempt->log;
    make->timeout_ms = timeout_ms(self);
    return true;
}

static bool try_once(struct program_builder *self, struct attempt *attempt,
                     bool fresh, bool alone, struct error *err)
{
    if (!open_folder(self, attempt, fresh, err))
        return false;
    build_gate_enter(&self->gate, alone);
    bool ok = program_make(&attempt->make, &attempt->made, err);
    build_gate_leave(&self->gate, attempt->made.peak_bytes);
    bool refused = attempt->made.build.refusal != REFUSAL_NONE;
    if (!ok || refused)
        file_remove_tree(attempt->folder, NULL);
    return ok;
}

/* In a used folder nothing was compiled although the flags changed: the
 * build does not notice that, and never will. */
static bool is_stale(struct program_builder *self,
                     const struct attempt *attempt)
{
    bool stale = attempt->make.used_before && !attempt->made.compiled &&
                 attempt->made.build.refusal == REFUSAL_NONE;
    if (stale) {
        program_folders_distrust(&self->folders);
        file_remove_tree(attempt->folder, NULL);
    }
    return stale;
}

/* Builds; once more in a fresh copy when the used one was stale, and once
 * more alone when the memory was out. */
static bool build_it(struct program_builder *self, struct attempt *attempt,
                     struct error *err)
{
    if (!try_once(self, attempt, false, false, err))
        return false;
    if (is_stale(self, attempt)) {
        attempt_release(attempt);
        if (!try_once(self, attempt, true, false, err))
            return false;
    }
    if (attempt->made.build.refusal != REFUSAL_OUT_OF_MEMORY)
        return true;
    attempt_release(attempt);
    return try_once(self, attempt, true, true, err);
}

/* A -O level that differs must change the code of any program. */
static bool differs_in_level(const struct strvec *a, const struct strvec *b)
{
    const char *levels[2] = {"-O0", "-O0"};
    const struct strvec *flags[2] = {a, b};
    for (size_t side = 0; side < 2; side++)
        for (size_t i = 0; i < flags[side]->count; i++)
            if (str_starts(flags[side]->items[i], "-O"))
                levels[side] = flags[side]->items[i];
    return strcmp(levels[0], levels[1]) != 0;
}

/* Whether another build shows that flags make no difference; only asked
 * where no compile line was seen. */
static bool same_as_another(struct program_builder *self,
                            const struct attempt *attempt)
{
    bool same = false;
    pthread_mutex_lock(&self->lock);
    for (size_t i = 0; i < self->count && !same; i++) {
        const struct entry *other = self->entries[i];
        same = other->ready && !other->error.kind &&
               other->build.refusal == REFUSAL_NONE &&
               differs_in_level(&other->flags, attempt->make.flags) &&
               strcmp(other->build.code.hex, attempt->made.build.code.hex) == 0;
    }
    pthread_mutex_unlock(&self->lock);
    return same;
}

static bool check_arrival(struct program_builder *self, struct attempt *attempt,
                          struct error *err)
{
    struct program_made *made = &attempt->made;
    enum compile_lines arrival = made->arrival;
    const char *line = made->line ? made->line : "";
    if (made->build.refusal != REFUSAL_NONE)
        return true;
    if (arrival == COMPILE_LINES_UNKNOWN && same_as_another(self, attempt))
        return error_set(err, ERROR_CHILD,
                         "the flags did not arrive: workload '%s' builds the "
                         "same program under other ones, and %s; is there a "
                         "finished build among its sources?",
                         self->file->name, compile_lines_text(arrival));
    if (arrival == COMPILE_LINES_NONE)
        return error_set(err, ERROR_CHILD,
                         "the flags did not arrive: workload '%s' compiles by "
                         "'%s'; pass $CFLAGS on in its build command, or "
                         "write {flags} there",
                         self->file->name, line);
    if (arrival == COMPILE_LINES_PART || arrival == COMPILE_LINES_OVERRIDDEN)
        made->build.note =
            xasprintf("%s: '%s'", compile_lines_text(arrival), line);
    return true;
}

static void fill_flags(const struct build_request *request,
                       const struct shims *shims, struct strvec *out)
{
    if (request->flags)
        strvec_add_all(out, request->flags);
    for (size_t i = 0; request->align && shims->takes_alignment && i < 2; i++)
        strvec_add(out, alignment[i]);
}

/* Builds what the entry stands for; the lock is not held. */
static bool fill_entry(struct program_builder *self, struct entry *entry,
                       const struct shims *shims, struct error *err)
{
    struct attempt attempt = {.make = {.file = self->file,
                                       .shims = shims,
                                       .source = &self->folders.tree,
                                       .flags = &entry->flags}};
    bool ok =
        build_it(self, &attempt, err) && check_arrival(self, &attempt, err);
    if (!ok && attempt.folder)
        file_remove_tree(attempt.folder, NULL);
    if (ok) {
        entry->build = attempt.made.build;
        attempt.made.build = (struct program_build){0};
        if (entry->build.refusal == REFUSAL_NONE)
            entry->build.folder = xstrdup(attempt.folder);
    }
    attempt_release(&attempt);
    return ok;
}

/* Compiler and flags, as one text. */
static char *key_of(const char *cc, const struct strvec *flags)
{
    struct str key = {0};
    str_add(&key, cc);
    for (size_t i = 0; i < flags->count; i++)
        str_addf(&key, "\n%s", flags->items[i]);
    return str_detach(&key);
}

static struct entry *find_entry(struct program_builder *self, const char *key)
{
    for (size_t i = 0; i < self->count; i++)
        if (strcmp(self->entries[i]->key, key) == 0)
            return self->entries[i];
    return NULL;
}

/* Takes the entry out of the list and gives its folder back. */
static void remove_entry(struct program_builder *self, struct entry *entry)
{
    for (size_t i = 0; i < self->count; i++)
        if (self->entries[i] == entry) {
            self->entries[i] = self->entries[--self->count];
            break;
        }
    if (entry->build.folder)
        program_folders_give(&self->folders, entry->build.folder);
    free_entry(entry);
}

/* Too many builds that nobody needs: the first that is found goes. */
static void trim(struct program_builder *self)
{
    size_t idle = 0, limit = self->users > 1 ? BUILDS_KEPT_MAX : 0;
    for (size_t i = 0; i < self->count; i++)
        idle += self->entries[i]->uses == 0;
    for (size_t i = 0; i < self->count && idle > limit;) {
        if (self->entries[i]->uses == 0) {
            remove_entry(self, self->entries[i]);
            idle--;
        } else {
            i++;
        }
    }
}

static struct entry *add_entry(struct program_builder *self, const char *key,
                               const struct strvec *flags)
{
    struct entry *entry = xcalloc(1, sizeof(*entry));
    entry->key = xstrdup(key);
    strvec_add_all(&entry->flags, flags);
    self->entries = memory_grow(self->entries, &self->capacity, self->count + 1,
                                sizeof(*self->entries));
    self->entries[self->count++] = entry;
    return entry;
}

/* The answer of an entry that is ready, to one who has counted himself. */
static const struct program_build *
answer(struct program_builder *self, struct entry *entry, struct error *err)
{
    if (!entry->error.kind)
        return &entry->build;
    if (err)
        *err = entry->error;
    if (--entry->uses == 0)
        remove_entry(self, entry);
    return NULL;
}

/* Builds the new entry and wakes those who wait for it; the lock is held
 * before and after, not meanwhile. */
static void make_ready(struct program_builder *self, struct entry *entry,
                       const struct shims *shims)
{
    struct error why = {0};
    pthread_mutex_unlock(&self->lock);
    bool ok = fill_entry(self, entry, shims, &why);
    pthread_mutex_lock(&self->lock);
    if (!ok)
        entry->error = why;
    if (ok && self->first_build_s <= 0)
        self->first_build_s = entry->build.wall_s;
    entry->ready = true;
    pthread_cond_broadcast(&self->changed);
}

static const struct program_build *
find_or_build(struct program_builder *self, const struct build_request *request,
              const struct shims *shims, struct error *err)
{
    struct strvec flags = {0};
    fill_flags(request, shims, &flags);
    char *key = key_of(request->cc, &flags);
    struct entry *entry = find_entry(self, key);
    if (entry) {
        entry->uses++;
        while (!entry->ready)
            pthread_cond_wait(&self->changed, &self->lock);
    } else {
        entry = add_entry(self, key, &flags);
        entry->uses++;
        make_ready(self, entry, shims);
    }
    free(key);
    strvec_release(&flags);
    return answer(self, entry, err);
}

const struct program_build *
program_builder_get(struct program_builder *self,
                    const struct build_request *request, struct error *err)
{
    const struct program_build *build = NULL;
    pthread_mutex_lock(&self->lock);
    const struct shims *shims = find_shims(self, request->cc, err);
    if (shims)
        build = find_or_build(self, request, shims, err);
    pthread_mutex_unlock(&self->lock);
    return build;
}

void program_builder_drop(struct program_builder *self,
                          const struct program_build *build)
{
    pthread_mutex_lock(&self->lock);
    for (size_t i = 0; i < self->count; i++)
        if (&self->entries[i]->build == build)
            self->entries[i]->uses--;
    trim(self);
    pthread_mutex_unlock(&self->lock);
}
