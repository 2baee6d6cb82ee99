/* SPDX-License-Identifier: MIT
 *
 * Stores and shows.
 */
#include <config.h>

#include "tuner/auto_publish.h"

#include <stdio.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/str.h"
#include "db/history.h"
#include "db/record.h"
#include "db/store.h"
#include "tuner/auto_text.h"
#include "tuner/auto_winners.h"
#include "tuner/database.h"
#include "tuner/message.h"
#include "tuner/options.h"
#include "tuner/report.h"

void auto_publish_print(json_t *value)
{
    struct str text = {0};
    json_format(value, &text);
    message_progress_clear();
    fputs(str_text(&text), stdout);
    str_release(&text);
}

static bool store(const struct database *database, const struct record *record,
                  struct str *path, struct error *err)
{
    struct str place = {0};
    bool ok = store_save(str_text(&database->folder), record, &place, err);
    if (ok)
        file_join(path, str_text(&database->folder), str_text(&place));
    str_release(&place);
    return ok;
}

static void show(const struct record *record, const char *path)
{
    struct str text = {0};
    report_text(record, path, message_use_colour(), &text);
    message_progress_clear();
    fputs(str_text(&text), stdout);
    str_release(&text);
}

static bool commit(const struct database *database, struct error *err)
{
    struct history_result result;
    if (!history_commit(str_text(&database->folder), NULL, &result, err))
        return false;
    message_info("checked in as %.12s in '%s'", result.id, result.path);
    history_result_release(&result);
    return true;
}

bool auto_publish(const struct options *options, struct auto_winners *winners,
                  struct error *err)
{
    struct database database = {0};
    bool ok = database_locate(options, &database, err);
    for (size_t i = 0; i < winners->count; i++) {
        struct auto_winner *winner = &winners->items[i];
        struct str path = {0};
        ok = ok && store(&database, &winner->record, &path, err);
        const char *stored = path.length ? str_text(&path) : NULL;
        auto_json_complete(winner->result, &winner->record, stored);
        if (!options_has(options, "json"))
            show(&winner->record, stored);
        str_release(&path);
    }
    if (ok && winners->count && options_has(options, "commit"))
        ok = commit(&database, err);
    database_release(&database);
    return ok;
}
