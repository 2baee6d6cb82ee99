/* SPDX-License-Identifier: MIT
 *
 * Runners: which kind a prefix is, and what is the same for all kinds.
 */
#include <config.h>

#include "search/runner.h"

#include <fnmatch.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "probes/compiler.h"
#include "probes/native.h"
#include "search/runner_kinds.h"

/* Known by the first word that is neither `env` nor an assignment; all
 * others are prefixes on this machine. */
static const struct {
    const char *program; /* base name; a final - stands for any ending */
    enum runner_kind kind;
} known_kinds[] = {
    {"qemu-", RUNNER_KIND_EMULATOR}, {"ssh", RUNNER_KIND_SHELL},
    {"dbclient", RUNNER_KIND_SHELL}, {"srun", RUNNER_KIND_REMOTE},
    {"sshpass", RUNNER_KIND_SHELL},
};

static const char placeholder[] = "{runner}";

static bool is_named(const char *word, const char *program)
{
    const char *name = file_base_name(word);
    return str_ends(program, "-") ? str_starts(name, program)
                                  : strcmp(name, program) == 0;
}

/* The prefix's program: behind `env` and assignments. */
static size_t find_program(const struct strvec *words)
{
    size_t first = 0;
    while (first < words->count && (is_named(words->items[first], "env") ||
                                    strchr(words->items[first], '=')))
        first++;
    return first;
}

static enum runner_kind kind_of(const struct strvec *words)
{
    size_t first = find_program(words);
    if (first == words->count)
        return RUNNER_KIND_PREFIX;
    for (size_t i = 0; i < sizeof(known_kinds) / sizeof(*known_kinds); i++)
        if (is_named(words->items[first], known_kinds[i].program))
            return known_kinds[i].kind;
    return RUNNER_KIND_PREFIX;
}

static bool is_told_libraries(const struct runner *self)
{
    if (getenv("QEMU_LD_PREFIX"))
        return true;
    for (size_t i = 0; i < self->words.count; i++)
        if (strcmp(self->words.items[i], "-L") == 0 ||
            str_starts(self->words.items[i], "QEMU_LD_PREFIX="))
            return true;
    return false;
}

/* An emulator looks for libraries as if this were its machine; those of a
 * cross compiler lie in /usr/<target>, by the convention of the GNU tools. */
static void add_libraries(struct runner *self, const char *target)
{
    char *folder = xasprintf("/usr/%s", target);
    char *inner = xasprintf("%s/lib", folder);
    if (file_is_directory(inner)) {
        size_t place = find_program(&self->words);
        struct strvec words = {0};
        for (size_t i = 0; i < self->words.count; i++) {
            strvec_add(&words, self->words.items[i]);
            if (i == place)
                strvec_add_list(&words, "-L", folder, NULL);
        }
        strvec_release(&self->words);
        self->words = words;
        self->libraries = xstrdup(folder);
    }
    free(inner);
    free(folder);
}

/* Whatever the prefix is called: what runs another machine's programs here
 * is an emulator. */
static void look_at_compiler(struct runner *self)
{
    struct compiler compiler = {0};
    if (!compiler_probe(&compiler, self->cc, NULL))
        return;
    bool is_emulator = runner_is_emulated(self);
    if (is_emulator && !is_told_libraries(self))
        add_libraries(self, compiler.target);
    if (strcmp(compiler.arch, "other") != 0 && !native_is_target(&compiler))
        self->kind = RUNNER_KIND_EMULATOR;
    compiler_release(&compiler);
}

struct runner *runner_new(const char *text, const char *cc, struct error *err)
{
    struct runner *self = xcalloc(1, sizeof(*self));
    self->text = xstrdup(text ? text : "");
    self->cc = xstrdup(cc ? cc : "cc");
    self->operations = &runner_local;
    if (!strvec_split_shell(&self->words, self->text)) {
        error_set(err, ERROR_USAGE, "runner '%s': a quote is left open", text);
        runner_free(self);
        return NULL;
    }
    self->kind = kind_of(&self->words);
    if (runner_is_remote(self))
        self->operations = &runner_over_there;
    else if (cc)
        look_at_compiler(self);
    return self;
}

void runner_free(struct runner *self)
{
    if (!self)
        return;
    if (self->operations->close)
        self->operations->close(self);
    strvec_release(&self->words);
    free(self->text);
    free(self->libraries);
    free(self->cc);
    free(self);
}

const char *runner_text(const struct runner *self)
{
    return self->text;
}

bool runner_is_remote(const struct runner *self)
{
    return self->kind == RUNNER_KIND_SHELL || self->kind == RUNNER_KIND_REMOTE;
}

bool runner_is_emulated(const struct runner *self)
{
    return self->kind == RUNNER_KIND_EMULATOR;
}

const char *runner_libraries(const struct runner *self)
{
    return self->libraries;
}

enum runner_status runner_open(struct runner *self, struct error *err)
{
    return self->operations->open ? self->operations->open(self, err)
                                  : RUNNER_OK;
}

void runner_place_init(struct runner_place *self, const char *local,
                       const struct strvec *files)
{
    *self = (struct runner_place){.local = xstrdup(local)};
    if (files)
        strvec_add_all(&self->files, files);
}

void runner_place_release(struct runner_place *self, struct runner *runner)
{
    if (self->remote && runner->operations->forget)
        runner->operations->forget(runner, self);
    free(self->local);
    free(self->remote);
    strvec_release(&self->files);
    strvec_release(&self->contents);
    *self = (struct runner_place){0};
}

