/* SPDX-License-Identifier: MIT
 *
 * Metric patterns.  All forms go through walk(): it visits the matches in
 * order and hands on those that hold a number.
 */
#include <config.h>

#include "search/extract.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/pattern.h"
#include "base/str.h"

enum {
    GROUPS_MAX = 64,
    NUMBER_LENGTH_MAX = 400, /* 1e308 written out, and some */
    CLOCK_EVERY = 64         /* matches between two looks at the clock */
};

struct extract {
    struct pattern *pattern;
    char *text;
    size_t value;    /* group numbers; 0: the pattern has none */
    size_t times[3]; /* h, m, s */
    size_t prefix;
};

static const struct {
    const char *name;
    double seconds;
} time_groups[3] = {{"h", 3600}, {"m", 60}, {"s", 1}};

static const struct {
    const char *text;
    double factor;
} prefixes[] = {
    {"k", 1e3},           {"K", 1e3},
    {"M", 1e6},           {"G", 1e9},
    {"T", 1e12},          {"Ki", 1024.0},
    {"ki", 1024.0},       {"Mi", 1048576.0},
    {"Gi", 1073741824.0}, {"Ti", 1099511627776.0},
    {"m", 1e-3},          {"u", 1e-6},
    {"\xc2\xb5", 1e-6},   {"\xce\xbc", 1e-6}, /* micro sign, Greek mu */
    {"n", 1e-9},
};

bool extract_match_parse(const char *word, enum extract_match *out)
{
    if (strcmp(word, "first") == 0)
        *out = EXTRACT_FIRST;
    else if (strcmp(word, "last") == 0)
        *out = EXTRACT_LAST;
    else
        return false;
    return true;
}

/* The first group that is not the prefix. */
static size_t first_group(const struct extract *self)
{
    size_t first = self->prefix == 1 ? 2 : 1;
    return first <= pattern_group_count(self->pattern) ? first : 0;
}

static bool find_groups(struct extract *self)
{
    bool timed = false;
    self->prefix = pattern_group(self->pattern, "prefix");
    self->value = pattern_group(self->pattern, "value");
    if (self->value != 0)
        return true;
    for (size_t i = 0; i < 3; i++) {
        self->times[i] = pattern_group(self->pattern, time_groups[i].name);
        timed = timed || self->times[i] != 0;
    }
    if (!timed)
        self->value = first_group(self);
    return timed || self->value != 0;
}

struct extract *extract_new(const char *pattern, struct error *err)
{
    struct extract *self = xcalloc(1, sizeof(*self));
    self->text = xstrdup(pattern);
    self->pattern =
        pattern_new(pattern, PATTERN_MULTILINE | PATTERN_ANY_NEWLINE, err);
    if (!self->pattern) {
        if (err)
            err->kind = ERROR_USAGE; /* patterns are the user's words */
        goto fail;
    }
    if (pattern_group_count(self->pattern) >= GROUPS_MAX) {
        error_set(err, ERROR_USAGE, "pattern '%s' has over %d groups", pattern,
                  GROUPS_MAX - 1);
        goto fail;
    }
    if (!find_groups(self)) {
        error_set(err, ERROR_USAGE,
                  "pattern '%s' has no group for the number: put the number "
                  "between ( )",
                  pattern);
        goto fail;
    }
    return self;
fail:
    extract_free(self);
    return NULL;
}

void extract_free(struct extract *self)
{
    if (!self)
        return;
    pattern_free(self->pattern);
    free(self->text);
    free(self);
}

void extract_values_release(struct extract_values *self)
{
    free(self->items);
    *self = (struct extract_values){0};
}

static bool parse_number(const char *text, const struct pattern_span *span,
                         double *out)
{
    char number[NUMBER_LENGTH_MAX + 1];
    if (!span->set || span->length > NUMBER_LENGTH_MAX)
        return false;
    memcpy(number, text + span->start, span->length);
    number[span->length] = '\0';
    /* A NUL inside would hide what follows it. */
    return strlen(number) == span->length && str_parse_double(number, out);
}

