/* SPDX-License-Identifier: MIT
 *
 * Which machine flags are worth trying.
 */
#include <config.h>

#include "probes/dimensions.h"

#include "base/memory.h"
#include "base/pool.h"
#include "base/str.h"
#include "probes/catalogue.h"
#include "probes/compiler.h"
#include "probes/cpu.h"
#include "probes/recommend_parts.h"
#include "probes/spelling.h"
#include "probes/words.h"

/* Names beyond these are of cores that are less and less like this one. */
enum { NAMES_MAX = 16 };

typedef bool fit_function(const struct recommend_job *job, const char *base,
                          struct strvec *flags);

struct fitting {
    const struct recommend_job *job;
    const struct strvec *bases;
    fit_function *fit;
    struct strvec *lists; /* one a base; empty where it does not fit */
};

void dimension_values_release(struct dimension_values *self)
{
    if (!self)
        return;
    for (size_t i = 0; i < self->count; i++)
        strvec_release(&self->lists[i]);
    free(self->lists);
    *self = (struct dimension_values){0};
}

void dimensions_release(struct dimensions *self)
{
    if (!self)
        return;
    for (size_t d = 0; d < self->count; d++)
        dimension_values_release(&self->items[d]);
    free(self->items);
    *self = (struct dimensions){0};
}

const struct dimension_values *dimensions_find(const struct dimensions *self,
                                               const char *name)
{
    for (size_t d = 0; d < self->count; d++)
        if (strcmp(self->items[d].name, name) == 0)
            return &self->items[d];
    return NULL;
}

static struct dimension_values *add_dimension(struct dimensions *self,
                                              const char *name)
{
    self->items =
        xreallocarray(self->items, self->count + 1, sizeof(*self->items));
    self->items[self->count] = (struct dimension_values){.name = name};
    return &self->items[self->count++];
}

/* Takes the list, unless the dimension has it. */
static void add_value(struct dimension_values *values, struct strvec *list)
{
    bool known = list->count == 0;
    for (size_t i = 0; !known && i < values->count; i++)
        known = strvec_equal(&values->lists[i], list);
    if (known) {
        strvec_release(list);
        return;
    }
    values->lists = memory_grow(values->lists, &values->capacity,
                                values->count + 1, sizeof(*values->lists));
    values->lists[values->count++] = *list;
    *list = (struct strvec){0};
}

static void add_flag(struct dimension_values *values, const char *flag)
{
    struct strvec list = {0};
    strvec_add(&list, flag);
    add_value(values, &list);
}

static void fit_one(size_t index, void *data)
{
    struct fitting *fitting = data;
    if (!fitting->fit(fitting->job, fitting->bases->items[index],
                      &fitting->lists[index]))
        strvec_release(&fitting->lists[index]);
}

static void add_fitting(struct dimension_values *values,
                        const struct recommend_job *job,
                        const struct strvec *bases, fit_function *fit,
                        unsigned workers)
{
    struct fitting fitting = {.job = job, .bases = bases, .fit = fit};
    fitting.lists = xcalloc(bases->count + 1, sizeof(*fitting.lists));
    pool_run(bases->count, workers, fit_one, &fitting);
    for (size_t i = 0; i < bases->count; i++)
        add_value(values, &fitting.lists[i]);
    free(fitting.lists);
}

static void add_once(struct strvec *names, const char *name,
                     const struct strvec *known)
{
    if (names->count < NAMES_MAX && !strvec_contains(names, name) &&
        strvec_contains(known, name))
        strvec_add(names, name);
}

static const char *core_arch(const struct catalogue *catalogue, long row)
{
    return row < 0 ? "" : table_cell(&catalogue->cores, (size_t)row, "arch");
}

/* Own names, names to tune for, then cores of the same architecture level,
 * all as far as the compiler lists them. */
static void core_names(const struct recommend_job *job,
                       const struct strvec *known, struct strvec *names)
{
    struct strvec first = {0};
    recommend_whole_names(job, &first);
    recommend_tune_names(job, &first);
    for (size_t i = 0; i < first.count; i++)
        add_once(names, first.items[i], known);
    const struct cpu_kind *fast = cpu_fastest_kind(job->cpu);
    const char *arch = core_arch(
        job->catalogue,
        fast ? catalogue_find_core_name(job->catalogue, fast->core) : -1);
    for (size_t i = 0; *arch && i < known->count; i++) {
        const char *other = core_arch(
            job->catalogue,
            catalogue_find_core_alias(job->catalogue, known->items[i]));
        bool older =
            strcmp(arch, "armv7ve") == 0 && strcmp(other, "armv7-a") == 0;
        if (older || strcmp(other, arch) == 0)
            add_once(names, known->items[i], known);
    }
    strvec_release(&first);
}

static void prefix_all(const struct strvec *names, const char *prefix,
                       struct strvec *out)
{
    for (size_t i = 0; i < names->count; i++)
        strvec_addf(out, "%s%s", prefix, names->items[i]);
}

