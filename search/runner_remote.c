/* SPDX-License-Identifier: MIT
 *
 * Programs on another machine, through the helper.
 */
#include <config.h>

#include "search/remote_agent.h"
#include "search/remote_link.h"
#include "search/remote_store.h"
#include "search/runner_kinds.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"

enum {
    READY_TIMEOUT_MS = 30000,
    ANSWER_TIMEOUT_MS = 60000, /* of what takes no time over there */
    GRACE_MS = 30000,          /* beyond a program's own time-out */
    CONNECTS_MAX = 4
};

/* Between two tries to connect; doubled each time. */
static const double first_pause_s = 0.5;

struct runner_remote {
    struct str program; /* the helper, compiled */
    struct remote_link link;
    struct remote_store store;
    unsigned generation; /* of the connection; counts from 1 */
};

/* Options that make ssh fit for this, unless the user sets them: no
 * terminal, no questions, and a dead connection is noticed. */
static const struct {
    const char *name, *value;
} ssh_options[] = {
    {"BatchMode", "yes"},
    {"ConnectTimeout", "15"},
    {"ServerAliveInterval", "10"},
    {"ServerAliveCountMax", "3"},
};

static void add_ssh_options(const struct runner *self, bool may_ask,
                            struct strvec *argv)
{
    strvec_add(argv, "-T");
    for (size_t i = 0; i < sizeof(ssh_options) / sizeof(*ssh_options); i++) {
        if (strstr(self->text, ssh_options[i].name) || (may_ask && i == 0))
            continue;
        strvec_add(argv, "-o");
        strvec_addf(argv, "%s=%s", ssh_options[i].name, ssh_options[i].value);
    }
}

/* The runner's words and then a shell with a script, as its kind wants it. */
static void to_shell(const void *runner, const char *script,
                     struct strvec *argv)
{
    const struct runner *self = runner;
    bool may_ask = false;
    for (size_t i = 0; i < self->words.count; i++) {
        const char *name = file_base_name(self->words.items[i]);
        strvec_add(argv, self->words.items[i]);
        may_ask = may_ask || strcmp(name, "sshpass") == 0;
        if (strcmp(name, "ssh") == 0 && self->kind == RUNNER_KIND_SHELL)
            add_ssh_options(self, may_ask, argv);
    }
    if (self->kind == RUNNER_KIND_REMOTE) {
        strvec_add_list(argv, "/bin/sh", "-c", script, NULL);
        return;
    }
    /* One string for whatever shell the user has over there. */
    struct str quoted = {0};
    str_add(&quoted, "exec /bin/sh -c ");
    strvec_quote_shell(&quoted, script);
    strvec_add(argv, quoted.text);
    str_release(&quoted);
}

static bool connect_once(struct runner *self, struct error *err)
{
    struct runner_remote *remote = self->remote;
    struct str folder = {0}, script = {0};
    struct strvec argv = {0};
    struct remote_shell shell = {to_shell, self};
    bool ok = remote_agent_copy(&shell, &remote->program, &folder, err);
    if (ok) {
        str_add(&script, "exec ");
        strvec_quote_shell(&script, folder.text);
        str_add(&script, "/agent ");
        strvec_quote_shell(&script, folder.text);
        to_shell(self, script.text, &argv);
        ok = remote_link_open(&remote->link, &argv, READY_TIMEOUT_MS, err);
    }
    if (ok) {
        remote_store_reset(&remote->store, folder.text);
        remote->generation++;
    }
    strvec_release(&argv);
    str_release(&folder);
    str_release(&script);
    return ok;
}

/* Opens the connection, with some patience when it has been open before. */
static enum runner_status connect_again(struct runner *self, int tries,
                                        struct error *err)
{
    double pause_s = first_pause_s;
    struct error why = {0};
    for (int i = 0; i < tries; i++) {
        if (connect_once(self, &why))
            return RUNNER_OK;
        if (why.kind == ERROR_CANCELLED)
            break;
        if (i + 1 < tries)
            clock_sleep_s(pause_s);
        pause_s *= 2;
    }
    error_set(err, why.kind, "runner '%s': %s", self->text, why.text);
    return RUNNER_ERROR;
}

static enum runner_status remote_open(struct runner *self, struct error *err)
{
    if (!self->remote)
        self->remote = xcalloc(1, sizeof(*self->remote));
    struct runner_remote *remote = self->remote;
    if (remote_link_is_open(&remote->link))
        return RUNNER_OK;
    if (remote->program.length == 0 &&
        !remote_agent_compile(self->cc, &remote->program, err))
        return RUNNER_ERROR;
    return connect_again(self, remote->generation ? CONNECTS_MAX : 1, err);
}

/* After a failed exchange: RUNNER_ERROR for a cancel, else the connection is
 * made anew. */
