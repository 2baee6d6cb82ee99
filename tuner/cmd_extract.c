/* SPDX-License-Identifier: MIT
 *
 * tuner extract: tries a metric pattern on a program's output.
 */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/child.h"
#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/str.h"
#include "search/extract.h"
#include "search/program_reading.h"
#include "search/workload_file.h"
#include "search/workload_open.h"
#include "tuner/command.h"
#include "tuner/commands.h"
#include "tuner/data.h"
#include "tuner/message.h"
#include "tuner/options.h"

/* A log of a few million lines; more is a mistake in the file's name. */
enum { TEXT_MAX = 256 << 20 };

static const struct option_spec extract_options[] = {
    {"pattern", "RE", "PCRE2 pattern; group 'value' or the first is taken"},
    {"match", "first|last", "which match to take (default: first)"},
    {"workload", "NAME|FILE", "try all metrics of a workload instead"},
    {NULL, NULL, NULL},
};

static bool read_stdin(struct str *text, struct error *err)
{
    char buffer[65536];
    for (;;) {
        ssize_t got = read(STDIN_FILENO, buffer, sizeof(buffer));
        if (got == 0)
            return true;
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return error_set(err, ERROR_IO, "cannot read stdin: %s",
                             strerror(errno));
        if (text->length + (size_t)got > TEXT_MAX)
            return error_set(err, ERROR_FORMAT, "stdin gives over %d bytes",
                             TEXT_MAX);
        str_add_bytes(text, buffer, (size_t)got);
    }
}

static bool read_text(const char *path, struct str *text, struct error *err)
{
    if (strcmp(path, "-") == 0)
        return read_stdin(text, err);
    return file_read(path, TEXT_MAX, text, err);
}

static void print_json(const struct extract_values *values, size_t chosen)
{
    json_t *all = json_array();
    json_t *result = json_object();
    struct str text = {0};
    for (size_t i = 0; i < values->count; i++)
        json_array_append_new(all, json_number(values->items[i]));
    json_object_set_new(result, "value",
                        values->count ? json_number(values->items[chosen])
                                      : json_null());
    json_object_set_new(result, "values", all);
    json_format(result, &text);
    fwrite(str_text(&text), 1, text.length, stdout);
    str_release(&text);
    json_decref(result);
}

/* Prints what was found, and fails when nothing was. */
static bool print_values(const struct options *options,
                         const struct extract_values *values,
                         enum extract_match match, struct error *err)
{
    size_t chosen =
        match == EXTRACT_LAST && values->count ? values->count - 1 : 0;
    if (options_has(options, "json"))
        print_json(values, chosen);
    else if (values->count)
        printf("%.12g\n", values->items[chosen]);
    if (values->count)
        message_detail("%zu matches", values->count);
    return values->count || error_set(err, ERROR_MISSING,
                                      "no value: the pattern '%s' finds no "
                                      "number in '%s'",
                                      options_text(options, "pattern", ""),
                                      options->operands.items[0]);
}

static bool check_usage(const struct options *options,
                        enum extract_match *match, struct error *err)
{
    const char *which = options_text(options, "match", "first");
    if (options_has(options, "pattern") == options_has(options, "workload"))
        return error_set(err, ERROR_USAGE,
                         "extract: give --pattern or --workload");
    if (options->operands.count != 1)
        return error_set(err, ERROR_USAGE,
                         "extract: give one file, or - for stdin");
    if (!extract_match_parse(which, match))
        return error_set(err, ERROR_USAGE,
                         "extract: --match is 'first' or 'last', not '%s'",
                         which);
    return true;
}

static bool try_pattern(const struct options *options, enum extract_match match,
                        const struct str *text, struct error *err)
{
    struct extract *extract =
        extract_new(options_text(options, "pattern", ""), err);
    struct extract_values values = {0};
    bool ok =
        extract &&
        extract_all(extract, str_text(text), text->length, &values, err) &&
        print_values(options, &values, match, err);
    extract_values_release(&values);
    extract_free(extract);
    return ok;
}

/* Adds one metric's value, or a line of text for it. */
static bool try_metric(const struct workload_metric *metric,
                       const struct str *text, json_t *metrics,
                       struct error *err)
{
    struct extract_question question = {metric->match, str_text(text),
                                        text->length};
    double value;
    if (!extract_value(metric->extract, &question, &value, err))
        return error_wrap(err, "metric '%s' has no value", metric->name);
    json_object_set_new(metrics, metric->name,
                        json_pack("{s:o, s:s}", "value", json_number(value),
                                  "unit", metric->unit));
    return true;
}

static void print_metrics(const struct options *options, json_t *metrics)
{
    const char *name;
    json_t *metric;
    struct str text = {0};
    if (options_has(options, "json")) {
        json_t *result = json_pack("{s:O}", "metrics", metrics);
        json_format(result, &text);
        json_decref(result);
    } else {
        json_object_foreach(metrics, name, metric)
            str_addf(&text, "%s %.12g %s\n", name,
                     json_number_value(json_object_get(metric, "value")),
                     json_string_value(json_object_get(metric, "unit")));
    }
    fwrite(str_text(&text), 1, text.length, stdout);
    str_release(&text);
}

static bool try_file(const struct options *options,
                     const struct workload_file *file, struct str *text,
                     struct error *err)
{
    struct child_result result = {.out = *text};
    struct program_reading reading = {.file = file, .result = &result};
    json_t *metrics = json_object();
    bool ok = program_reading_check(&reading, err);
    for (size_t i = 0; i < file->metric_count && ok; i++)
        if (file->metrics[i].source == METRIC_PATTERN)
            ok = try_metric(&file->metrics[i], text, metrics, err);
    if (ok)
        print_metrics(options, metrics);
    json_decref(metrics);
    return ok;
}

static bool try_workload(const struct options *options, struct str *text,
                         struct error *err)
{
    struct str data = {0}, path = {0};
    struct workload_file file = {0};
    const char *base = NULL;
    bool ok = data_directory(&data, err) &&
              workload_find_file(options_text(options, "workload", ""),
                                 data.text, &path, &base, err) &&
              workload_file_load(&file, path.text, base, err) &&
              try_file(options, &file, text, err);
    workload_file_release(&file);
    str_release(&data);
    str_release(&path);
    return ok;
}

static bool run(const struct options *options, struct error *err)
{
    enum extract_match match = EXTRACT_FIRST;
    struct str text = {0};
    bool ok = check_usage(options, &match, err) &&
              read_text(options->operands.items[0], &text, err) &&
              (options_has(options, "pattern")
                   ? try_pattern(options, match, &text, err)
                   : try_workload(options, &text, err));
    str_release(&text);
    return ok;
}

const struct command command_extract = {
    .name = "extract",
    .summary = "try a metric pattern on a program's output",
    .operands = "FILE",
    .options = extract_options,
    .run = run,
};
