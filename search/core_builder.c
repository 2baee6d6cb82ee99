/* SPDX-License-Identifier: MIT
 *
 * Compiles and links the core.
 */
#include <config.h>

#include "search/core_builder.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/child.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/rights.h"
#include "base/str.h"
#include "base/strvec.h"
#include "probes/trial.h"
#include "search/core_config.h"
#include "search/toolchain.h"

enum {
    COMPILE_TIMEOUT_MS = 120000, /* a slow board's worst unit, doubled */
    CACHE_BYTES = 64 << 20       /* small boards keep /tmp in memory */
};

struct core_builder {
    const char *sources;
    const struct core_config *config;
    uint64_t measured;
    char *objects; /* folder of the cache */
    struct object_cache *cache;
    struct toolchain toolchain;
    atomic_uint turn; /* each thread begins elsewhere in the driver */
};

/* Compilers write there.  What is not there is told by the first build. */
static void make_folder(const char *path)
{
    if (file_make_directories(path, NULL))
        rights_give(path);
}

struct core_builder *core_builder_new(const char *sources,
                                      const struct core_config *config,
                                      uint64_t measured, const char *folder)
{
    struct core_builder *self = xcalloc(1, sizeof *self);
    self->sources = sources;
    self->config = config;
    self->measured = measured;
    self->objects = xasprintf("%s/objects", folder);
    char *temporary = xasprintf("%s/tmp", folder);
    make_folder(self->objects);
    make_folder(temporary);
    self->cache = object_cache_new(self->objects, CACHE_BYTES);
    toolchain_init(&self->toolchain, temporary);
    free(temporary);
    return self;
}

void core_builder_free(struct core_builder *self)
{
    if (!self)
        return;
    object_cache_free(self->cache);
    toolchain_release(&self->toolchain);
    free(self->objects);
    free(self);
}

/* ---- one compiler run ---- */

struct step {
    struct core_builder *builder;
    struct strvec argv; /* all but the output */
    bool fixed;         /* its warnings are not the candidate's */
};

static void judge(const struct step *step, const struct child_result *result,
                  struct cached_object *out)
{
    if (step->fixed && child_succeeded(result))
        return;
    out->refusal = trial_classify(result, &out->message);
}

static bool make_step(void *data, const char *path, struct cached_object *out,
                      struct error *err)
{
    const struct step *step = data;
    struct strvec argv = {0};
    struct child_result result;
    strvec_add_all(&argv, &step->argv);
    strvec_add_list(&argv, "-o", path, NULL);
    bool ok = toolchain_run(&step->builder->toolchain, &argv,
                            COMPILE_TIMEOUT_MS, &result, err);
    if (ok) {
        judge(step, &result, out);
        child_result_release(&result);
    }
    strvec_release(&argv);
    return ok;
}

static char *step_key(const struct step *step)
{
    return strvec_join(&step->argv, "\n");
}

static bool get_step(struct step *step, const char *path,
                     struct cached_object *out, struct error *err)
{
    char *key = step_key(step);
    struct object_request request = {key, make_step, step, path};
    bool ok = object_cache_get(step->builder->cache, &request, out, err);
    free(key);
    return ok;
}

/* Functions and loops at the start of a cache line, so that the race is
 * about code and not about addresses; what the candidate itself says comes
 * later and wins. */
static const char *const align_flags[] = {"-falign-functions=64",
                                          "-falign-loops=64", NULL};

static void add_source(const struct core_builder *self, const char *source,
                       struct strvec *argv)
{
    strvec_add(argv, "-c");
    strvec_addf(argv, "%s/%s", self->sources, source);
}

/* Whether the compiler takes an alignment flag in silence. */
static bool takes(struct core_builder *self, const char *cc, const char *flag)
{
    struct step step = {self, {0}, false};
    struct cached_object tried = {0};
    bool ok = toolchain_command(&step.argv, cc, NULL);
    strvec_add_all(&step.argv, &self->config->compile);
    strvec_add(&step.argv, flag);
    add_source(self, self->config->driver_sources.items[0], &step.argv);
    ok = ok && get_step(&step, NULL, &tried, NULL) &&
         tried.refusal == REFUSAL_NONE;
    cached_object_release(&tried);
    strvec_release(&step.argv);
    return ok;
}

