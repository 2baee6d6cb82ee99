/* SPDX-License-Identifier: MIT
 *
 * tuner db add: completes drafts and saves them.  tuner db import: takes
 * finished records of other people.
 */
#include <config.h>

#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/str.h"
#include "db/record.h"
#include "db/record_draft.h"
#include "db/store.h"
#include "db/verify.h"
#include "tuner/cmd_db.h"
#include "tuner/database.h"
#include "tuner/message.h"

typedef bool (*parse_function)(const char *text, size_t length,
                               const char *name, struct record *out,
                               struct error *err);

static bool take_file(const char *folder, const char *path,
                      parse_function parse, struct str *place,
                      struct error *err)
{
    struct str text = {0};
    struct record record = {0};
    bool ok = file_read(path, RECORD_BYTES_MAX, &text, err) &&
              parse(str_text(&text), text.length, path, &record, err);
    if (ok && !verify_record(&record, err))
        ok = error_wrap(err, "%s", path);
    ok = ok && store_save(folder, &record, place, err);
    record_release(&record);
    str_release(&text);
    return ok;
}

struct outcome {
    json_t *saved;
    json_t *refused;
    size_t refused_count;
};

static void note_saved(const struct db_call *call, struct outcome *outcome,
                       const char *place)
{
    if (call->json)
        json_array_append_new(outcome->saved, json_string(place));
    else
        printf("%s\n", place);
}

/* All are tried: one bad file must not keep the good ones out. */
static void note_refused(const struct db_call *call, struct outcome *outcome,
                         const char *path, const struct error *err)
{
    outcome->refused_count++;
    message_error("%s", err->text);
    if (call->json)
        json_array_append_new(
            outcome->refused,
            json_pack("{s:s, s:s}", "file", path, "reason", err->text));
}

static bool take_files(struct db_call *call, parse_function parse,
                       struct error *err)
{
    struct outcome outcome = {.saved = json_array(), .refused = json_array()};
    const char *folder = str_text(&call->database->folder);
    for (size_t i = 0; i < call->operands.count; i++) {
        struct str place = {0};
        struct error why = {0};
        const char *path = call->operands.items[i];
        if (take_file(folder, path, parse, &place, &why))
            note_saved(call, &outcome, str_text(&place));
        else
            note_refused(call, &outcome, path, &why);
        str_release(&place);
    }
    json_t *result = json_pack("{s:o, s:o}", "saved", outcome.saved, "refused",
                               outcome.refused);
    if (call->json)
        db_print_json(result);
    else
        json_decref(result);
    error_clear(err);
    return outcome.refused_count == 0;
}

static bool run_add(struct db_call *call, struct error *err)
{
    return take_files(call, record_draft_parse, err);
}

static bool run_import(struct db_call *call, struct error *err)
{
    return take_files(call, record_parse, err);
}

const struct db_word db_word_add = {
    .name = "add",
    .summary = "complete drafts and save them as records",
    .operands = "FILE...",
    .least = 1,
    .most = SIZE_MAX,
    .run = run_add,
};

const struct db_word db_word_import = {
    .name = "import",
    .summary = "check other people's records and take them in",
    .operands = "FILE...",
    .least = 1,
    .most = SIZE_MAX,
    .run = run_import,
};
