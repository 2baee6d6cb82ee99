/* SPDX-License-Identifier: MIT
 *
 * Tables of builds and metrics.
 */
#include <config.h>

#include "tuner/report_text_table.h"

#include <string.h>

#include "base/str.h"
#include "db/record.h"
#include "tuner/text_style.h"
#include "tuner/wording.h"

/* "[+20.4 %, +21.4 %]" and two blanks. */
enum { COLUMN = 20, COLUMNS_MAX = 3 };

struct table {
    const struct text_style *style;
    const struct record *record;
    size_t first; /* of the metrics that it shows */
    size_t count;
};

static int label_width(const struct table *table)
{
    return TEXT_WIDTH - COLUMN * (int)table->count;
}

/* A label that leaves no room for figures gets a line of its own. */
static void add_label(const struct table *table, enum text_kind kind,
                      const char *label, struct str *out)
{
    struct str text = {0};
    str_addf(&text, "  %s", label);
    int width = label_width(table);
    text_style_padded(table->style, kind, str_text(&text), -width, out);
    if (text_columns(str_text(&text)) > (size_t)width) {
        str_add_char(out, '\n');
        text_style_padded(table->style, TEXT_PLAIN, "", width, out);
    }
    str_release(&text);
}

/* A text that is too long ends in two dots. */
static void add_cell(const struct table *table, enum text_kind kind,
                     const char *text, struct str *out)
{
    struct str cut = {0};
    if (text_columns(text) >= COLUMN) {
        str_add_bytes(&cut, text, text_prefix(text, COLUMN - 3));
        str_add(&cut, "..");
        text = str_text(&cut);
    }
    text_style_padded(table->style, kind, text, COLUMN, out);
    str_release(&cut);
}

/* A row of a label and one cell for each metric; `fill` gives its text. */
struct row {
    const char *label;
    enum text_kind kind;
    void (*fill)(const struct record *record,
                 const struct record_metric *metric, const void *data,
                 struct str *cell);
    const void *data;
};

static void trim_end(struct str *out)
{
    while (out->length && out->text[out->length - 1] == ' ')
        out->text[--out->length] = '\0';
}

static void add_row(const struct table *table, const struct row *row,
                    struct str *out)
{
    add_label(table, row->kind, row->label, out);
    for (size_t i = 0; i < table->count; i++) {
        struct str cell = {0};
        row->fill(table->record, &table->record->metrics[table->first + i],
                  row->data, &cell);
        add_cell(table, row->kind, str_text(&cell), out);
        str_release(&cell);
    }
    trim_end(out);
    str_add_char(out, '\n');
}

static void fill_name(const struct record *record,
                      const struct record_metric *metric, const void *data,
                      struct str *cell)
{
    (void)record;
    (void)data;
    str_add(cell, metric->name ? metric->name : "metric");
}

static void fill_unit(const struct record *record,
                      const struct record_metric *metric, const void *data,
                      struct str *cell)
{
    (void)record;
    (void)data;
    str_addf(cell, "%s%s", metric->unit ? metric->unit : "",
             wording_higher_is_better(metric) ? "" : ", less is better");
}

static void fill_baseline(const struct record *record,
                          const struct record_metric *metric, const void *data,
                          struct str *cell)
{
    (void)record;
    double value = wording_reading(data, metric);
    if (value > 0)
        wording_number(cell, value);
}

static void fill_winner(const struct record *record,
                        const struct record_metric *metric, const void *data,
                        struct str *cell)
{
    (void)record;
    (void)data;
    if (metric->winner > 0)
        wording_number(cell, metric->winner);
}

static void fill_gain(const struct record *record,
                      const struct record_metric *metric, const void *data,
                      struct str *cell)
{
    (void)record;
    (void)data;
    if (metric->ratio > 0)
        wording_ratio(cell, metric->ratio);
}

static void fill_interval(const struct record *record,
                          const struct record_metric *metric, const void *data,
                          struct str *cell)
{
    (void)record;
    (void)data;
    wording_interval(cell, metric->low, metric->high);
}

static void fill_verdict(const struct record *record,
                         const struct record_metric *metric, const void *data,
                         struct str *cell)
{
    (void)data;
    bool emulated = record->emulated && metric->ratio > 0;
    str_add(cell, emulated ? "emulated, no result"
                           : wording_metric_verdict(record, metric));
}

static void add_baselines(const struct table *table, struct str *out)
{
    for (size_t i = 0; i < table->record->baseline_count; i++) {
        const struct record_baseline *baseline = &table->record->baselines[i];
        if (!wording_has_readings(table->record, baseline))
            continue;
        struct str label = {0};
        str_add(&label, baseline->name ? baseline->name : "baseline");
        if (baseline->reference)
            str_add(&label, " *");
        add_row(table,
                &(struct row){.label = str_text(&label),
                              .fill = fill_baseline,
                              .data = baseline},
                out);
        str_release(&label);
    }
}

static void add_table(const struct table *table, struct str *out)
{
    bool measured = table->record->winner.gain > 0;
    str_add_char(out, '\n');
    add_row(table,
            &(struct row){.label = "", .kind = TEXT_BOLD, .fill = fill_name},
            out);
    add_row(table, &(struct row){.label = "", .fill = fill_unit}, out);
    add_baselines(table, out);
    if (!measured)
        return;
    add_row(table,
            &(struct row){
                .label = "winner", .kind = TEXT_BOLD, .fill = fill_winner},
            out);
    add_row(table,
            &(struct row){
                .label = "gain over *", .kind = TEXT_BOLD, .fill = fill_gain},
            out);
    add_row(table, &(struct row){.label = "", .fill = fill_interval}, out);
    add_row(table, &(struct row){.label = "", .fill = fill_verdict}, out);
}

void report_text_tables(const struct text_style *style,
                        const struct record *record, struct str *out)
{
    for (size_t i = 0; i < record->metric_count; i += COLUMNS_MAX) {
        size_t left = record->metric_count - i;
        struct table table = {.style = style,
                              .record = record,
                              .first = i,
                              .count = left < COLUMNS_MAX ? left : COLUMNS_MAX};
        add_table(&table, out);
    }
}
