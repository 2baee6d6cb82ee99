/* SPDX-License-Identifier: MIT
 *
 * tuner db merge: other people's records, from a folder or a revision.
 */
#include <config.h>

#include <stdio.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/str.h"
#include "db/merge.h"
#include "tuner/cmd_db.h"
#include "tuner/database.h"
#include "tuner/message.h"

static json_t *result_json(const struct merge_result *result)
{
    return json_pack("{s:I, s:I, s:o, s:b, s:o}", "added",
                     (json_int_t)result->added, "known",
                     (json_int_t)result->known, "refused",
                     json_strings(&result->refused), "joined", result->joined,
                     "history", db_history_json(&result->history));
}

static void print_result(const struct merge_result *result)
{
    printf("%zu added, %zu known, %zu refused\n", result->added, result->known,
           result->refused.count);
    if (result->history.committed)
        printf("commit %.12s\n", result->history.id);
}

static bool run(struct db_call *call, struct error *err)
{
    struct merge_result result;
    const char *folder = str_text(&call->database->folder);
    const char *source = call->operands.items[0];
    bool is_folder = file_is_directory(source);
    if (is_folder ? !merge_folder(folder, source, &result, err)
                  : !merge_revision(folder, source, &result, err))
        return false;
    for (size_t i = 0; i < result.refused.count; i++)
        message_error("%s", result.refused.items[i]);
    if (call->json)
        db_print_json(result_json(&result));
    else
        print_result(&result);
    if (!is_folder && !result.joined)
        message_info("'%s' also changes other files: its records are here, "
                     "the rest is for 'git merge'",
                     source);
    bool good = result.refused.count == 0;
    merge_result_release(&result);
    error_clear(err);
    return good;
}

const struct db_word db_word_merge = {
    .name = "merge",
    .summary = "take in all records of another database",
    .operands = "a database folder or a revision",
    .least = 1,
    .most = 1,
    .run = run,
};
