/* SPDX-License-Identifier: MIT
 *
 * Finding the record that a command line means.
 */
#include <config.h>

#include "tuner/chosen_record.h"

#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/program.h"
#include "base/str.h"
#include "db/index.h"
#include "db/lookup.h"
#include "db/record.h"
#include "db/signature.h"
#include "tuner/database.h"
#include "tuner/machine.h"
#include "tuner/message.h"
#include "tuner/options.h"
#include "tuner/wording.h"

bool chosen_record_load(const char *path, struct record *out, struct error *err)
{
    struct str text = {0};
    bool done = file_read(path, RECORD_BYTES_MAX, &text, err) &&
                record_parse(str_text(&text), text.length, path, out, err);
    str_release(&text);
    return done;
}

static bool only_uses(const struct record_winner *winner, const char *name)
{
    const struct record_pairs *pairs = &winner->implementations;
    for (size_t i = 0; i < pairs->count; i++)
        if (!pairs->items[i].value || strcmp(pairs->items[i].value, name) != 0)
            return false;
    return true;
}

/* Whether a record tells flags for this choice of implementations. */
static bool serves(const struct record *record, const char *name)
{
    const char *allowed = record->workload.implementation;
    if (strcmp(name, "free") == 0 || (allowed && strcmp(allowed, name) == 0))
        return true;
    if (strcmp(name, "reference") == 0)
        return wording_is_measured(&record->plain) ||
               only_uses(&record->winner, name);
    return record->winner.implementations.count &&
           only_uses(&record->winner, name);
}

static void say_match(const struct lookup_match *match,
                      const struct record *record)
{
    struct index_entry entry = index_get(match->index, match->number);
    message_detail("from %s/%s/%s: %s", index_folder(match->index), entry.board,
                   entry.name, lookup_level_explain(match->level));
    if (match->level == LOOKUP_BOARD)
        return;
    if (match->level != LOOKUP_EXACT)
        message_info("no record of exactly this machine, compiler and "
                     "workload: taking one of %s, which has the %s",
                     record->board.id, lookup_level_explain(match->level));
}

static bool take_match(const struct lookup_match *match, const char *name,
                       struct record *out, struct str *path, struct error *err)
{
    if (!lookup_load(match, out, err))
        return false;
    if (!serves(out, name)) {
        record_release(out);
        *out = (struct record){0};
        return error_set(err, ERROR_MISSING, "no record of %s code", name);
    }
    struct index_entry entry = index_get(match->index, match->number);
    str_addf(path, "%s/%s/%s", index_folder(match->index), entry.board,
             entry.name);
    say_match(match, out);
    return true;
}

/* What is looked for, and where. */
struct quest {
    const struct options *options;
    const struct database *database;
    const char *board;          /* of --board; NULL: this machine */
    const char *implementation; /* of --implementation */
    struct signature signature; /* of this machine; its workload is --workload
                                   or the newest record's */
    bool told;                  /* --workload was given */
    struct lookup_matches matches;
};

static const char *workload_of(const struct lookup_match *match)
{
    return index_get(match->index, match->number).workload;
}

/* The first match that is an answer, can be read and serves. */
static bool take_first(const struct quest *self, struct record *out,
                       struct str *path)
{
    for (size_t i = 0; i < self->matches.count; i++) {
        const struct lookup_match *match = &self->matches.items[i];
        struct error why = {0};
        if (match->level >= LOOKUP_SEED ||
            (self->signature.workload &&
             strcmp(workload_of(match), self->signature.workload) != 0))
            continue;
        if (take_match(match, self->implementation, out, path, &why))
            return true;
        message_detail("passed over: %s", why.text);
    }
    return false;
}

static bool nothing_for_board(const struct quest *self, struct error *err)
{
    const char *workload = self->told ? self->signature.workload : NULL;
    return error_set(err, ERROR_MISSING,
                     "there is no record of board '%s' for %s%s%s: '%s db "
                     "list' shows what there is",
                     self->board, workload ? "workload '" : "this",
                     workload ? workload : "", workload ? "'" : "",
                     program_name());
}

