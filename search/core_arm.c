/* SPDX-License-Identifier: MIT
 *
 * Slices of work, sized and timed.
 */
#include <config.h>

#include "search/core_arm.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "search/core_config.h"
#include "search/protocol.h"

enum {
    CALIBRATION_READINGS = 3,
    /* Additions of the first clock reading: some microseconds. */
    CLOCK_FIRST = 10000
};

static const double GROWTH_MOST = 100;

struct core_arm {
    struct arm arm;
    struct core_timing *timing;
    struct core_server server;
    double burden;
    struct counter counter;
    uint64_t spare[ARM_METRICS_MAX]; /* cycles of a request for one iteration */
};

static enum arm_status ask_kernel(struct core_arm *self, size_t metric,
                                  uint64_t iterations,
                                  struct core_answer *answer, struct error *err)
{
    char *request =
        xasprintf("time %s %" PRIu64,
                  self->timing->metrics[metric].kernel->name, iterations);
    enum arm_status status =
        core_server_ask(&self->server, request, answer, err);
    free(request);
    return status;
}

static enum arm_status ask_clock(struct core_arm *self, size_t unused,
                                 uint64_t additions, struct core_answer *answer,
                                 struct error *err)
{
    (void)unused;
    char *request = xasprintf("clock %" PRIu64, additions);
    enum arm_status status =
        core_server_ask(&self->server, request, answer, err);
    free(request);
    return status;
}

typedef enum arm_status asker(struct core_arm *self, size_t metric,
                              uint64_t count, struct core_answer *answer,
                              struct error *err);

/* Work that is being sized. */
struct sizing {
    asker *ask;
    size_t metric;
    double goal_s;  /* what it should take */
    uint64_t count; /* iterations or additions */
};

/* The shortest of a few readings: what the work takes undisturbed. */
static enum arm_status shortest(struct core_arm *self,
                                const struct sizing *sizing, double *seconds,
                                struct error *err)
{
    *seconds = (double)INFINITY;
    for (int i = 0; i < CALIBRATION_READINGS; i++) {
        struct core_answer answer;
        enum arm_status status =
            sizing->ask(self, sizing->metric, sizing->count, &answer, err);
        if (status != ARM_OK)
            return status;
        *seconds = fmin(*seconds, (double)answer.cpu_ns * 1e-9);
    }
    return ARM_OK;
}

/* Grows the work until it is long enough to be scaled to its goal. */
static enum arm_status size_work(struct core_arm *self, struct sizing *sizing,
                                 struct error *err)
{
    for (double factor = GROWTH_MOST; factor >= 4;) {
        double seconds;
        enum arm_status status = shortest(self, sizing, &seconds, err);
        if (status != ARM_OK)
            return status;
        factor = seconds > 0 ? sizing->goal_s / seconds : GROWTH_MOST;
        double next = (double)sizing->count * fmin(factor, GROWTH_MOST);
        sizing->count = next < 1 ? 1 : (uint64_t)llround(next);
    }
    return ARM_OK;
}

static enum arm_status calibrate(struct core_arm *self, size_t metric,
                                 struct error *err)
{
    struct core_metric *m = &self->timing->metrics[metric];
    struct sizing sizing = {ask_kernel, metric, protocol_standard.sample_s, 1};
    struct core_answer answer;
    enum arm_status status = size_work(self, &sizing, err);
    if (status == ARM_OK)
        status = ask_kernel(self, metric, sizing.count, &answer, err);
    if (status == ARM_OK) {
        m->iterations = sizing.count;
        m->checksum = answer.checksum;
    }
    return status;
}

static enum arm_status calibrate_clock(struct core_arm *self, struct error *err)
{
    struct sizing sizing = {ask_clock, 0, protocol_standard.clock_s,
                            CLOCK_FIRST};
    if (self->timing->clock_additions > 0)
        return ARM_OK;
    enum arm_status status = size_work(self, &sizing, err);
    if (status == ARM_OK)
        self->timing->clock_additions = sizing.count;
    return status;
}

