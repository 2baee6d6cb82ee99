/* SPDX-License-Identifier: MIT
 *
 * Gathering records for a report.
 */
#include <config.h>

#include "tuner/report_records.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/program.h"
#include "base/str.h"
#include "db/index.h"
#include "db/record.h"
#include "db/store.h"
#include "tuner/chosen_record.h"
#include "tuner/database.h"
#include "tuner/message.h"
#include "tuner/options.h"

static void add_take(struct report_records *self, struct record *record,
                     const char *path)
{
    self->items = memory_grow(self->items, &self->capacity, self->count + 1,
                              sizeof(*self->items));
    self->items[self->count++] = *record;
    strvec_add(&self->places, path);
    *record = (struct record){0};
}

void report_records_release(struct report_records *self)
{
    for (size_t i = 0; i < self->count; i++)
        record_release(&self->items[i]);
    free(self->items);
    strvec_release(&self->places);
    *self = (struct report_records){0};
}

static bool load_files(struct report_records *self, const struct strvec *paths,
                       struct error *err)
{
    for (size_t i = 0; i < paths->count; i++) {
        struct record record = {0};
        if (!chosen_record_load(paths->items[i], &record, err))
            return false;
        add_take(self, &record, paths->items[i]);
    }
    return true;
}

static void load_entry(struct report_records *self, const struct index *index,
                       const struct index_entry *entry)
{
    struct str place = {0}, path = {0};
    struct record record = {0};
    struct error why = {0};
    str_addf(&place, "%s/%s", entry->board, entry->name);
    str_addf(&path, "%s/%s", index_folder(index), str_text(&place));
    if (store_load(index_folder(index), str_text(&place), &record, &why))
        add_take(self, &record, str_text(&path));
    else
        message_error("passed over: %s", why.text);
    str_release(&place);
    str_release(&path);
}

/* All records of a board, or of all boards. */
static bool load_board(struct report_records *self,
                       const struct options *options, const char *board,
                       struct error *err)
{
    struct database database;
    if (!database_open(options, &database, err))
        return false;
    for (size_t i = 0; i < database.index_count; i++) {
        const struct index *index = database.indexes[i];
        for (size_t j = 0; j < index_count(index); j++) {
            struct index_entry entry = index_get(index, j);
            if (!board || strcmp(entry.board, board) == 0)
                load_entry(self, index, &entry);
        }
    }
    database_release(&database);
    if (self->count)
        return true;
    return error_set(err, ERROR_MISSING,
                     "there is no record%s%s: '%s db list' shows what "
                     "there is",
                     board ? " of board " : "", board ? board : "",
                     program_name());
}

static bool load_best(struct report_records *self,
                      const struct options *options, struct error *err)
{
    struct record record = {0};
    struct str path = {0};
    bool done = chosen_record(options, &record, &path, err);
    if (done)
        add_take(self, &record, str_text(&path));
    str_release(&path);
    return done;
}

bool report_records_load(struct report_records *self,
                         const struct options *options, struct error *err)
{
    *self = (struct report_records){0};
    const struct strvec *files = options_all(options, "record");
    bool all = options_has(options, "all") || options_has(options, "site");
    bool done = files->count ? load_files(self, files, err)
                : all        ? load_board(self, options, NULL, err)
                : options_has(options, "board")
                    ? load_board(self, options,
                                 options_text(options, "board", NULL), err)
                    : load_best(self, options, err);
    if (!done)
        report_records_release(self);
    return done;
}
