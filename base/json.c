/* SPDX-License-Identifier: MIT
 *
 * jansson with our rules.
 */
#include <config.h>

#include "base/json.h"

#include <math.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"

/* Twelve digits survive every printf/strtod round trip and hide the noise of
 * the last bits, so that equal runs give equal files. */
enum { NUMBER_DIGITS = 12 };

void json_start(void)
{
    json_set_alloc_funcs(xmalloc, free);
}

json_t *json_parse(const char *text, size_t length, const char *name,
                   struct error *err)
{
    json_error_t why;
    json_t *value = json_loadb(text, length, JSON_REJECT_DUPLICATES, &why);
    if (!value)
        error_set(err, ERROR_FORMAT, "%s:%d: %s", name,
                  why.line > 0 ? why.line : 1, why.text);
    return value;
}

static void format_with(const json_t *value, size_t flags, struct str *out)
{
    flags |=
        JSON_SORT_KEYS | JSON_ENCODE_ANY | JSON_REAL_PRECISION(NUMBER_DIGITS);
    char *text = json_dumps(value, flags);
    if (!text)
        return;
    str_add(out, text);
    str_add_char(out, '\n');
    free(text);
}

void json_format(const json_t *value, struct str *out)
{
    format_with(value, JSON_INDENT(2), out);
}

void json_format_line(const json_t *value, struct str *out)
{
    format_with(value, JSON_COMPACT, out);
}

json_t *json_number(double value)
{
    if (!isfinite(value))
        return json_null();
    char text[64];
    snprintf(text, sizeof(text), "%.*g", NUMBER_DIGITS, value);
    double rounded = value;
    str_parse_double(text, &rounded);
    if (rounded == floor(rounded) && fabs(rounded) <= JSON_WHOLE_MAX)
        return json_integer((json_int_t)rounded);
    return json_real(rounded);
}

void json_set_text(json_t *object, const char *key, const char *text)
{
    if (text)
        json_object_set_new(object, key, json_string(text));
}

json_t *json_strings(const struct strvec *items)
{
    json_t *array = json_array();
    for (size_t i = 0; i < items->count; i++)
        json_array_append_new(array, json_string(items->items[i]));
    return array;
}

/* The member, or NULL with an error that names the key and the type. */
static json_t *member(const json_t *object, const char *key, const char *type,
                      struct error *err)
{
    json_t *value = json_object_get(object, key);
    if (!value)
        error_set(err, ERROR_FORMAT, "'%s' is missing (%s)", key, type);
    return value;
}

static bool wrong_type(const char *key, const char *type, struct error *err)
{
    return error_set(err, ERROR_FORMAT, "'%s' is not %s", key, type);
}

bool json_get_string(const json_t *object, const char *key, const char **out,
                     struct error *err)
{
    const json_t *value = member(object, key, "a string", err);
    if (!value)
        return false;
    if (!json_is_string(value))
        return wrong_type(key, "a string", err);
    *out = json_string_value(value);
    return true;
}

bool json_get_number(const json_t *object, const char *key, double *out,
                     struct error *err)
{
    const json_t *value = member(object, key, "a number", err);
    if (!value)
        return false;
    if (!json_is_number(value))
        return wrong_type(key, "a number", err);
    *out = json_number_value(value);
    return true;
}

bool json_get_integer(const json_t *object, const char *key, long long *out,
                      struct error *err)
{
    const json_t *value = member(object, key, "a whole number", err);
    if (!value)
        return false;
    if (!json_is_integer(value))
        return wrong_type(key, "a whole number", err);
    *out = json_integer_value(value);
    return true;
}

bool json_get_object(const json_t *object, const char *key, json_t **out,
                     struct error *err)
{
    json_t *value = member(object, key, "an object", err);
    if (!value)
        return false;
    if (!json_is_object(value))
        return wrong_type(key, "an object", err);
    *out = value;
    return true;
}

bool json_get_array(const json_t *object, const char *key, json_t **out,
                    struct error *err)
{
    json_t *value = member(object, key, "an array", err);
    if (!value)
        return false;
    if (!json_is_array(value))
        return wrong_type(key, "an array", err);
    *out = value;
    return true;
}

bool json_get_strings(const json_t *object, const char *key, struct strvec *out,
                      struct error *err)
{
    json_t *array = NULL;
    if (!json_get_array(object, key, &array, err))
        return false;
    size_t index;
    const json_t *item;
    json_array_foreach(array, index, item)
    {
        if (!json_is_string(item))
            return wrong_type(key, "an array of strings", err);
    }
    json_array_foreach(array, index, item)
    {
        strvec_add(out, json_string_value(item));
    }
    return true;
}

const char *json_string_or(const json_t *object, const char *key,
                           const char *fallback)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : fallback;
}

double json_number_or(const json_t *object, const char *key, double fallback)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : fallback;
}
