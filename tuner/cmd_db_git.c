/* SPDX-License-Identifier: MIT
 *
 * tuner db commit and tuner db log.
 */
#include <config.h>

#include <stdio.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/str.h"
#include "db/history.h"
#include "tuner/cmd_db.h"
#include "tuner/database.h"
#include "tuner/message.h"
#include "tuner/options.h"

enum { LOG_LIMIT_DEFAULT = 20, LOG_LIMIT_MAX = 1000000 };

json_t *db_history_json(const struct history_result *result)
{
    return json_pack("{s:b, s:s, s:I, s:I, s:I, s:b}", "committed",
                     result->committed, "commit", result->id, "added",
                     (json_int_t)result->added, "changed",
                     (json_int_t)result->changed, "removed",
                     (json_int_t)result->removed, "created", result->created);
}

static bool run_commit(struct db_call *call, struct error *err)
{
    struct history_result result;
    if (!history_commit(str_text(&call->database->folder),
                        options_text(call->options, "message", NULL), &result,
                        err))
        return false;
    if (result.created)
        message_info("made the repository '%s'", result.path);
    if (call->json)
        db_print_json(db_history_json(&result));
    else if (result.committed)
        printf("%.12s: %zu added, %zu removed\n", result.id,
               result.added + result.changed, result.removed);
    else
        message_info("nothing to commit: all records are in '%s'", result.path);
    history_result_release(&result);
    return true;
}

const struct db_word db_word_commit = {
    .name = "commit",
    .summary = "check the records in",
    .operands = "",
    .run = run_commit,
};

static json_t *log_json(const struct history_log *log)
{
    json_t *commits = json_array();
    for (size_t i = 0; i < log->count; i++) {
        const struct history_entry *entry = &log->entries[i];
        json_array_append_new(
            commits,
            json_pack("{s:s, s:s, s:s, s:s, s:I, s:I}", "commit", entry->id,
                      "date", entry->date, "author", entry->author, "subject",
                      entry->subject, "added", (json_int_t)entry->added,
                      "removed", (json_int_t)entry->removed));
    }
    return json_pack("{s:o}", "commits", commits);
}

static void print_log(const struct history_log *log)
{
    for (size_t i = 0; i < log->count; i++) {
        const struct history_entry *entry = &log->entries[i];
        printf("%.12s  %s  +%zu -%zu  %s: %s\n", entry->id, entry->date,
               entry->added, entry->removed, entry->author, entry->subject);
    }
}

static bool run_log(struct db_call *call, struct error *err)
{
    struct history_log log;
    unsigned long limit = LOG_LIMIT_DEFAULT;
    if (!options_unsigned(call->options, "limit",
                          (struct options_range){1, LOG_LIMIT_MAX}, &limit,
                          err) ||
        !history_log(str_text(&call->database->folder), limit, &log, err))
        return false;
    if (call->json)
        db_print_json(log_json(&log));
    else
        print_log(&log);
    history_log_release(&log);
    return true;
}

const struct db_word db_word_log = {
    .name = "log",
    .summary = "the history of the records",
    .operands = "",
    .run = run_log,
};
