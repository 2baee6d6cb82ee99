/* SPDX-License-Identifier: MIT
 *
 * Talks with `driver serve`.
 */
#include <config.h>

#include "search/core_server.h"

#include <inttypes.h>
#include <stdio.h>

enum {
    ANSWER_TIMEOUT_MS = 60000, /* a slice takes milliseconds; an emulator may
                                  need 1000 times as long */
    START_ATTEMPTS = 3
};

static enum runner_status serve(struct core_server *self, struct error *err)
{
    char driver[] = "./driver", mode[] = "serve";
    char *argv[] = {driver, mode, NULL};
    struct runner_job job = {
        .place = &self->place,
        .argv = argv,
        .environment_bytes = self->environment_bytes,
        .pin_cpu_plus_one = self->job->pin_cpu_plus_one,
    };
    enum runner_status status = RUNNER_LOST;
    for (int i = 0; i < START_ATTEMPTS && status == RUNNER_LOST; i++)
        status = runner_serve(self->job->runner, &job, &self->server, err);
    return status;
}

bool core_server_start(struct core_server *self,
                       const struct core_server_job *job, const char *directory,
                       size_t environment_bytes, struct error *err)
{
    struct strvec files = {0};
    *self = (struct core_server){.job = job,
                                 .environment_bytes = environment_bytes};
    strvec_add(&files, "driver");
    runner_place_init(&self->place, directory, &files);
    strvec_release(&files);
    enum runner_status status = serve(self, err);
    if (status == RUNNER_OK)
        return true;
    if (status == RUNNER_ENDED && err)
        err->kind = ERROR_CHILD;
    core_server_stop(self);
    return false;
}

void core_server_stop(struct core_server *self)
{
    runner_server_stop(&self->server);
    if (self->job)
        runner_place_release(&self->place, self->job->runner);
    self->job = NULL;
}

/* The connection is back, the server is not. */
static enum arm_status start_again(struct core_server *self, struct error *err)
{
    runner_server_stop(&self->server);
    enum runner_status status = serve(self, err);
    return status == RUNNER_OK ? ARM_VOID : ARM_ERROR;
}

static enum arm_status parse(const struct str *text, struct core_answer *answer,
                             struct error *err)
{
    if (sscanf(str_text(text), "%" SCNu64 " %" SCNu64 " %" SCNx64,
               &answer->cpu_ns, &answer->wall_ns, &answer->checksum) == 3)
        return ARM_OK;
    error_set(err, ERROR_CHILD, "the server answered '%s'", str_text(text));
    return ARM_FAILED;
}

enum arm_status core_server_ask(struct core_server *self, const char *request,
                                struct core_answer *answer, struct error *err)
{
    struct str text = {0};
    enum arm_status status = ARM_ERROR;
    switch (runner_ask(&self->server, request, ANSWER_TIMEOUT_MS, &text, err)) {
    case RUNNER_OK:
        status = parse(&text, answer, err);
        break;
    case RUNNER_ENDED:
        status = ARM_FAILED;
        break;
    case RUNNER_LOST:
        status = start_again(self, err);
        break;
    case RUNNER_ERROR:
        break;
    }
    str_release(&text);
    return status;
}
