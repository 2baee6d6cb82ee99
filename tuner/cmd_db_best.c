/* SPDX-License-Identifier: MIT
 *
 * tuner db best: the nearest record's flags on stdout, how near it is on
 * stderr.
 */
#include <config.h>

#include <stdio.h>

#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/program.h"
#include "base/str.h"
#include "db/index.h"
#include "db/lookup.h"
#include "db/record.h"
#include "db/signature.h"
#include "tuner/cmd_db.h"
#include "tuner/database.h"
#include "tuner/fit.h"
#include "tuner/machine.h"
#include "tuner/message.h"
#include "tuner/options.h"

static json_t *place_json(const struct lookup_match *match)
{
    struct index_entry entry = index_get(match->index, match->number);
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s}", "level",
                     lookup_level_word(match->level), "database",
                     index_folder(match->index), "board", entry.board, "name",
                     entry.name, "compiler", entry.family, "version",
                     entry.version);
}

static json_t *near_json(const struct lookup_matches *matches)
{
    json_t *list = json_array();
    for (size_t i = 0; i < matches->count; i++)
        json_array_append_new(list, place_json(&matches->items[i]));
    return list;
}

static void add_lacking(json_t *result, const struct lookup_matches *matches)
{
    if (matches->lacking.level == LOOKUP_NONE)
        return;
    json_t *lacking = place_json(&matches->lacking);
    json_object_set_new(lacking, "missing", json_strings(&matches->missing));
    json_object_set_new(result, "lacking", lacking);
}

static json_t *answer_json(const struct lookup_match *match,
                           const struct record *record, const struct fit *fit)
{
    json_t *result = place_json(match);
    json_object_set_new(result, "flags", json_strings(&fit->kept));
    json_object_set_new(result, "left_out", fit_json(fit));
    json_object_set_new(result, "gain", json_number(record->winner.gain));
    json_object_set_new(result, "verdict", json_string(record->winner.verdict));
    json_object_set_new(result, "published", json_boolean(record->published));
    json_object_set_new(result, "same_board", json_boolean(match->same_board));
    json_object_set_new(result, "same_workload",
                        json_boolean(match->same_workload));
    json_object_set_new(result, "workload", json_string(record->workload.name));
    json_object_set_new(result, "needs", json_strings(&record->needs));
    json_t *chosen = json_object();
    const struct record_pairs *pairs = &record->winner.implementations;
    for (size_t i = 0; i < pairs->count; i++)
        json_object_set_new(chosen, pairs->items[i].key,
                            json_string(pairs->items[i].value));
    json_object_set_new(result, "implementations", chosen);
    return result;
}

static void say_answer(const struct lookup_match *match,
                       const struct record *record)
{
    char gain[32];
    message_info(
        "%s (%s): %s, %s %s, %s: %s, %s%s", lookup_level_word(match->level),
        lookup_level_explain(match->level), record->board.id,
        record->compiler.family, record->compiler.version,
        record->workload.name,
        db_gain_text(record->winner.gain, gain, sizeof(gain)),
        record->winner.verdict, record->published ? ", published" : "");
}

static void say_losses(const struct fit *fit)
{
    for (size_t i = 0; i < fit->loss_count; i++) {
        struct str text = {0};
        fit_loss_text(fit, i, &text);
        message_info("%s", str_text(&text));
        str_release(&text);
    }
}

static void print_flags(struct db_call *call,
                        const struct lookup_matches *matches,
                        const struct lookup_match *match,
                        const struct record *record, const struct fit *fit)
{
    if (call->json) {
        json_t *result = answer_json(match, record, fit);
        json_object_set_new(result, "near", near_json(matches));
        add_lacking(result, matches);
        db_print_json(result);
    } else {
        char *line = strvec_join(&fit->kept, " ");
        printf("%s\n", line);
        free(line);
    }
    say_answer(match, record);
    say_losses(fit);
}

/* A record may turn out unfit when it is read, and a compiler may take none
 * of its flags; the next one is asked then. */
static bool try_match(struct db_call *call,
                      const struct lookup_matches *matches,
                      const struct lookup_match *match)
{
    struct record record = {0};
    struct error why = {0};
    struct fit fit = {0};
    if (match->level >= LOOKUP_SEED)
        return false;
    if (!lookup_load(match, &record, &why)) {
        message_error("%s", why.text);
        return false;
    }
    const struct strvec *flags = record_answer(&record);
    bool answers =
        flags && fit_flags(&fit, call->options, &record, flags, &why);
    if (answers)
        print_flags(call, matches, match, &record, &fit);
    else if (flags)
        message_error("%s", why.text);
    fit_release(&fit);
    record_release(&record);
    return answers;
}

static bool print_answer(struct db_call *call,
                         const struct lookup_matches *matches)
{
    for (size_t i = 0; i < matches->count; i++)
        if (try_match(call, matches, &matches->items[i]))
            return true;
    return false;
}

static bool no_answer(struct db_call *call,
                      const struct lookup_matches *matches, struct error *err)
{
    if (call->json) {
        json_t *result = json_pack("{s:s, s:o}", "level", "none", "near",
                                   near_json(matches));
        add_lacking(result, matches);
        db_print_json(result);
    }
    if (lookup_explain_lacking(matches, err))
        return false;
    if (!matches->count)
        return error_set(err, ERROR_MISSING,
                         "no record is near this machine: run '%s auto'",
                         program_name());
    return error_set(err, ERROR_MISSING,
                     "no record is an answer here, %zu are worth trying: "
                     "run '%s auto'",
                     matches->count, program_name());
}

static bool find(struct db_call *call, struct lookup_matches *matches,
                 struct error *err)
{
    const char *board = options_text(call->options, "board", NULL);
    const struct database *database = call->database;
    struct signature signature = {0};
    if (board) {
        lookup_board(database_indexes(database), database->index_count, board,
                     matches);
        return true;
    }
    if (!machine_signature(call->options, &signature, err))
        return false;
    lookup_find(database_indexes(database), database->index_count, &signature,
                matches);
    signature_release(&signature);
    return true;
}

static bool run(struct db_call *call, struct error *err)
{
    struct lookup_matches matches;
    if (!find(call, &matches, err))
        return false;
    bool ok = print_answer(call, &matches) || no_answer(call, &matches, err);
    lookup_matches_release(&matches);
    return ok;
}

const struct db_word db_word_best = {
    .name = "best",
    .summary = "what is known for a machine like this",
    .operands = "",
    .indexed = true,
    .run = run,
};
