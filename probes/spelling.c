/* SPDX-License-Identifier: MIT
 *
 * Names that -march and the like know, and the nearest real flag to a wrong
 * one.  A compiler tells its names when it is asked for an impossible one;
 * the wording differs, the list always follows "are:".
 */
#include <config.h>

#include "probes/spelling.h"

#include <stdint.h>

#include "base/memory.h"
#include "base/pattern.h"
#include "base/str.h"
#include "probes/compiler.h"
#include "probes/words.h"

/* gcc 4.9 to 15: "valid arguments are: a b; did you mean 'b'?", "valid
 * arguments to '-mcpu=' are: a b"; clang: "valid target CPU values are: a, b".
 */
static const char list_pattern[] =
    "valid (?:arguments|target CPU values)(?: (?:to|for) [^:]*?)?"
    "(?: switch)? are: ([^;\\n]*)";

static void add_list(const char *text, struct strvec *names)
{
    struct pattern *pattern = pattern_new(list_pattern, 0, NULL);
    struct pattern_span groups[2];
    if (pattern &&
        pattern_match(pattern, (struct pattern_text){text, strlen(text), 0},
                      groups, 2)) {
        char *list = xstrndup(text + groups[1].start, groups[1].length);
        words_split_list(list, names);
        free(list);
    }
    pattern_free(pattern);
    for (size_t i = names->count; i-- > 0;)
        if (strcmp(names->items[i], "native") == 0)
            strvec_remove(names, i);
}

/* clang: a list, one a line, after "Available CPUs for this target:". */
static void add_supported(const char *text, struct strvec *names)
{
    const char *list = strstr(text, "Available CPUs");
    struct strvec lines = {0};
    strvec_split(&lines, list ? list : "", "\n");
    for (size_t i = 1; i < lines.count; i++)
        if (lines.items[i][0] == '\t')
            strvec_add(names, str_trim(lines.items[i]));
    strvec_release(&lines);
}

void spelling_names(const struct compiler *compiler, const char *option,
                    struct strvec *names)
{
    struct strvec arguments = {0};
    struct child_result result;
    bool clang = compiler->family == COMPILER_CLANG;
    if (clang && strcmp(option, "-mcpu=") == 0)
        strvec_add(&arguments, "--print-supported-cpus");
    else
        strvec_addf(&arguments, "%s?", option);
    strvec_add_list(&arguments, "-E", "-x", "c", "/dev/null", NULL);
    if (compiler_run(compiler, &arguments, NULL, &result, NULL)) {
        add_list(str_text(&result.err), names);
        if (clang && names->count == 0)
            add_supported(str_text(&result.err), names);
        child_result_release(&result);
    }
    strvec_release(&arguments);
}

/* clang's --help has a description behind each name. */
static void parse_names_only(struct listing *self, const char *text)
{
    struct strvec lines = {0};
    struct str names = {0};
    strvec_split(&lines, text, "\n");
    for (size_t i = 0; i < lines.count; i++)
        if (str_starts(lines.items[i], "  -"))
            str_addf(&names, "  %.*s\n",
                     (int)strcspn(lines.items[i] + 2, " \t"),
                     lines.items[i] + 2);
    listing_parse(self, str_text(&names));
    str_release(&names);
    strvec_release(&lines);
}

void spelling_load(struct listing *self, const struct compiler *compiler)
{
    static const char *const groups[] = {"--help=optimizers", "--help=params",
                                         "--help=target",     "--help=common",
                                         "--help=warnings",   NULL};
    static const char *const all[] = {"--help", NULL};
    bool clang = compiler->family == COMPILER_CLANG;
    for (const char *const *at = clang ? all : groups; *at; at++) {
        struct strvec arguments = {0};
        struct child_result result;
        strvec_add(&arguments, *at);
        if (!clang)
            strvec_add(&arguments, "-Q");
        if (compiler_run(compiler, &arguments, NULL, &result, NULL)) {
            if (clang)
                parse_names_only(self, str_text(&result.out));
            else
                listing_parse(self, str_text(&result.out));
            child_result_release(&result);
        }
        strvec_release(&arguments);
    }
}

