/* SPDX-License-Identifier: MIT
 *
 * Tables of the HTML report.
 */
#include <config.h>

#include <string.h>

#include "base/str.h"
#include "base/strvec.h"
#include "db/record.h"
#include "tuner/html.h"
#include "tuner/report_html.h"
#include "tuner/tradeoff.h"
#include "tuner/wording.h"

static void begin_table(struct str *out, const char *title)
{
    str_add(out, "<section>\n");
    if (title)
        html_element(out, "h3", NULL, title);
    str_add(out, "<div class=\"scroll\"><table>\n");
}

static void end_table(struct str *out)
{
    str_add(out, "</table></div>\n</section>\n");
}

static void number_cell(struct str *out, double value)
{
    struct str text = {0};
    if (value > 0)
        wording_number(&text, value);
    html_element(out, "td", "number", str_text(&text));
    str_release(&text);
}

static void ratio_cell(struct str *out, double ratio)
{
    struct str text = {0};
    if (ratio > 0)
        wording_ratio(&text, ratio);
    html_element(out, "td", "number", str_text(&text));
    str_release(&text);
}

static void interval_cell(struct str *out, double low, double high)
{
    struct str text = {0};
    str_add(out, "<td class=\"number ends\">");
    if (low > 0 && high > 0) {
        str_add_char(&text, '[');
        wording_ratio(&text, low);
        str_add_char(&text, ',');
        html_element(out, "span", NULL, str_text(&text));
        str_reset(&text);
        wording_ratio(&text, high);
        str_add_char(&text, ']');
        html_element(out, "span", NULL, str_text(&text));
    }
    str_add(out, "</td>\n");
    str_release(&text);
}

/* Columns of figures stand right, and so do their heads. */
static void head_row(struct str *out, const char *const *texts,
                     size_t left_count)
{
    str_add(out, "<tr>");
    for (size_t i = 0; texts[i]; i++)
        html_element(out, "th", i < left_count ? NULL : "number", texts[i]);
    str_add(out, "</tr>\n");
}

static void builds_head(const struct record *record, struct str *out)
{
    str_add(out, "<tr><th>Build</th>");
    for (size_t i = 0; i < record->metric_count; i++) {
        struct str text = {0};
        const struct record_metric *metric = &record->metrics[i];
        str_addf(&text, "%s, %s", metric->name ? metric->name : "",
                 metric->unit ? metric->unit : "");
        html_element(out, "th", "number", str_text(&text));
        str_release(&text);
    }
    str_add(out, "</tr>\n");
}

static void baseline_row(const struct record *record,
                         const struct record_baseline *baseline,
                         struct str *out)
{
    struct str name = {0};
    str_addf(&name, "%s%s", baseline->name ? baseline->name : "baseline",
             baseline->reference ? " (the reference)" : "");
    str_add(out, "<tr><td>");
    html_words(out, str_text(&name));
    str_add(out, "</td>\n");
    for (size_t i = 0; i < record->metric_count; i++)
        number_cell(out, wording_reading(baseline, &record->metrics[i]));
    str_add(out, "</tr>\n");
    str_release(&name);
}

static void winner_rows(const struct record *record, struct str *out)
{
    str_add(out, "<tr class=\"win\"><td>winner</td>");
    for (size_t i = 0; i < record->metric_count; i++)
        number_cell(out, record->metrics[i].winner);
    str_add(out, "</tr>\n<tr class=\"win\"><td>gain</td>");
    for (size_t i = 0; i < record->metric_count; i++)
        ratio_cell(out, record->metrics[i].ratio);
    str_add(out, "</tr>\n<tr><td>interval</td>");
    for (size_t i = 0; i < record->metric_count; i++)
        interval_cell(out, record->metrics[i].low, record->metrics[i].high);
    str_add(out, "</tr>\n<tr><td>verdict</td>");
    for (size_t i = 0; i < record->metric_count; i++)
        html_element(out, "td", "number ends",
                     wording_metric_verdict(record, &record->metrics[i]));
    str_add(out, "</tr>\n");
}

void report_html_builds(const struct record *record, struct str *out)
{
    if (!record->metric_count)
        return;
    begin_table(out, "Builds");
    builds_head(record, out);
    for (size_t i = 0; i < record->baseline_count; i++)
        if (wording_has_readings(record, &record->baselines[i]))
            baseline_row(record, &record->baselines[i], out);
    if (record->winner.gain > 0)
        winner_rows(record, out);
    end_table(out);
}

static void refusal_example(const struct record_refusal *refusal,
                            struct str *out)
{
    if (!refusal->example_count) {
        str_add(out, "<td></td>");
        return;
    }
    const struct record_example *example = &refusal->examples[0];
    struct str flags = {0};
    if (example->flags.count)
        wording_flags(&flags, &example->flags);
    str_add(out, "<td><details><summary>");
    html_words(out, flags.length ? str_text(&flags) : "the words");
    str_add(out, "</summary>");
    if (example->message)
        html_element(out, "pre", NULL, example->message);
    str_add(out, "</details></td>");
    str_release(&flags);
}

void report_html_refusals(const struct record *record, struct str *out)
{
    static const char *const heads[] = {"Refusal", "Example", "Count", NULL};
    if (!record->refusal_count)
        return;
    begin_table(out, "Refusals");
    head_row(out, heads, 2);
    for (size_t i = 0; i < record->refusal_count; i++) {
        const struct record_refusal *refusal = &record->refusals[i];
        str_add(out, "<tr>");
        html_element(out, "td", NULL, refusal->word ? refusal->word : "");
        refusal_example(refusal, out);
        number_cell(out, refusal->count);
        str_add(out, "</tr>\n");
    }
    end_table(out);
}

