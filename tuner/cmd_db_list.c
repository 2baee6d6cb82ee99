/* SPDX-License-Identifier: MIT
 *
 * tuner db list: one line a record.
 */
#include <config.h>

#include <stdio.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/str.h"
#include "db/index.h"
#include "tuner/cmd_db.h"
#include "tuner/database.h"
#include "tuner/message.h"
#include "tuner/options.h"

static void print_entry(const struct index_entry *entry)
{
    char gain[32];
    const char *dash = strrchr(entry->name, '-');
    struct str compiler = {0};
    str_addf(&compiler, "%s %s", entry->family, entry->version);
    printf("%-20s %-14s %-10s %10s  %-14s %s  %.12s%s\n", entry->board,
           str_text(&compiler), entry->workload,
           db_gain_text(entry->gain, gain, sizeof(gain)), entry->verdict,
           entry->date, dash ? dash + 1 : "",
           entry->published  ? "  published"
           : entry->emulated ? "  emulated"
                             : "");
    str_release(&compiler);
}

static void set_text(json_t *object, const char *key, const char *value)
{
    json_object_set_new(object, key, json_string(value));
}

static json_t *entry_json(const struct index *index,
                          const struct index_entry *entry)
{
    json_t *object = json_object();
    set_text(object, "database", index_folder(index));
    set_text(object, "board", entry->board);
    set_text(object, "name", entry->name);
    if (entry->fault[0]) {
        set_text(object, "fault", entry->fault);
        return object;
    }
    set_text(object, "compiler", entry->family);
    set_text(object, "version", entry->version);
    set_text(object, "target", entry->target);
    set_text(object, "workload", entry->workload);
    set_text(object, "verdict", entry->verdict);
    set_text(object, "date", entry->date);
    json_object_set_new(object, "gain", json_number(entry->gain));
    json_object_set_new(object, "published", json_boolean(entry->published));
    json_object_set_new(object, "emulated", json_boolean(entry->emulated));
    return object;
}

struct listing {
    const char *board; /* NULL: all */
    json_t *records;   /* NULL: text */
    json_t *faults;
    size_t fault_count;
};

static void list_entry(struct listing *self, const struct index *index,
                       const struct index_entry *entry)
{
    bool faulty = entry->fault[0] != '\0';
    if (self->board && strcmp(self->board, entry->board) != 0)
        return;
    self->fault_count += faulty;
    if (self->records)
        json_array_append_new(faulty ? self->faults : self->records,
                              entry_json(index, entry));
    else if (faulty)
        message_info("%s", entry->fault);
    else
        print_entry(entry);
}

static bool run(struct db_call *call, struct error *err)
{
    (void)err;
    struct listing listing = {.board =
                                  options_text(call->options, "board", NULL),
                              .records = call->json ? json_array() : NULL,
                              .faults = call->json ? json_array() : NULL};
    for (size_t i = 0; i < call->database->index_count; i++) {
        const struct index *index = call->database->indexes[i];
        for (size_t j = 0; j < index_count(index); j++) {
            struct index_entry entry = index_get(index, j);
            list_entry(&listing, index, &entry);
        }
    }
    if (call->json)
        db_print_json(json_pack("{s:o, s:o}", "records", listing.records,
                                "faults", listing.faults));
    if (listing.fault_count)
        message_info("%zu records cannot be read", listing.fault_count);
    return true;
}

const struct db_word db_word_list = {
    .name = "list",
    .summary = "what is there, shipped records too",
    .operands = "",
    .indexed = true,
    .run = run,
};