struct nearest {
    const char *wrong;
    char *best;
    size_t distance;
};

/* More edits than a third of the word make another word of it. */
static void consider(struct nearest *nearest, const char *candidate)
{
    size_t distance = str_edit_distance(nearest->wrong, candidate);
    size_t limit = strlen(nearest->wrong) / 3;
    if (distance > (limit ? limit : 1) || distance >= nearest->distance)
        return;
    free(nearest->best);
    nearest->best = xstrdup(candidate);
    nearest->distance = distance;
}

/* Spellings that no list has in full. */
static const char *const levels[] = {
    "-O0",    "-O1",   "-O2", "-O3",   "-Os",   "-Og",     "-Oz",
    "-Ofast", "-flto", "-g",  "-pipe", "-Wall", "-static", "-s"};

/* "-mcpu=cortex-a35x": the name is right, the value is not. */
static char *nearest_value(const char *option, const struct strvec *values,
                           const char *wrong)
{
    struct nearest nearest = {.wrong = wrong, .distance = SIZE_MAX};
    for (size_t i = 0; i < values->count; i++)
        consider(&nearest, values->items[i]);
    char *result =
        nearest.best ? xasprintf("%s%s", option, nearest.best) : NULL;
    free(nearest.best);
    return result;
}

static const struct listed_option *find_option(const struct listing *self,
                                               const char *name)
{
    for (size_t i = 0; i < self->count; i++)
        if (strcmp(self->items[i].name, name) == 0)
            return &self->items[i];
    return NULL;
}

/* False when the option is unknown, too; *result may stay NULL. */
static bool nearest_of_option(const struct listing *self,
                              const struct compiler *compiler, const char *flag,
                              char **result)
{
    const char *equals = strchr(flag, '=');
    if (!equals)
        return false;
    char *option = xstrndup(flag, (size_t)(equals + 1 - flag));
    const struct listed_option *known = find_option(self, option);
    struct strvec values = {0};
    if (known && known->values.count)
        strvec_add_all(&values, &known->values);
    else if (str_starts(flag, "-m"))
        spelling_names(compiler, option, &values);
    bool found = known || values.count;
    *result = nearest_value(option, &values, equals + 1);
    free(option);
    strvec_release(&values);
    return found;
}

/* With its value kept: "-fvect-cost-modle=cheap". */
static void consider_option(struct nearest *nearest,
                            const struct listed_option *option)
{
    const char *equals = strchr(nearest->wrong, '=');
    size_t length = strlen(option->name);
    if (option->name[length - 1] == '=') {
        char *full = xasprintf("%s%s", option->name, equals ? equals + 1 : "");
        consider(nearest, full);
        free(full);
        return;
    }
    consider(nearest, option->name);
    if (option->kind == LISTED_SWITCH && length > 2 &&
        (option->name[1] == 'f' || option->name[1] == 'm') &&
        strncmp(nearest->wrong + 2, "no", 2) == 0) {
        char *negative =
            xasprintf("-%cno-%s", option->name[1], option->name + 2);
        consider(nearest, negative);
        free(negative);
    }
}

char *spelling_nearest(const struct listing *self,
                       const struct compiler *compiler, const char *flag)
{
    if (strlen(flag) < 2)
        return NULL;
    char *value = NULL;
    if (nearest_of_option(self, compiler, flag, &value))
        return value;
    struct nearest nearest = {.wrong = flag, .distance = SIZE_MAX};
    for (size_t i = 0; i < sizeof(levels) / sizeof(*levels); i++)
        consider(&nearest, levels[i]);
    for (size_t i = 0; i < self->count; i++)
        consider_option(&nearest, &self->items[i]);
    return nearest.best;
}
