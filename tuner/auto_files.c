/* SPDX-License-Identifier: MIT
 *
 * Names of a job's files.
 */
#include <config.h>

#include "tuner/auto_files.h"

#include "base/digest.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "search/journal.h"
#include "search/runner.h"
#include "search/space_json.h"
#include "search/workload.h"
#include "tuner/data.h"
#include "tuner/options.h"
#include "tuner/tuning.h"

enum { NAME_DIGITS = 12 };

static void add_compiler(const struct tuning *tuning, struct str *text)
{
    const struct compiler *compiler = &tuning->compiler;
    str_addf(text, "%s\n%s\n%s\n%s\n%s\n", compiler->path,
             compiler_family_word(compiler->family), compiler->version,
             compiler->target, tuning->files.digest.hex);
    str_addf(text, "%s\n%s\n", tuning->workload->name,
             tuning->workload->sources.hex);
}

static struct digest job_digest(const struct auto_job *job)
{
    const struct tuning *tuning = job->tuning;
    const struct workload *workload = tuning->workload;
    struct str text = {0};
    add_compiler(tuning, &text);
    str_addf(&text, "%s\n%s\n%s\n%lu\n%.12g\n",
             space_digest(&tuning->space).hex, job->strategy, job->effort,
             job->seed, tuning->size_weight);
    str_addf(&text, "%s\n%s\n", runner_text(tuning->runner),
             options_text(tuning->options, "implementation", "free"));
    for (size_t m = 0; m < workload->metric_count; m++)
        str_addf(&text, "%s %.12g\n", workload->metrics[m].name,
                 workload->metrics[m].weight);
    struct digest digest = digest_bytes(str_text(&text), text.length);
    str_release(&text);
    return digest;
}

static bool make_path(const char *folder, const char *hex, const char *ending,
                      struct str *out, struct error *err)
{
    struct str cache = {0}, directory = {0};
    bool ok = data_cache_directory(&cache, err);
    if (ok) {
        file_join(&directory, str_text(&cache), folder);
        ok = file_make_directories(str_text(&directory), err);
    }
    if (ok) {
        char *name = xasprintf("%.*s%s", NAME_DIGITS, hex, ending);
        file_join(out, str_text(&directory), name);
        free(name);
    }
    str_release(&directory);
    str_release(&cache);
    return ok;
}

bool auto_journal_path(const struct auto_job *job, struct str *out,
                       struct error *err)
{
    return make_path("journals", job_digest(job).hex, ".jsonl", out, err);
}

bool auto_cache_path(const struct auto_job *job, struct str *out)
{
    struct str text = {0};
    add_compiler(job->tuning, &text);
    struct digest digest = digest_bytes(str_text(&text), text.length);
    str_release(&text);
    return make_path("codes", digest.hex, ".tsv", out, NULL);
}

static json_t *metrics_json(const struct workload *workload)
{
    json_t *list = json_array();
    for (size_t m = 0; m < workload->metric_count; m++) {
        const struct metric *metric = &workload->metrics[m];
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:b, s:f, s:I}", "name",
                                        metric->name, "unit", metric->unit,
                                        "higher", (int)metric->higher_is_better,
                                        "weight", metric->weight, "units",
                                        (json_int_t)workload->metric_units[m]));
    }
    return list;
}

void auto_write_job(const struct auto_job *job, struct journal *journal)
{
    const struct tuning *tuning = job->tuning;
    const struct workload *workload = tuning->workload;
    json_t *units = json_array();
    for (size_t u = 0; u < workload->unit_count; u++)
        json_array_append_new(units, json_string(workload->units[u]));
    journal_append(
        journal,
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:f, s:o, s:o, s:o}",
                  "event", "job", "compiler",
                  compiler_family_word(tuning->compiler.family), "version",
                  tuning->compiler.version, "target", tuning->compiler.target,
                  "workload", workload->name, "strategy", job->strategy, "seed",
                  (json_int_t)job->seed, "size_weight", tuning->size_weight,
                  "metrics", metrics_json(workload), "units", units, "space",
                  space_to_json(&tuning->space)));
}
