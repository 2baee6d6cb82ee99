/* SPDX-License-Identifier: MIT
 *
 * Talks with `driver serve`.
 */
#include <config.h>

#include "search/core_server.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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

/* Digits of the base alone; the next word goes to *text. */
static bool take_number(const char **text, const char *digits, int base,
                        uint64_t *out)
{
    size_t length = strspn(*text, digits);
    errno = 0;
    *out = strtoull(*text, NULL, base);
    *text += length;
    bool blank = **text == ' ';
    *text += blank;
    return length && errno == 0 && (blank || !**text);
}

bool core_answer_parse(struct core_answer *self, const char *text)
{
    static const char digits[] = "0123456789abcdef";
    static const char decimals[] = "0123456789";
    struct core_answer answer;
    if (!take_number(&text, decimals, 10, &answer.cpu_ns) ||
        !take_number(&text, decimals, 10, &answer.wall_ns) ||
        !take_number(&text, digits, 16, &answer.checksum) || *text)
        return false;
    *self = answer;
    return true;
}

enum arm_status core_server_ask(struct core_server *self, const char *request,
                                struct core_answer *answer, struct error *err)
{
    struct str text = {0};
    enum arm_status status = ARM_ERROR;
    switch (runner_ask(&self->server, request, ANSWER_TIMEOUT_MS, &text, err)) {
    case RUNNER_OK:
        status =
            core_answer_parse(answer, str_text(&text)) ? ARM_OK : ARM_FAILED;
        if (status == ARM_FAILED)
            error_set(err, ERROR_CHILD, "the server answered '%.200s'",
                      str_text(&text));
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
