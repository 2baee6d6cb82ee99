/* SPDX-License-Identifier: MIT
 *
 * Markdown in the order of the boards' published pages: device, uname,
 * compiler, default build, optimised build, throughput, conclusion with the
 * cost per Mbit.
 */
#include <config.h>

#include <string.h>

#include "base/printable.h"
#include "base/str.h"
#include "base/strvec.h"
#include "db/record.h"
#include "tuner/quote.h"
#include "tuner/report.h"
#include "tuner/report_formats.h"
#include "tuner/wording.h"

/* A line of an indented code block, in which nothing is special. */
static void add_code_line(struct str *out, const char *text)
{
    str_add(out, "    ");
    printable_add(out, text, strlen(text));
    str_add_char(out, '\n');
}

static void add_quoted(struct str *out, const char *before, const char *text,
                       const char *after)
{
    str_add(out, before);
    quote_markdown(out, text);
    str_add(out, after);
}

static void add_sentence(struct str *out,
                         void (*words)(struct str *, const struct record *),
                         const struct record *record)
{
    struct str text = {0};
    words(&text, record);
    quote_markdown(out, str_text(&text));
    str_release(&text);
}

static void write_device(const struct record *record, struct str *out)
{
    const char *name =
        record->board.name ? record->board.name : record->board.id;
    add_quoted(out, "# ", name ? name : "Unnamed board", "\n\n");
    const char *image = record_pair_find(&record->system, "os-image");
    bool both = record->winner.gain > 0;
    if (image)
        add_quoted(out,
                   both ? "Both builds were performed on " : "Performed on ",
                   image, "");
    struct str workload = {0};
    wording_workload(&workload, record);
    if (image)
        add_quoted(out, " using ", str_text(&workload), "");
    str_release(&workload);
    str_add(out, image ? ".\n\n" : "");
    add_sentence(out, wording_machine, record);
    str_add(out, "\n\n");
}

static void write_system(const struct record *record, struct str *out)
{
    const char *uname = record_pair_find(&record->system, "uname");
    const struct record_compiler *compiler = &record->compiler;
    if (uname) {
        add_code_line(out, "$ uname -a");
        add_code_line(out, uname);
        add_code_line(out, "");
    }
    struct str line = {0};
    str_addf(&line, "$ %s --version | head -n 1",
             compiler->family ? compiler->family : "cc");
    add_code_line(out, str_text(&line));
    str_reset(&line);
    wording_compiler(&line, record);
    add_code_line(out, compiler->version_line ? compiler->version_line
                                              : str_text(&line));
    str_release(&line);
    str_add_char(out, '\n');
}

static size_t most_samples(const struct record *record, bool winner)
{
    size_t most = 0;
    for (size_t i = 0; i < record->metric_count; i++) {
        const struct record_metric *metric = &record->metrics[i];
        size_t count = winner ? metric->winner_samples.count
                              : metric->baseline_samples.count;
        most = count > most ? count : most;
    }
    return most;
}

static void write_bench_head(const struct record *record, struct str *out)
{
    str_add(out, "| Run |");
    for (size_t i = 0; i < record->metric_count; i++) {
        add_quoted(out, " ", record->metrics[i].name, ", ");
        quote_markdown(out, record->metrics[i].unit);
        str_add(out, " |");
    }
    str_add(out, "\n| --- |");
    for (size_t i = 0; i < record->metric_count; i++)
        str_add(out, " ---: |");
    str_add_char(out, '\n');
}

static void write_bench_run(const struct record *record, bool winner,
                            size_t run, struct str *out)
{
    str_addf(out, "| %zu |", run + 1);
    for (size_t i = 0; i < record->metric_count; i++) {
        const struct record_numbers *samples =
            winner ? &record->metrics[i].winner_samples
                   : &record->metrics[i].baseline_samples;
        str_add_char(out, ' ');
        if (run < samples->count)
            wording_number(out, samples->items[run]);
        str_add(out, " |");
    }
    str_add_char(out, '\n');
}