static bool nothing_here(const struct quest *self, struct error *err)
{
    if (lookup_explain_lacking(&self->matches, err))
        return false;
    if (self->told)
        return error_set(err, ERROR_MISSING,
                         "there is no record of workload '%s' for this machine "
                         "and compiler: '%s auto --workload' makes one",
                         self->signature.workload, program_name());
    return error_set(err, ERROR_MISSING,
                     "there is no record for this machine and compiler: "
                     "'%s auto' makes one",
                     program_name());
}

static void find_matches(struct quest *self)
{
    const struct index *const *indexes = database_indexes(self->database);
    lookup_matches_release(&self->matches);
    if (self->board)
        lookup_board(indexes, self->database->index_count, self->board,
                     &self->matches);
    else
        lookup_find(indexes, self->database->index_count, &self->signature,
                    &self->matches);
}

/* Of the nearest records the newest one's workload; *names are all of them. */
static const char *newest_workload(const struct lookup_matches *matches,
                                   struct strvec *names)
{
    const struct lookup_match *first = &matches->items[0];
    const char *date = "", *newest = NULL;
    for (size_t i = 0; i < matches->count; i++) {
        const struct lookup_match *match = &matches->items[i];
        struct index_entry entry = index_get(match->index, match->number);
        if (match->level != first->level ||
            match->same_board != first->same_board)
            continue;
        if (!strvec_contains(names, entry.workload))
            strvec_add(names, entry.workload);
        if (!newest || strcmp(entry.date, date) > 0) {
            newest = entry.workload;
            date = entry.date;
        }
    }
    return newest;
}

/* Without --workload: that of the newest record. */
static bool choose_workload(struct quest *self, struct error *err)
{
    struct strvec names = {0};
    const char *newest = newest_workload(&self->matches, &names);
    bool ok = true;
    if (names.count > 1) {
        char *list = strvec_join(&names, ", ");
        message_info("there are records of %s: taking the newest, of %s; "
                     "--workload takes another",
                     list, newest);
        free(list);
    }
    if (newest) {
        /* Not a file, whatever it looks like. */
        ok = strcmp(newest, "core") != 0 ||
             machine_set_workload(&self->signature, newest, err);
        free(self->signature.workload);
        self->signature.workload = xstrdup(newest);
        find_matches(self);
    }
    strvec_release(&names);
    return ok;
}

static bool open_quest(struct quest *self, struct error *err)
{
    const char *workload = options_text(self->options, "workload", NULL);
    self->told = workload != NULL;
    if (!self->board)
        return machine_signature(self->options, &self->signature, err);
    return !workload || machine_set_workload(&self->signature, workload, err);
}

static bool find_record(struct quest *self, struct record *out,
                        struct str *path, struct error *err)
{
    if (!open_quest(self, err))
        return false;
    find_matches(self);
    if (!self->told && !choose_workload(self, err))
        return false;
    if (take_first(self, out, path))
        return true;
    if (!self->told) { /* another workload's is better than none */
        free(self->signature.workload);
        self->signature.workload = NULL;
        if (take_first(self, out, path))
            return true;
    }
    return self->board ? nothing_for_board(self, err) : nothing_here(self, err);
}

bool chosen_record(const struct options *options, struct record *out,
                   struct str *path, struct error *err)
{
    const char *file = options_text(options, "record", NULL);
    if (file) {
        str_add(path, file);
        return chosen_record_load(file, out, err);
    }
    struct database database;
    if (!database_open(options, &database, err))
        return false;
    struct quest quest = {
        .options = options,
        .database = &database,
        .board = options_text(options, "board", NULL),
        .implementation = options_text(options, "implementation", "free"),
    };
    bool done = find_record(&quest, out, path, err);
    lookup_matches_release(&quest.matches);
    signature_release(&quest.signature);
    database_release(&database);
    return done;
}