static bool parse_prefix(const char *text, const struct pattern_span *span,
                         double *factor)
{
    *factor = 1;
    if (!span->set || span->length == 0)
        return true;
    for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++) {
        if (strlen(prefixes[i].text) == span->length &&
            memcmp(prefixes[i].text, text + span->start, span->length) == 0) {
            *factor = prefixes[i].factor;
            return true;
        }
    }
    return false;
}

static bool add_times(const struct extract *self, const char *text,
                      const struct pattern_span *groups, double *out)
{
    double sum = 0;
    bool any = false;
    for (size_t i = 0; i < 3; i++) {
        const struct pattern_span *span = &groups[self->times[i]];
        double part = 0;
        if (self->times[i] == 0 || !span->set)
            continue;
        if (!parse_number(text, span, &part))
            return false;
        sum += part * time_groups[i].seconds;
        any = true;
    }
    *out = sum;
    return any;
}

/* The number of one match. */
static bool number_of(const struct extract *self, const char *text,
                      const struct pattern_span *groups, double *out)
{
    double number = 0;
    double factor = 1;
    bool found = self->value != 0
                     ? parse_number(text, &groups[self->value], &number)
                     : add_times(self, text, groups, &number);
    if (!found)
        return false;
    if (self->prefix != 0 &&
        !parse_prefix(text, &groups[self->prefix], &factor))
        return false;
    number *= factor;
    if (!isfinite(number))
        return false;
    *out = number;
    return true;
}

struct walk {
    bool (*visit)(double number, void *data); /* false: enough */
    void *data;
    size_t matches; /* with or without a number */
    bool slow;
};

static void walk(const struct extract *self, const char *text, size_t length,
                 struct walk *walk)
{
    struct pattern_span groups[GROUPS_MAX];
    double deadline = clock_own_cpu_s() + EXTRACT_SECONDS;
    size_t from = 0;
    while (from <= length &&
           pattern_match(self->pattern,
                         (struct pattern_text){text, length, from}, groups,
                         GROUPS_MAX)) {
        double number = 0;
        walk->matches++;
        if (number_of(self, text, groups, &number) &&
            !walk->visit(number, walk->data))
            return;
        size_t end = groups[0].start + groups[0].length;
        /* \K and look-behind can end a match where the search began. */
        from = end > from ? end : from + 1;
        if (walk->matches % CLOCK_EVERY == 0 && clock_own_cpu_s() > deadline) {
            walk->slow = true;
            return;
        }
    }
    walk->slow = from <= length && pattern_gave_up(self->pattern);
}

static bool too_slow(const struct extract *self, struct error *err)
{
    return error_set(err, ERROR_FORMAT,
                     "pattern '%s' takes too long on this text", self->text);
}

static bool keep_all(double number, void *data)
{
    struct extract_values *values = data;
    values->items = memory_grow(values->items, &values->capacity,
                                values->count + 1, sizeof(*values->items));
    values->items[values->count++] = number;
    return true;
}

bool extract_all(const struct extract *self, const char *text, size_t length,
                 struct extract_values *out, struct error *err)
{
    struct walk each = {.visit = keep_all, .data = out};
    walk(self, text, length, &each);
    return !each.slow || too_slow(self, err);
}

struct chosen {
    enum extract_match match;
    bool found;
    double number;
};

static bool keep_one(double number, void *data)
{
    struct chosen *chosen = data;
    chosen->found = true;
    chosen->number = number;
    return chosen->match == EXTRACT_LAST;
}

bool extract_value(const struct extract *self,
                   const struct extract_question *question, double *value,
                   struct error *err)
{
    struct chosen chosen = {.match = question->match};
    struct walk each = {.visit = keep_one, .data = &chosen};
    walk(self, question->text, question->length, &each);
    if (each.slow)
        return too_slow(self, err);
    if (chosen.found) {
        *value = chosen.number;
        return true;
    }
    if (each.matches == 0)
        return error_set(err, ERROR_MISSING, "no match for '%s'", self->text);
    return error_set(err, ERROR_MISSING,
                     "'%s' matches, but what it takes is no number",
                     self->text);
}