static void write_bench_median(const struct record *record, bool winner,
                               struct str *out)
{
    str_add(out, "| median |");
    for (size_t i = 0; i < record->metric_count; i++) {
        const struct record_metric *metric = &record->metrics[i];
        double value = winner ? metric->winner : metric->baseline;
        str_add_char(out, ' ');
        if (value > 0)
            wording_number(out, value);
        str_add(out, " |");
    }
    str_add(out, "\n\n");
}

/* A published page shows its few runs; hundreds of rounds are for the record
 * itself. */
static void write_bench(const struct record *record, bool winner,
                        struct str *out)
{
    enum { SHOWN = 12 };
    if (!record->metric_count)
        return;
    size_t runs = most_samples(record, winner);
    str_add(out, "### Bench\n\n");
    write_bench_head(record, out);
    for (size_t i = 0; runs <= SHOWN && i < runs; i++)
        write_bench_run(record, winner, i, out);
    write_bench_median(record, winner, out);
}

static void write_run(const struct record_throughput *run, struct str *out)
{
    bool receive = run->direction && strcmp(run->direction, "receive") == 0;
    str_addf(out, "| %s | ", receive ? "receive" : "send");
    if (run->seconds > 0)
        wording_number(out, run->seconds);
    str_add(out, " | ");
    if (run->sent_mbit > 0)
        wording_number(out, run->sent_mbit);
    str_add(out, " | ");
    wording_number(out, run->mbit);
    str_add(out, " | ");
    if (run->retransmits > 0)
        wording_number(out, run->retransmits);
    str_add(out, " |\n");
}

static void write_throughput(const struct record *record, const char *build,
                             struct str *out)
{
    bool any = false;
    for (size_t i = 0; i < record->throughput_count; i++) {
        const struct record_throughput *run = &record->throughput[i];
        if (!run->build || strcmp(run->build, build) != 0)
            continue;
        if (!any)
            str_add(out, "### Throughput\n\n| Direction | Seconds | Sent, "
                         "Mbit/s | Received, Mbit/s | Retransmits |\n"
                         "| --- | ---: | ---: | ---: | ---: |\n");
        write_run(run, out);
        any = true;
    }
    if (any)
        str_add_char(out, '\n');
}

static void add_flags_block(const struct strvec *flags, struct str *out)
{
    struct str line = {0};
    str_add(&line, "CFLAGS=");
    struct str words = {0};
    wording_flags(&words, flags);
    str_addf(&line, "\"%s\"", flags->count ? str_text(&words) : "");
    add_code_line(out, str_text(&line));
    str_add_char(out, '\n');
    str_release(&words);
    str_release(&line);
}

static void write_default_build(const struct record *record, struct str *out)
{
    const struct record_baseline *reference = record_reference(record);
    bool flags = reference && reference->flags.count;
    if (!flags && !record->metric_count && !record->throughput_count)
        return;
    str_add(out, "## Default Build\n\n");
    if (flags)
        add_flags_block(&reference->flags, out);
    write_bench(record, false, out);
    write_throughput(record, "default", out);
}

static void write_optimised_build(const struct record *record, struct str *out)
{
    if (record->winner.gain <= 0)
        return;
    str_add(out, "## Optimised Build\n\n");
    add_flags_block(&record->winner.flags, out);
    struct str code = {0};
    wording_code(&code, &record->winner);
    if (code.length)
        add_quoted(out, "Code: ", str_text(&code), ".\n\n");
    str_release(&code);
    write_bench(record, true, out);
    write_throughput(record, "winner", out);
}

static void write_gain(const struct record *record, struct str *out)
{
    str_add(out, "## Gain\n\n| Metric | Gain | Interval | Verdict |\n"
                 "| --- | ---: | :---: | --- |\n");
    for (size_t i = 0; i < record->metric_count; i++) {
        const struct record_metric *metric = &record->metrics[i];
        add_quoted(out, "| ", metric->name, " | ");
        struct str cells = {0};
        if (metric->ratio > 0)
            wording_ratio(&cells, metric->ratio);
        str_add(&cells, " | ");
        wording_interval(&cells, metric->low, metric->high);
        str_addf(out, "%s | %s |\n", str_text(&cells),
                 wording_metric_verdict(record, metric));
        str_release(&cells);
    }
    str_add_char(out, '\n');
}

