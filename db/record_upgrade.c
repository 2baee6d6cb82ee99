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

/* A new schema adds its step before the NULL and raises RECORD_SCHEMA. */
static const upgrade_step steps[RECORD_SCHEMA] = {NULL};

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
    json_object_set_new(root, "schema", json_integer(RECORD_SCHEMA));
    return true;
}
