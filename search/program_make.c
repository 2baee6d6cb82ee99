/* SPDX-License-Identifier: MIT
 *
 * Runs a user's build command and looks at what it left.
 */
#include <config.h>

#include "search/program_make.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/child.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "base/tree.h"
#include "search/artefacts.h"
#include "search/build_output.h"
#include "search/shims.h"
#include "search/workload_file.h"

enum {
    OUTPUT_MAX = 16 << 20, /* the end of it is what matters */
    LOG_MAX = 16 << 20,
    CLEAN_TIMEOUT_MS = 60000,
    TREE_ENTRIES_MAX = 1000000
};

/* Ours to set, whatever the user's environment holds: a make above us must
 * not hand down its job server, and messages must be in English. */
static const char *const unset[] = {"MAKEFLAGS", "MFLAGS",   "MAKELEVEL",
                                    "LC_ALL",    "LANGUAGE", NULL};

static const char *const flag_variables[] = {"CFLAGS", "CXXFLAGS", "LDFLAGS",
                                             NULL};

void program_build_release(struct program_build *self)
{
    free(self->message);
    free(self->folder);
    free(self->note);
    strvec_release(&self->programs);
    strvec_release(&self->copied);
    strvec_release(&self->environment);
    *self = (struct program_build){0};
}

/* Adds NAME=value, or replaces the one of that name. */
static void set_variable(struct strvec *changes, const char *name,
                         const char *value)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < changes->count; i++)
        if (strncmp(changes->items[i], name, length) == 0 &&
            (changes->items[i][length] == '=' ||
             changes->items[i][length] == '\0')) {
            strvec_remove(changes, i);
            break;
        }
    strvec_addf(changes, "%s=%s", name, value);
}

static void set_flags(const struct program_make *self, struct strvec *changes)
{
    const struct strvec *named = &self->file->flag_variables;
    struct str text = {0};
    strvec_join_shell(self->flags, &text);
    for (size_t i = 0; i < named->count; i++)
        set_variable(changes, named->items[i], str_text(&text));
    for (size_t i = 0; named->count == 0 && flag_variables[i]; i++)
        set_variable(changes, flag_variables[i], str_text(&text));
    str_release(&text);
}

/* What the build finds in its environment beside what we have. */
static void make_environment(const struct program_make *self,
                             struct strvec *changes)
{
    for (size_t i = 0; unset[i]; i++)
        strvec_add(changes, unset[i]);
    set_variable(changes, "LC_MESSAGES", "C");
    /* ccache finds equal builds in other folders, too. */
    set_variable(changes, "CCACHE_BASEDIR", self->folder);
    set_variable(changes, "CCACHE_NOHASHDIR", "1");
    for (size_t i = 0; i < self->file->environment.count; i++) {
        const char *variable = self->file->environment.items[i];
        size_t length = strcspn(variable, "=");
        char *name = xstrndup(variable, length);
        set_variable(changes, name, variable + length + 1);
        free(name);
    }
    set_variable(changes, "PATH", self->shims->path);
    set_variable(changes, "CC", self->shims->cc);
    if (self->shims->cxx)
        set_variable(changes, "CXX", self->shims->cxx);
    set_variable(changes, SHIMS_FOLDER, self->folder);
    set_flags(self, changes);
}

/* The command with its placeholders filled. */
static void fill(const char *command, const struct program_make *self,
                 struct str *out)
{
    struct str flags = {0};
    strvec_join_shell(self->flags, &flags);
    const struct {
        const char *name, *value;
    } placeholders[] = {{"{flags}", str_text(&flags)},
                        {"{cc}", self->shims->cc},
                        {"{cxx}", self->shims->cxx ? self->shims->cxx : ""}};
    while (*command) {
        size_t taken = 0;
        for (size_t i = 0; i < 3 && !taken; i++)
            if (str_starts(command, placeholders[i].name)) {
                str_add(out, placeholders[i].value);
                taken = strlen(placeholders[i].name);
            }
        if (!taken)
            str_add_char(out, *command++);
        command += taken;
    }
    str_release(&flags);
}

struct command {
    const char *text;             /* with placeholders */
    const struct strvec *changes; /* of the environment */
    unsigned timeout_ms;
};

/* Runs one of the user's commands in the folder. */
static bool run_command(const struct program_make *self,
                        const struct command *command,
                        struct child_result *result, struct error *err)
{
    struct strvec argv = {0}, environment = {0};
    struct str text = {0};
    fill(command->text, self, &text);
    strvec_add_list(&argv, "/bin/sh", "-c", str_text(&text), NULL);
    child_environment(command->changes, &environment);
    struct child_options options = {
        .argv = strvec_argv(&argv),
        .directory = self->folder,
        .environment = strvec_argv(&environment),
        .output_max = OUTPUT_MAX,
        .timeout_ms = command->timeout_ms,
        .memory_bytes = workload_file_memory(self->file),
        .merge_output = true,
    };
    bool ok = child_run(&options, result, err);
    strvec_release(&argv);
    strvec_release(&environment);
    str_release(&text);
    return ok;
}

