/* SPDX-License-Identifier: MIT
 *
 * Quoting for the files that tuner writes.
 */
#include <config.h>

#include "tuner/quote.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/printable.h"
#include "base/str.h"
#include "base/strvec.h"

void quote_list(struct str *out, const struct strvec *items,
                quote_function *quote, const char *separator)
{
    for (size_t i = 0; i < items->count; i++) {
        if (i)
            str_add(out, separator);
        quote(out, items->items[i]);
    }
}

/* Appends text with a backslash before each of the special characters. */
static void escape(struct str *out, const char *text, const char *special)
{
    for (; *text; text++) {
        if (strchr(special, *text))
            str_add_char(out, '\\');
        str_add_char(out, *text);
    }
}

static void enclose(struct str *out, const char *text, const char *special,
                    char quote)
{
    str_add_char(out, quote);
    escape(out, text, special);
    str_add_char(out, quote);
}

void quote_make(struct str *out, const char *text)
{
    size_t backslashes = 0;
    for (; *text; text++) {
        if (*text == '#')
            for (size_t i = 0; i <= backslashes; i++)
                str_add_char(out, '\\');
        if (*text == '$')
            str_add_char(out, '$');
        str_add_char(out, *text);
        backslashes = *text == '\\' ? backslashes + 1 : 0;
    }
}

void quote_cmake(struct str *out, const char *text)
{
    enclose(out, text, "\\\"$", '"');
}

void quote_meson(struct str *out, const char *text)
{
    enclose(out, text, "\\'", '\'');
}

void quote_json(struct str *out, const char *text)
{
    enclose(out, text, "\\\"", '"');
}

void quote_kconfig(struct str *out, const char *text)
{
    enclose(out, text, "\\\"", '"');
}

void quote_response(struct str *out, const char *text)
{
    escape(out, text, " \t\\'\"");
}

static const char *html_entity(char c)
{
    static const struct {
        char character;
        const char *entity;
    } entities[] = {{'&', "&amp;"},
                    {'<', "&lt;"},
                    {'>', "&gt;"},
                    {'"', "&quot;"},
                    {'\'', "&#39;"}};
    for (size_t i = 0; i < sizeof(entities) / sizeof(*entities); i++)
        if (entities[i].character == c)
            return entities[i].entity;
    return NULL;
}

/* Appends one character that is known to be special nowhere else, or the
 * replacement character; returns how many bytes it took. */
static size_t add_utf8(struct str *out, const char *text)
{
    const char *end = text;
    enum printable_fault fault = printable_next(&end);
    size_t length = (size_t)(end - text);
    if (fault != PRINTABLE_GOOD && *text != '\n' && *text != '\t')
        str_add(out, "\xef\xbf\xbd");
    else
        str_add_bytes(out, text, length);
    return length;
}

void quote_html(struct str *out, const char *text)
{
    while (*text) {
        const char *entity = html_entity(*text);
        if (entity) {
            str_add(out, entity);
            text++;
        } else {
            text += add_utf8(out, text);
        }
    }
}

void quote_markdown(struct str *out, const char *text)
{
    while (*text) {
        const char *entity = strchr("\"'", *text) ? NULL : html_entity(*text);
        if (entity) {
            str_add(out, entity);
            text++;
        } else if (*text == '\n' || *text == '\t') {
            str_add_char(out, ' ');
            text++;
        } else {
            if (strchr("\\`*_[]|~", *text))
                str_add_char(out, '\\');
            text += add_utf8(out, text);
        }
    }
}

/* What spreadsheets calculate; numbers and compiler flags, which begin with
 * a sign too, are left as they are. */
static bool looks_like_formula(const char *text)
{
    double number;
    if (!*text || !strchr("=+-@", *text) || str_parse_double(text, &number))
        return false;
    return *text != '-' || strpbrk(text, "(|!");
}

void quote_csv(struct str *out, const char *text)
{
    bool formula = looks_like_formula(text);
    if (!formula && !strpbrk(text, ",\"\r\n")) {
        str_add(out, text);
        return;
    }
    str_add_char(out, '"');
    if (formula)
        str_add_char(out, '\'');
    for (; *text; text++) {
        if (*text == '"')
            str_add_char(out, '"');
        str_add_char(out, *text);
    }
    str_add_char(out, '"');
}