static void add_cpu_and_tune(struct dimensions *self,
                             const struct recommend_job *job, fit_function *fit,
                             unsigned workers)
{
    struct strvec known = {0}, names = {0}, bases = {0};
    spelling_names(job->compiler, "-mcpu=", &known);
    core_names(job, &known, &names);
    prefix_all(&names, "-mcpu=", &bases);
    add_fitting(add_dimension(self, "-mcpu"), job, &bases, fit, workers);

    struct dimension_values *tunes = add_dimension(self, "-mtune");
    for (size_t i = 0; i < names.count; i++) {
        char *flag = xasprintf("-mtune=%s", names.items[i]);
        add_flag(tunes, flag);
        free(flag);
    }
    if (strvec_contains(&known, "generic"))
        add_flag(tunes, "-mtune=generic");
    strvec_release(&known);
    strvec_release(&names);
    strvec_release(&bases);
}

/* Levels that the words reach, the highest first. */
static void reached_levels(const struct recommend_job *job,
                           struct strvec *names)
{
    const struct table *levels = &job->catalogue->levels;
    long top = catalogue_find_level(
        job->catalogue, job->isa,
        features_level(job->catalogue, job->isa, &job->words));
    for (long i = top; i >= 0; i--)
        if (strcmp(table_cell(levels, (size_t)i, "isa"), job->isa) == 0)
            strvec_add(names, table_cell(levels, (size_t)i, "name"));
}

/* Vector code is no gain everywhere: ntop/n2n#563 has it a third slower. */
static void add_without_vectors(struct dimension_values *values)
{
    if (values->count == 0)
        return;
    struct strvec list = {0};
    const char *first = values->lists[0].items[0];
    strvec_addf(&list, "%.*s+nosimd", (int)strcspn(first, "+"), first);
    add_value(values, &list);
}

static void load_aarch64(struct dimensions *self,
                         const struct recommend_job *job, unsigned workers)
{
    struct strvec levels = {0}, bases = {0};
    add_cpu_and_tune(self, job, recommend_fit_aarch64, workers);
    reached_levels(job, &levels);
    prefix_all(&levels, "-march=", &bases);
    struct dimension_values *march = add_dimension(self, "-march");
    add_fitting(march, job, &bases, recommend_fit_aarch64, workers);
    add_without_vectors(march);
    strvec_release(&levels);
    strvec_release(&bases);
}

static void load_arm(struct dimensions *self, const struct recommend_job *job,
                     unsigned workers)
{
    struct strvec levels = {0}, bases = {0}, fpus = {0};
    add_cpu_and_tune(self, job, recommend_fit_arm, workers);
    recommend_arm_levels(job, &levels);
    prefix_all(&levels, "-march=", &bases);
    add_fitting(add_dimension(self, "-march"), job, &bases, recommend_fit_arm,
                workers);
    bool floats = strcmp(job->compiler->float_abi, "soft") != 0;
    struct dimension_values *fpu = add_dimension(self, "-mfpu");
    recommend_arm_fpus(job->cpu, &fpus);
    for (size_t i = 0; floats && i < fpus.count; i++) {
        char *flag = xasprintf("-mfpu=%s", fpus.items[i]);
        add_flag(fpu, flag);
        free(flag);
    }
    char *abi = xasprintf("-mfloat-abi=%s", job->compiler->float_abi);
    add_flag(add_dimension(self, "-mfloat-abi"), abi);
    free(abi);
    struct dimension_values *state = add_dimension(self, "state");
    add_flag(state, "-marm");
    if (job->cpu->version >= 7)
        add_flag(state, "-mthumb");
    strvec_release(&levels);
    strvec_release(&bases);
    strvec_release(&fpus);
}

static void add_x86_tuning(struct dimensions *self,
                           const struct recommend_job *job,
                           const struct strvec *names)
{
    struct strvec known = {0};
    spelling_names(job->compiler, "-mtune=", &known);
    if (known.count == 0)
        spelling_names(job->compiler, "-march=", &known);
    struct dimension_values *tunes = add_dimension(self, "-mtune");
    add_flag(tunes, "-mtune=generic");
    for (size_t i = 0; i < names->count; i++) {
        char *flag = xasprintf("-mtune=%s", names->items[i]);
        if (strvec_contains(&known, names->items[i]))
            add_flag(tunes, flag);
        free(flag);
    }
    strvec_release(&known);
}

static void add_vector_widths(struct dimensions *self,
                              const struct recommend_job *job)
{
    static const struct {
        const char *words;
        const char *flag;
    } widths[] = {
        {"avx", "-mprefer-vector-width=128"},
        {"avx", "-mprefer-vector-width=256"},
        {"avx512f", "-mprefer-vector-width=512"},
    };
    struct dimension_values *values = NULL;
    struct strvec none = {0};
    for (size_t i = 0; i < sizeof(widths) / sizeof(*widths); i++) {
        if (!words_satisfy(&job->words, widths[i].words) ||
            !recommend_takes(job, &none, widths[i].flag))
            continue;
        if (!values)
            values = add_dimension(self, "-mprefer-vector-width");
        add_flag(values, widths[i].flag);
    }
}

