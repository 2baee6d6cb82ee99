/* SPDX-License-Identifier: MIT
 *
 * One function a type for each of parse, format and release.
 */
#include <config.h>

#include "db/shape.h"

#include <math.h>

#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"
#include "db/record_values.h"

static bool wrong_type(const char *wanted, struct error *err)
{
    return error_set(err, ERROR_FORMAT, "is not %s", wanted);
}

static bool array_of(const struct shape_field *field, json_t *value,
                     struct error *err)
{
    if (!json_is_array(value))
        return wrong_type("an array", err);
    return shape_rule_items(field->rule, json_array_size(value), err);
}

static bool parse_text(const struct shape_field *field, json_t *value,
                       void *member, struct error *err)
{
    if (!json_is_string(value))
        return wrong_type("a text", err);
    const char *text = json_string_value(value);
    if (!shape_rule_text(field->rule, text, err))
        return false;
    record_set(member, text);
    return true;
}

static bool parse_number(const struct shape_field *field, json_t *value,
                         void *member, struct error *err)
{
    if (!json_is_number(value))
        return wrong_type("a number", err);
    double number = json_number_value(value);
    if (!shape_rule_number(field->rule, number, err))
        return false;
    *(double *)member = number;
    return true;
}

static bool parse_bool(const struct shape_field *field, json_t *value,
                       void *member, struct error *err)
{
    (void)field;
    if (!json_is_boolean(value))
        return wrong_type("true or false", err);
    *(bool *)member = json_is_true(value);
    return true;
}

static bool parse_texts(const struct shape_field *field, json_t *value,
                        void *member, struct error *err)
{
    struct strvec *texts = member;
    if (!array_of(field, value, err))
        return false;
    size_t i;
    json_t *item;
    json_array_foreach(value, i, item)
    {
        char *text = NULL;
        if (!parse_text(field, item, &text, err))
            return error_wrap(err, "[%zu]", i);
        strvec_add_take(texts, text);
    }
    return shape_rule_texts(field->rule, texts, err);
}

static bool parse_numbers(const struct shape_field *field, json_t *value,
                          void *member, struct error *err)
{
    struct record_numbers *numbers = member;
    if (!array_of(field, value, err))
        return false;
    size_t i;
    json_t *item;
    numbers->items = record_array_new(json_array_size(value), sizeof(double));
    json_array_foreach(value, i, item)
    {
        if (!parse_number(field, item, &numbers->items[i], err))
            return error_wrap(err, "[%zu]", i);
        numbers->count = i + 1;
    }
    return true;
}

static bool parse_pairs(const struct shape_field *field, json_t *value,
                        void *member, struct error *err)
{
    static const struct shape_rule key_rule = {.bytes = 64};
    struct record_pairs *pairs = member;
    if (!json_is_object(value))
        return wrong_type("an object", err);
    if (!shape_rule_items(field->rule, json_object_size(value), err))
        return false;
    const char *key;
    json_t *item;
    json_object_foreach(value, key, item)
    {
        char *text = NULL;
        if (!shape_rule_text(&key_rule, key, err))
            return error_wrap(err, "a key");
        if (!parse_text(field, item, &text, err))
            return error_wrap(err, "%s", key);
        record_pair_set(pairs, key, text);
        free(text);
    }
    return true;
}

static bool parse_object(const struct shape_field *field, json_t *value,
                         void *member, struct error *err)
{
    return shape_parse(field->inner, value, member, err);
}

/* The count of a list stands elsewhere in the struct than its pointer, so
 * that lists take the whole struct. */
static bool parse_list(const struct shape_field *field, json_t *value,
                       void *data, struct error *err)
{
    if (!array_of(field, value, err))
        return false;
    size_t i, size = field->inner->size;
    json_t *item;
    char *items = record_array_new(json_array_size(value), size);
    memcpy((char *)data + field->offset, &items, sizeof(items));
    json_array_foreach(value, i, item)
    {
        *(size_t *)(void *)((char *)data + field->count_offset) = i + 1;
        if (!shape_parse(field->inner, item, items + i * size, err))
            return error_wrap(err, "[%zu]", i);
    }
    return true;
}

static json_t *format_string(const char *text)
{
    json_t *value = json_string(text);
    if (value)
        return value;
    char *copy = xstrdup(text);
    for (char *c = copy; *c; c++)
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    value = json_string(copy);
    free(copy);
    return value;
}

static json_t *format_double(double number)
{
    if (number == floor(number) && fabs(number) <= JSON_WHOLE_MAX)
        return json_integer((json_int_t)number);
    return json_number(number);
}

static json_t *format_text(const struct shape_field *field, const void *member)
{
    (void)field;
    char *const *text = member;
    return *text ? format_string(*text) : NULL;
}

static json_t *format_number(const struct shape_field *field,
                             const void *member)
{
    const double *number = member;
    bool left_out = *number == 0.0 && !field->required;
    return left_out ? NULL : format_double(*number);
}

static json_t *format_bool(const struct shape_field *field, const void *member)
{
    (void)field;
    const bool *value = member;
    return *value ? json_true() : NULL;
}

static json_t *format_texts(const struct shape_field *field, const void *member)
{
    (void)field;
    const struct strvec *texts = member;
    json_t *array = texts->count ? json_array() : NULL;
    for (size_t i = 0; i < texts->count; i++)
        json_array_append_new(array, format_string(texts->items[i]));
    return array;
}