enum runner_status runner_run(struct runner *self, const struct runner_job *job,
                              struct child_result *result, struct error *err)
{
    struct error ignored;
    return self->operations->run(self, job, result, err ? err : &ignored);
}

enum runner_status runner_serve(struct runner *self,
                                const struct runner_job *job,
                                struct runner_server *server, struct error *err)
{
    struct error ignored;
    struct runner_server made = {.runner = self};
    enum runner_status status =
        self->operations->serve(self, job, &made, err ? err : &ignored);
    if (status == RUNNER_OK)
        *server = made;
    return status;
}

enum runner_status runner_ask(struct runner_server *server, const char *line,
                              unsigned timeout_ms, struct str *answer,
                              struct error *err)
{
    if (!server->running) {
        error_set(err, ERROR_CHILD, "the bench server has ended");
        return RUNNER_ENDED;
    }
    struct error ignored;
    return server->runner->operations->ask(server, line, timeout_ms, answer,
                                           err ? err : &ignored);
}

int runner_server_pid(const struct runner_server *server)
{
    const struct runner *runner = server->runner;
    bool direct = server->running && runner->kind == RUNNER_KIND_PREFIX &&
                  runner->words.count == 0;
    return direct ? (int)server->child.pid : 0;
}

void runner_server_stop(struct runner_server *server)
{
    if (server->running)
        server->runner->operations->stop(server);
    *server = (struct runner_server){0};
}

enum runner_status runner_read(struct runner *self, const char *path,
                               struct str *out, struct error *err)
{
    struct error ignored;
    return self->operations->read(self, path, out, err ? err : &ignored);
}

/* Another machine may answer what it likes, "/proc/../../home" among it. */
static bool all_fit(const struct runner *self, const char *pattern,
                    const struct strvec *paths, struct error *err)
{
    for (size_t i = 0; i < paths->count; i++)
        if (fnmatch(pattern, paths->items[i], FNM_PATHNAME | FNM_PERIOD) != 0)
            return error_set(err, ERROR_FORMAT,
                             "runner '%s': '%s' is no answer to '%s'",
                             self->text, paths->items[i], pattern);
    return true;
}

enum runner_status runner_glob(struct runner *self, const char *pattern,
                               struct strvec *paths, struct error *err)
{
    struct error ignored;
    struct strvec found = {0};
    enum runner_status status =
        self->operations->glob(self, pattern, &found, err ? err : &ignored);
    if (status == RUNNER_OK && !all_fit(self, pattern, &found, err))
        status = RUNNER_ERROR;
    if (status == RUNNER_OK)
        strvec_add_all(paths, &found);
    strvec_release(&found);
    return status;
}

/* root + path, with the folders on the way. */
static bool write_below(const char *root, const char *path,
                        const struct str *text, struct error *err)
{
    struct str full = {0};
    file_join(&full, root, path);
    char *folder =
        xstrndup(full.text, (size_t)(file_base_name(full.text) - full.text));
    bool ok = file_make_directories(folder, err) &&
              file_write(full.text, str_text(text), text->length, err);
    free(folder);
    str_release(&full);
    return ok;
}

static bool capture_file(struct runner *self, const char *path,
                         const char *root, struct error *err)
{
    struct str text = {0};
    struct error unread = {0};
    bool ok = true;
    switch (runner_read(self, path, &text, &unread)) {
    case RUNNER_OK:
        ok = write_below(root, path, &text, err);
        break;
    case RUNNER_ENDED: /* many files of /sys cannot be read */
        break;
    case RUNNER_LOST:
    case RUNNER_ERROR:
        ok = error_set(err, unread.kind, "%s", unread.text);
        break;
    }
    str_release(&text);
    return ok;
}

bool runner_capture(struct runner *self, const struct strvec *patterns,
                    const char *root, struct error *err)
{
    struct strvec paths = {0};
    bool ok = true;
    for (size_t i = 0; i < patterns->count && ok; i++)
        ok = runner_glob(self, patterns->items[i], &paths, err) == RUNNER_OK;
    strvec_sort_unique(&paths);
    for (size_t i = 0; i < paths.count && ok; i++)
        ok = capture_file(self, paths.items[i], root, err);
    strvec_release(&paths);
    return ok;
}

enum runner_status runner_failed(const struct error *err)
{
    return err->kind == ERROR_CANCELLED ? RUNNER_ERROR : RUNNER_ENDED;
}

bool runner_substitute(const struct runner *self, const char *shell,
                       struct str *out)
{
    const char *found = strstr(shell, placeholder);
    if (!found)
        return false;
    for (; found; found = strstr(shell, placeholder)) {
        str_add_bytes(out, shell, (size_t)(found - shell));
        strvec_join_shell(&self->words, out);
        shell = found + strlen(placeholder);
    }
    str_add(out, shell);
    return true;
}

void runner_environment(const struct runner_job *job, struct strvec *out)
{
    if (job->environment)
        strvec_add_all(out, job->environment);
    if (job->environment_bytes == 0)
        return;
    char *padding = xmalloc(job->environment_bytes + 1);
    memset(padding, 'x', job->environment_bytes);
    padding[job->environment_bytes] = '\0';
    strvec_addf(out, "TUNER_PADDING=%s", padding);
    free(padding);
}
