/* SPDX-License-Identifier: MIT
 *
 * tuner report: records as text, tables, pages and pictures.
 */
#include <config.h>

#include <stdio.h>

#include "base/error.h"
#include "base/str.h"
#include "db/record.h"
#include "tuner/command.h"
#include "tuner/commands.h"
#include "tuner/message.h"
#include "tuner/options.h"
#include "tuner/output.h"
#include "tuner/plot.h"
#include "tuner/report.h"
#include "tuner/report_records.h"
#include "tuner/site.h"

static const struct option_spec report_options[] = {
    {"format", "text|markdown|html|json|csv", "form of the report"},
    {"board", "ID", "all records of this board instead of this machine's"},
    {"all", NULL, "all records there are"},
    {"record", "FILE", "this record; may be given several times"},
    {"cc", "CC", "the record of this compiler"},
    {"root", "DIR", "the record of the machine recorded in DIR"},
    {"workload", "NAME|FILE",
     "the record of this workload (default: the newest)"},
    {"db", "DIR", "database of records"},
    {"output", "FILE", "write a file instead of standard output"},
    {"plot", "FILE", "write a gnuplot script that draws boards by builds"},
    {"site", "DIR", "write the whole database as static pages"},
    {NULL, NULL, NULL}};

static bool find_format(const struct options *options,
                        const struct report_format **format, struct error *err)
{
    const char *name = options_text(
        options, "format", options_has(options, "json") ? "json" : "text");
    *format = report_find(name);
    return *format || error_set(err, ERROR_USAGE,
                                "there is no format '%s': text, markdown, "
                                "html, json or csv",
                                name);
}

static bool write_report(const struct options *options,
                         const struct report *report, struct error *err)
{
    const struct report_format *format;
    if (!find_format(options, &format, err))
        return false;
    struct str text = {0};
    format->write(report, &text);
    bool done = output_write(options_text(options, "output", NULL), &text, err);
    str_release(&text);
    return done;
}

static bool write_plot(const char *path, const struct report *report,
                       struct error *err)
{
    struct str script = {0};
    bool done = plot_write(report, path, &script, err) &&
                output_write(path, &script, err);
    if (done)
        message_info("draw it with: gnuplot %s", path);
    str_release(&script);
    return done;
}

static bool write_site(const char *directory, const struct report *report,
                       struct error *err)
{
    size_t pages;
    if (!site_write(directory, report, &pages, err))
        return false;
    printf("%s/index.html\n", directory);
    message_info("%zu pages of %zu records", pages, report->count);
    return true;
}

static bool run(const struct options *options, struct error *err)
{
    struct report_records records;
    const struct report_format *format;
    if (!find_format(options, &format, err) ||
        !report_records_load(&records, options, err))
        return false;
    const char *output = options_text(options, "output", NULL);
    struct report report = {.records = records.items,
                            .count = records.count,
                            .places = &records.places,
                            .colour = !output && message_use_colour()};
    bool done;
    if (options_has(options, "site"))
        done = write_site(options_text(options, "site", NULL), &report, err);
    else if (options_has(options, "plot"))
        done = write_plot(options_text(options, "plot", NULL), &report, err);
    else
        done = write_report(options, &report, err);
    report_records_release(&records);
    return done;
}

const struct command command_report = {
    .name = "report",
    .summary = "show records as text, tables, pages and pictures",
    .options = report_options,
    .run = run};
