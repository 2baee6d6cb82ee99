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

/* What a schema adds may be absent, so that an older record is one already;
 * but it cannot have had it. */
static bool lacks(const json_t *root, const char *key, int schema,
                  struct error *err)
{
    return !json_object_get(root, key) ||
           error_set(err, ERROR_FORMAT, "%s: schema %d does not have them", key,
                     schema);
}

/* Schema 2 added the choices of speed and size. */
static bool add_choices(json_t *root, struct error *err)
{
    return lacks(root, "choices", 1, err);
}

/* What the winner does on each kind of CPUs. */
static bool lacks_kinds(const json_t *root, struct error *err)
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

/* Schema 3 added that, the best for each file, and other compilers' winners. */
static bool add_third(json_t *root, struct error *err)
{
    return lacks(root, "files", 2, err) && lacks(root, "compilers", 2, err) &&
           lacks_kinds(root, err);
}

/* A new schema adds its step and raises RECORD_SCHEMA. */
static const upgrade_step steps[RECORD_SCHEMA - 1] = {add_choices, add_third};

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
