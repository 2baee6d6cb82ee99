/* SPDX-License-Identifier: MIT
 *
 * tuner db: finds the word, the databases, and runs it.
 */
#include <config.h>

#include "tuner/cmd_db.h"

#include <stdio.h>

#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/str.h"
#include "tuner/command.h"
#include "tuner/commands.h"
#include "tuner/database.h"
#include "tuner/options.h"

static const struct db_word *const words[] = {
    &db_word_list,   &db_word_show,   &db_word_best,
    &db_word_add,    &db_word_import, &db_word_merge,
    &db_word_verify, &db_word_commit, &db_word_log,
};

static const struct option_spec db_options[] = {
    {"db", "DIR", "the user's database"},
    {"cc", "CC", "best: for this compiler (default: $CC or cc)"},
    {"root", "DIR", "best: for the recorded machine in DIR"},
    {"workload", "NAME|FILE", "best: for this workload first (default: any)"},
    {"board", "ID", "list, best: records of this board"},
    {"message", "TEXT", "commit: the message, instead of one made up"},
    {"limit", "N", "log: at most so many commits (20)"},
    {NULL, NULL, NULL},
};

void db_print_json(json_t *result)
{
    struct str text = {0};
    json_format(result, &text);
    fwrite(str_text(&text), 1, text.length, stdout);
    str_release(&text);
    json_decref(result);
}

const char *db_gain_text(double gain, char *out, size_t size)
{
    if (gain > 0)
        snprintf(out, size, "%+.1f %%", (gain - 1) * 100);
    else
        snprintf(out, size, "-");
    return out;
}

static const struct db_word *find_word(const char *name)
{
    for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
        if (strcmp(words[i]->name, name) == 0)
            return words[i];
    return NULL;
}

static bool check_operands(const struct db_word *word,
                           const struct db_call *call, struct error *err)
{
    if (call->operands.count < word->least)
        return error_set(err, ERROR_USAGE, "db %s: give %s", word->name,
                         word->operands);
    if (call->operands.count > word->most)
        return error_set(err, ERROR_USAGE, "db %s: unexpected argument '%s'",
                         word->name, call->operands.items[word->most]);
    return true;
}

static bool run_word(const struct db_word *word, const struct options *options,
                     struct error *err)
{
    struct database database = {0};
    struct db_call call = {.options = options,
                           .database = &database,
                           .json = options_has(options, "json")};
    for (size_t i = 1; i < options->operands.count; i++)
        strvec_add(&call.operands, options->operands.items[i]);
    bool ok = check_operands(word, &call, err) &&
              (word->indexed ? database_open(options, &database, err)
                             : database_locate(options, &database, err)) &&
              word->run(&call, err);
    database_release(&database);
    strvec_release(&call.operands);
    return ok;
}

static bool run(const struct options *options, struct error *err)
{
    if (options->operands.count == 0)
        return error_set(err, ERROR_USAGE,
                         "db: say what to do: list, show, best, ...");
    const char *name = options->operands.items[0];
    const struct db_word *word = find_word(name);
    if (!word)
        return error_set(err, ERROR_USAGE, "db: there is no '%s'", name);
    return run_word(word, options, err);
}

static void explain(void)
{
    for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
        printf("  %-26s%s\n", words[i]->name, words[i]->summary);
    putchar('\n');
}

const struct command command_db = {
    .name = "db",
    .summary = "list, add, merge, verify and commit records",
    .operands = "list|show|best|add|import|merge|verify|commit|log "
                "[ARGUMENT]...",
    .options = db_options,
    .explain = explain,
    .run = run,
};
