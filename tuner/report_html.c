/* SPDX-License-Identifier: MIT
 *
 * The report as one self-contained page.
 */
#include <config.h>

#include "tuner/report_html.h"

#include <stdbool.h>
#include <string.h>

#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"
#include "db/flag.h"
#include "db/record.h"
#include "tuner/chart.h"
#include "tuner/export.h"
#include "tuner/histogram.h"
#include "tuner/html.h"
#include "tuner/report.h"
#include "tuner/report_formats.h"
#include "tuner/wording.h"

typedef void words_function(struct str *out, const struct record *record);

static void add_words(struct str *out, const char *tag, const char *class,
                      words_function *words, const struct record *record)
{
    struct str text = {0};
    words(&text, record);
    if (text.length)
        html_element(out, tag, class, str_text(&text));
    str_release(&text);
}

static void describe_compiler(struct str *out, const struct record *record)
{
    wording_compiler(out, record);
    str_add(out, ", ");
    wording_workload(out, record);
    if (record->provenance.date && !record->published)
        str_addf(out, ", %.10s", record->provenance.date);
}

static void describe_caveat(struct str *out, const struct record *record)
{
    wording_caveat(out, record);
}

static bool is_proven(const struct record *record)
{
    return record->winner.verdict &&
           strcmp(record->winner.verdict, "proven") == 0;
}

/* The flags that should be used; without an answer, what was tried. */
static const struct strvec *answer(const struct record *record)
{
    const struct strvec *flags = record_answer(record);
    return flags ? flags : &record->winner.flags;
}

static void add_against(struct str *out, const struct record *record)
{
    const struct record_winner *winner = &record->winner;
    const struct record_baseline *reference = record_reference(record);
    wording_interval(out, winner->low, winner->high);
    if (record->confirmation.confidence > 0 && winner->low > 0)
        str_addf(out, " at %.4g %%", 100 * record->confirmation.confidence);
    if (reference && reference->name)
        str_addf(out, " against %s", reference->name);
}

static void write_hero(const struct record *record, struct str *out)
{
    bool good = is_proven(record) && !record->emulated;
    const char *verdict = wording_verdict(record, &record->winner);
    struct str text = {0};
    str_addf(out, "<div class=\"hero %s\">\n", good ? "good" : "doubt");
    if (record->winner.gain > 0) {
        wording_ratio(&text, record->winner.gain);
        html_element(out, "span", "gain", str_text(&text));
    }
    html_element(out, "span", good ? "badge good" : "badge doubt", verdict);
    str_reset(&text);
    add_against(&text, record);
    str_add(out, "<span class=\"soft\">");
    html_words(out, str_text(&text));
    str_add(out, "</span>\n</div>\n");
    str_release(&text);
}

static void write_flag_list(const struct strvec *flags, struct str *out)
{
    struct str text = {0};
    wording_flags(&text, flags);
    str_add(out, "<pre>");
    html_words(out, str_text(&text));
    str_add(out, "</pre>\n");
    str_release(&text);
}

static void write_unsafe(const struct record *record,
                         const struct strvec *flags, struct str *out)
{
    for (size_t i = 0; i < flags->count; i++) {
        enum flag_class class = export_flag_class(record, flags->items[i]);
        if (class == FLAG_SAFE)
            continue;
        struct str text = {0};
        str_addf(&text, "Unsafe: %s %s (--allow %s).", flags->items[i],
                 flag_class_explain(class), flag_class_word(class));
        html_element(out, "p", "note", str_text(&text));
        str_release(&text);
    }
}

static void write_plain(const struct record *record, struct str *out)
{
    const struct record_winner *plain = &record->plain;
    if (!wording_is_measured(plain))
        return;
    if (wording_plain_is_winner(record)) {
        html_element(out, "p", "soft", "The same for plain one-block code.");
        return;
    }
    struct str text = {0};
    str_addf(&text, "For plain one-block code: %s",
             wording_verdict(record, plain));
    if (plain->gain > 0)
        str_add(&text, ", ");
    if (plain->gain > 0)
        wording_gain(&text, plain->gain, plain->low, plain->high);
    html_element(out, "h3", NULL, str_text(&text));
    write_flag_list(&plain->flags, out);
    str_release(&text);
}

static void write_flags(const struct record *record, struct str *out)
{
    const struct strvec *flags = answer(record);
    struct str text = {0};
    str_add(out, "<section>\n");
    html_element(out, "h3", NULL,
                 is_proven(record) ? "Flags" : "Flags to use: the baseline's");
    write_flag_list(flags, out);
    write_unsafe(record, flags, out);
    str_add(out, "<dl>\n");
    wording_code(&text, &record->winner);
    html_pair(out, "code", str_text(&text));
    char *needs = strvec_join(&record->needs, " ");
    html_pair(out, "CPU must have", needs);
    free(needs);
    if (!is_proven(record) && record->winner.gain > 0) {
        str_reset(&text);
        wording_flags(&text, &record->winner.flags);
        html_pair(out, "best that was tried", str_text(&text));
    }
    str_add(out, "</dl>\n");
    write_plain(record, out);
    str_add(out, "</section>\n");
    str_release(&text);
}

