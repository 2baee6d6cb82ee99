/* SPDX-License-Identifier: MIT
 *
 * Words and JSON of `tuner auto`.
 */
#include <config.h>

#include "tuner/auto_text.h"

#include <math.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/str.h"
#include "db/record.h"
#include "search/planner.h"
#include "search/space.h"
#include "search/workload.h"
#include "tuner/message.h"
#include "tuner/report.h"
#include "tuner/tuning.h"
#include "tuner/tuning_record.h"
#include "tuner/wording.h"

void auto_announce(const struct tuning *tuning, double left_s, double budget_s)
{
    const struct compiler *compiler = &tuning->compiler;
    message_info("tuning %s with %s %s for %s: %zu choices",
                 tuning->workload->name, compiler_family_word(compiler->family),
                 compiler->version, tuning->machine.board.id,
                 tuning->space.count);
    for (size_t i = 0; i < tuning->seed_notes.count; i++)
        message_info("%s", tuning->seed_notes.items[i]);
    if (budget_s > 0)
        message_info("this takes about %.0f seconds (%.0f s budget)", left_s,
                     budget_s);
    else
        message_info("this takes until everything was tried; Ctrl-C stops "
                     "it and keeps what was found");
}

static const struct candidate *best_candidate(const struct planner *planner,
                                              enum ledger_goal goal)
{
    const struct code_class *best = planner->ledger.best[goal];
    return best ? &best->shortest : NULL;
}

static void add_best(const struct planner *planner, enum ledger_goal goal,
                     const char *label, struct str *out)
{
    const struct candidate *candidate = best_candidate(planner, goal);
    double gain = 0;
    if (!candidate)
        return;
    ledger_score(&planner->ledger, planner->ledger.best[goal], &gain);
    str_addf(out, "%s ", label);
    candidate_key(candidate, planner->settings.space, out);
    str_addf(out, "\n  %+.1f %% over %s in the search, not confirmed\n",
             100 * (exp(gain) - 1), planner->settings.baselines[0].name);
}

void auto_interim_text(const struct planner *planner, struct str *out)
{
    if (!best_candidate(planner, LEDGER_WINNER)) {
        str_add(out, "stopped before anything was measured\n");
        return;
    }
    add_best(planner, LEDGER_WINNER, "best so far:", out);
    if (planner->settings.plain)
        add_best(planner, LEDGER_PLAIN, "plain code: ", out);
}

static json_t *pairs_json(const struct record_pairs *pairs)
{
    json_t *out = json_object();
    for (size_t i = 0; i < pairs->count; i++)
        json_object_set_new(out, pairs->items[i].key,
                            json_string(pairs->items[i].value));
    return out;
}

static json_t *winner_json(const struct record_winner *winner)
{
    json_t *out = json_pack("{s:o, s:o, s:s}", "flags",
                            json_strings(&winner->flags), "implementations",
                            pairs_json(&winner->implementations), "verdict",
                            winner->verdict ? winner->verdict : "not-measured");
    json_object_set_new(out, "gain", json_number(winner->gain));
    json_object_set_new(out, "low", json_number(winner->low));
    json_object_set_new(out, "high", json_number(winner->high));
    return out;
}

/* A best so far in the form of a winner, without what only a confirmation
 * gives. */
static json_t *best_json(const struct tuning *tuning,
                         const struct planner *planner, enum ledger_goal goal)
{
    struct record_winner best = {.low = (double)NAN, .high = (double)NAN};
    const struct candidate *candidate = best_candidate(planner, goal);
    char verdict[] = "not-confirmed";
    double gain = 0;
    if (!candidate)
        return json_null();
    ledger_score(&planner->ledger, planner->ledger.best[goal], &gain);
    tuning_candidate(tuning, candidate, &best.flags, &best.implementations);
    best.gain = exp(gain);
    best.verdict = verdict;
    json_t *out = winner_json(&best);
    json_object_set_new(out, "over",
                        json_string(planner->settings.baselines[0].name));
    strvec_release(&best.flags);
    record_pairs_release(&best.implementations);
    return out;
}

json_t *auto_interim_json(const struct tuning *tuning,
                          const struct planner *planner)
{
    json_t *out = json_pack("{s:b, s:o}", "stopped", 1, "best",
                            best_json(tuning, planner, LEDGER_WINNER));
    if (planner->settings.plain)
        json_object_set_new(out, "plain",
                            best_json(tuning, planner, LEDGER_PLAIN));
    return out;
}

static json_t *kinds_json(const struct record *record)
{
    json_t *list = json_array();
    for (size_t i = 0; i < record->cpu.kind_count; i++) {
        const struct record_kind *kind = &record->cpu.kinds[i];
        if (!kind->verdict)
            continue;
        json_t *out =
            json_pack("{s:s?, s:i, s:s}", "core", kind->core, "cpu",
                      (int)kind->cpu_plus_one - 1, "verdict", kind->verdict);
        json_object_set_new(out, "gain", json_number(kind->gain));
        json_object_set_new(out, "low", json_number(kind->low));
        json_object_set_new(out, "high", json_number(kind->high));
        json_object_set_new(out, "layouts_agree",
                            json_integer((json_int_t)kind->layouts_agree));
        json_array_append_new(list, out);
    }
    return list;
}

