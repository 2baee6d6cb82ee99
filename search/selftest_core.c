/* SPDX-License-Identifier: MIT
 *
 * Arms of one build of the core.
 */
#include <config.h>

#include "search/selftest_core.h"

#include <stdlib.h>

#include "base/child.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/pool.h"
#include "search/core_arm.h"
#include "search/protocol.h"
#include "search/trace.h"
#include "search/workload.h"

struct selftest_core {
    struct workload *workload;
    const char *cc;
    size_t *choices; /* all first */
    struct build builds[PROTOCOL_PADDINGS];
    bool failed[PROTOCOL_PADDINGS];
    struct error errors[PROTOCOL_PADDINGS];
};

static void build_one(size_t index, void *data)
{
    struct selftest_core *self = data;
    struct build_request request = {
        .cc = self->cc,
        .flags = &self->workload->default_flags,
        .choices = self->choices,
        .layout = {.padding_bytes = protocol_standard.paddings[index]},
    };
    self->failed[index] = !workload_build(
        self->workload, &request, &self->builds[index], &self->errors[index]);
}

static bool check_build(struct selftest_core *self, size_t index,
                        struct error *err)
{
    struct build *build = &self->builds[index];
    if (self->failed[index]) {
        *err = self->errors[index];
        return false;
    }
    if (build->refusal == REFUSAL_NONE &&
        !self->workload->operations->verify(self->workload, build, err))
        return false;
    if (build->refusal != REFUSAL_NONE)
        return error_set(err, ERROR_CHILD, "the core does not build: %s",
                         build->message ? build->message : "");
    return true;
}

struct selftest_core *selftest_core_new(struct workload *workload,
                                        const char *cc, unsigned workers,
                                        struct error *err)
{
    struct selftest_core *self = xcalloc(1, sizeof *self);
    self->workload = workload;
    self->cc = cc;
    self->choices = xcalloc(workload->choice_count + 1, sizeof *self->choices);
    pool_run(PROTOCOL_PADDINGS, workers, build_one, self);
    for (size_t i = 0; i < PROTOCOL_PADDINGS; i++) {
        if (check_build(self, i, err))
            continue;
        selftest_core_free(self);
        return NULL;
    }
    return self;
}

void selftest_core_free(struct selftest_core *self)
{
    if (!self)
        return;
    for (size_t i = 0; i < PROTOCOL_PADDINGS; i++)
        build_release(&self->builds[i]);
    free(self->choices);
    free(self);
}

static struct arm *open_arm(void *data, double extra, size_t layout,
                            struct error *err)
{
    struct selftest_core *self = data;
    size_t padding = layout % PROTOCOL_PADDINGS;
    struct layout at = {
        .padding_bytes = protocol_standard.paddings[padding],
        .environment_bytes =
            protocol_standard.environments[layout / PROTOCOL_PADDINGS],
    };
    struct arm *arm = self->workload->operations->open(
        self->workload, &self->builds[padding], &at, err);
    if (arm && extra > 0)
        core_arm_burden(arm, extra);
    /* cppcheck-suppress returnDanglingLifetime ; an arm keeps no layout */
    return arm;
}

static struct arm *open_clock(void *data, struct error *err)
{
    struct selftest_core *self = data;
    return self->workload->operations->open_clock(self->workload,
                                                  &self->builds[0], err);
}

struct selftest_source selftest_core_source(struct selftest_core *self)
{
    return (struct selftest_source){
        .open = open_arm,
        .open_clock = open_clock,
        .data = self,
        .metrics = self->workload->metrics,
        .metric_count = self->workload->metric_count,
        .layout_count = PROTOCOL_PADDINGS * PROTOCOL_ENVIRONMENTS,
    };
}

bool selftest_core_record(struct selftest_core *self, size_t count,
                          struct trace *out, struct error *err)
{
    struct arm *arm = open_arm(self, 0, 0, err);
    if (!arm)
        return false;
    enum arm_status status = ARM_OK;
    for (size_t i = 0; i < count && status == ARM_OK; i++) {
        struct sample sample;
        status = arm->operations->sample(arm, 0, &sample, err);
        if (status == ARM_OK) /* rates become durations */
            trace_add(out, 1 / sample.value, 1 / sample.wall);
        if (child_cancelled()) {
            error_set(err, ERROR_CANCELLED, "stopped");
            status = ARM_ERROR;
        }
    }
    arm_free(arm);
    return status == ARM_OK;
}
