/* SPDX-License-Identifier: MIT
 *
 * Option tables to values, by getopt_long.
 */
#include <config.h>

#include "tuner/options.h"

#include <getopt.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/printable.h"
#include "base/str.h"
#include "tuner/command.h"

const struct option_spec options_common[] = {
    {"json", NULL, "give the result as one JSON object"},
    {"quiet", NULL, "say nothing but errors on stderr"},
    {"verbose", NULL, "say more on stderr"},
    {"user", "NAME", "as root: run other programs as this user"},
    {"help", NULL, "show this help"},
    {NULL, NULL, NULL},
};

/* getopt's table of both lists; the caller frees it. */
static struct option *long_options(const struct option_spec *own)
{
    const struct option_spec *lists[] = {own, options_common};
    size_t count = 0, capacity = 0;
    struct option *made = memory_grow(NULL, &capacity, 1, sizeof(*made));
    for (size_t i = 0; i < 2; i++)
        for (const struct option_spec *at = lists[i]; at && at->name; at++) {
            made = memory_grow(made, &capacity, count + 2, sizeof(*made));
            made[count++] = (struct option){
                .name = at->name,
                .has_arg = at->argument ? required_argument : no_argument,
            };
        }
    made[count] = (struct option){0};
    return made;
}

static void add_value(struct options *self, const char *name, const char *value)
{
    struct strvec *values = map_find(&self->values, name);
    if (!values) {
        values = xcalloc(1, sizeof(*values));
        map_set(&self->values, name, values);
    }
    strvec_add(values, value ? value : "");
}

/* What getopt did not like: argv[optind - 1], or the short option optopt. */
static bool bad_option(char **argv, const struct command *command, int result,
                       struct error *err)
{
    const char *word = argv[optind - 1];
    if (result == ':')
        return error_set(err, ERROR_USAGE, "%s: option '%s' needs a value",
                         command->name, word);
    return error_set(err, ERROR_USAGE, "%s: unknown option '%s'", command->name,
                     word);
}

/* JSON is UTF-8, names of files are any bytes: rather than leave one out, or
 * change it, nothing begins.  Looks at all that names of files start from. */
static bool check_json(char **argv, const struct command *command,
                       struct error *err)
{
    static const char *const variables[] = {
        "CC", "HOME", "TMPDIR", "TUNER_DB", "XDG_DATA_HOME", "XDG_CACHE_HOME"};
    struct strvec texts = {0};
    for (char **at = argv; *at; at++)
        strvec_add(&texts, *at);
    for (size_t i = 0; i < sizeof(variables) / sizeof(*variables); i++)
        if (getenv(variables[i]))
            strvec_add(&texts, getenv(variables[i]));
    char *here = getcwd(NULL, 0);
    if (here)
        strvec_add_take(&texts, here);
    bool ok = true;
    for (size_t i = 0; i < texts.count && ok; i++)
        if (!printable_is_utf8(texts.items[i]))
            ok = error_set(err, ERROR_USAGE,
                           "%s: JSON cannot tell of '%s', which is not UTF-8",
                           command->name, texts.items[i]);
    strvec_release(&texts);
    return ok;
}

bool options_parse(struct options *self, const struct command *command,
                   int argc, char **argv, struct error *err)
{
    struct option *table = long_options(command->options);
    bool ok = true;
    optind = 0; /* glibc: start anew */
    opterr = 0;
    while (ok) {
        int index = 0;
        int result = getopt_long(argc, argv, ":h", table, &index);
        if (result == -1)
            break;
        if (result == 'h')
            add_value(self, "help", NULL);
        else if (result == 0)
            add_value(self, table[index].name, optarg);
        else
            ok = bad_option(argv, command, result, err);
    }
    for (int i = optind; ok && i < argc; i++)
        strvec_add(&self->operands, argv[i]);
    free(table);
    if (ok && options_has(self, "json"))
        ok = check_json(argv, command, err);
    if (ok && self->operands.count && !command->operands &&
        !options_has(self, "help"))
        ok = error_set(err, ERROR_USAGE, "%s: unexpected argument '%s'",
                       command->name, self->operands.items[0]);
    return ok;
}

void options_release(struct options *self)
{
    for (size_t i = 0; i < self->values.count; i++) {
        strvec_release(self->values.entries[i].value);
        free(self->values.entries[i].value);
    }
    map_release(&self->values);
    strvec_release(&self->operands);
}

bool options_has(const struct options *self, const char *name)
{
    return map_has(&self->values, name);
}

const char *options_text(const struct options *self, const char *name,
                         const char *fallback)
{
    const struct strvec *values = map_find(&self->values, name);
    return values ? values->items[values->count - 1] : fallback;
}

const struct strvec *options_all(const struct options *self, const char *name)
{
    static const struct strvec none;
    const struct strvec *values = map_find(&self->values, name);
    return values ? values : &none;
}

bool options_unsigned(const struct options *self, const char *name,
                      struct options_range range, unsigned long *out,
                      struct error *err)
{
    const char *text = options_text(self, name, NULL);
    unsigned long value;
    if (!text)
        return true;
    if (!str_parse_ulong(text, &value) || value < range.low ||
        value > range.high)
        return error_set(err, ERROR_USAGE,
                         "--%s '%s' is not a whole number from %lu to %lu",
                         name, text, range.low, range.high);
    *out = value;
    return true;
}

bool options_duration(const struct options *self, const char *name,
                      double *seconds, struct error *err)
{
    const char *text = options_text(self, name, NULL);
    if (text && !str_parse_duration(text, seconds))
        return error_set(err, ERROR_USAGE,
                         "--%s '%s' is not a time like 90s, 5m or 2h", name,
                         text);
    return true;
}
