/* SPDX-License-Identifier: MIT
 *
 * The core as a workload.
 */
#include <config.h>

#include "search/workload_core.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/child.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/temporary.h"
#include "search/build_output.h"
#include "search/core_arm.h"
#include "search/core_builder.h"
#include "search/core_config.h"
#include "search/core_digest.h"
#include "search/core_libc.h"
#include "search/core_metrics.h"
#include "search/runner.h"
#include "search/workload.h"

enum {
    VERIFY_TIMEOUT_MS = 120000, /* 20 ms here; an emulated board is 1000
                                   times slower */
    VERIFY_ATTEMPTS = 3
};

static const uint64_t verify_memory_bytes = (uint64_t)1 << 30;

struct core {
    struct workload workload;
    char *directory;
    char *folder; /* private */
    struct core_config config;
    struct core_builder *builder;
    struct core_timing timing;
    struct runner *runner;
    size_t unit_of[CORE_UNITS_MAX];   /* our unit -> the config's */
    size_t choice_of[CORE_UNITS_MAX]; /* the config's unit -> our choice plus
                                         one; 0: none */
    struct map passed;                /* code that has passed verify() */
    struct core_libc libc;
    atomic_ulong builds;
};

static struct core *core_of(struct workload *workload)
{
    return (struct core *)workload;
}

/* ---- building ---- */

static void fill_order(struct core *self, const struct build_request *request,
                       size_t *implementations, struct core_order *order)
{
    for (size_t i = 0; i < self->config.unit_count; i++) {
        size_t choice = self->choice_of[i];
        implementations[i] =
            choice > 0 && request->choices ? request->choices[choice - 1] : 0;
    }
    *order = (struct core_order){
        .cc = request->cc,
        .flags = request->flags,
        .implementations = implementations,
        .padding_bytes = request->layout.padding_bytes,
        .align = request->align,
        .bare = core_libc_is_bare(&self->libc),
    };
}

static void refuse(struct build *out, struct cached_object *from)
{
    out->refusal = from->refusal;
    out->message = from->message;
    from->message = NULL;
}

/* Units are named by their code and by how it is linked. */
static struct digest mix(const struct digest *a, const struct digest *b)
{
    char *both = xasprintf("%s %s", a->hex, b->hex);
    struct digest mixed = digest_text(both);
    free(both);
    return mixed;
}

static bool build_units(struct core *self, const struct core_order *order,
                        struct build *out, bool *opaque, struct error *err)
{
    out->unit_count = self->workload.unit_count;
    out->units = xcalloc(out->unit_count + 1, sizeof *out->units);
    for (size_t i = 0; i < out->unit_count; i++) {
        struct cached_object unit = {0};
        if (!core_builder_unit(self->builder, order, self->unit_of[i], &unit,
                               err))
            return false;
        out->units[i] = unit.object.code;
        out->code_size += unit.object.size_bytes;
        *opaque = *opaque || unit.object.opaque;
        refuse(out, &unit);
        if (out->refusal != REFUSAL_NONE)
            return true;
    }
    return true;
}

static bool name_code(struct core *self, const struct core_order *order,
                      struct build *out, struct error *err)
{
    struct digest link, code = {""};
    if (!core_builder_link_name(self->builder, order, &link, err))
        return false;
    for (size_t i = 0; i < out->unit_count; i++) {
        out->units[i] = mix(&out->units[i], &link);
        code = mix(&code, &out->units[i]);
    }
    out->code = code;
    return true;
}

/* Where objects say nothing, the program has the last word. */
static void name_by_program(struct build *out, const struct object *program)
{
    out->code = program->code;
    out->code_size = program->size_bytes;
    for (size_t i = 0; i < out->unit_count; i++)
        out->units[i] = program->code;
}

static bool link_program(struct core *self, const struct core_order *order,
                         bool opaque, struct build *out, struct error *err)
{
    out->directory = xasprintf("%s/builds/%lu", self->folder,
                               atomic_fetch_add(&self->builds, 1));
    out->program = xasprintf("%s/driver", out->directory);
    struct cached_object program = {0};
    struct core_link link = {order, &out->code, out->program};
    if (!file_make_directories(out->directory, err) ||
        !core_builder_program(self->builder, &link, &program, err))
        return false;
    if (program.refusal != REFUSAL_NONE)
        out->code = (struct digest){""};
    else if (opaque)
        name_by_program(out, &program.object);
    refuse(out, &program);
    return true;
}