static enum runner_status recover(struct runner *self, struct error *err)
{
    if (err->kind == ERROR_CANCELLED)
        return RUNNER_ERROR;
    remote_link_close(&self->remote->link);
    enum runner_status status = connect_again(self, CONNECTS_MAX, err);
    if (status != RUNNER_OK)
        return status;
    error_set(err, ERROR_CHILD, "runner '%s': the connection was lost",
              self->text);
    return RUNNER_LOST;
}

struct request {
    struct str head;
    struct str bytes;
    unsigned wait_ms; /* for the answer; 0: as long as it takes */
};

/* Sends a request, releases it, and takes its answer. */
static bool exchange(struct runner *self, struct request *request,
                     struct remote_answer *answer, struct error *err)
{
    struct remote_link *link = &self->remote->link;
    bool ok =
        remote_link_send(link, str_text(&request->head),
                         str_text(&request->bytes), request->bytes.length, err);
    str_release(&request->head);
    str_release(&request->bytes);
    return ok && remote_link_receive(link, request->wait_ms, answer, err);
}

static void add_text(struct str *bytes, const char *text)
{
    str_add_bytes(bytes, text, strlen(text) + 1);
}

/* Opens what is closed and copies what is not there. */
static enum runner_status prepare(struct runner *self,
                                  struct runner_place *place, struct error *err)
{
    enum runner_status status = remote_open(self, err);
    if (status != RUNNER_OK || !place)
        return status;
    struct runner_remote *remote = self->remote;
    if (place->remote && place->generation == remote->generation)
        return RUNNER_OK;
    bool broken = false;
    if (remote_store_copy(&remote->store, &remote->link, place, &broken, err)) {
        place->generation = remote->generation;
        return RUNNER_OK;
    }
    return broken ? recover(self, err) : RUNNER_ERROR;
}

/* The program's words: the user's, under a shell, or an argument vector. */
static int add_arguments(const struct runner_job *job, struct str *bytes)
{
    int count = 0;
    if (job->shell) {
        struct str text = {0};
        /* There is no prefix over there: {runner} stands for nothing. */
        struct runner bare = {.words = {0}};
        if (!runner_substitute(&bare, job->shell, &text))
            str_add(&text, job->shell);
        add_text(bytes, "/bin/sh");
        add_text(bytes, "-c");
        add_text(bytes, str_text(&text));
        str_release(&text);
        return 3;
    }
    for (; job->argv[count]; count++)
        add_text(bytes, job->argv[count]);
    return count;
}

/* The request of run and serve. */
static void fill_job(const char *verb, const struct runner_job *job,
                     struct request *request)
{
    struct strvec environment = {0};
    struct str *bytes = &request->bytes;
    size_t max = job->output_max ? job->output_max : CHILD_OUTPUT_DEFAULT;
    add_text(bytes, job->place ? job->place->remote : "");
    int count = add_arguments(job, bytes);
    runner_environment(job, &environment);
    for (size_t i = 0; i < environment.count; i++)
        add_text(bytes, environment.items[i]);
    strvec_release(&environment);
    str_addf(&request->head, "%s %u %llu %zu %d %d", verb, job->timeout_ms,
             (unsigned long long)job->memory_bytes, max, job->pin_cpu_plus_one,
             count);
}

/* CUT and the others as in search/agent/agent.h. */
enum { DONE_END, DONE_CODE, DONE_WALL, DONE_USER, DONE_SYSTEM, DONE_PEAK };
enum { DONE_CUT = DONE_PEAK + 1, DONE_COUNT };

static bool fill_result(struct remote_answer *answer,
                        struct child_result *result, struct error *err)
{
    static const enum child_end ends[] = {CHILD_EXITED, CHILD_SIGNALED,
                                          CHILD_TIMEOUT};
    const long long *numbers = answer->numbers;
    if (strcmp(answer->word, "done") != 0 || answer->count != DONE_COUNT ||
        numbers[DONE_END] < 0 || numbers[DONE_END] > 2)
        return error_set(err, ERROR_FORMAT,
                         "the helper's answer is not understood");
    *result = (struct child_result){
        .end = ends[numbers[DONE_END]],
        .code = (int)numbers[DONE_CODE],
        .out = answer->bytes,
        .truncated = numbers[DONE_CUT] != 0,
        .wall_s = (double)numbers[DONE_WALL] * 1e-9,
        .user_s = (double)numbers[DONE_USER] * 1e-6,
        .system_s = (double)numbers[DONE_SYSTEM] * 1e-6,
        .peak_memory_kib = (long)numbers[DONE_PEAK],
    };
    answer->bytes = (struct str){0};
    return true;
}

static enum runner_status remote_run(struct runner *self,
                                     const struct runner_job *job,
                                     struct child_result *result,
                                     struct error *err)
{
    enum runner_status status = prepare(self, job->place, err);
    if (status != RUNNER_OK)
        return status;
    struct remote_answer answer = {0};
    struct request request = {
        .wait_ms = job->timeout_ms ? job->timeout_ms + GRACE_MS : 0};
    fill_job("run", job, &request);
    bool ok = exchange(self, &request, &answer, err) &&
              fill_result(&answer, result, err);
    remote_answer_release(&answer);
    return ok ? RUNNER_OK : recover(self, err);
}