static json_t *baselines_json(const struct record *record)
{
    json_t *list = json_array();
    for (size_t b = 0; b < record->baseline_count; b++) {
        const struct record_baseline *baseline = &record->baselines[b];
        json_t *metrics = json_object();
        for (size_t m = 0; m < baseline->metric_count; m++)
            json_object_set_new(metrics, baseline->metrics[m].name,
                                json_number(baseline->metrics[m].median));
        json_array_append_new(
            list, json_pack("{s:s, s:o, s:o, s:b}", "name", baseline->name,
                            "flags", json_strings(&baseline->flags), "metrics",
                            metrics, "reference", (int)baseline->reference));
        if (baseline->code_bytes > 0)
            json_object_set_new(json_array_get(list, b), "code_bytes",
                                json_number(baseline->code_bytes));
    }
    return list;
}

static json_t *size_json(size_t value)
{
    return json_integer((json_int_t)value);
}

static json_t *files_json(const struct record *record)
{
    json_t *list = json_array();
    for (size_t i = 0; i < record->file_count; i++) {
        const struct record_file *file = &record->files[i];
        json_t *out =
            json_pack("{s:o, s:o, s:o}", "units", json_strings(&file->units),
                      "flags", json_strings(&file->flags), "implementations",
                      pairs_json(&file->implementations));
        json_object_set_new(out, "gain", json_number(file->gain));
        json_object_set_new(out, "shared_gain", json_number(file->shared_gain));
        json_array_append_new(list, out);
    }
    return list;
}

static json_t *rivals_json(const struct record *record)
{
    json_t *list = json_array();
    for (size_t i = 0; i < record->compiler_count; i++) {
        const struct record_rival *rival = &record->compilers[i];
        json_t *out = json_pack(
            "{s:s, s:s, s:o, s:o}", "family", rival->compiler.family, "version",
            rival->compiler.version, "flags", json_strings(&rival->flags),
            "implementations", pairs_json(&rival->implementations));
        json_object_set_new(out, "gain", json_number(rival->gain));
        json_object_set_new(out, "low", json_number(rival->low));
        json_object_set_new(out, "high", json_number(rival->high));
        json_array_append_new(list, out);
    }
    return list;
}

void auto_json_complete(json_t *result, const struct record *record,
                        const char *path)
{
    json_object_set_new(result, "record",
                        path ? json_string(path) : json_null());
    if (record->compiler_count)
        json_object_set_new(result, "comparison", rivals_json(record));
}

/* Bytes of code and constants of each build that no other beats in both. */
static json_t *choices_json(const struct record *record)
{
    json_t *list = json_array();
    for (size_t i = 0; i < record->choice_count; i++) {
        const struct record_choice *choice = &record->choices[i];
        json_t *out = json_pack("{s:o}", "flags", json_strings(&choice->flags));
        json_object_set_new(out, "gain", json_number(choice->gain));
        json_object_set_new(out, "code_bytes", json_number(choice->code_bytes));
        json_array_append_new(list, out);
    }
    return list;
}

json_t *auto_json(const struct planner *planner, const struct record *record)
{
    const struct ledger_counts *counts = &planner->result.counts;
    json_t *out = json_pack(
        "{s:o, s:o, s:o}", "winner", winner_json(&record->winner), "baselines",
        baselines_json(record), "files", files_json(record));
    json_object_set_new(out, "choices", choices_json(record));
    json_object_set_new(out, "compiler",
                        json_pack("{s:s, s:s, s:s}", "family",
                                  record->compiler.family, "version",
                                  record->compiler.version, "target",
                                  record->compiler.target));
    json_object_set_new(out, "emulated", json_boolean(record->emulated));
    if (record->emulated)
        json_object_set_new(out, "note", json_string("emulated, not a result"));
    if (wording_has_kinds(record))
        json_object_set_new(out, "kinds", kinds_json(record));
    if (record->plain.verdict)
        json_object_set_new(out, "plain", winner_json(&record->plain));
    json_object_set_new(out, "considered", size_json(counts->considered));
    json_object_set_new(out, "evaluated", size_json(counts->measured));
    json_object_set_new(out, "equal", size_json(counts->equal));
    json_object_set_new(out, "skipped", size_json(counts->skipped));
    json_object_set_new(out, "repeated", size_json(counts->repeated));
    json_object_set_new(out, "refused", size_json(counts->refused_all));
    json_object_set_new(out, "classes", size_json(counts->classes));
    json_object_set_new(out, "seconds",
                        json_number(record->provenance.seconds));
    return out;
}
