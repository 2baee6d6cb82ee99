/* SPDX-License-Identifier: MIT
 *
 * Completes drafts.
 */
#include <config.h>

#include "db/record_draft.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "db/record.h"
#include "db/record_shape.h"
#include "db/record_stats.h"
#include "db/record_upgrade.h"
#include "db/shape.h"

static void decide(struct record_winner *winner)
{
    if (winner->verdict)
        return;
    record_set(&winner->verdict, winner->gain == 0 ? "not-measured"
                                 : winner->low > 1 ? "proven"
                                                   : "no-proven-gain");
}

/* Dollars for a Mbit/s of the best build, sending, as boards are compared. */
static void price(struct record *record)
{
    double best = 0;
    for (size_t i = 0; i < record->throughput_count; i++)
        if (record->throughput[i].mbit > best &&
            strcmp(record->throughput[i].direction, "send") == 0)
            best = record->throughput[i].mbit;
    if (record->cost_usd_per_mbit == 0 && best > 0)
        record->cost_usd_per_mbit = record->board.price_usd / best;
}

static void complete(struct record *record)
{
    char date[CLOCK_DATE_SIZE];
    clock_date(date);
    record->schema = RECORD_SCHEMA;
    record_derive(record);
    decide(&record->winner);
    price(record);
    if (!record->provenance.tuner)
        record_set(&record->provenance.tuner, PACKAGE_VERSION);
    if (!record->provenance.date)
        record_set(&record->provenance.date, date);
}

static bool parse(json_t *root, struct record *out, struct error *err)
{
    if (json_is_object(root) && !json_object_get(root, "schema"))
        json_object_set_new(root, "schema", json_integer(RECORD_SCHEMA));
    return record_upgrade(root, err) &&
           shape_parse(&record_shape, root, out, err);
}

bool record_draft_parse(const char *text, size_t length, const char *name,
                        struct record *out, struct error *err)
{
    struct record draft = {0};
    json_t *root = json_parse(text, length, name, err);
    if (!root)
        return false;
    bool ok = parse(root, &draft, err);
    json_decref(root);
    if (ok) {
        complete(&draft);
        ok = record_check(&draft, err);
    }
    if (ok)
        *out = draft;
    else
        record_release(&draft);
    return ok || error_wrap(err, "%s", name);
}