static void add_align_flags(struct core_builder *self, const char *cc,
                            struct strvec *argv)
{
    for (const char *const *flag = align_flags; *flag; flag++)
        if (takes(self, cc, *flag))
            strvec_add(argv, *flag);
}

static bool unit_step(struct core_builder *self, const struct core_order *order,
                      size_t index, struct step *step, struct error *err)
{
    const struct core_unit *unit = &self->config->units[index];
    *step = (struct step){self, {0}, false};
    if (!toolchain_command(&step->argv, order->cc, err))
        return false;
    strvec_add_all(&step->argv, &self->config->compile);
    if (order->align)
        add_align_flags(self, order->cc, &step->argv);
    strvec_add_all(&step->argv, order->flags);
    if (unit->macro)
        strvec_addf(&step->argv, "-D%s=%s", unit->macro,
                    unit->implementations.items[order->implementations[index]]);
    add_source(self, unit->source, &step->argv);
    return true;
}

bool core_builder_has_bare(struct core_builder *self, const char *cc)
{
    const char *target = self->config->bare_target;
    return target && str_starts(toolchain_target(&self->toolchain, cc), target);
}

size_t core_builder_unit_count(const struct core_builder *self)
{
    return self->config->unit_count;
}

bool core_builder_unit(struct core_builder *self,
                       const struct core_order *order, size_t unit,
                       struct cached_object *out, struct error *err)
{
    struct step step;
    bool ok = unit_step(self, order, unit, &step, err) &&
              get_step(&step, NULL, out, err);
    strvec_release(&step.argv);
    return ok;
}

static bool fixed_step(struct core_builder *self,
                       const struct core_order *order, const char *source,
                       const struct strvec *extra, struct step *step)
{
    *step = (struct step){self, {0}, true};
    if (!toolchain_command(&step->argv, order->cc, NULL))
        return false;
    strvec_add_all(&step->argv, &self->config->compile);
    strvec_add_all(&step->argv, &self->config->driver_compile);
    toolchain_binding_flags(&self->toolchain, order->cc, order->flags,
                            &step->argv);
    if (extra)
        strvec_add_all(&step->argv, extra);
    add_source(self, source, &step->argv);
    return true;
}

/* ---- all objects of a program ---- */

/* The objects of a program in the order of its link line: padding first. */
struct objects {
    struct step *steps;
    size_t count;
    char *folder;        /* where they appear while they are linked */
    struct strvec paths; /* of the objects */
};

static void add_fixed(struct core_builder *self, const struct core_order *order,
                      const char *source, const struct strvec *extra,
                      struct objects *out)
{
    fixed_step(self, order, source, extra, &out->steps[out->count++]);
}

static void add_padding(struct core_builder *self,
                        const struct core_order *order, struct objects *out)
{
    struct strvec extra = {0};
    strvec_addf(&extra, "-D%s=%u", self->config->padding_macro,
                order->padding_bytes);
    add_fixed(self, order, self->config->padding_source, &extra, out);
    strvec_release(&extra);
}

static void list_objects(struct core_builder *self,
                         const struct core_order *order, struct objects *out)
{
    const struct core_config *config = self->config;
    size_t most = 1 + config->unit_count + config->driver_sources.count +
                  config->bare_sources.count;
    out->steps = xcalloc(most, sizeof *out->steps);
    add_padding(self, order, out);
    for (size_t i = 0; i < config->unit_count; i++) {
        if (self->measured >> i & 1)
            unit_step(self, order, i, &out->steps[out->count++], NULL);
        else
            add_fixed(self, order, config->units[i].source, NULL, out);
    }
    for (size_t i = 0; i < config->driver_sources.count; i++)
        add_fixed(self, order, config->driver_sources.items[i], NULL, out);
    for (size_t i = 0; order->bare && i < config->bare_sources.count; i++)
        add_fixed(self, order, config->bare_sources.items[i],
                  &config->bare_compile, out);
}

