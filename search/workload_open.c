/* SPDX-License-Identifier: MIT
 *
 * From names to workloads.
 */
#include <config.h>

#include "search/workload_open.h"

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/orphans.h"
#include "base/str.h"
#include "base/strvec.h"
#include "search/runner.h"
#include "search/workload.h"
#include "search/workload_core.h"
#include "search/workload_program.h"

static const char core_name[] = "core";
static const char ending[] = ".conf";
static const char presets_folder[] = "configs/workloads";

static struct workload *open_core(const struct workload_open_settings *settings,
                                  struct error *err)
{
    struct str folder = {0};
    file_join(&folder, settings->data, core_name);
    struct workload_core_settings core = {
        .directory = folder.text,
        .runner = settings->runner,
        .metrics = settings->metrics,
        .pin_cpu_plus_one = settings->pin_cpu_plus_one,
    };
    struct workload *workload = workload_core_new(&core, err);
    str_release(&folder);
    return workload;
}

static struct workload *
open_program(const struct workload_open_settings *settings, const char *path,
             const char *base, struct error *err)
{
    struct workload_program_settings program = {
        .path = path,
        .base = base,
        .runner = settings->runner,
        .pin_cpu_plus_one = settings->pin_cpu_plus_one,
    };
    if (settings->share)
        return workload_program_share(settings->share, settings->runner,
                                      settings->pin_cpu_plus_one, err);
    return workload_program_new(&program, err);
}

void workload_presets(const char *data, struct strvec *names)
{
    struct str folder = {0};
    struct strvec files = {0};
    file_join(&folder, data, presets_folder);
    file_list(folder.text, &files, NULL);
    for (size_t i = 0; i < files.count; i++)
        if (str_ends(files.items[i], ending))
            strvec_add_take(names,
                            xstrndup(files.items[i],
                                     strlen(files.items[i]) - strlen(ending)));
    strvec_release(&files);
    str_release(&folder);
}

static bool unknown(const char *name, const char *data, struct error *err)
{
    struct strvec names = {0};
    strvec_add(&names, core_name);
    workload_presets(data, &names);
    char *list = strvec_join(&names, ", ");
    error_set(err, ERROR_USAGE,
              "there is no workload '%s': give a file, or one of %s", name,
              list);
    free(list);
    strvec_release(&names);
    return false;
}

bool workload_find_file(const char *name, const char *data, struct str *path,
                        const char **base, struct error *err)
{
    if (strchr(name, '/') || str_ends(name, ending)) {
        str_add(path, name);
        *base = NULL;
        return true;
    }
    struct str preset = {0};
    file_join(&preset, data, presets_folder);
    str_addf(&preset, "/%s%s", name, ending);
    bool ok = file_exists(preset.text) || unknown(name, data, err);
    if (ok) {
        str_add(path, preset.text);
        *base = ".";
    }
    str_release(&preset);
    return ok;
}

static struct workload *open_any(const struct workload_open_settings *settings,
                                 struct error *err)
{
    const char *name = settings->name;
    if (!name || strcmp(name, core_name) == 0)
        return open_core(settings, err);
    struct str path = {0};
    const char *base = NULL;
    struct workload *workload =
        workload_find_file(name, settings->data, &path, &base, err)
            ? open_program(settings, path.text, base, err)
            : NULL;
    str_release(&path);
    return workload;
}

struct workload *workload_open(const struct workload_open_settings *settings,
                               struct error *err)
{
    orphans_end_abandoned(); /* it would be measured, too */
    struct workload *workload = open_any(settings, err);
    /* A processor of another machine is not to be seen from here. */
    if (workload && settings->pin_cpu_plus_one > 0 &&
        !runner_is_remote(settings->runner))
        turn_init_processor(&workload->turn, settings->pin_cpu_plus_one - 1);
    return workload;
}
