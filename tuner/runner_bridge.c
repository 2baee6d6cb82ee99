/* SPDX-License-Identifier: MIT
 *
 * Runs a program of a scratch folder with a runner.
 */
#include <config.h>

#include "tuner/runner_bridge.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/strvec.h"
#include "search/runner.h"

enum { RUN_TIMEOUT_MS = 20000 };

/* A lost connection is open again after the loss: once more. */
static bool run(void *data, const char *directory, const char *program,
                struct child_result *result, struct error *err)
{
    struct runner *runner = data;
    struct strvec files = {0}, argv = {0};
    struct runner_place place;
    strvec_add(&files, program);
    strvec_addf(&argv, "./%s", program);
    runner_place_init(&place, directory, &files);
    struct runner_job job = {.place = &place,
                             .argv = strvec_argv(&argv),
                             .timeout_ms = RUN_TIMEOUT_MS};
    enum runner_status status = runner_run(runner, &job, result, err);
    if (status == RUNNER_LOST)
        status = runner_run(runner, &job, result, err);
    runner_place_release(&place, runner);
    strvec_release(&argv);
    strvec_release(&files);
    return status == RUNNER_OK;
}

bool runner_bridge_open(struct runner_bridge *self, const char *text,
                        const char *cc, struct error *err)
{
    self->runner = runner_new(text, cc, err);
    self->trial = (struct trial_runner){.run = run, .data = self->runner};
    return self->runner != NULL;
}

void runner_bridge_close(struct runner_bridge *self)
{
    runner_free(self->runner);
    *self = (struct runner_bridge){0};
}