static void write_kinds(const struct record *record, struct str *out)
{
    if (!wording_has_kinds(record))
        return;
    str_add(out, "On each kind of processor:\n\n");
    for (size_t i = 0; i < record->cpu.kind_count; i++) {
        struct str name = {0}, result = {0};
        wording_kind(&name, &record->cpu.kinds[i]);
        wording_kind_result(&result, record, &record->cpu.kinds[i]);
        add_quoted(out, "- ", str_text(&name), ": ");
        quote_markdown(out, str_text(&result));
        str_add_char(out, '\n');
        str_release(&name);
        str_release(&result);
    }
    str_add_char(out, '\n');
}

static void write_compilers(const struct record *record, struct str *out)
{
    if (!record->compiler_count)
        return;
    str_add(out, "## Compilers\n\n| Compiler | Flags | Against the first | "
                 "Interval |\n| --- | --- | ---: | :---: |\n");
    for (size_t i = 0; i < record->compiler_count; i++) {
        const struct record_rival *rival = &record->compilers[i];
        struct str cells = {0};
        wording_flags(&cells, &rival->flags);
        add_quoted(out, "| ", rival->compiler.family, " ");
        add_quoted(out, "", rival->compiler.version, " | ");
        add_quoted(out, "", str_text(&cells), " | ");
        str_reset(&cells);
        if (rival->gain > 0)
            wording_ratio(&cells, rival->gain);
        str_add(&cells, " | ");
        if (rival->gain > 0)
            wording_interval(&cells, rival->low, rival->high);
        str_addf(out, "%s |\n", str_text(&cells));
        str_release(&cells);
    }
    str_add_char(out, '\n');
}

static void write_together(const struct record *record, struct str *out)
{
    const struct record_winner *winner = &record->winner;
    const struct record_baseline *reference = record_reference(record);
    if (winner->gain <= 0)
        return;
    str_addf(out, "All metrics together: %s, ",
             wording_verdict(record, winner));
    wording_gain(out, winner->gain, winner->low, winner->high);
    if (reference && reference->name)
        add_quoted(out, " against ", reference->name, "");
    if (record->confirmation.rounds > 0) {
        str_add(out, ". ");
        wording_evidence(out, record);
    }
    str_add(out, ".\n\n");
}

static void write_cost(const struct record *record, struct str *out)
{
    const struct record_board *board = &record->board;
    if (board->price_usd <= 0)
        return;
    add_quoted(out, "The ", board->name ? board->name : "board", " retails");
    str_addf(out, " for $%.2f USD", board->price_usd);
    if (record->cost_usd_per_mbit > 0)
        str_addf(out, ", so the estimated cost is $%.2f per Mbit",
                 record->cost_usd_per_mbit);
    str_add(out, ".\n\n");
}

static void write_conclusion(const struct record *record, struct str *out)
{
    struct str caveat = {0};
    bool said = wording_caveat(&caveat, record);
    str_add(out, "## Conclusion\n\n");
    write_together(record, out);
    write_kinds(record, out);
    write_cost(record, out);
    if (said)
        add_quoted(out, "Note: ", str_text(&caveat), ".\n\n");
    for (size_t i = 0; i < record->notes.count; i++)
        add_quoted(out, "", record->notes.items[i], "\n\n");
    str_release(&caveat);
}

static void write_record(const struct record *record, struct str *out)
{
    write_device(record, out);
    write_system(record, out);
    write_default_build(record, out);
    write_optimised_build(record, out);
    if (record->winner.gain > 0)
        write_gain(record, out);
    write_compilers(record, out);
    write_conclusion(record, out);
}

static void write_markdown(const struct report *report, struct str *out)
{
    for (size_t i = 0; i < report->count; i++)
        write_record(&report->records[i], out);
}

const struct report_format report_format_markdown = {
    .name = "markdown",
    .summary = "a page like the published ones",
    .write = write_markdown};