/* Additions a nanosecond, which are cycles: each addition needs the last. */
static enum arm_status read_clock(struct core_arm *self, double *rate,
                                  struct error *err)
{
    struct core_answer answer;
    uint64_t additions = self->timing->clock_additions;
    enum arm_status status = ask_clock(self, 0, additions, &answer, err);
    if (status == ARM_OK)
        *rate = (double)additions / (double)answer.cpu_ns;
    return status;
}

static double in_unit(const struct core_metric *metric, double ns, double rate)
{
    const struct core_kernel *kernel = metric->kernel;
    double iterations = (double)metric->iterations;
    if (metric->cycles)
        return ns * rate / (iterations * kernel->blocks);
    return kernel->work * iterations / (ns * 1e-9);
}

/* One slice of equal work. */
static enum arm_status run_slice(struct core_arm *self, size_t metric,
                                 struct core_answer *answer, struct error *err)
{
    const struct core_metric *m = &self->timing->metrics[metric];
    uint64_t iterations =
        (uint64_t)llround((double)m->iterations * (1 + self->burden));
    enum arm_status status = ask_kernel(self, metric, iterations, answer, err);
    if (status == ARM_OK && iterations == m->iterations &&
        answer->checksum != m->checksum) {
        error_set(err, ERROR_CHILD, "the result of '%s' is wrong",
                  m->kernel->name);
        return ARM_FAILED;
    }
    return status;
}

/* Cycles by the processor's own counter, less those of the request.  One that
 * is taken away is done without from now on; the round is run again, since
 * all its samples must be by one clock. */
static enum arm_status sample_counted(struct core_arm *self, size_t metric,
                                      struct sample *sample, struct error *err)
{
    const struct core_metric *m = &self->timing->metrics[metric];
    struct core_counter *shared = &self->timing->counter;
    struct core_answer answer;
    uint64_t before, after = 0;
    bool counted = counter_read(&self->counter, &before);
    enum arm_status status = run_slice(self, metric, &answer, err);
    if (status != ARM_OK)
        return status;
    if (!counted || !counter_read(&self->counter, &after) ||
        after < before + self->spare[metric]) {
        shared->proved = false;
        str_add(&shared->why, "it was taken away");
        error_set(err, ERROR_CHILD, "the cycle counter was taken away");
        return ARM_VOID;
    }
    double cycles = (double)(after - before - self->spare[metric]);
    double iterations = (double)m->iterations;
    if (iterations > 1)
        cycles *= iterations / (iterations - 1);
    double value = cycles / (iterations * m->kernel->blocks);
    *sample = (struct sample){value, value * (double)answer.wall_ns /
                                         (double)answer.cpu_ns};
    return ARM_OK;
}

static enum arm_status sample_kernel(struct arm *arm, size_t metric,
                                     struct sample *samples, struct error *err)
{
    struct core_arm *self = (struct core_arm *)arm;
    const struct core_metric *m = &self->timing->metrics[metric];
    struct core_answer answer;
    double rate = 0;
    enum arm_status status = ARM_OK;
    if (m->cycles && self->timing->counter.proved)
        return sample_counted(self, metric, samples, err);
    if (m->cycles)
        status = read_clock(self, &rate, err);
    if (status == ARM_OK)
        status = run_slice(self, metric, &answer, err);
    if (status == ARM_OK)
        samples[0] = (struct sample){in_unit(m, (double)answer.cpu_ns, rate),
                                     in_unit(m, (double)answer.wall_ns, rate)};
    return status;
}

static enum arm_status sample_clock(struct arm *arm, size_t metric,
                                    struct sample *samples, struct error *err)
{
    (void)metric;
    double rate;
    enum arm_status status = read_clock((struct core_arm *)arm, &rate, err);
    if (status == ARM_OK)
        samples[0] = (struct sample){rate, rate};
    return status;
}

static void close_arm(struct arm *arm)
{
    counter_close(&((struct core_arm *)arm)->counter);
    core_server_stop(&((struct core_arm *)arm)->server);
}

static const struct arm_operations kernel_operations = {sample_kernel,
                                                        close_arm};
static const struct arm_operations clock_operations = {sample_clock, close_arm};

/* ---- the counter ---- */

