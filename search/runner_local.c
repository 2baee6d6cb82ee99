/* SPDX-License-Identifier: MIT
 *
 * Programs on this machine, with a prefix or without one.
 */
#include <config.h>

#include <glob.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "search/runner_kinds.h"

/* The user's words.  An emulator of another CPU cannot run our shell: it
 * goes into the command, before the program. */
static void shell_argv(const struct runner *self, const char *shell,
                       struct strvec *out)
{
    struct str text = {0};
    bool placed = runner_substitute(self, shell, &text);
    if (!placed && runner_is_emulated(self)) {
        strvec_join_shell(&self->words, &text);
        str_addf(&text, " %s", shell);
    } else if (!placed) {
        strvec_add_all(out, &self->words);
        str_add(&text, shell);
    }
    strvec_add_list(out, "/bin/sh", "-c", str_text(&text), NULL);
    str_release(&text);
}

/* The whole command line of a job. */
static void make_argv(const struct runner *self, const struct runner_job *job,
                      struct strvec *out)
{
    if (job->shell) {
        shell_argv(self, job->shell, out);
        return;
    }
    strvec_add_all(out, &self->words);
    const char *program = job->argv[0];
    if (job->place && *program != '/' && strchr(program, '/'))
        strvec_addf(out, "%s/%s", job->place->local, program);
    else
        strvec_add(out, program);
    for (size_t i = 1; job->argv[i]; i++)
        strvec_add(out, job->argv[i]);
}

/* What a job becomes here; release() frees what options borrow. */
struct local_job {
    struct strvec argv;
    struct strvec environment;
    struct child_options options;
};

/* qemu-arm reserves all that its program could address before it starts. */
static const uint64_t emulator_bytes = (uint64_t)6 << 30;

static uint64_t memory_of(const struct runner *self,
                          const struct runner_job *job)
{
    if (!job->memory_bytes || !runner_is_emulated(self))
        return job->memory_bytes;
    return job->memory_bytes + emulator_bytes;
}

static void prepare(const struct runner *self, const struct runner_job *job,
                    struct local_job *out)
{
    struct strvec changes = {0};
    *out = (struct local_job){0};
    make_argv(self, job, &out->argv);
    runner_environment(job, &changes);
    child_environment(&changes, &out->environment);
    strvec_release(&changes);
    out->options = (struct child_options){
        .argv = strvec_argv(&out->argv),
        .environment = strvec_argv(&out->environment),
        .directory = job->place ? job->place->local : NULL,
        .timeout_ms = job->timeout_ms,
        .memory_bytes = memory_of(self, job),
        .output_max = job->output_max,
        .pin_cpu_plus_one = job->pin_cpu_plus_one,
        .merge_output = true,
    };
}

static void release(struct local_job *self)
{
    strvec_release(&self->argv);
    strvec_release(&self->environment);
}

static enum runner_status local_run(struct runner *self,
                                    const struct runner_job *job,
                                    struct child_result *result,
                                    struct error *err)
{
    struct local_job local;
    prepare(self, job, &local);
    bool started = child_run(&local.options, result, err);
    release(&local);
    return started ? RUNNER_OK : runner_failed(err);
}

static enum runner_status local_serve(struct runner *self,
                                      const struct runner_job *job,
                                      struct runner_server *server,
                                      struct error *err)
{
    struct local_job local;
    prepare(self, job, &local);
    bool started = child_start(&local.options, &server->child, err);
    release(&local);
    if (!started)
        return runner_failed(err);
    server->running = true;
    return RUNNER_OK;
}

static enum runner_status local_ask(struct runner_server *server,
                                    const char *line, unsigned timeout_ms,
                                    struct str *answer, struct error *err)
{
    if (child_send_line(&server->child, line, err) &&
        child_read_line(&server->child, timeout_ms, answer, err))
        return RUNNER_OK;
    return runner_failed(err);
}

static void local_stop(struct runner_server *server)
{
    child_stop(&server->child);
}

static enum runner_status local_read(struct runner *self, const char *path,
                                     struct str *out, struct error *err)
{
    (void)self;
    return file_read(path, RUNNER_READ_MAX, out, err) ? RUNNER_OK
                                                      : RUNNER_ENDED;
}

static enum runner_status local_glob(struct runner *self, const char *pattern,
                                     struct strvec *paths, struct error *err)
{
    glob_t found = {0};
    (void)self;
    (void)err;
    /* Else no match, or a folder that cannot be read. */
    if (glob(pattern, 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++)
            strvec_add(paths, found.gl_pathv[i]);
    globfree(&found);
    return RUNNER_OK;
}

const struct runner_operations runner_local = {
    .run = local_run,
    .serve = local_serve,
    .ask = local_ask,
    .stop = local_stop,
    .read = local_read,
    .glob = local_glob,
};
