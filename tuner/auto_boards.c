/* SPDX-License-Identifier: MIT
 *
 * Reads --board.
 */
#include <config.h>

#include "tuner/auto_boards.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/strvec.h"
#include "db/record_rules.h"
#include "db/shape_rule.h"
#include "tuner/options.h"
#include "tuner/tuning.h"

static bool parse_one(const char *text, struct tuning_board *out,
                      struct error *err)
{
    size_t length = strcspn(text, "=");
    char *name = xstrndup(text, length);
    struct error why = {0};
    /* What a record refuses must not be found out after the search. */
    bool ok = text[length] && *name && shape_rule_text(&rule_id, name, &why);
    free(name);
    if (!ok)
        return error_set(err, ERROR_USAGE,
                         "--board takes NAME=RUNNER, where NAME is of lower "
                         "case letters, digits and hyphens, not '%.100s'%s%s",
                         text, *why.text ? ": " : "", why.text);
    out->name = xstrndup(text, length);
    out->runner = xstrdup(text + length + 1);
    return true;
}

static bool is_repeated(const struct tuning_board *boards, size_t number)
{
    for (size_t i = 0; i < number; i++)
        if (strcmp(boards[i].name, boards[number].name) == 0)
            return true;
    return false;
}

bool auto_boards_parse(const struct options *options,
                       struct tuning_board **boards, size_t *count,
                       struct error *err)
{
    const struct strvec *words = options_all(options, "board");
    struct tuning_board *made = xcalloc(words->count + 1, sizeof(*made));
    bool ok = words->count == 0 || !options_has(options, "runner") ||
              error_set(err, ERROR_USAGE,
                        "--board names its runner: leave out --runner");
    for (size_t i = 0; i < words->count && ok; i++) {
        ok = parse_one(words->items[i], &made[i], err);
        if (ok && is_repeated(made, i))
            ok = error_set(err, ERROR_USAGE, "--board '%s' is given twice",
                           made[i].name);
    }
    if (!ok) {
        auto_boards_free(made, words->count);
        return false;
    }
    *boards = made;
    *count = words->count;
    return true;
}

void auto_boards_free(struct tuning_board *boards, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(boards[i].name);
        free(boards[i].runner);
    }
    free(boards);
}