void report_html_shares(const struct record *record, struct str *out)
{
    static const char *const heads[] = {"Flag", "Brings", "Interval", NULL};
    if (!record->share_count)
        return;
    begin_table(out, "What each flag brings");
    head_row(out, heads, 1);
    for (size_t i = 0; i < record->share_count; i++) {
        const struct record_share *share = &record->shares[i];
        str_add(out, "<tr><td><code>");
        html_words(out, share->flag ? share->flag : "");
        str_add(out, "</code></td>");
        if (share->ratio > 0)
            ratio_cell(out, share->ratio);
        else
            html_element(out, "td", "number",
                         share->reason ? share->reason : "not measured");
        interval_cell(out, share->low, share->high);
        str_add(out, "</tr>\n");
    }
    end_table(out);
}

static void tradeoff_row(const struct tradeoff *item, struct str *out)
{
    struct str text = {0};
    wording_flags(&text, item->flags);
    str_add(out, item->front ? "<tr class=\"win\"><td>" : "<tr><td>");
    html_words(out, str_text(&text));
    str_add(out, item->baseline ? " (the reference)</td>" : "</td>");
    number_cell(out, item->code_bytes);
    ratio_cell(out, item->gain);
    str_add(out, "</tr>\n");
    str_release(&text);
}

void report_html_tradeoffs(const struct record *record, struct str *out)
{
    static const char *const heads[] = {"Flags", "Code, bytes", "Gain", NULL};
    struct tradeoffs tradeoffs;
    tradeoffs_init(&tradeoffs, record);
    if (tradeoffs.count) {
        begin_table(out, "Speed against size, as the search saw it (bold: no "
                         "other is both smaller and faster)");
        head_row(out, heads, 1);
        for (size_t i = 0; i < tradeoffs.count; i++)
            tradeoff_row(&tradeoffs.items[i], out);
        end_table(out);
    }
    tradeoffs_release(&tradeoffs);
}

void report_html_files(const struct record *record, struct str *out)
{
    static const char *const heads[] = {"Files", "Flags of their own", "Gain",
                                        "With one set for all", NULL};
    if (!record->file_count)
        return;
    begin_table(out, "The best for each file, as the search saw it");
    head_row(out, heads, 2);
    for (size_t i = 0; i < record->file_count; i++) {
        const struct record_file *file = &record->files[i];
        struct str flags = {0};
        char *units = strvec_join(&file->units, " ");
        wording_flags(&flags, &file->flags);
        str_add(out, "<tr>");
        html_element(out, "td", NULL, units);
        html_element(out, "td", NULL, str_text(&flags));
        ratio_cell(out, file->gain);
        ratio_cell(out, file->shared_gain);
        str_add(out, "</tr>\n");
        free(units);
        str_release(&flags);
    }
    end_table(out);
}

void report_html_compilers(const struct record *record, struct str *out)
{
    static const char *const heads[] = {"Compiler", "Its best flags",
                                        "Against the first", "Interval", NULL};
    if (!record->compiler_count)
        return;
    begin_table(out, "Compilers, measured together");
    head_row(out, heads, 2);
    for (size_t i = 0; i < record->compiler_count; i++) {
        const struct record_rival *rival = &record->compilers[i];
        struct str text = {0};
        str_addf(&text, "%s %s", rival->compiler.family,
                 rival->compiler.version);
        str_add(out, "<tr>");
        html_element(out, "td", NULL, str_text(&text));
        str_reset(&text);
        wording_flags(&text, &rival->flags);
        html_element(out, "td", NULL, str_text(&text));
        ratio_cell(out, rival->gain);
        interval_cell(out, rival->low, rival->high);
        str_add(out, "</tr>\n");
        str_release(&text);
    }
    end_table(out);
}

void report_html_layouts(const struct record *record, struct str *out)
{
    static const char *const heads[] = {"Padding, bytes", "Environment, bytes",
                                        "Rounds", "Gain there", NULL};
    const struct record_confirmation *how = &record->confirmation;
    if (!how->layout_count)
        return;
    begin_table(out, "Layouts of the confirmation");
    head_row(out, heads, 0);
    for (size_t i = 0; i < how->layout_count; i++) {
        struct str text = {0};
        str_addf(&text, "%.0f", how->layouts[i].padding_bytes);
        str_add(out, "<tr>");
        html_element(out, "td", "number", str_text(&text));
        str_reset(&text);
        str_addf(&text, "%.0f", how->layouts[i].environment_bytes);
        html_element(out, "td", "number", str_text(&text));
        number_cell(out, how->layouts[i].rounds);
        ratio_cell(out, how->layouts[i].gain);
        str_add(out, "</tr>\n");
        str_release(&text);
    }
    end_table(out);
}

void report_html_throughput(const struct record *record, struct str *out)
{
    static const char *const heads[] = {
        "Build",        "Direction",        "Seconds",
        "Sent, Mbit/s", "Received, Mbit/s", NULL};
    if (!record->throughput_count)
        return;
    begin_table(out, "Throughput");
    head_row(out, heads, 2);
    for (size_t i = 0; i < record->throughput_count; i++) {
        const struct record_throughput *run = &record->throughput[i];
        str_add(out, "<tr>");
        html_element(out, "td", NULL, run->build ? run->build : "");
        html_element(out, "td", NULL, run->direction ? run->direction : "");
        number_cell(out, run->seconds);
        number_cell(out, run->sent_mbit);
        number_cell(out, run->mbit);
        str_add(out, "</tr>\n");
    }
    end_table(out);
}