static json_t *format_numbers(const struct shape_field *field,
                              const void *member)
{
    (void)field;
    const struct record_numbers *numbers = member;
    json_t *array = numbers->count ? json_array() : NULL;
    for (size_t i = 0; i < numbers->count; i++)
        json_array_append_new(array, format_double(numbers->items[i]));
    return array;
}

static json_t *format_pairs(const struct shape_field *field, const void *member)
{
    (void)field;
    const struct record_pairs *pairs = member;
    json_t *object = pairs->count ? json_object() : NULL;
    for (size_t i = 0; i < pairs->count; i++)
        json_object_set_new(object, pairs->items[i].key,
                            format_string(pairs->items[i].value));
    return object;
}

static json_t *format_object(const struct shape_field *field,
                             const void *member)
{
    json_t *object = shape_format(field->inner, member);
    if (json_object_size(object) > 0)
        return object;
    json_decref(object);
    return NULL;
}

static json_t *format_list(const struct shape_field *field, const void *data)
{
    const char *items;
    memcpy(&items, (const char *)data + field->offset, sizeof(items));
    size_t count = *(const size_t *)(const void *)((const char *)data +
                                                   field->count_offset);
    json_t *array = count ? json_array() : NULL;
    for (size_t i = 0; i < count; i++)
        json_array_append_new(
            array, shape_format(field->inner, items + i * field->inner->size));
    return array;
}

static void release_text(const struct shape_field *field, void *member)
{
    (void)field;
    record_set(member, NULL);
}

static void release_texts(const struct shape_field *field, void *member)
{
    (void)field;
    strvec_release(member);
}

static void release_numbers(const struct shape_field *field, void *member)
{
    (void)field;
    record_numbers_release(member);
}

static void release_pairs(const struct shape_field *field, void *member)
{
    (void)field;
    record_pairs_release(member);
}

static void release_object(const struct shape_field *field, void *member)
{
    shape_release(field->inner, member);
}

static void release_list(const struct shape_field *field, void *data)
{
    char *items;
    memcpy(&items, (char *)data + field->offset, sizeof(items));
    size_t *count = (void *)((char *)data + field->count_offset);
    for (size_t i = 0; i < *count; i++)
        shape_release(field->inner, items + i * field->inner->size);
    free(items);
    *count = 0;
    items = NULL;
    memcpy((char *)data + field->offset, &items, sizeof(items));
}

struct type_operations {
    bool (*parse)(const struct shape_field *field, json_t *value, void *member,
                  struct error *err);
    json_t *(*format)(const struct shape_field *field, const void *member);
    void (*release)(const struct shape_field *field, void *member);
    bool takes_whole; /* gets the struct instead of the member */
};

static const struct type_operations types[SHAPE_TYPE_COUNT] = {
    [SHAPE_TEXT] = {parse_text, format_text, release_text, false},
    [SHAPE_NUMBER] = {parse_number, format_number, NULL, false},
    [SHAPE_BOOL] = {parse_bool, format_bool, NULL, false},
    [SHAPE_TEXTS] = {parse_texts, format_texts, release_texts, false},
    [SHAPE_NUMBERS] = {parse_numbers, format_numbers, release_numbers, false},
    [SHAPE_PAIRS] = {parse_pairs, format_pairs, release_pairs, false},
    [SHAPE_OBJECT] = {parse_object, format_object, release_object, false},
    [SHAPE_LIST] = {parse_list, format_list, release_list, true},
};

static size_t member_offset(const struct shape_field *field)
{
    return types[field->type].takes_whole ? 0 : field->offset;
}

static const struct shape_field *find_field(const struct shape *self,
                                            const char *key)
{
    for (size_t i = 0; i < self->field_count; i++)
        if (strcmp(self->fields[i].key, key) == 0)
            return &self->fields[i];
    return NULL;
}

static bool check_required(const struct shape *self, json_t *value,
                           struct error *err)
{
    for (size_t i = 0; i < self->field_count; i++)
        if (self->fields[i].required &&
            !json_object_get(value, self->fields[i].key))
            return error_set(err, ERROR_FORMAT, "%s: is missing",
                             self->fields[i].key);
    return true;
}

bool shape_parse(const struct shape *self, json_t *value, void *out,
                 struct error *err)
{
    if (!json_is_object(value))
        return wrong_type("an object", err);
    const char *key;
    json_t *item;
    json_object_foreach(value, key, item)
    {
        const struct shape_field *field = find_field(self, key);
        if (!field)
            return error_set(err, ERROR_FORMAT, "unknown key '%.64s'", key);
        void *member = (char *)out + member_offset(field);
        if (!types[field->type].parse(field, item, member, err))
            return error_wrap(err, "%s", key);
    }
    return check_required(self, value, err);
}

json_t *shape_format(const struct shape *self, const void *data)
{
    json_t *object = json_object();
    for (size_t i = 0; i < self->field_count; i++) {
        const struct shape_field *field = &self->fields[i];
        const void *member = (const char *)data + member_offset(field);
        json_t *value = types[field->type].format(field, member);
        if (value)
            json_object_set_new(object, field->key, value);
    }
    return object;
}

void shape_release(const struct shape *self, void *data)
{
    for (size_t i = 0; i < self->field_count; i++) {
        const struct shape_field *field = &self->fields[i];
        if (types[field->type].release)
            types[field->type].release(field,
                                       (char *)data + member_offset(field));
    }
}
