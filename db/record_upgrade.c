/* SPDX-License-Identifier: MIT
 *
 * One function a step: steps[i] turns schema i + 1 into schema i + 2.
 */
#include <config.h>

#include "db/record_upgrade.h"

#include "base/error.h"
#include "base/json.h"
#include "db/record.h"

typedef bool (*upgrade_step)(json_t *root, struct error *err);

/* Schema 2 added the choices of speed and size; a record without any is one
 * already, but one of schema 1 cannot have had them. */
static bool add_choices(json_t *root, struct error *err)
{
    return !json_object_get(root, "choices") ||
           error_set(err, ERROR_FORMAT, "choices: schema 1 does not have them");
}

/* Schema 3 added what the winner does on each kind of CPUs. */
static bool add_kinds(json_t *root, struct error *err)
{
    static const char *const keys[] = {"cpu_plus_one", "verdict", "gain"};
    const json_t *kinds =
        json_object_get(json_object_get(root, "cpu"), "kinds");
    for (size_t i = 0; i < json_array_size(kinds); i++)
        for (size_t k = 0; k < sizeof(keys) / sizeof(*keys); k++)
            if (json_object_get(json_array_get(kinds, i), keys[k]))
                return error_set(err, ERROR_FORMAT,
                                 "cpu: kinds: %s: schema 2 does not have it",
                                 keys[k]);
    return true;
}

/* A new schema adds its step and raises RECORD_SCHEMA. */
static const upgrade_step steps[RECORD_SCHEMA - 1] = {add_choices, add_kinds};

bool record_upgrade(json_t *root, struct error *err)
{
    long long schema;
    if (!json_is_object(root))
        return error_set(err, ERROR_FORMAT, "is not a JSON object");
    if (!json_get_integer(root, "schema", &schema, err))
        return false;
    if (schema < 1)
        return error_set(err, ERROR_FORMAT, "schema: %lld is not one", schema);
    if (schema > RECORD_SCHEMA)
        return error_set(err, ERROR_UNSUPPORTED,
                         "schema %lld is newer than the %d that this tuner "
                         "reads: update tuner",
                         schema, (int)RECORD_SCHEMA);
    for (; schema < RECORD_SCHEMA; schema++)
        /* cppcheck-suppress negativeIndex ; schema is 1 or more */
        if (!steps[schema - 1](root, err))
            return false;
    return true;
}
