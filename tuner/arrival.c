/* SPDX-License-Identifier: MIT
 *
 * Judging compile commands by the flags that they should have.
 */
#include <config.h>

#include "tuner/arrival.h"

#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/str.h"
#include "tuner/build_commands.h"
#include "tuner/wording.h"

/* What two flags must have in common for the later to replace the earlier:
 * "-O" of all levels, "-ffoo" of -fno-foo, "-march" of -march=x,
 * "--param=x" of --param=x=1. */
static void option_key(const char *flag, struct str *key)
{
    str_reset(key);
    if (str_starts(flag, "-O")) {
        str_add(key, "-O");
        return;
    }
    if (str_starts(flag, "--param=")) {
        size_t start = strlen("--param=");
        str_add_bytes(key, flag, start + strcspn(flag + start, "="));
        return;
    }
    bool negated = str_starts(flag, "-fno-") || str_starts(flag, "-mno-");
    if (negated) {
        str_add_bytes(key, flag, 2);
        flag += strlen("-fno-");
    }
    str_add_bytes(key, flag, strcspn(flag, "="));
}

/* `--param x=1` in two words becomes one. */
static void normalise(const struct strvec *arguments, struct strvec *out)
{
    for (size_t i = 0; i < arguments->count; i++) {
        const char *word = arguments->items[i];
        if (strcmp(word, "--param") == 0 && i + 1 < arguments->count)
            strvec_addf(out, "--param=%s", arguments->items[++i]);
        else
            strvec_add(out, word);
    }
}

/* The last argument with the flag's key, or NULL. */
static const char *last_rival(const char *flag, const struct strvec *arguments)
{
    struct str key = {0}, other = {0};
    const char *found = NULL;
    option_key(flag, &key);
    for (size_t i = arguments->count; i > 0 && !found; i--) {
        option_key(arguments->items[i - 1], &other);
        if (strcmp(str_text(&key), str_text(&other)) == 0)
            found = arguments->items[i - 1];
    }
    str_release(&key);
    str_release(&other);
    return found;
}

static void judge_flag(const char *flag, const struct strvec *arguments,
                       struct arrival *out)
{
    const char *last = last_rival(flag, arguments);
    if (last && strcmp(last, flag) == 0)
        return;
    if (!strvec_contains(arguments, flag)) {
        strvec_add(&out->missing, flag);
        return;
    }
    strvec_add(&out->overridden, flag);
    strvec_add(&out->by, last);
}

/* Options that choose the CPU, and so may undo one another. */
static bool chooses_machine(const char *flag)
{
    static const char *const options[] = {
        "-march=", "-mcpu=", "-mtune=", "-mfpu="};
    for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++)
        if (str_starts(flag, options[i]))
            return true;
    return false;
}

static void find_rivals(const struct strvec *flags,
                        const struct strvec *arguments, struct arrival *out)
{
    for (size_t i = 0; i < arguments->count; i++) {
        const char *word = arguments->items[i];
        if (chooses_machine(word) && !last_rival(word, flags) &&
            !strvec_contains(&out->rivals, word))
            strvec_add(&out->rivals, word);
    }
}

void arrival_judge(const struct strvec *flags, const struct strvec *arguments,
                   struct arrival *out)
{
    *out = (struct arrival){0};
    struct strvec words = {0}, wanted = {0};
    normalise(arguments, &words);
    normalise(flags, &wanted);
    for (size_t i = 0; i < wanted.count; i++) {
        const char *last = last_rival(wanted.items[i], &wanted);
        if (last && last == wanted.items[i])
            judge_flag(last, &words, out);
    }
    find_rivals(&wanted, &words, out);
    strvec_release(&words);
    strvec_release(&wanted);
}

void arrival_release(struct arrival *self)
{
    strvec_release(&self->missing);
    strvec_release(&self->overridden);
    strvec_release(&self->by);
    strvec_release(&self->rivals);
}

bool arrival_is_whole(const struct arrival *self)
{
    return !self->missing.count && !self->overridden.count;
}

