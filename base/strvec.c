/* SPDX-License-Identifier: MIT
 *
 * Vectors of strings: argument lists, flag lists, word lists.
 */
#include <config.h>

#include "base/strvec.h"

#include <stdarg.h>

#include "base/memory.h"
#include "base/str.h"

void strvec_reset(struct strvec *self)
{
    for (size_t i = 0; i < self->count; i++)
        free(self->items[i]);
    self->count = 0;
    if (self->items)
        self->items[0] = NULL;
}

void strvec_release(struct strvec *self)
{
    if (!self)
        return;
    strvec_reset(self);
    free(self->items);
    *self = (struct strvec){0};
}

void strvec_add_take(struct strvec *self, char *text)
{
    self->items = memory_grow(self->items, &self->capacity, self->count + 2,
                              sizeof(*self->items));
    self->items[self->count++] = text;
    self->items[self->count] = NULL;
}

void strvec_add(struct strvec *self, const char *text)
{
    strvec_add_take(self, xstrdup(text));
}

void strvec_addf(struct strvec *self, const char *format, ...)
{
    char *text = NULL;
    va_list args;
    va_start(args, format);
    int length = vasprintf(&text, format, args);
    va_end(args);
    strvec_add_take(self, length < 0 ? xstrdup("") : text);
}

void strvec_add_all(struct strvec *self, const struct strvec *other)
{
    for (size_t i = 0; i < other->count; i++)
        strvec_add(self, other->items[i]);
}

void strvec_add_list(struct strvec *self, ...)
{
    va_list args;
    va_start(args, self);
    const char *text;
    while ((text = va_arg(args, const char *)))
        strvec_add(self, text);
    va_end(args);
}

void strvec_remove(struct strvec *self, size_t index)
{
    free(self->items[index]);
    memmove(self->items + index, self->items + index + 1,
            (self->count - index) * sizeof(*self->items));
    self->count--;
}

bool strvec_contains(const struct strvec *self, const char *text)
{
    for (size_t i = 0; i < self->count; i++)
        if (strcmp(self->items[i], text) == 0)
            return true;
    return false;
}

bool strvec_equal(const struct strvec *a, const struct strvec *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(a->items[i], b->items[i]) != 0)
            return false;
    return true;
}

static int compare_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void strvec_sort(struct strvec *self)
{
    if (self->count)
        qsort(self->items, self->count, sizeof(*self->items), compare_text);
}

void strvec_sort_unique(struct strvec *self)
{
    strvec_sort(self);
    size_t kept = 0;
    for (size_t i = 0; i < self->count; i++) {
        if (kept && strcmp(self->items[kept - 1], self->items[i]) == 0)
            free(self->items[i]);
        else
            self->items[kept++] = self->items[i];
    }
    self->count = kept;
    if (self->items)
        self->items[kept] = NULL;
}

char *const *strvec_argv(const struct strvec *self)
{
    static char *const nothing[] = {NULL};
    return self->items ? self->items : nothing;
}

void strvec_split(struct strvec *self, const char *text, const char *separators)
{
    for (;;) {
        text += strspn(text, separators);
        if (!*text)
            return;
        size_t length = strcspn(text, separators);
        strvec_add_take(self, xstrndup(text, length));
        text += length;
    }
}

char *strvec_join(const struct strvec *self, const char *separator)
{
    struct str out = {0};
    for (size_t i = 0; i < self->count; i++) {
        if (i)
            str_add(&out, separator);
        str_add(&out, self->items[i]);
    }
    return str_detach(&out);
}

/* Reads one shell word at *text into word; false on an open quote. */
static bool read_word(const char **text, struct str *word)
{
    const char *p = *text;
    char quote = 0;
    for (; *p && (quote || !strchr(" \t\n", *p)); p++) {
        if (quote == '\'' ? *p == '\'' : quote && *p == quote) {
            quote = 0;
        } else if (!quote && (*p == '\'' || *p == '"')) {
            quote = *p;
        } else if (*p == '\\' && quote != '\'' && p[1] &&
                   (!quote || strchr("\"\\$`\n", p[1]))) {
            str_add_char(word, *++p);
        } else {
            str_add_char(word, *p);
        }
    }
    *text = p;
    return !quote;
}

bool strvec_split_shell(struct strvec *self, const char *text)
{
    for (;;) {
        text += strspn(text, " \t\n");
        if (!*text)
            return true;
        struct str word = {0};
        if (!read_word(&text, &word)) {
            str_release(&word);
            return false;
        }
        strvec_add_take(self, str_detach(&word));
    }
}

void strvec_quote_shell(struct str *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_=+,./:@%^";
    if (*word && strspn(word, plain) == strlen(word)) {
        str_add(out, word);
        return;
    }
    str_add_char(out, '\'');
    for (; *word; word++) {
        if (*word == '\'')
            str_add(out, "'\\''");
        else
            str_add_char(out, *word);
    }
    str_add_char(out, '\'');
}

void strvec_join_shell(const struct strvec *self, struct str *out)
{
    for (size_t i = 0; i < self->count; i++) {
        if (i)
            str_add_char(out, ' ');
        strvec_quote_shell(out, self->items[i]);
    }
}
