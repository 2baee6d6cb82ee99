/* SPDX-License-Identifier: MIT
 *
 * tuner db verify: checks every record of the user's database.
 */
#include <config.h>

#include <stdio.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/str.h"
#include "db/verify.h"
#include "tuner/cmd_db.h"
#include "tuner/database.h"

static json_t *result_json(const struct verify_result *result)
{
    json_t *faults = json_array();
    for (size_t i = 0; i < result->fault_count; i++)
        json_array_append_new(
            faults, json_pack("{s:s, s:s}", "place", result->faults[i].place,
                              "reason", result->faults[i].reason));
    return json_pack("{s:I, s:o}", "records", (json_int_t)result->records,
                     "faults", faults);
}

static void print_result(const char *folder, const struct verify_result *result)
{
    for (size_t i = 0; i < result->fault_count; i++)
        printf("%s\n", result->faults[i].reason);
    printf("%s: %zu records, %zu of them faulty\n", folder, result->records,
           result->fault_count);
}

static bool run(struct db_call *call, struct error *err)
{
    struct verify_result result;
    const char *folder = str_text(&call->database->folder);
    if (!verify_database(folder, &result, err))
        return false;
    bool good = result.fault_count == 0;
    if (call->json)
        db_print_json(result_json(&result));
    else
        print_result(folder, &result);
    verify_result_release(&result);
    error_clear(err);
    return good;
}

const struct db_word db_word_verify = {
    .name = "verify",
    .summary = "check every record, down to its samples",
    .operands = "",
    .run = run,
};
