/* SPDX-License-Identifier: MIT
 *
 * A user's program behind the table of workloads.
 */
#include <config.h>

#include "search/workload_program.h"

#include <math.h>

#include "base/child.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/str.h"
#include "search/arm.h"
#include "search/build_output.h"
#include "search/chain_clock.h"
#include "search/program_builder.h"
#include "search/program_reading.h"
#include "search/runner.h"
#include "search/workload.h"
#include "search/workload_file.h"

enum {
    TRIES = 3,             /* over a connection that is lost */
    FIRST_TIMEOUT_S = 600, /* of a run, before one has ended well */
    LEAST_TIMEOUT_S = 10,
    TIMEOUT_FACTOR = 10 /* times the first run */
};

/* What all boards have in common. */
struct shared {
    struct workload_file file; /* of the builder */
    char *base;                /* NULL: the file's folder */
    struct program_builder *builder;
    unsigned users;
};

struct program {
    struct workload workload; /* first: the table's functions cast to it */
    struct shared *shared;
    struct workload_file file; /* its own: patterns serve one thread */
    struct runner *runner;
    int pin_cpu_plus_one;
    double first_run_s; /* 0: none has ended well */
    bool threads;
};

static struct program *of(struct workload *workload)
{
    return (struct program *)workload;
}

/* program_builder_get() gives builds to read; build.owner takes no const. */
struct lease {
    struct program_builder *builder;
    const struct program_build *build;
};

static void drop(struct build *build)
{
    struct lease *lease = build->owner;
    program_builder_drop(lease->builder, lease->build);
    free(lease);
}

static const struct program_build *made_of(const struct build *build)
{
    return ((const struct lease *)build->owner)->build;
}

static void fill_build(struct build *out, struct lease *lease)
{
    const struct program_build *made = lease->build;
    *out = (struct build){
        .refusal = made->refusal,
        .message = made->message ? xstrdup(made->message) : NULL,
        .code = made->code,
        .code_size = made->size_bytes,
        .directory = made->folder ? xstrdup(made->folder) : NULL,
        .program =
            made->programs.count ? xstrdup(made->programs.items[0]) : NULL,
        .build_s = made->wall_s,
        .drop = drop,
        .owner = lease,
    };
    if (made->refusal != REFUSAL_NONE)
        return;
    out->units = xcalloc(1, sizeof(*out->units));
    out->units[0] = made->code;
    out->unit_count = 1;
}

static bool program_build(struct workload *workload,
                          const struct build_request *request,
                          struct build *out, struct error *err)
{
    struct shared *shared = of(workload)->shared;
    const struct program_build *made =
        program_builder_get(shared->builder, request, err);
    if (!made)
        return false;
    if (made->note)
        workload_note(workload, "%s", made->note);
    struct lease *lease = xcalloc(1, sizeof(*lease));
    *lease = (struct lease){.builder = shared->builder, .build = made};
    fill_build(out, lease);
    return true;
}

static unsigned run_timeout_ms(const struct program *self)
{
    double seconds = self->file.timeout_s;
    if (seconds <= 0 && self->first_run_s > 0)
        seconds = fmax(LEAST_TIMEOUT_S, TIMEOUT_FACTOR * self->first_run_s);
    if (seconds <= 0)
        seconds = FIRST_TIMEOUT_S;
    return (unsigned)fmin(seconds * 1000, 4e9);
}

/* Runs one of the user's commands in a build; a lost connection is tried
 * again. */
static enum runner_status run_again(struct program *self,
                                    const struct runner_job *job,
                                    struct child_result *result,
                                    struct error *err)
{
    enum runner_status status = RUNNER_LOST;
    for (int i = 0; i < TRIES && status == RUNNER_LOST; i++)
        status = runner_run(self->runner, job, result, err);
    return status;
}

