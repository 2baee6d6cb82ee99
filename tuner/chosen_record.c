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

/* The first match that is an answer, can be read and serves. */
static bool take_first(const struct lookup_matches *matches, const char *name,
                       struct record *out, struct str *path)
{
    for (size_t i = 0; i < matches->count; i++) {
        const struct lookup_match *match = &matches->items[i];
        struct error why = {0};
        if (match->level >= LOOKUP_SEED)
            continue;
        if (take_match(match, name, out, path, &why))
            return true;
        message_detail("passed over: %s", why.text);
    }
    return false;
}

static bool nothing_for_board(const char *board, struct error *err)
{
    return error_set(err, ERROR_MISSING,
                     "there is no record of board '%s' for this: 'tuner db "
                     "list' shows what there is",
                     board);
}

static bool nothing_here(const struct lookup_matches *matches,
                         struct error *err)
{
    return !lookup_explain_lacking(matches, err) &&
           error_set(err, ERROR_MISSING,
                     "there is no record for this machine and compiler: "
                     "'tuner auto' makes one");
}

static bool find_matches(const struct options *options,
                         const struct database *database,
                         struct lookup_matches *matches, struct error *err)
{
    const struct index *const *indexes = database_indexes(database);
    const char *board = options_text(options, "board", NULL);
    if (board) {
        lookup_board(indexes, database->index_count, board, matches);
        return true;
    }
    struct signature signature;
    if (!machine_signature(options, &signature, err))
        return false;
    lookup_find(indexes, database->index_count, &signature, matches);
    signature_release(&signature);
    return true;
}

static bool find_record(const struct options *options,
                        const struct database *database, struct record *out,
                        struct str *path, struct error *err)
{
    struct lookup_matches matches;
    const char *board = options_text(options, "board", NULL);
    const char *name = options_text(options, "implementation", "free");
    if (!find_matches(options, database, &matches, err))
        return false;
    bool done =
        take_first(&matches, name, out, path) ||
        (board ? nothing_for_board(board, err) : nothing_here(&matches, err));
    lookup_matches_release(&matches);
    return done;
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
    bool done = find_record(options, &database, out, path, err);
    database_release(&database);
    return done;
}
