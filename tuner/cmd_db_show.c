/* SPDX-License-Identifier: MIT
 *
 * tuner db show: one record, for people or as it is.
 */
#include <config.h>

#include <stdio.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/program.h"
#include "base/str.h"
#include "db/index.h"
#include "db/lookup.h"
#include "db/record.h"
#include "tuner/cmd_db.h"
#include "tuner/database.h"
#include "tuner/message.h"

/* Shorter pieces of an id would name too many. */
enum { ID_PIECE_MIN = 4 };

/* Whether a word names the entry: by place, file name or a start of the id,
 * which is what stands between the last '-' and ".json". */
static bool is_named(const struct index_entry *entry, const char *word)
{
    const char *id = strrchr(entry->name, '-');
    size_t board = strlen(entry->board);
    if (strcmp(word, entry->name) == 0)
        return true;
    if (strncmp(word, entry->board, board) == 0 && word[board] == '/' &&
        strcmp(word + board + 1, entry->name) == 0)
        return true;
    return id && strlen(word) >= ID_PIECE_MIN && str_starts(id + 1, word);
}

static size_t find_named(const struct database *database, const char *word,
                         struct lookup_match *found)
{
    size_t count = 0;
    for (size_t i = 0; i < database->index_count; i++)
        for (size_t j = 0; j < index_count(database->indexes[i]); j++) {
            struct index_entry entry = index_get(database->indexes[i], j);
            if (!is_named(&entry, word))
                continue;
            *found = (struct lookup_match){.index = database->indexes[i],
                                           .number = j};
            count++;
        }
    return count;
}

/* A board's id stands for its best record. */
static bool find_record(const struct database *database, const char *word,
                        struct lookup_match *found, struct error *err)
{
    size_t count = find_named(database, word, found);
    if (count > 1)
        return error_set(err, ERROR_USAGE,
                         "'%s' could be any of %zu records: give more of it",
                         word, count);
    if (count == 1)
        return true;
    struct lookup_matches matches = {0};
    lookup_board(database_indexes(database), database->index_count, word,
                 &matches);
    bool any = matches.count > 0;
    if (any)
        *found = matches.items[0];
    lookup_matches_release(&matches);
    return any || error_set(err, ERROR_MISSING,
                            "there is no record '%s': '%s db list' shows "
                            "what there is",
                            word, program_name());
}

static void print_line(const char *what, const char *text)
{
    if (text && *text)
        printf("%-14s %s\n", what, text);
}

static void print_flags(const char *what, const struct strvec *flags)
{
    char *line = strvec_join(flags, " ");
    print_line(what, flags->count ? line : "(none)");
    free(line);
}

static void print_compiler(const struct record_compiler *compiler)
{
    printf("%-14s %s %s for %s\n", "compiler", compiler->family,
           compiler->version, compiler->target);
}

static void print_pairs(const struct record_pairs *pairs)
{
    for (size_t i = 0; i < pairs->count; i++)
        print_line(pairs->items[i].key, pairs->items[i].value);
}

static void print_winner(const char *what, const struct record_winner *winner)
{
    char gain[32];
    if (!winner->verdict)
        return;
    if (strcmp(winner->verdict, "not-measured") != 0)
        print_flags(what, &winner->flags);
    print_pairs(&winner->implementations);
    printf("%-14s %s", "gain", db_gain_text(winner->gain, gain, sizeof(gain)));
    if (winner->low > 0)
        printf(" [%+.1f, %+.1f]", (winner->low - 1) * 100,
               (winner->high - 1) * 100);
    printf(" %s\n", winner->verdict);
}

static void print_metric(const struct record_metric *metric)
{
    printf("%-14s %s: %.6g", "metric", metric->name, metric->baseline);
    if (metric->winner > 0)
        printf(" -> %.6g", metric->winner);
    printf(" %s", metric->unit);
    if (metric->ratio > 0)
        printf(", x%.3f [%.3f, %.3f]", metric->ratio, metric->low,
               metric->high);
    putchar('\n');
}

static void print_throughput(const struct record_throughput *run)
{
    printf("%-14s %s, %s: %.4g Mbit/s\n", "network", run->build, run->direction,
           run->mbit);
}

static void print_source(const struct record *record)
{
    if (record->published)
        print_line("published", record->source.repository);
    print_line("source", record->source.citation);
    for (size_t i = 0; i < record->notes.count; i++)
        print_line("note", record->notes.items[i]);
}

static void print_record(const struct record *record)
{
    print_line("board",
               record->board.name ? record->board.name : record->board.id);
    print_line("SoC", record->board.soc);
    print_pairs(&record->system);
    print_compiler(&record->compiler);
    print_line("workload", record->workload.name);
    for (size_t i = 0; i < record->baseline_count; i++)
        print_flags(record->baselines[i].name, &record->baselines[i].flags);
    print_winner("flags", &record->winner);
    for (size_t i = 0; i < record->metric_count; i++)
        print_metric(&record->metrics[i]);
    for (size_t i = 0; i < record->throughput_count; i++)
        print_throughput(&record->throughput[i]);
    if (record->board.price_usd > 0)
        printf("%-14s $%.2f\n", "price", record->board.price_usd);
    if (record->cost_usd_per_mbit > 0)
        printf("%-14s $%.2f a Mbit/s\n", "cost", record->cost_usd_per_mbit);
    for (size_t i = 0; i < record->refusal_count; i++)
        printf("%-14s %.0f %s\n", "refused", record->refusals[i].count,
               record->refusals[i].word);
    if (record->needs.count)
        print_flags("needs", &record->needs);
    print_source(record);
}

static bool run(struct db_call *call, struct error *err)
{
    struct lookup_match match = {0};
    struct record record = {0};
    if (!find_record(call->database, call->operands.items[0], &match, err) ||
        !lookup_load(&match, &record, err))
        return false;
    struct index_entry entry = index_get(match.index, match.number);
    message_detail("%s/%s/%s", index_folder(match.index), entry.board,
                   entry.name);
    if (call->json)
        db_print_json(record_json(&record));
    else
        print_record(&record);
    record_release(&record);
    return true;
}

const struct db_word db_word_show = {
    .name = "show",
    .summary = "one record, or a board's",
    .operands = "a board's id, a record's id or its place",
    .least = 1,
    .most = 1,
    .indexed = true,
    .run = run,
};