static void release_objects(struct objects *self)
{
    for (size_t i = 0; i < self->count; i++)
        strvec_release(&self->steps[i].argv);
    free(self->steps);
    for (size_t i = 0; i < self->paths.count; i++)
        unlink(self->paths.items[i]);
    strvec_release(&self->paths);
    if (self->folder)
        rmdir(self->folder);
    free(self->folder);
}

/* Whether another thread compiles this one now: there is other work first. */
static bool is_busy(const struct step *step)
{
    char *key = step_key(step);
    bool busy = object_cache_busy(step->builder->cache, key);
    free(key);
    return busy;
}

static bool get_object(struct objects *self, size_t index,
                       struct cached_object *out, struct error *err)
{
    cached_object_release(out);
    return get_step(&self->steps[index], self->paths.items[index], out, err);
}

/* Makes or takes them all.  Threads that want the same begin at different
 * ones.  Stops at a refusal, which is then in *out. */
static bool gather(struct core_builder *self, struct objects *objects,
                   struct cached_object *out, struct error *err)
{
    size_t count = objects->count;
    bool *there = xcalloc(count, sizeof *there);
    size_t start = atomic_fetch_add(&self->turn, 5) % count;
    bool ok = true;
    for (size_t i = 0; i < 2 * count && ok; i++) {
        size_t index = (start + i) % count;
        if (there[index] || (i < count && is_busy(&objects->steps[index])))
            continue;
        ok = get_object(objects, index, out, err);
        there[index] = true;
        if (out->refusal != REFUSAL_NONE)
            break;
    }
    free(there);
    return ok;
}

static bool open_folder(struct core_builder *self, struct objects *objects,
                        struct error *err)
{
    objects->folder = xasprintf("%s/link-%u", self->toolchain.temporary,
                                atomic_fetch_add(&self->turn, 1));
    for (size_t i = 0; i < objects->count; i++)
        strvec_addf(&objects->paths, "%s/%zu.o", objects->folder, i);
    return file_make_directories(objects->folder, err);
}

struct link_job {
    struct core_builder *builder;
    const struct core_order *order;
};

static bool add_link_flags(const struct core_order *order, struct strvec *argv,
                           struct error *err)
{
    if (!toolchain_command(argv, order->cc, err))
        return false;
    strvec_add_all(argv, order->flags);
    return true;
}

static bool make_program(void *data, const char *path,
                         struct cached_object *out, struct error *err)
{
    const struct link_job *job = data;
    struct objects objects = {0};
    struct step link = {job->builder, {0}, true};
    list_objects(job->builder, job->order, &objects);
    bool ok = open_folder(job->builder, &objects, err) &&
              gather(job->builder, &objects, out, err);
    if (ok && out->refusal == REFUSAL_NONE) {
        cached_object_release(out);
        ok = add_link_flags(job->order, &link.argv, err);
        if (job->order->bare)
            strvec_add_list(&link.argv, "-nostdlib", "-static", "-no-pie",
                            NULL);
        strvec_add_all(&link.argv, &objects.paths);
        if (job->order->bare)
            strvec_add(&link.argv, "-lgcc");
        ok = ok && make_step(&link, path, out, err);
    }
    strvec_release(&link.argv);
    release_objects(&objects);
    return ok;
}

bool core_builder_program(struct core_builder *self,
                          const struct core_link *link,
                          struct cached_object *out, struct error *err)
{
    struct link_job job = {self, link->order};
    char *key = xasprintf("link%s %s %u", link->order->bare ? " bare" : "",
                          link->code->hex, link->order->padding_bytes);
    struct object_request request = {key, make_program, &job, link->path};
    bool ok = object_cache_get(self->cache, &request, out, err);
    free(key);
    return ok;
}

bool core_builder_link_name(struct core_builder *self,
                            const struct core_order *order, struct digest *out,
                            struct error *err)
{
    /* No source: the compiler takes it for something to link. */
    char *input = xasprintf("%s/kernels.conf", self->sources);
    struct strvec command = {0};
    bool ok = toolchain_command(&command, order->cc, err);
    strvec_add_all(&command, order->flags);
    ok = ok && toolchain_link_name(&self->toolchain, &command, input, out, err);
    strvec_release(&command);
    free(input);
    return ok;
}
