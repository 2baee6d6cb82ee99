/* SPDX-License-Identifier: MIT
 *
 * Spaces to and from JSON.
 */
#include <config.h>

#include "search/space_json.h"

#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "search/space.h"

static json_t *values_to_json(const struct dimension *dimension)
{
    json_t *list = json_array();
    for (size_t v = 0; v < dimension->value_count; v++)
        json_array_append_new(
            list,
            json_pack("{s:s, s:o}", "label", dimension->values[v].label,
                      "flags", json_strings(&dimension->values[v].flags)));
    return list;
}

static json_t *implied_to_json(const struct dimension *dimension)
{
    json_t *list = json_array();
    for (size_t l = 0; l < SPACE_LEVELS_MAX; l++)
        json_array_append_new(list, json_integer(dimension->implied[l]));
    return list;
}

static json_t *dimension_to_json(const struct dimension *dimension)
{
    json_t *out = json_pack(
        "{s:s, s:i, s:s, s:i, s:o, s:o}", "name", dimension->name, "class",
        (int)dimension->class, "group", dimension->group, "priority",
        (int)dimension->priority, "values", values_to_json(dimension),
        "implied", implied_to_json(dimension));
    json_object_set_new(out, "choice",
                        json_integer((json_int_t)dimension->choice));
    json_object_set_new(out, "needs",
                        json_integer((json_int_t)dimension->needs_plus_one));
    json_object_set_new(out, "needs_values",
                        json_integer((json_int_t)dimension->needs_values));
    json_object_set_new(out, "start", json_integer(dimension->start));
    json_object_set_new(out, "fixed", json_boolean(dimension->fixed));
    return out;
}

json_t *space_to_json(const struct space *self)
{
    json_t *dimensions = json_array();
    for (size_t d = 0; d < self->count; d++)
        json_array_append_new(dimensions,
                              dimension_to_json(&self->dimensions[d]));
    return json_pack("{s:o, s:o}", "base", json_strings(&self->base),
                     "dimensions", dimensions);
}

static bool get_values(struct dimension *out, const json_t *object,
                       struct error *err)
{
    json_t *list;
    if (!json_get_array(object, "values", &list, err))
        return false;
    for (size_t v = 0; v < json_array_size(list); v++) {
        struct strvec flags = {0};
        const char *label;
        const json_t *value = json_array_get(list, v);
        bool ok = json_get_string(value, "label", &label, err) &&
                  json_get_strings(value, "flags", &flags, err) &&
                  (dimension_add_value(out, label, &flags) ||
                   error_set(err, ERROR_FORMAT, "too many values"));
        strvec_release(&flags);
        if (!ok)
            return false;
    }
    return out->value_count || error_set(err, ERROR_FORMAT, "no values");
}

static bool get_dimension(struct space *space, const json_t *object,
                          struct error *err)
{
    const char *name;
    long long class, priority, choice, start;
    if (!json_get_string(object, "name", &name, err) ||
        !json_get_integer(object, "class", &class, err) ||
        !json_get_integer(object, "priority", &priority, err) ||
        !json_get_integer(object, "choice", &choice, err) ||
        !json_get_integer(object, "start", &start, err))
        return false;
    if (class < 0 || class >= DIMENSION_CLASS_COUNT)
        return error_set(err, ERROR_FORMAT, "'%s' has no class", name);
    struct dimension *out =
        space_add(space, (enum dimension_class) class, name);
    out->priority = (unsigned)priority;
    out->choice = (size_t)choice;
    out->fixed = json_is_true(json_object_get(object, "fixed"));
    free(out->group);
    out->group = xstrdup(json_string_or(object, "group", ""));
    if (!get_values(out, object, err))
        return false;
    out->start = (uint16_t)(start < (long long)out->value_count ? start : 0);
    return true;
}

/* Conditions name dimensions by number: only after all are there. */
static bool get_conditions(struct space *space, const json_t *list,
                           struct error *err)
{
    for (size_t d = 0; d < space->count; d++) {
        const json_t *object = json_array_get(list, d);
        struct dimension *dimension = &space->dimensions[d];
        long long needs, values;
        json_t *implied;
        if (!json_get_integer(object, "needs", &needs, err) ||
            !json_get_integer(object, "needs_values", &values, err) ||
            !json_get_array(object, "implied", &implied, err))
            return false;
        if (needs < 0 || needs > (long long)space->count)
            return error_set(err, ERROR_FORMAT, "'%s' needs nothing known",
                             dimension->name);
        dimension->needs_plus_one = (size_t)needs;
        dimension->needs_values = (uint64_t)values;
        for (size_t l = 0; l < SPACE_LEVELS_MAX; l++) {
            json_int_t value = json_integer_value(json_array_get(implied, l));
            if (value > 0 && value < (json_int_t)dimension->value_count)
                dimension->implied[l] = (uint16_t)value;
        }
    }
    return true;
}

/* The order is the writer's, which was the space's own. */
static bool is_in_order(const struct space *space, const json_t *list)
{
    for (size_t d = 0; d < space->count; d++)
        if (strcmp(space->dimensions[d].name,
                   json_string_or(json_array_get(list, d), "name", "")) != 0)
            return false;
    return true;
}

bool space_from_json(struct space *out, const json_t *value, struct error *err)
{
    struct space made = {0};
    json_t *list;
    bool ok = json_get_array(value, "dimensions", &list, err) &&
              json_get_strings(value, "base", &made.base, err);
    for (size_t d = 0; ok && d < json_array_size(list); d++)
        ok = get_dimension(&made, json_array_get(list, d), err);
    if (ok) {
        space_finish(&made);
        ok = is_in_order(&made, list) ||
             error_set(err, ERROR_FORMAT, "dimensions are out of order");
    }
    ok = ok && get_conditions(&made, list, err);
    if (ok)
        *out = made;
    else
        space_release(&made);
    return ok;
}