static bool run_chain(void *data, uint64_t additions)
{
    struct core_answer answer;
    return ask_clock(data, 0, additions, &answer, NULL) == ARM_OK;
}

static bool prove_counter(struct core_arm *self, struct str *why)
{
    struct counter_trial trial = {
        .run = run_chain, .data = self, .protocol = &protocol_standard};
    if (calibrate_clock(self, NULL) != ARM_OK) {
        str_add(why, "there is nothing to hold it against");
        return false;
    }
    trial.additions = self->timing->clock_additions;
    return counter_prove(&self->counter, &trial, why);
}

/* The first one is put to the proof for all. */
static void open_counter(struct core_arm *self)
{
    struct core_counter *shared = &self->timing->counter;
    int pid = runner_server_pid(&self->server.server);
    if (!shared->source || (shared->tried && !shared->proved))
        return;
    bool good = pid > 0;
    if (!good)
        str_add(&shared->why, "it is another machine's");
    good = good &&
           counter_open(&self->counter, shared->source, pid, &shared->why) &&
           (shared->tried || prove_counter(self, &shared->why));
    if (!good)
        counter_close(&self->counter);
    shared->tried = true;
    shared->proved = good;
}

/* What a request costs besides its iterations. */
static enum arm_status count_spare(struct core_arm *self, size_t metric,
                                   struct error *err)
{
    self->spare[metric] = UINT64_MAX;
    for (int i = 0; i < CALIBRATION_READINGS; i++) {
        struct core_answer answer;
        uint64_t before = 0, after = 0;
        counter_read(&self->counter, &before);
        enum arm_status status = ask_kernel(self, metric, 1, &answer, err);
        if (status != ARM_OK)
            return status;
        counter_read(&self->counter, &after);
        if (after - before < self->spare[metric])
            self->spare[metric] = after - before;
    }
    return ARM_OK;
}

/* Sizes what nobody has sized and touches all code and data once. */
static enum arm_status warm_up(struct core_arm *self, struct error *err)
{
    struct core_timing *timing = self->timing;
    enum arm_status status = ARM_OK;
    for (size_t m = 0; m < timing->metric_count && status == ARM_OK; m++) {
        struct sample sample;
        if (timing->metrics[m].iterations == 0)
            status = calibrate(self, m, err);
        if (status == ARM_OK && timing->metrics[m].cycles)
            status = timing->counter.proved ? count_spare(self, m, err)
                                            : calibrate_clock(self, err);
        if (status == ARM_OK)
            status = sample_kernel(&self->arm, m, &sample, err);
    }
    return status;
}

static struct arm *open_arm(struct core_timing *timing,
                            const struct arm_operations *operations,
                            const char *directory, size_t environment_bytes,
                            struct error *err)
{
    struct core_arm *self = xcalloc(1, sizeof *self);
    self->arm.operations = operations;
    self->timing = timing;
    bool started = core_server_start(&self->server, &timing->job, directory,
                                     environment_bytes, err);
    if (!started) {
        free(self);
        return NULL;
    }
    bool is_clock = operations == &clock_operations;
    if (!is_clock)
        open_counter(self);
    enum arm_status status =
        is_clock ? calibrate_clock(self, err) : warm_up(self, err);
    if (status == ARM_VOID) /* the server was started again: once more */
        status = is_clock ? calibrate_clock(self, err) : warm_up(self, err);
    if (status == ARM_OK)
        return &self->arm;
    if (status == ARM_FAILED && err)
        err->kind = ERROR_CHILD;
    arm_free(&self->arm);
    return NULL;
}

struct arm *core_arm_open(struct core_timing *timing, const char *directory,
                          size_t environment_bytes, struct error *err)
{
    return open_arm(timing, &kernel_operations, directory, environment_bytes,
                    err);
}

struct arm *core_clock_open(struct core_timing *timing, const char *directory,
                            struct error *err)
{
    return open_arm(timing, &clock_operations, directory, 0, err);
}

void core_arm_burden(struct arm *arm, double share)
{
    assert(arm->operations == &kernel_operations);
    ((struct core_arm *)arm)->burden = share;
}
