/* SPDX-License-Identifier: MIT
 *
 * What the instruction sets share: comparing with the CPU, names to tune for.
 */
#include <config.h>

#include "probes/recommend_parts.h"

#include "base/memory.h"
#include "base/str.h"
#include "probes/catalogue.h"
#include "probes/compiler.h"
#include "probes/cpu.h"
#include "probes/words.h"

void recommend_job_init(struct recommend_job *self,
                        const struct catalogue *catalogue,
                        const struct compiler *compiler, const struct cpu *cpu)
{
    *self = (struct recommend_job){.catalogue = catalogue,
                                   .compiler = compiler,
                                   .cpu = cpu,
                                   .isa = features_isa(compiler)};
    features_allowed(catalogue, self->isa, cpu, &self->words);
}

struct answer {
    char *flags;
    bool accepted;
    struct macros macros;
};

struct recommend_memory {
    struct answer *items;
    size_t count;
    size_t capacity;
};

void recommend_job_remember(struct recommend_job *self)
{
    self->memory = xcalloc(1, sizeof(*self->memory));
}

void recommend_job_release(struct recommend_job *self)
{
    strvec_release(&self->words);
    for (size_t i = 0; self->memory && i < self->memory->count; i++) {
        free(self->memory->items[i].flags);
        macros_release(&self->memory->items[i].macros);
    }
    if (self->memory)
        free(self->memory->items);
    free(self->memory);
    self->memory = NULL;
}

static const struct answer *remember(const struct recommend_job *job,
                                     const struct strvec *flags)
{
    struct recommend_memory *memory = job->memory;
    char *key = strvec_join(flags, " ");
    for (size_t i = 0; i < memory->count; i++) {
        if (strcmp(memory->items[i].flags, key) == 0) {
            free(key);
            return &memory->items[i];
        }
    }
    memory->items = memory_grow(memory->items, &memory->capacity,
                                memory->count + 1, sizeof(*memory->items));
    struct answer *answer = &memory->items[memory->count++];
    *answer = (struct answer){.flags = key};
    answer->accepted = compiler_macros(job->compiler, flags, &answer->macros);
    return answer;
}

static void compare(const struct recommend_job *job,
                    const struct macros *macros, struct feature_rows *surplus,
                    struct feature_rows *missing)
{
    features_surplus(job->catalogue, job->isa, macros, &job->words, surplus);
    features_missing(job->catalogue, job->isa, macros, &job->words, missing);
}

bool recommend_compare(const struct recommend_job *job,
                       const struct strvec *flags, struct feature_rows *surplus,
                       struct feature_rows *missing)
{
    struct macros macros;
    *surplus = *missing = (struct feature_rows){0};
    if (job->memory) {
        const struct answer *answer = remember(job, flags);
        if (answer->accepted)
            compare(job, &answer->macros, surplus, missing);
        return answer->accepted;
    }
    if (!compiler_macros(job->compiler, flags, &macros))
        return false;
    compare(job, &macros, surplus, missing);
    macros_release(&macros);
    return true;
}

bool recommend_takes(const struct recommend_job *job,
                     const struct strvec *flags, const char *flag)
{
    struct strvec all = {0};
    struct macros macros;
    strvec_add_all(&all, flags);
    strvec_add(&all, flag);
    bool ok = compiler_macros(job->compiler, &all, &macros);
    if (ok)
        macros_release(&macros);
    strvec_release(&all);
    return ok;
}

void recommend_core_names(const struct recommend_job *job, const char *core,
                          struct strvec *names)
{
    long row = catalogue_find_core_name(job->catalogue, core);
    const char *column =
        job->compiler->family == COMPILER_CLANG ? "clang" : "gcc";
    if (row >= 0)
        words_split_list(
            table_cell(&job->catalogue->cores, (size_t)row, column), names);
}

void recommend_whole_names(const struct recommend_job *job,
                           struct strvec *names)
{
    const struct cpu *cpu = job->cpu;
    if (cpu->kind_count == 2) {
        long pair = catalogue_find_pair(job->catalogue, cpu->kinds[0].core,
                                        cpu->kinds[1].core);
        if (pair >= 0)
            recommend_core_names(
                job, table_cell(&job->catalogue->cores, (size_t)pair, "core"),
                names);
    }
    if (names->count || cpu->kind_count == 0)
        return;
    recommend_core_names(job, cpu->kinds[0].core, names);
    for (size_t i = 1; i < cpu->kind_count; i++) {
        struct strvec other = {0};
        recommend_core_names(job, cpu->kinds[i].core, &other);
        words_intersect(names, &other);
        strvec_release(&other);
    }
}

static void add_near(const struct recommend_job *job, const char *core,
                     struct strvec *names)
{
    long row = catalogue_find_core_name(job->catalogue, core);
    if (row >= 0)
        words_split_list(
            table_cell(&job->catalogue->cores, (size_t)row, "near"), names);
}

/* Pairs of what two kinds are like: Kryo gold and silver are near
 * cortex-a73.cortex-a53. */
static void add_pairs(const struct recommend_job *job, struct strvec *names)
{
    struct strvec own[2] = {{0}, {0}};
    for (size_t k = 0; k < 2; k++) {
        strvec_add(&own[k], job->cpu->kinds[k].core);
        add_near(job, job->cpu->kinds[k].core, &own[k]);
    }
    for (size_t i = 0; i < own[0].count; i++) {
        for (size_t j = 0; j < own[1].count; j++) {
            long pair = catalogue_find_pair(job->catalogue, own[0].items[i],
                                            own[1].items[j]);
            if (pair < 0)
                continue;
            const char *core =
                table_cell(&job->catalogue->cores, (size_t)pair, "core");
            recommend_core_names(job, core, names);
            add_near(job, core, names);
        }
    }
    strvec_release(&own[0]);
    strvec_release(&own[1]);
}

void recommend_tune_names(const struct recommend_job *job, struct strvec *names)
{
    const struct cpu_kind *fast = cpu_fastest_kind(job->cpu);
    if (job->cpu->kind_count == 2)
        add_pairs(job, names);
    if (!fast)
        return;
    recommend_core_names(job, fast->core, names);
    add_near(job, fast->core, names);
}

void recommend_add_tuning(const struct recommend_job *job, struct strvec *flags)
{
    struct strvec names = {0};
    recommend_tune_names(job, &names);
    for (size_t i = 0; i < names.count; i++) {
        char *flag = xasprintf("-mtune=%s", names.items[i]);
        bool ok = recommend_takes(job, flags, flag);
        if (ok)
            strvec_add(flags, flag);
        free(flag);
        if (ok)
            break;
    }
    strvec_release(&names);
}

bool recommend_by_level(const struct recommend_job *job, const char *prefix,
                        recommend_fit *fit, struct strvec *flags)
{
    const struct table *levels = &job->catalogue->levels;
    long top = catalogue_find_level(
        job->catalogue, job->isa,
        features_level(job->catalogue, job->isa, &job->words));
    bool ok = false;
    for (long i = top; !ok && i >= 0; i--) {
        if (strcmp(table_cell(levels, (size_t)i, "isa"), job->isa) != 0)
            break;
        char *base =
            xasprintf("%s%s", prefix, table_cell(levels, (size_t)i, "name"));
        ok = fit(job, base, flags);
        free(base);
    }
    return ok;
}