static void refuse(struct build *build, enum refusal refusal,
                   const struct child_result *result, const char *why)
{
    struct str text = {0};
    build->refusal = refusal;
    build_output_message(result, why, &text);
    free(build->message);
    build->message = str_detach(&text);
}

/* Calls judge() on the result of a command. */
typedef bool judge_function(struct program *self, struct build *build,
                            const struct child_result *result);

static bool run_and_judge(struct program *self, struct build *build,
                          const struct runner_job *job, judge_function *judge,
                          struct error *err)
{
    struct child_result result;
    struct error why = {0};
    switch (run_again(self, job, &result, &why)) {
    case RUNNER_OK:
        break;
    case RUNNER_ENDED:
        build->refusal = REFUSAL_CRASH;
        free(build->message);
        build->message = xstrdup(why.text);
        return true;
    case RUNNER_LOST:
    case RUNNER_ERROR:
        return error_set(err, why.kind, "%s", why.text);
    }
    judge(self, build, &result);
    child_result_release(&result);
    return true;
}

static bool judge_check(struct program *self, struct build *build,
                        const struct child_result *result)
{
    enum refusal refusal = build_output_run_refusal(result);
    (void)self;
    if (refusal != REFUSAL_NONE)
        refuse(build, refusal, result, NULL);
    return refusal == REFUSAL_NONE;
}

/* Whether CPU time is what a metric means. */
static bool measures_cpu(const struct program *self)
{
    const struct workload_file *file = &self->file;
    for (size_t i = 0; i < file->metric_count; i++)
        if (file->metrics[i].source == METRIC_CPU ||
            (file->metrics[i].source == METRIC_TIME && !self->threads))
            return true;
    return false;
}

/* What the first good run tells: how long runs are, how many threads. */
static void learn(struct program *self, const struct child_result *result)
{
    if (self->first_run_s > 0)
        return;
    self->first_run_s = fmax(result->wall_s, 1e-6);
    if (program_reading_has_threads(result) && !self->threads) {
        self->threads = true;
        workload_note(&self->workload,
                      "a run uses several processors at once: its time is "
                      "wall time");
    }
    double run_s =
        measures_cpu(self) ? result->user_s + result->system_s : result->wall_s;
    if (run_s < PROGRAM_SHORT_RUN_S)
        workload_note(&self->workload,
                      "a run takes %.0f ms: starting the program is most of "
                      "it; let it run for %.0f ms or longer",
                      run_s * 1e3, PROGRAM_SHORT_RUN_S * 1e3);
}

static struct program_reading reading_of(const struct program *self,
                                         const struct child_result *result,
                                         uint64_t size_bytes)
{
    return (struct program_reading){.file = &self->file,
                                    .result = result,
                                    .size_bytes = size_bytes,
                                    .threads = self->threads};
}

static bool judge_run(struct program *self, struct build *build,
                      const struct child_result *result)
{
    struct sample samples[ARM_METRICS_MAX];
    struct error why = {0};
    struct program_reading reading = reading_of(self, result, build->code_size);
    if (!judge_check(self, build, result))
        return false;
    if (!program_reading_check(&reading, &why) ||
        !program_reading_samples(&reading, samples, &why)) {
        refuse(build, REFUSAL_WRONG_OUTPUT, result, why.text);
        return false;
    }
    learn(self, result);
    return true;
}

/* A board has its own, which we do not know. */
static uint64_t memory_limit(const struct program *self)
{
    uint64_t own = self->file.memory_bytes;
    return own || runner_is_remote(self->runner)
               ? own
               : workload_file_memory(&self->file);
}

/* The first run shows whether there are threads, so that it is free. */
static int pin(const struct program *self)
{
    return self->threads || self->first_run_s <= 0 ? 0 : self->pin_cpu_plus_one;
}

