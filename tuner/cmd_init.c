/* SPDX-License-Identifier: MIT
 *
 * tuner init: a workload file for a source folder.
 */
#include <config.h>

#include <stdio.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/program.h"
#include "base/str.h"
#include "search/project.h"
#include "tuner/command.h"
#include "tuner/commands.h"
#include "tuner/message.h"
#include "tuner/options.h"

static const struct option_spec init_options[] = {
    {"output", "FILE", "write FILE, - for stdout (default: DIR/tuner.conf)"},
    {NULL, NULL, NULL},
};

static void print_json(const struct project *project, const char *path)
{
    struct str text = {0};
    json_t *result =
        json_pack("{s:s, s:s, s:s, s:s?, s:s, s:s?}", "kind", project->kind,
                  "build", project->build, "run", project->run, "verify",
                  project->verify, "path", path, "preset", project->preset);
    json_format(result, &text);
    fwrite(str_text(&text), 1, text.length, stdout);
    json_decref(result);
    str_release(&text);
}

static void tell(const struct project *project, const char *path)
{
    message_info("%s (%s): %s'run', then: %s auto --workload %s", path,
                 project->kind, project->run_is_sure ? "look at " : "correct ",
                 program_name(), path);
    if (project->preset)
        message_info("there is a preset, too: %s auto --workload %s",
                     program_name(), project->preset);
}

static bool write_file(const struct options *options,
                       const struct project *project, const char *path,
                       struct error *err)
{
    struct str text = {0};
    project_format(project, &text);
    bool to_stdout = strcmp(path, "-") == 0;
    bool ok = to_stdout || file_write_new(path, text.text, text.length, err);
    if (ok && to_stdout)
        fwrite(text.text, 1, text.length, stdout);
    else if (ok && options_has(options, "json"))
        print_json(project, path);
    else if (ok)
        printf("%s\n", path);
    if (ok && !to_stdout)
        tell(project, path);
    str_release(&text);
    return ok;
}

static bool run(const struct options *options, struct error *err)
{
    const struct strvec *operands = &options->operands;
    const char *folder = operands->count ? operands->items[0] : ".";
    struct str path = {0};
    struct project project = {0};
    if (operands->count > 1)
        return error_set(err, ERROR_USAGE, "init: give one folder");
    file_join(&path, folder, "tuner.conf");
    bool ok = project_look(&project, folder, err) &&
              write_file(options, &project,
                         options_text(options, "output", path.text), err);
    project_release(&project);
    str_release(&path);
    return ok;
}

const struct command command_init = {
    .name = "init",
    .summary = "write a workload file for a source folder",
    .operands = "[DIR]",
    .options = init_options,
    .run = run,
};
