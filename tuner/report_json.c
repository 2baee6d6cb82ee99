/* SPDX-License-Identifier: MIT
 *
 * One JSON object: each record as it is stored, and beside it what the other
 * reports work out of it.
 */
#include <config.h>

#include "base/json.h"
#include "base/str.h"
#include "base/strvec.h"
#include "db/record.h"
#include "tuner/report.h"
#include "tuner/report_formats.h"
#include "tuner/wording.h"

static json_t *summarise_metric(const struct record *record,
                                const struct record_metric *metric)
{
    json_t *object = json_object();
    json_set_text(object, "name", metric->name);
    json_set_text(object, "unit", metric->unit);
    json_set_text(object, "verdict", wording_metric_verdict(record, metric));
    json_object_set_new(object, "baseline", json_number(metric->baseline));
    json_object_set_new(object, "winner", json_number(metric->winner));
    json_object_set_new(object, "ratio", json_number(metric->ratio));
    if (metric->wall_ratio > 0)
        json_object_set_new(object, "wall_ratio",
                            json_number(metric->wall_ratio));
    json_object_set_new(object, "low", json_number(metric->low));
    json_object_set_new(object, "high", json_number(metric->high));
    return object;
}

typedef void describe(struct str *out, const struct record *record);

static void set_words(json_t *object, const char *key, describe *words,
                      const struct record *record)
{
    struct str text = {0};
    words(&text, record);
    if (text.length)
        json_set_text(object, key, str_text(&text));
    str_release(&text);
}

static void describe_caveat(struct str *out, const struct record *record)
{
    wording_caveat(out, record);
}

static json_t *report_record(const struct record *record, const char *place)
{
    json_t *object = json_object();
    json_t *metrics = json_array();
    char id[RECORD_ID_SIZE];
    record_id(record, id);
    for (size_t i = 0; i < record->metric_count; i++)
        json_array_append_new(metrics,
                              summarise_metric(record, &record->metrics[i]));
    json_set_text(object, "id", id);
    json_set_text(object, "place", place);
    set_words(object, "machine", wording_machine, record);
    set_words(object, "compiler", wording_compiler, record);
    set_words(object, "evidence", wording_evidence, record);
    set_words(object, "caveat", describe_caveat, record);
    json_set_text(object, "verdict", wording_verdict(record, &record->winner));
    json_object_set_new(object, "floor", json_number(wording_floor(record)));
    json_object_set_new(object, "metrics", metrics);
    json_object_set_new(object, "record", record_json(record));
    return object;
}

static void write_json(const struct report *report, struct str *out)
{
    json_t *records = json_array();
    for (size_t i = 0; i < report->count; i++)
        json_array_append_new(records, report_record(&report->records[i],
                                                     report_place(report, i)));
    json_t *root = json_pack("{s:o}", "records", records);
    json_format(root, out);
    json_decref(root);
}

const struct report_format report_format_json = {
    .name = "json", .summary = "one object for programs", .write = write_json};