static void write_charts(const struct report *one, struct str *out)
{
    struct histograms histograms;
    histograms_init(&histograms, one);
    str_add(out, "<div class=\"charts\">\n");
    chart_gains(one->records, out);
    chart_progress(one->records, out);
    chart_tradeoff(one->records, out);
    for (size_t i = 0; i < histograms.count; i++)
        chart_histogram(&histograms.items[i], out);
    str_add(out, "</div>\n");
    histograms_release(&histograms);
}

static void add_count(struct str *out, const char *name, double value)
{
    struct str text = {0};
    if (value > 0)
        wording_number(&text, value);
    html_pair(out, name, str_text(&text));
    str_release(&text);
}

static void write_search(const struct record *record, struct str *out)
{
    const struct record_counts *counts = &record->counts;
    if (counts->considered <= 0)
        return;
    str_add(out, "<section>\n");
    html_element(out, "h3", NULL, "Search");
    str_add(out, "<dl>\n");
    add_count(out, "considered", counts->considered);
    add_count(out, "measured", counts->measured);
    add_count(out, "different builds", counts->classes);
    add_count(out, "equal to another's code", counts->equal);
    add_count(out, "known to be refused", counts->skipped);
    add_count(out, "refused", counts->refused);
    struct str text = {0};
    if (record->provenance.seconds > 0)
        wording_duration(&text, record->provenance.seconds);
    html_pair(out, "time", str_text(&text));
    html_pair(out, "strategy", record->provenance.strategy);
    str_add(out, "</dl>\n</section>\n");
    str_release(&text);
}

static void write_system(const struct record *record, const char *place,
                         struct str *out)
{
    struct str price = {0};
    str_add(out, "<section>\n");
    html_element(out, "h3", NULL, "Machine and record");
    str_add(out, "<dl>\n");
    for (size_t i = 0; i < record->system.count; i++)
        html_pair(out, record->system.items[i].key,
                  record->system.items[i].value);
    html_pair(out, "compiler says", record->compiler.version_line);
    if (record->board.price_usd > 0)
        str_addf(&price, "$%.2f", record->board.price_usd);
    if (price.length && record->cost_usd_per_mbit > 0)
        str_addf(&price, ", $%.2f per Mbit", record->cost_usd_per_mbit);
    html_pair(out, "price", str_text(&price));
    html_pair(out, "record", place);
    html_pair(out, "tuner", record->provenance.tuner);
    str_add(out, "</dl>\n");
    for (size_t i = 0; i < record->notes.count; i++)
        html_element(out, "p", "soft", record->notes.items[i]);
    str_add(out, "</section>\n");
    str_release(&price);
}

static void write_kinds(const struct record *record, struct str *out)
{
    if (!wording_has_kinds(record))
        return;
    str_add(out, "<section>\n");
    html_element(out, "h3", NULL, "On each kind of processor");
    str_add(out, "<dl>\n");
    for (size_t i = 0; i < record->cpu.kind_count; i++) {
        struct str name = {0}, result = {0};
        wording_kind(&name, &record->cpu.kinds[i]);
        wording_kind_result(&result, record, &record->cpu.kinds[i]);
        html_pair(out, str_text(&name), str_text(&result));
        str_release(&name);
        str_release(&result);
    }
    str_add(out, "</dl>\n</section>\n");
}

static void write_evidence(const struct record *record, struct str *out)
{
    if (record->confirmation.rounds > 0)
        add_words(out, "p", "soft", wording_evidence, record);
}

void report_html_record(const struct report *report, size_t index,
                        struct str *out)
{
    const struct record *record = &report->records[index];
    struct report one = {.records = record, .count = 1};
    str_addf(out, "<article id=\"record-%zu\">\n", index + 1);
    add_words(out, "h2", NULL, wording_machine, record);
    add_words(out, "p", "soft", describe_compiler, record);
    add_words(out, "p", "note", describe_caveat, record);
    write_hero(record, out);
    write_evidence(record, out);
    write_flags(record, out);
    write_kinds(record, out);
    report_html_builds(record, out);
    write_charts(&one, out);
    report_html_throughput(record, out);
    report_html_shares(record, out);
    report_html_tradeoffs(record, out);
    report_html_files(record, out);
    report_html_compilers(record, out);
    report_html_layouts(record, out);
    write_search(record, out);
    report_html_refusals(record, out);
    write_system(record, report_place(report, index), out);
    str_add(out, "</article>\n");
}

void report_html_histograms(const struct report *report, struct str *out)
{
    struct histograms histograms;
    histograms_init(&histograms, report);
    str_add(out, "<section class=\"card\">\n");
    html_element(out, "h2", NULL, "Boards by builds");
    str_add(out, "<div class=\"charts\">\n");
    for (size_t i = 0; i < histograms.count; i++)
        chart_histogram(&histograms.items[i], out);
    str_add(out, "</div>\n</section>\n");
    histograms_release(&histograms);
}

static void write_html(const struct report *report, struct str *out)
{
    const char *board = report->count == 1 ? report->records->board.name : NULL;
    struct str title = {0};
    str_addf(&title, "Compiler flags of %s", board ? board : "boards");
    html_page_begin(out, str_text(&title));
    html_element(out, "h1", NULL, str_text(&title));
    if (report->count > 1)
        report_html_histograms(report, out);
    for (size_t i = 0; i < report->count; i++)
        report_html_record(report, i, out);
    html_page_end(out);
    str_release(&title);
}

const struct report_format report_format_html = {
    .name = "html",
    .summary = "one self-contained page with pictures",
    .write = write_html};
