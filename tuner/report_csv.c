/* SPDX-License-Identifier: MIT
 *
 * One line a record and metric, for spreadsheets and statistics programs:
 * RFC 4180, UTF-8, numbers with a point.
 */
#include <config.h>

#include <stddef.h>

#include "base/str.h"
#include "base/strvec.h"
#include "db/record.h"
#include "tuner/quote.h"
#include "tuner/report.h"
#include "tuner/report_formats.h"
#include "tuner/wording.h"

struct csv_row {
    const struct record *record;
    const struct record_metric *metric;
    struct str *out;
};

static void add_text(const struct csv_row *row, const char *text)
{
    quote_csv(row->out, text ? text : "");
}

/* Nothing is better than a 0 that was never measured. */
static void add_number(const struct csv_row *row, double value)
{
    if (value > 0)
        str_addf(row->out, "%.12g", value);
}

static void add_words(const struct csv_row *row, const struct strvec *words)
{
    struct str line = {0};
    strvec_join_shell(words, &line);
    add_text(row, str_text(&line));
    str_release(&line);
}

static void add_id(const struct csv_row *row)
{
    char id[RECORD_ID_SIZE];
    record_id(row->record, id);
    add_text(row, id);
}

static void add_board(const struct csv_row *row)
{
    add_text(row, row->record->board.id);
}

static void add_board_name(const struct csv_row *row)
{
    add_text(row, row->record->board.name);
}

static void add_core(const struct csv_row *row)
{
    const struct record_cpu *cpu = &row->record->cpu;
    add_text(row, cpu->kind_count ? cpu->kinds[0].core : NULL);
}

static void add_compiler(const struct csv_row *row)
{
    add_text(row, row->record->compiler.family);
}

static void add_version(const struct csv_row *row)
{
    add_text(row, row->record->compiler.version);
}

static void add_target(const struct csv_row *row)
{
    add_text(row, row->record->compiler.target);
}

static void add_workload(const struct csv_row *row)
{
    add_text(row, row->record->workload.name);
}

static void add_metric(const struct csv_row *row)
{
    add_text(row, row->metric->name);
}

static void add_unit(const struct csv_row *row)
{
    add_text(row, row->metric->unit);
}

static void add_better(const struct csv_row *row)
{
    add_text(row, row->metric->better);
}

static void add_baseline(const struct csv_row *row)
{
    add_number(row, row->metric->baseline);
}

static void add_winner(const struct csv_row *row)
{
    add_number(row, row->metric->winner);
}

static void add_ratio(const struct csv_row *row)
{
    add_number(row, row->metric->ratio);
}

static void add_low(const struct csv_row *row)
{
    add_number(row, row->metric->low);
}

static void add_high(const struct csv_row *row)
{
    add_number(row, row->metric->high);
}

static void add_rounds(const struct csv_row *row)
{
    add_number(row, row->record->confirmation.rounds);
}

static void add_verdict(const struct csv_row *row)
{
    add_text(row, wording_metric_verdict(row->record, row->metric));
}

static void add_flags(const struct csv_row *row)
{
    add_words(row, &row->record->winner.flags);
}

static void add_code(const struct csv_row *row)
{
    struct str text = {0};
    wording_code(&text, &row->record->winner);
    add_text(row, str_text(&text));
    str_release(&text);
}

static void add_caveat(const struct csv_row *row)
{
    struct str text = {0};
    wording_caveat(&text, row->record);
    add_text(row, str_text(&text));
    str_release(&text);
}

static void add_date(const struct csv_row *row)
{
    add_text(row, row->record->provenance.date);
}

static const struct {
    const char *name;
    void (*add)(const struct csv_row *row);
} columns[] = {{"record", add_id},
               {"board", add_board},
               {"board_name", add_board_name},
               {"core", add_core},
               {"compiler", add_compiler},
               {"version", add_version},
               {"target", add_target},
               {"workload", add_workload},
               {"metric", add_metric},
               {"unit", add_unit},
               {"better", add_better},
               {"baseline", add_baseline},
               {"winner", add_winner},
               {"ratio", add_ratio},
               {"low", add_low},
               {"high", add_high},
               {"rounds", add_rounds},
               {"verdict", add_verdict},
               {"flags", add_flags},
               {"implementations", add_code},
               {"caveat", add_caveat},
               {"date", add_date}};

enum { COLUMN_COUNT = sizeof(columns) / sizeof(*columns) };

static void write_row(const struct csv_row *row)
{
    for (size_t i = 0; i < COLUMN_COUNT; i++) {
        if (i)
            str_add_char(row->out, ',');
        columns[i].add(row);
    }
    str_add(row->out, "\r\n");
}

static void write_csv(const struct report *report, struct str *out)
{
    for (size_t i = 0; i < COLUMN_COUNT; i++)
        str_addf(out, "%s%s", i ? "," : "", columns[i].name);
    str_add(out, "\r\n");
    for (size_t i = 0; i < report->count; i++)
        for (size_t j = 0; j < report->records[i].metric_count; j++)
            write_row(
                &(struct csv_row){.record = &report->records[i],
                                  .metric = &report->records[i].metrics[j],
                                  .out = out});
}

const struct report_format report_format_csv = {
    .name = "csv",
    .summary = "one line a record and metric",
    .write = write_csv};