static bool core_build(struct workload *workload,
                       const struct build_request *request, struct build *out,
                       struct error *err)
{
    struct core *self = core_of(workload);
    struct build made = {0};
    size_t implementations[CORE_UNITS_MAX];
    struct core_order order;
    bool opaque = false;
    double start = clock_now_s();
    fill_order(self, request, implementations, &order);
    bool ok = build_units(self, &order, &made, &opaque, err);
    if (ok && made.refusal == REFUSAL_NONE)
        ok = name_code(self, &order, &made, err) &&
             link_program(self, &order, opaque, &made, err);
    made.build_s = clock_now_s() - start;
    if (ok && made.refusal == REFUSAL_NONE)
        core_libc_keep(&self->libc, self->builder, &order, &made);
    if (ok)
        *out = made;
    else
        build_release(&made);
    return ok;
}

/* ---- verifying and measuring ---- */

static enum runner_status run_verify(struct core *self,
                                     const struct build *build,
                                     struct child_result *result,
                                     struct error *err)
{
    char driver[] = "./driver", mode[] = "verify";
    char *argv[] = {driver, mode, NULL};
    struct runner_place place;
    struct strvec files = {0};
    strvec_add(&files, "driver");
    runner_place_init(&place, build->directory, &files);
    strvec_release(&files);
    struct runner_job job = {
        .place = &place,
        .argv = argv,
        .timeout_ms = VERIFY_TIMEOUT_MS,
        .pin_cpu_plus_one = self->timing.job.pin_cpu_plus_one,
        /* An emulator reserves its guest's whole address space. */
        .memory_bytes =
            runner_is_emulated(self->runner) ? 0 : verify_memory_bytes,
    };
    enum runner_status status = RUNNER_LOST;
    for (int i = 0; i < VERIFY_ATTEMPTS && status == RUNNER_LOST; i++)
        status = runner_run(self->runner, &job, result, err);
    runner_place_release(&place, self->runner);
    return status;
}

/* How it ended and the first of what it found wrong. */
static char *describe_failure(const struct child_result *result)
{
    struct str text = {0};
    build_output_describe(result, &text);
    if (result->out.length > 0)
        str_addf(&text, ": %.*s", (int)strcspn(str_text(&result->out), "\n"),
                 str_text(&result->out));
    return str_detach(&text);
}

/* A result, also of a program that did not even start; false when all must
 * stop. */
static bool judge(struct core *self, struct build *build, struct error *err)
{
    struct child_result result;
    struct error why = {0};
    enum runner_status status = run_verify(self, build, &result, &why);
    if (status == RUNNER_ENDED) {
        build->refusal = REFUSAL_CRASH;
        build->message = xstrdup(why.text);
        return true;
    }
    if (status != RUNNER_OK) {
        if (err)
            *err = why;
        return false;
    }
    build->refusal = build_output_run_refusal(&result);
    build->verified = build->refusal == REFUSAL_NONE;
    if (!build->verified)
        build->message = describe_failure(&result);
    child_result_release(&result);
    return true;
}

/* Once more without libc, where that may be what stopped it. */
static bool judge_bare(struct core *self, struct build *build,
                       struct error *err)
{
    if (build->refusal != REFUSAL_ILLEGAL_INSTRUCTION ||
        !core_libc_relink(&self->libc, self->builder, build, err))
        return true;
    free(build->message);
    build->message = NULL;
    if (!judge(self, build, err))
        return false;
    if (build->verified && !core_libc_is_bare(&self->libc))
        workload_note(&self->workload, "the compiler's libc does not run on "
                                       "that processor: left out");
    if (build->verified)
        core_libc_decide(&self->libc, true);
    return true;
}

static bool core_verify(struct workload *workload, struct build *build,
                        struct error *err)
{
    struct core *self = core_of(workload);
    if (map_has(&self->passed, build->code.hex)) {
        build->verified = true;
        return true;
    }
    core_libc_settle(&self->libc, self->builder, build);
    if (!judge(self, build, err))
        return false;
    if (build->verified)
        core_libc_decide(&self->libc, false);
    else if (!judge_bare(self, build, err))
        return false;
    if (build->verified)
        map_set(&self->passed, build->code.hex, self);
    return true;
}

/* Once the first arm has shown which it is. */
static void name_clock(struct core *self)
{
    const struct core_counter *counter = &self->timing.counter;
    free(self->workload.cycle_clock);
    self->workload.cycle_clock =
        counter->proved
            ? xstrdup("hardware counter")
            : xasprintf("add chain (hardware counter: %s)",
                        counter->why.length ? str_text(&counter->why)
                                            : "not asked");
}

static struct arm *core_open(struct workload *workload,
                             const struct build *build,
                             const struct layout *layout, struct error *err)
{
    struct core *self = core_of(workload);
    core_libc_settle(&self->libc, self->builder, build);
    struct arm *arm =
        core_arm_open(&self->timing, build->directory,
                      layout ? layout->environment_bytes : 0, err);
    name_clock(self);
    return arm;
}

static struct arm *core_open_clock(struct workload *workload,
                                   const struct build *build, struct error *err)
{
    struct core *self = core_of(workload);
    core_libc_settle(&self->libc, self->builder, build);
    return core_clock_open(&self->timing, build->directory, err);
}