/* Members of a job that all commands have in common. */
static struct runner_job job_of(const struct program *self,
                                struct runner_place *place, const char *command,
                                const struct strvec *environment)
{
    return (struct runner_job){
        .place = place,
        .shell = command,
        .environment = environment,
        .timeout_ms = run_timeout_ms(self),
        .memory_bytes = memory_limit(self),
        .pin_cpu_plus_one = pin(self),
    };
}

/* The user's check, and the runs before the first sample. */
static bool program_verify(struct workload *workload, struct build *build,
                           struct error *err)
{
    struct program *self = of(workload);
    const struct workload_file *file = &self->file;
    const struct program_build *made = made_of(build);
    struct runner_place place;
    bool ok = true;
    runner_place_init(&place, made->folder, &made->copied);
    if (file->verify) {
        /* A check may build test programs: it has what the build had. */
        struct runner_job job =
            job_of(self, &place, file->verify, &made->environment);
        ok = run_and_judge(self, build, &job, judge_check, err);
    }
    for (unsigned long i = 0;
         ok && build->refusal == REFUSAL_NONE && i < file->warm_up; i++) {
        struct runner_job job =
            job_of(self, &place, file->run, &file->environment);
        ok = run_and_judge(self, build, &job, judge_run, err);
    }
    runner_place_release(&place, self->runner);
    build->verified = ok && build->refusal == REFUSAL_NONE;
    return ok;
}

struct program_arm {
    struct arm arm; /* first */
    struct program *program;
    struct runner_place place;
    uint64_t size_bytes;
    size_t environment_bytes;
};

static bool read_samples(struct program_arm *self,
                         const struct child_result *result,
                         struct sample *samples, struct error *err)
{
    struct program *program = self->program;
    struct program_reading reading =
        reading_of(program, result, self->size_bytes);
    if (!program_reading_check(&reading, err) ||
        !program_reading_samples(&reading, samples, err))
        return false;
    learn(program, result);
    return true;
}

/* Runs once; *late says that it had to be ended. */
static enum arm_status sample_once(struct program_arm *self,
                                   struct sample *samples, bool *late,
                                   struct error *err)
{
    static const enum arm_status statuses[] = {
        [RUNNER_OK] = ARM_OK,
        [RUNNER_ENDED] = ARM_FAILED,
        [RUNNER_LOST] = ARM_VOID,
        [RUNNER_ERROR] = ARM_ERROR,
    };
    struct program *program = self->program;
    const struct workload_file *file = &program->file;
    struct runner_job job =
        job_of(program, &self->place, file->run, &file->environment);
    job.environment_bytes = self->environment_bytes;
    struct child_result result;
    enum runner_status status = runner_run(program->runner, &job, &result, err);
    if (status != RUNNER_OK)
        return statuses[status];
    bool ok = read_samples(self, &result, samples, err);
    *late = result.end == CHILD_TIMEOUT;
    child_result_release(&result);
    return ok ? ARM_OK : ARM_FAILED;
}

/* A run may fail by bad luck (a port in use), but not twice, and one that
 * hangs has had its time. */
static enum arm_status sample(struct arm *arm, size_t metric,
                              struct sample *samples, struct error *err)
{
    struct program_arm *self = (struct program_arm *)arm;
    bool late = false;
    (void)metric; /* one run gives all */
    enum arm_status status = sample_once(self, samples, &late, err);
    if (status == ARM_FAILED && !late)
        status = sample_once(self, samples, &late, err);
    return status;
}

static void close_arm(struct arm *arm)
{
    struct program_arm *self = (struct program_arm *)arm;
    runner_place_release(&self->place, self->program->runner);
}

static const struct arm_operations arm_operations = {
    .sample = sample,
    .close = close_arm,
};

static struct arm *program_open(struct workload *workload,
                                const struct build *build,
                                const struct layout *layout, struct error *err)
{
    const struct program_build *made = made_of(build);
    struct program_arm *self = xcalloc(1, sizeof(*self));
    (void)err;
    self->arm = (struct arm){.operations = &arm_operations, .together = true};
    self->program = of(workload);
    self->size_bytes = build->code_size;
    self->environment_bytes = layout ? layout->environment_bytes : 0;
    runner_place_init(&self->place, made->folder, &made->copied);
    return &self->arm;
}