bool program_make_clean(const struct program_make *self)
{
    struct strvec changes = {0};
    struct child_result result = {0};
    if (!self->file->clean)
        return false;
    make_environment(self, &changes);
    struct command clean = {self->file->clean, &changes, CLEAN_TIMEOUT_MS};
    bool ok =
        run_command(self, &clean, &result, NULL) && child_succeeded(&result);
    child_result_release(&result);
    strvec_release(&changes);
    return ok;
}

static void refuse(struct program_build *build, enum refusal refusal,
                   const struct child_result *result)
{
    struct str text = {0};
    build->refusal = refusal;
    build_output_message(result, NULL, &text);
    build->message = str_detach(&text);
}

static void read_log(const struct program_make *self, struct strvec *lines)
{
    struct str text = {0};
    if (file_read(self->log, LOG_MAX, &text, NULL))
        strvec_split(lines, text.text, "\n");
    str_release(&text);
    unlink(self->log);
}

static void look_at_lines(const struct program_make *self,
                          struct program_made *made)
{
    struct strvec lines = {0};
    struct str line = {0};
    read_log(self, &lines);
    made->compiled = lines.count > 0;
    made->arrival = compile_lines_judge(&lines, self->flags, &line);
    made->line = line.length ? str_detach(&line) : NULL;
    str_release(&line);
    strvec_release(&lines);
}

/* Every file that is new, for a workload that builds no ELF program. */
static void all_new(const struct tree *before, const struct tree *after,
                    struct strvec *paths)
{
    for (size_t i = 0; i < after->count; i++) {
        const struct tree_entry *entry = &after->entries[i];
        if (S_ISREG(entry->mode) && !tree_find(before, entry->path))
            strvec_add(paths, entry->path);
    }
}

static bool missing(const struct program_make *self,
                    struct program_build *build)
{
    char *wanted = strvec_join(&self->file->artefacts, "', '");
    build->refusal = REFUSAL_LINK;
    build->message = self->file->artefacts.count
                         ? xasprintf("the build made no '%s'", wanted)
                         : xstrdup("the build made no file");
    free(wanted);
    return true;
}

static bool look_at_files(const struct program_make *self,
                          struct program_build *build, struct error *err)
{
    struct tree_limits limits = {.entries = TREE_ENTRIES_MAX};
    struct tree after = {0};
    struct artefacts found = {0};
    struct error broken = {0};
    if (!tree_list(self->folder, &limits, &after, err))
        return false;
    artefacts_find(self->source, &after, &self->file->artefacts, self->folder,
                   &build->programs);
    if (build->programs.count == 0 && self->file->artefacts.count == 0)
        all_new(self->source, &after, &build->programs);
    artefacts_to_copy(&after, &self->file->copy, &build->programs,
                      &build->copied);
    tree_release(&after);
    if (build->programs.count == 0)
        return missing(self, build);
    if (!artefacts_read(&build->programs, self->folder, &found, &broken)) {
        build->refusal = REFUSAL_LINK;
        build->message = xstrdup(broken.text);
        return true;
    }
    build->code = found.code;
    build->size_bytes = found.size_bytes;
    return true;
}

/* Searching by strstr() must not end at a NUL that a build printed. */
static void hide_nuls(struct str *text)
{
    for (size_t i = 0; i < text->length; i++)
        if (text->text[i] == '\0')
            text->text[i] = '?';
}

bool program_make(const struct program_make *self, struct program_made *out,
                  struct error *err)
{
    struct program_made made = {0};
    struct child_result result = {0};
    make_environment(self, &made.build.environment);
    struct strvec changes = {0};
    strvec_add_all(&changes, &made.build.environment);
    strvec_addf(&changes, SHIMS_LOG "=%s", self->log);
    struct command command = {self->file->build, &changes, self->timeout_ms};
    bool ok = run_command(self, &command, &result, err);
    strvec_release(&changes);
    if (ok) {
        hide_nuls(&result.out);
        made.build.wall_s = result.wall_s;
        made.peak_bytes = (uint64_t)result.peak_memory_kib << 10;
        look_at_lines(self, &made);
        enum refusal refusal = build_output_refusal(&result);
        if (refusal != REFUSAL_NONE)
            refuse(&made.build, refusal, &result);
        else
            ok = look_at_files(self, &made.build, err);
        child_result_release(&result);
    }
    if (ok) {
        *out = made;
    } else {
        program_build_release(&made.build);
        free(made.line);
    }
    return ok;
}