/* Another processor may be of another speed: slices are sized anew. */
static bool core_pin(struct workload *workload, int cpu_plus_one)
{
    struct core_timing *timing = &core_of(workload)->timing;
    timing->job.pin_cpu_plus_one = cpu_plus_one;
    map_release(&core_of(workload)->passed); /* it may lack an instruction */
    for (size_t m = 0; m < timing->metric_count; m++)
        timing->metrics[m].iterations = 0;
    return true;
}

static void core_free(struct workload *workload)
{
    struct core *self = core_of(workload);
    core_libc_release(&self->libc);
    str_release(&self->timing.counter.why);
    core_builder_free(self->builder);
    core_config_release(&self->config);
    map_release(&self->passed);
    temporary_remove(self->folder);
    free(self->folder);
    free(self->directory);
    workload_release(workload);
    free(self);
}

static const struct workload_operations core_operations = {
    .kind = "core",
    .build = core_build,
    .verify = core_verify,
    .open = core_open,
    .open_clock = core_open_clock,
    .pin = core_pin,
    .free = core_free,
};

/* ---- what there is to measure and to choose ---- */

static uint64_t units_needed(const struct core *self)
{
    uint64_t mask = 0;
    for (size_t m = 0; m < self->timing.metric_count; m++)
        mask |= self->timing.metrics[m].kernel->units;
    return mask;
}

static void add_choice(struct core *self, size_t unit)
{
    struct workload *workload = &self->workload;
    const struct core_unit *from = &self->config.units[unit];
    if (from->implementations.count < 2)
        return;
    struct workload_choice *choice =
        &workload->choices[workload->choice_count++];
    choice->name = xstrdup(from->name);
    strvec_add_all(&choice->values, &from->implementations);
    self->choice_of[unit] = workload->choice_count;
}

/* Units keep the config's order; bits of metrics follow our numbers. */
static void choose_units(struct core *self, uint64_t needed)
{
    struct workload *workload = &self->workload;
    size_t most = self->config.unit_count + 1;
    workload->units = xcalloc(most, sizeof *workload->units);
    workload->choices = xcalloc(most, sizeof *workload->choices);
    for (size_t unit = 0; unit < self->config.unit_count; unit++) {
        if (!(needed >> unit & 1))
            continue;
        uint64_t bit = (uint64_t)1 << workload->unit_count;
        for (size_t m = 0; m < workload->metric_count; m++)
            if (self->timing.metrics[m].kernel->units >> unit & 1)
                workload->metric_units[m] |= bit;
        self->unit_of[workload->unit_count] = unit;
        workload->units[workload->unit_count++] =
            xstrdup(self->config.units[unit].name);
        add_choice(self, unit);
    }
}

/* Compilers run in a folder of their own. */
static bool find_directory(struct core *self, const char *directory,
                           struct error *err)
{
    self->directory = realpath(directory, NULL);
    if (!self->directory)
        return error_io(err, "find", directory);
    return true;
}

static bool load_config(struct core *self, struct error *err)
{
    struct str path = {0};
    file_join(&path, self->directory, "kernels.conf");
    bool ok = core_config_load(&self->config, str_text(&path), err);
    str_release(&path);
    return ok;
}

static bool prepare(struct core *self,
                    const struct workload_core_settings *settings,
                    struct error *err)
{
    struct str folder = {0};
    if (!find_directory(self, settings->directory, err) ||
        !load_config(self, err) ||
        !core_metrics_choose(&self->workload, &self->timing, &self->config,
                             settings->metrics, err) ||
        !core_digest(self->directory, &self->workload.sources, err) ||
        !temporary_make("core", &folder, err))
        return false;
    self->folder = str_detach(&folder);
    uint64_t needed = units_needed(self);
    choose_units(self, needed);
    self->builder =
        core_builder_new(self->directory, &self->config, needed, self->folder);
    return true;
}

struct workload *
workload_core_new(const struct workload_core_settings *settings,
                  struct error *err)
{
    struct core *self = xcalloc(1, sizeof *self);
    self->workload.operations = &core_operations;
    self->workload.name = xstrdup("core");
    self->workload.emulated = runner_is_emulated(settings->runner);
    if (runner_libraries(settings->runner))
        workload_note(&self->workload, "programs get their libraries from '%s'",
                      runner_libraries(settings->runner));
    self->workload.supports_padding = true;
    strvec_add(&self->workload.default_flags, "-O2");
    self->runner = settings->runner;
    self->timing.counter.source = &counter_kernel;
    core_libc_init(&self->libc, self->runner);
    self->timing.job =
        (struct core_server_job){settings->runner, settings->pin_cpu_plus_one};
    if (prepare(self, settings, err))
        return &self->workload;
    core_free(&self->workload);
    return NULL;
}