/* The best name with all that the CPU has beside it, older names and the
 * levels as they are: less is a choice, too. */
static void load_x86(struct dimensions *self, const struct recommend_job *job,
                     unsigned workers)
{
    struct strvec names = {0}, bases = {0}, best = {0};
    recommend_x86_names(job, &names);
    strvec_add_all(&bases, &names);
    reached_levels(job, &bases);
    struct dimension_values *march = add_dimension(self, "-march");
    for (size_t i = 0; best.count == 0 && i < bases.count; i++)
        if (!recommend_fit_x86(job, bases.items[i], &best))
            strvec_reset(&best);
    add_value(march, &best);
    add_fitting(march, job, &bases, recommend_cut_x86, workers);
    add_x86_tuning(self, job, &names);
    add_vector_widths(self, job);
    strvec_release(&names);
    strvec_release(&bases);
}

void dimensions_load(struct dimensions *self, const struct catalogue *catalogue,
                     const struct compiler *compiler, const struct cpu *cpu,
                     unsigned workers)
{
    static const struct {
        const char *isa;
        void (*load)(struct dimensions *self, const struct recommend_job *job,
                     unsigned workers);
    } loaders[] = {
        {"aarch64", load_aarch64}, {"arm", load_arm}, {"x86", load_x86}};
    struct recommend_job job;
    *self = (struct dimensions){0};
    recommend_job_init(&job, catalogue, compiler, cpu);
    for (size_t i = 0; i < sizeof(loaders) / sizeof(*loaders); i++)
        if (strcmp(loaders[i].isa, job.isa) == 0)
            loaders[i].load(self, &job, workers);
    recommend_job_release(&job);
}

static void add_copy(struct dimension_values *values, const struct strvec *list,
                     size_t max)
{
    struct strvec copy = {0};
    if (values->count < max) {
        strvec_add_all(&copy, list);
        add_value(values, &copy);
    }
}

/* A list whose -mfpu is another. */
static void add_with_fpu(struct dimension_values *values,
                         const struct strvec *list, const char *fpu, size_t max)
{
    struct strvec copy = {0};
    for (size_t i = 0; i < list->count; i++)
        strvec_add(&copy,
                   str_starts(list->items[i], "-mfpu=") ? fpu : list->items[i]);
    if (values->count < max)
        add_value(values, &copy);
    strvec_release(&copy);
}

void dimensions_combine(const struct dimensions *self, size_t max,
                        struct dimension_values *out)
{
    static const struct dimension_values none;
    const struct dimension_values *cpus = dimensions_find(self, "-mcpu");
    const struct dimension_values *levels = dimensions_find(self, "-march");
    const struct dimension_values *fpus = dimensions_find(self, "-mfpu");
    *out = (struct dimension_values){.name = "machine"};
    cpus = cpus ? cpus : &none;
    levels = levels ? levels : &none;
    fpus = fpus ? fpus : &none;
    for (size_t i = 0; i < cpus->count || i < levels->count; i++) {
        if (i < cpus->count)
            add_copy(out, &cpus->lists[i], max);
        if (i < levels->count)
            add_copy(out, &levels->lists[i], max);
        /* After the best guess: the same with lesser units. */
        for (size_t f = 0; i == 0 && cpus->count && f < fpus->count; f++)
            add_with_fpu(out, &cpus->lists[0], fpus->lists[f].items[0], max);
    }
}

/* The last -mfpu= counts; it must be one that the words allow. */
static bool fpu_may_run(const struct cpu *cpu, const struct strvec *flags)
{
    const char *name = NULL;
    for (size_t i = 0; i < flags->count; i++)
        if (str_starts(flags->items[i], "-mfpu="))
            name = flags->items[i] + strlen("-mfpu=");
    if (!name || strcmp(name, "auto") == 0)
        return true;
    struct strvec fpus = {0};
    recommend_arm_fpus(cpu, &fpus);
    bool ok = strvec_contains(&fpus, name);
    strvec_release(&fpus);
    return ok;
}

static bool level_may_run(const struct cpu *cpu, const struct macros *macros)
{
    unsigned long level;
    const char *text = macros_get(macros, "__ARM_ARCH");
    return !text || !cpu->version || !str_parse_ulong(text, &level) ||
           level <= cpu->version || cpu->version >= 8;
}

bool dimensions_may_run(const struct catalogue *catalogue,
                        const struct compiler *compiler, const struct cpu *cpu,
                        const struct strvec *flags)
{
    struct recommend_job job;
    struct macros macros;
    struct feature_rows surplus = {0};
    if (!compiler_macros(compiler, flags, &macros))
        return false;
    recommend_job_init(&job, catalogue, compiler, cpu);
    features_surplus(catalogue, job.isa, &macros, &job.words, &surplus);
    bool ok = surplus.count == 0;
    if (ok && strcmp(job.isa, "arm") == 0)
        ok = fpu_may_run(cpu, flags) && level_may_run(cpu, &macros);
    feature_rows_release(&surplus);
    recommend_job_release(&job);
    macros_release(&macros);
    return ok;
}