static enum runner_status remote_serve(struct runner *self,
                                       const struct runner_job *job,
                                       struct runner_server *server,
                                       struct error *err)
{
    enum runner_status status = prepare(self, job->place, err);
    if (status != RUNNER_OK)
        return status;
    struct remote_answer answer = {0};
    struct request request = {.wait_ms = ANSWER_TIMEOUT_MS};
    fill_job("serve", job, &request);
    if (!exchange(self, &request, &answer, err))
        return recover(self, err);
    if (strcmp(answer.word, "ok") == 0 && answer.count == 1) {
        server->number = (unsigned)answer.numbers[0];
        server->generation = self->remote->generation;
        server->running = true;
    } else {
        error_set(err, ERROR_CHILD, "%s", str_text(&answer.bytes));
        status = RUNNER_ENDED;
    }
    remote_answer_release(&answer);
    return status;
}

static enum runner_status remote_ask(struct runner_server *server,
                                     const char *line, unsigned timeout_ms,
                                     struct str *out, struct error *err)
{
    struct runner *self = server->runner;
    if (server->generation != self->remote->generation) {
        error_set(err, ERROR_CHILD, "the server went with the connection");
        return RUNNER_LOST;
    }
    struct request request = {.wait_ms = timeout_ms + GRACE_MS};
    struct remote_answer answer = {0};
    str_addf(&request.head, "ask %u %u", server->number, timeout_ms);
    str_add(&request.bytes, line);
    if (!exchange(self, &request, &answer, err))
        return recover(self, err);
    bool answered = strcmp(answer.word, "line") == 0;
    if (answered) {
        str_reset(out);
        str_add_bytes(out, str_text(&answer.bytes), answer.bytes.length);
    } else {
        error_set(err, ERROR_CHILD, "the program ended: %s",
                  str_text(&answer.bytes));
    }
    remote_answer_release(&answer);
    return answered ? RUNNER_OK : RUNNER_ENDED;
}

static void remote_stop(struct runner_server *server)
{
    struct runner *self = server->runner;
    if (server->generation != self->remote->generation ||
        !remote_link_is_open(&self->remote->link))
        return;
    struct request request = {.wait_ms = ANSWER_TIMEOUT_MS};
    struct remote_answer answer = {0};
    struct error why = {0};
    str_addf(&request.head, "stop %u", server->number);
    if (exchange(self, &request, &answer, &why))
        remote_answer_release(&answer);
    else if (why.kind != ERROR_CANCELLED)
        remote_link_close(&self->remote->link); /* opened at the next use */
}

/* A question that is answered by bytes. */
static enum runner_status ask_bytes(struct runner *self, const char *head,
                                    const char *text, struct str *out,
                                    struct error *err)
{
    enum runner_status status = remote_open(self, err);
    if (status != RUNNER_OK)
        return status;
    struct request request = {.wait_ms = ANSWER_TIMEOUT_MS};
    struct remote_answer answer = {0};
    str_add(&request.head, head);
    add_text(&request.bytes, text);
    if (!exchange(self, &request, &answer, err))
        return recover(self, err);
    if (strcmp(answer.word, "bytes") == 0) {
        str_add_bytes(out, str_text(&answer.bytes), answer.bytes.length);
    } else {
        error_set(err, ERROR_IO, "%s", str_text(&answer.bytes));
        status = RUNNER_ENDED;
    }
    remote_answer_release(&answer);
    return status;
}

static enum runner_status remote_read(struct runner *self, const char *path,
                                      struct str *out, struct error *err)
{
    char head[32];
    snprintf(head, sizeof(head), "read %d", RUNNER_READ_MAX);
    return ask_bytes(self, head, path, out, err);
}

static enum runner_status remote_glob(struct runner *self, const char *pattern,
                                      struct strvec *paths, struct error *err)
{
    struct str list = {0};
    enum runner_status status = ask_bytes(self, "glob", pattern, &list, err);
    for (size_t at = 0; at < list.length; at += strlen(list.text + at) + 1)
        strvec_add(paths, list.text + at);
    str_release(&list);
    return status;
}

static void remote_forget(struct runner *self, struct runner_place *place)
{
    struct runner_remote *remote = self->remote;
    if (remote && place->generation == remote->generation &&
        remote_link_is_open(&remote->link))
        remote_store_forget(&remote->store, &remote->link, place);
}

static void remote_close(struct runner *self)
{
    struct runner_remote *remote = self->remote;
    if (!remote)
        return;
    remote_link_close(&remote->link);
    remote_store_release(&remote->store);
    str_release(&remote->program);
    free(remote);
}

const struct runner_operations runner_over_there = {
    .open = remote_open,
    .run = remote_run,
    .serve = remote_serve,
    .ask = remote_ask,
    .stop = remote_stop,
    .read = remote_read,
    .glob = remote_glob,
    .forget = remote_forget,
    .close = remote_close,
};