static void add_trouble(const struct arrival *arrival, struct str *out)
{
    for (size_t i = 0; i < arrival->missing.count; i++)
        str_addf(out, "%s%s",
                 i ? " " : "  missing: ", arrival->missing.items[i]);
    if (arrival->missing.count)
        str_add_char(out, '\n');
    for (size_t i = 0; i < arrival->overridden.count; i++)
        str_addf(out, "  %s is overridden by a later %s\n",
                 arrival->overridden.items[i], arrival->by.items[i]);
    for (size_t i = 0; i < arrival->rivals.count; i++)
        str_addf(out, "  %s was not asked for and may undo them\n",
                 arrival->rivals.items[i]);
}

/* Commands of one folder with the same trouble. */
struct trouble {
    const char *directory; /* borrowed */
    char *text;
    struct strvec what;
};

struct troubles {
    struct trouble *items;
    size_t count;
    size_t capacity;
};

static struct trouble *find_trouble(struct troubles *self,
                                    const char *directory, const char *text)
{
    for (size_t i = 0; i < self->count; i++)
        if (strcmp(self->items[i].directory, directory) == 0 &&
            strcmp(self->items[i].text, text) == 0)
            return &self->items[i];
    self->items = memory_grow(self->items, &self->capacity, self->count + 1,
                              sizeof(*self->items));
    struct trouble *trouble = &self->items[self->count++];
    *trouble = (struct trouble){.directory = directory, .text = xstrdup(text)};
    return trouble;
}

static void troubles_release(struct troubles *self)
{
    for (size_t i = 0; i < self->count; i++) {
        free(self->items[i].text);
        strvec_release(&self->items[i].what);
    }
    free(self->items);
}

static void print_trouble(const struct trouble *trouble, struct str *out)
{
    enum { SHOWN = 5 };
    str_addf(out, "%s:", trouble->directory);
    for (size_t i = 0; i < trouble->what.count && i < SHOWN; i++)
        str_addf(out, " %s", trouble->what.items[i]);
    if (trouble->what.count > SHOWN)
        str_addf(out, " and %zu more", trouble->what.count - SHOWN);
    str_addf(out, "\n%s", trouble->text);
}

bool arrival_report_text(const struct strvec *flags,
                         const struct build_commands *commands, struct str *out)
{
    struct troubles troubles = {0};
    struct str text = {0};
    size_t whole = 0;
    for (size_t i = 0; i < commands->count; i++) {
        struct arrival arrival;
        const struct build_command *command = &commands->items[i];
        arrival_judge(flags, &command->arguments, &arrival);
        whole += arrival_is_whole(&arrival);
        str_reset(&text);
        add_trouble(&arrival, &text);
        if (text.length)
            strvec_add(
                &find_trouble(&troubles, command->directory, str_text(&text))
                     ->what,
                command->what);
        arrival_release(&arrival);
    }
    str_addf(out, "%zu of ", whole);
    wording_count(out, (double)commands->count, "compilation");
    str_add(out, " got the flags: ");
    wording_flags(out, flags);
    str_add_char(out, '\n');
    for (size_t i = 0; i < troubles.count; i++)
        print_trouble(&troubles.items[i], out);
    troubles_release(&troubles);
    str_release(&text);
    return whole == commands->count;
}

static json_t *describe(const struct build_command *command,
                        const struct arrival *arrival)
{
    json_t *overridden = json_array();
    for (size_t i = 0; i < arrival->overridden.count; i++)
        json_array_append_new(overridden,
                              json_pack("{s:s, s:s}", "flag",
                                        arrival->overridden.items[i], "by",
                                        arrival->by.items[i]));
    return json_pack("{s:s, s:s, s:s, s:b, s:o, s:o, s:o}", "what",
                     command->what, "directory", command->directory, "source",
                     command->source, "arrived", arrival_is_whole(arrival),
                     "missing", json_strings(&arrival->missing), "overridden",
                     overridden, "rivals", json_strings(&arrival->rivals));
}

bool arrival_report_json(const struct strvec *flags,
                         const struct build_commands *commands, struct str *out)
{
    json_t *list = json_array();
    size_t whole = 0;
    for (size_t i = 0; i < commands->count; i++) {
        struct arrival arrival;
        arrival_judge(flags, &commands->items[i].arguments, &arrival);
        whole += arrival_is_whole(&arrival);
        json_array_append_new(list, describe(&commands->items[i], &arrival));
        arrival_release(&arrival);
    }
    json_t *root = json_pack("{s:o, s:i, s:o}", "flags", json_strings(flags),
                             "arrived", (int)whole, "compilations", list);
    json_format(root, out);
    json_decref(root);
    return whole == commands->count;
}
