/* SPDX-License-Identifier: MIT
 *
 * Compiles the helper and copies it.
 */
#include <config.h>

#include "search/remote_agent.h"

#include "base/child.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"
#include "base/temporary.h"
#include "search/build_output.h"

/* Made from search/agent/ by search/local.mk: names and texts. */
struct agent_file {
    const char *name;
    const char *text;
};

#include "search/agent_text.h"

enum {
    COMPILE_TIMEOUT_MS = 120000,
    COPY_TIMEOUT_MS = 120000,
    TAIL_LINES = 3,
    TAIL_BYTES = 400
};

/* Tries folders until one lets the helper run: /tmp may be mounted noexec.
 * Without an argument it says how it is used and gives 2.  One line, since
 * csh takes no newline between quotes. */
static const char copy_script[] =
    "umask 077; t=; for d in \"${TMPDIR:-/tmp}\" \"$HOME\" /var/tmp; do "
    "f=$(mktemp -d \"$d/tuner-XXXXXX\") || continue; "
    "if [ -z \"$t\" ]; then cat >\"$f/agent\"; "
    "else cp \"$t/agent\" \"$f/agent\"; rm -rf \"$t\"; fi; "
    "chmod 700 \"$f/agent\"; e=$(\"$f/agent\" 2>&1); "
    "if [ $? -eq 2 ]; then printf 'tuner-folder %s\\001' \"$f\"; exit 0; fi; "
    "t=$f; done; "
    "[ -z \"$t\" ] || rm -rf \"$t\"; "
    "echo \"the helper does not run there: $e\" >&2; exit 1";

/* What the script prints before and behind the folder's path. */
static const char folder_word[] = "tuner-folder ";
static const char folder_end = '\001';

static bool write_sources(const char *folder, struct strvec *argv,
                          struct error *err)
{
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof(agent_files) / sizeof(*agent_files);
         i++) {
        struct str path = {0};
        file_join(&path, folder, agent_files[i].name);
        ok = file_write_new(path.text, agent_files[i].text,
                            strlen(agent_files[i].text), err);
        if (str_ends(path.text, ".c"))
            strvec_add(argv, path.text);
        str_release(&path);
    }
    return ok;
}

static bool compile(const struct strvec *argv, struct error *err)
{
    struct child_result result;
    struct child_options options = {.argv = strvec_argv(argv),
                                    .timeout_ms = COMPILE_TIMEOUT_MS,
                                    .merge_output = true,
                                    .offline = true};
    child_limit_compiler(&options);
    if (!child_run(&options, &result, err))
        return false;
    bool ok = child_succeeded(&result);
    if (!ok) {
        struct str text = {0};
        build_output_tail(&result.out, TAIL_LINES, TAIL_BYTES, &text);
        error_set(err, ERROR_CHILD,
                  "'%s' cannot compile the helper for the other machine: %s",
                  argv->items[0], str_text(&text));
        str_release(&text);
    }
    child_result_release(&result);
    return ok;
}

static bool compile_in(const char *folder, const char *cc, struct str *program,
                       struct error *err)
{
    enum { PROGRAM_MAX = 64 << 20 };
    struct strvec argv = {0};
    struct str path = {0};
    file_join(&path, folder, "agent");
    strvec_split_shell(&argv, cc);
    strvec_add_list(&argv, "-std=gnu11", "-O1", "-s", "-o", path.text, NULL);
    bool ok = write_sources(folder, &argv, err);
    /* The libraries over there may be older than ours. */
    strvec_add(&argv, "-static");
    if (ok && !compile(&argv, NULL)) {
        strvec_remove(&argv, argv.count - 1);
        ok = compile(&argv, err);
    }
    ok = ok && file_read(path.text, PROGRAM_MAX, program, err);
    strvec_release(&argv);
    str_release(&path);
    return ok;
}

bool remote_agent_compile(const char *cc, struct str *program,
                          struct error *err)
{
    struct str folder = {0};
    bool ok = temporary_make("agent", &folder, err) &&
              compile_in(folder.text, cc, program, err);
    temporary_remove(str_text(&folder));
    str_release(&folder);
    return ok;
}

/* The folder's path among whatever a login shell prints. */
static bool read_folder(const struct child_result *result, struct str *folder,
                        struct error *err)
{
    const char *found = strstr(str_text(&result->out), folder_word);
    const char *end = found ? strchr(found, folder_end) : NULL;
    if (child_succeeded(result) && end) {
        found += strlen(folder_word);
        str_add_bytes(folder, found, (size_t)(end - found));
        return true;
    }
    struct str text = {0};
    child_describe_end(result, &text);
    str_add(&text, ": ");
    build_output_tail(&result->err, TAIL_LINES, TAIL_BYTES, &text);
    error_set(err, ERROR_CHILD, "%s", text.text);
    str_release(&text);
    return false;
}

bool remote_agent_copy(const struct remote_shell *shell,
                       const struct str *program, struct str *folder,
                       struct error *err)
{
    struct strvec argv = {0};
    struct child_result result;
    shell->command(shell->runner, copy_script, &argv);
    struct child_options options = {.argv = strvec_argv(&argv),
                                    .input = program->text,
                                    .input_length = program->length,
                                    .timeout_ms = COPY_TIMEOUT_MS};
    bool ok = child_run(&options, &result, err);
    if (ok) {
        ok = read_folder(&result, folder, err);
        child_result_release(&result);
    }
    strvec_release(&argv);
    return ok;
}