static bool program_pin(struct workload *workload, int cpu_plus_one)
{
    of(workload)->pin_cpu_plus_one = cpu_plus_one; /* threads ignore it */
    return !of(workload)->threads;
}

static struct arm *program_open_clock(struct workload *workload,
                                      const struct build *build,
                                      struct error *err)
{
    (void)build;
    (void)err;
    return chain_clock_open(pin(of(workload)));
}

static void free_shared(struct shared *shared)
{
    workload_file_release(&shared->file);
    free(shared->base);
    free(shared);
}

static void program_free(struct workload *workload)
{
    struct program *self = of(workload);
    struct shared *shared = self->shared;
    workload_release(workload);
    workload_file_release(&self->file);
    free(self);
    program_builder_free(shared->builder);
    if (--shared->users == 0)
        free_shared(shared);
}

#define OPERATIONS                                                             \
    .kind = "program", .build = program_build, .verify = program_verify,       \
    .open = program_open, .pin = program_pin, .free = program_free
static const struct workload_operations here = {
    OPERATIONS, .open_clock = program_open_clock};
/* Another machine's clock is out of reach. */
static const struct workload_operations there = {OPERATIONS};

/* The workload of one board; NULL when the file has gone meanwhile. */
static struct workload *make(struct shared *shared, struct runner *runner,
                             int pin_cpu_plus_one, struct error *err)
{
    struct program *self = xcalloc(1, sizeof(*self));
    struct workload *workload = &self->workload;
    if (!workload_file_load(&self->file, shared->file.path, shared->base,
                            err)) {
        free(self);
        return NULL;
    }
    shared->users++;
    self->shared = shared;
    self->runner = runner;
    self->pin_cpu_plus_one = pin_cpu_plus_one;
    self->threads = self->file.threads;
    bool far = runner_is_remote(runner) || runner_is_emulated(runner);
    workload->operations = far ? &there : &here;
    workload->name = xstrdup(self->file.name);
    workload->units = xcalloc(1, sizeof(*workload->units));
    workload->units[0] = xstrdup(self->file.name);
    workload->unit_count = 1;
    workload->sources = program_builder_sources(shared->builder);
    workload->emulated = runner_is_emulated(runner);
    workload->layouts = self->file.layouts;
    if (runner_libraries(runner))
        workload_note(workload, "programs get their libraries from '%s'",
                      runner_libraries(runner));
    strvec_add_all(&workload->default_flags, &self->file.default_flags);
    workload_file_metrics(&self->file, workload);
    return workload;
}

struct workload *
workload_program_new(const struct workload_program_settings *settings,
                     struct error *err)
{
    struct shared *shared = xcalloc(1, sizeof(*shared));
    struct workload *made = NULL;
    shared->base = settings->base ? xstrdup(settings->base) : NULL;
    if (workload_file_load(&shared->file, settings->path, settings->base, err))
        shared->builder = program_builder_new(&shared->file, err);
    if (shared->builder)
        made = make(shared, settings->runner, settings->pin_cpu_plus_one, err);
    if (!made) {
        program_builder_free(shared->builder);
        free_shared(shared);
    }
    return made;
}

struct workload *workload_program_share(struct workload *workload,
                                        struct runner *runner,
                                        int pin_cpu_plus_one, struct error *err)
{
    struct program *self = of(workload);
    if (workload->operations->free != program_free) {
        error_set(err, ERROR_USAGE, "workload '%s' shares no builds",
                  workload->name);
        return NULL;
    }
    struct workload *made = make(self->shared, runner, pin_cpu_plus_one, err);
    if (made)
        program_builder_share(self->shared->builder);
    return made;
}
