/* SPDX-License-Identifier: MIT
 *
 * Reads a compiler's own lists of options.
 */
#include <config.h>

#include "probes/listing.h"

#include "base/child.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/str.h"
#include "probes/compiler.h"

static void option_release(struct listed_option *self)
{
    free(self->name);
    free(self->setting);
    strvec_release(&self->values);
}

void listing_release(struct listing *self)
{
    if (!self)
        return;
    for (size_t i = 0; i < self->count; i++)
        option_release(&self->items[i]);
    free(self->items);
    *self = (struct listing){0};
}

static bool parse_range(const char *text, struct listed_option *out)
{
    const char *comma = strchr(text, ',');
    if (!comma)
        return false;
    char *low = xstrndup(text, (size_t)(comma - text));
    out->has_range =
        str_parse_long(low, &out->low) && str_parse_long(comma + 1, &out->high);
    free(low);
    return out->has_range;
}

/* What stands behind "=": [a|b], <low,high>, <number> or nothing. */
static void parse_argument(const char *text, struct listed_option *out)
{
    size_t length = strlen(text);
    out->kind = LISTED_NUMBER;
    if (length < 2)
        return;
    char *inner = xstrndup(text + 1, length - 2);
    if (text[0] == '[') {
        out->kind = LISTED_CHOICE;
        strvec_split(&out->values, inner, "|");
    } else if (text[0] == '<') {
        parse_range(inner, out);
    }
    free(inner);
}

/* gcc before 10: "name  default 2 minimum 0 maximum 50", a maximum of 0
 * being none. */
static bool parse_old_parameter(const char *name, const struct strvec *words,
                                struct listed_option *out)
{
    if (words->count < 7 || strcmp(words->items[1], "default") != 0 ||
        !str_parse_long(words->items[4], &out->low) ||
        !str_parse_long(words->items[6], &out->high))
        return false;
    out->kind = LISTED_NUMBER;
    out->has_range = out->high > out->low;
    out->name = xasprintf("--param=%s=", name);
    out->setting = xstrdup(words->items[2]);
    return true;
}

static bool is_switch(const char *setting)
{
    return !*setting || strcmp(setting, "[enabled]") == 0 ||
           strcmp(setting, "[disabled]") == 0;
}

/* "[enabled]" without its brackets; "[default]" says nothing. */
static char *plain_setting(const char *text)
{
    if (*text && is_switch(text))
        return xstrndup(text + 1, strlen(text) - 2);
    return xstrdup(text[0] == '[' ? "" : text);
}

static bool parse_option(const struct strvec *words, struct listed_option *out)
{
    const char *name = words->items[0];
    const char *setting = words->count > 1 ? words->items[1] : "";
    if (name[0] != '-')
        return parse_old_parameter(name, words, out);
    /* Of other languages: "[available in C++, ObjC++]".  Levels are listed
     * among the rest. */
    if (strcmp(setting, "[available") == 0 || str_starts(name, "-O"))
        return false;
    const char *equals = str_starts(name, "--param=")
                             ? strchr(name + strlen("--param="), '=')
                             : strchr(name, '=');
    if (equals)
        parse_argument(equals + 1, out);
    else if (!is_switch(setting))
        return false;
    out->name =
        equals ? xstrndup(name, (size_t)(equals + 1 - name)) : xstrdup(name);
    out->setting = plain_setting(setting);
    return true;
}

static void parse_line(struct listing *self, const char *line)
{
    struct listed_option option = {0};
    struct strvec words = {0};
    strvec_split(&words, line, " \t");
    /* Options are indented, headings are not. */
    if (line[0] == ' ' && words.count && parse_option(&words, &option)) {
        self->items = memory_grow(self->items, &self->capacity, self->count + 1,
                                  sizeof(*self->items));
        self->items[self->count++] = option;
    } else {
        option_release(&option);
    }
    strvec_release(&words);
}

void listing_parse(struct listing *self, const char *text)
{
    struct strvec lines = {0};
    strvec_split(&lines, text, "\n");
    for (size_t i = 0; i < lines.count; i++)
        parse_line(self, lines.items[i]);
    strvec_release(&lines);
}

static bool ask(struct listing *self, const struct compiler *compiler,
                const struct strvec *flags, const char *what, struct error *err)
{
    struct strvec arguments = {0};
    struct child_result result;
    strvec_add_all(&arguments, flags);
    strvec_add_list(&arguments, "-Q", what, NULL);
    bool ok = compiler_run(compiler, &arguments, NULL, &result, err);
    strvec_release(&arguments);
    if (!ok)
        return false;
    if (child_succeeded(&result))
        listing_parse(self, str_text(&result.out));
    child_result_release(&result);
    return true;
}

bool listing_load(struct listing *self, const struct compiler *compiler,
                  const struct strvec *flags, bool parameters,
                  struct error *err)
{
    *self = (struct listing){0};
    if (compiler->family == COMPILER_CLANG)
        return true;
    bool ok = ask(self, compiler, flags, "--help=optimizers", err) &&
              (!parameters || ask(self, compiler, flags, "--help=params", err));
    if (!ok)
        listing_release(self);
    return ok;
}
