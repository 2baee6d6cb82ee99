/* SPDX-License-Identifier: MIT
 *
 * tuner export: flags in the form of a build system, and whether they
 * arrived there.
 */
#include <config.h>

#include <stdio.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/printable.h"
#include "base/program.h"
#include "base/str.h"
#include "db/record.h"
#include "tuner/arrival.h"
#include "tuner/build_commands.h"
#include "tuner/chosen_record.h"
#include "tuner/command.h"
#include "tuner/commands.h"
#include "tuner/export.h"
#include "tuner/fit.h"
#include "tuner/message.h"
#include "tuner/options.h"
#include "tuner/output.h"
#include "tuner/wrapper.h"

static const struct option_spec export_options[] = {
    {"format", "NAME", "form of the flags: sh (default), make, cmake, ..."},
    {"formats", NULL, "list the formats and what each file is for"},
    {"board", "ID", "flags for this board instead of this machine"},
    {"implementation", "NAME", "code they are for: free, reference or NAME"},
    {"root", "DIR", "flags for the machine recorded in DIR"},
    {"workload", "NAME|FILE",
     "flags for this workload (default: that of the newest record)"},
    {"record", "FILE", "take this record instead of looking for one"},
    {"db", "DIR", "database of records"},
    {"output", "FILE", "write a file instead of standard output"},
    {"verify", "PATH", "say whether the flags arrived in this build"},
    {"wrapper", "DIR", "write a compiler wrapper that logs its arguments"},
    {"cc", "CC", "compiler that must take the flags; wrap it too"},
    {NULL, NULL, NULL}};

static void list_formats(void)
{
    for (size_t i = 0; export_table[i]; i++)
        printf("%-16s %-20s %s\n", export_table[i]->name, export_table[i]->file,
               export_table[i]->summary);
}

static bool find_format(const struct options *options,
                        const struct export_format **format, struct error *err)
{
    const char *name = options_text(
        options, "format", options_has(options, "json") ? "json" : "sh");
    *format = export_find(name);
    if (*format)
        return true;
    return error_set(err, ERROR_USAGE,
                     "there is no format '%s': '%s export --formats' "
                     "lists them",
                     name, program_name());
}

/* Where the file itself cannot say it. */
static void say_head(const struct export_format *format,
                     const struct export_input *input)
{
    if (format->comment)
        return;
    for (size_t i = 0; i < input->head.count; i++)
        message_info("%s", input->head.items[i]);
}

static bool export_to_format(const struct options *options,
                             const struct export_input *input,
                             struct error *err)
{
    const struct export_format *format;
    struct str text = {0};
    bool done = find_format(options, &format, err) &&
                export_write(format, input, &text, err) &&
                output_write(options_text(options, "output", NULL), &text, err);
    if (done)
        say_head(format, input);
    str_release(&text);
    return done;
}

static bool check_word(const char *word, struct error *err)
{
    return printable_is_utf8(word) ||
           error_set(err, ERROR_UNSUPPORTED,
                     "JSON cannot tell of '%s', which is not UTF-8: leave out "
                     "--json",
                     word);
}

/* A report that left one out would be wrong. */
static bool check_words(const struct build_commands *commands,
                        struct error *err)
{
    for (size_t i = 0; i < commands->count; i++) {
        const struct build_command *command = &commands->items[i];
        if (!check_word(command->directory, err))
            return false;
        for (size_t n = 0; n < command->arguments.count; n++)
            if (!check_word(command->arguments.items[n], err))
                return false;
    }
    return true;
}

static bool verify(const struct options *options,
                   const struct export_input *input, struct error *err)
{
    struct build_commands commands;
    if (!build_commands_load(&commands, options_text(options, "verify", NULL),
                             err))
        return false;
    struct str text = {0};
    bool json = options_has(options, "json");
    if (json && !check_words(&commands, err)) {
        build_commands_release(&commands);
        return false;
    }
    bool whole = json ? arrival_report_json(&input->compile, &commands, &text)
                      : arrival_report_text(&input->compile, &commands, &text);
    fwrite(text.text, 1, text.length, stdout);
    for (size_t i = 0; i < commands.sources.count; i++)
        message_detail("read %s", commands.sources.items[i]);
    str_release(&text);
    build_commands_release(&commands);
    error_clear(err);
    return whole; /* the report has said what is wrong */
}

/* What is left out, and that nothing could be tried. */
static void note_fit(struct export_input *input, const struct fit *fit)
{
    const struct record *record = input->record;
    for (size_t i = 0; i < fit->loss_count; i++) {
        struct str text = {0};
        str_add(&text, "Note: ");
        fit_loss_text(fit, i, &text);
        strvec_add_take(&input->head, str_detach(&text));
    }
    if (!fit->compiler && record->published)
        strvec_addf(&input->head,
                    "Note: as %s %s took them; not tried here, since there is "
                    "no compiler for %s ('--cc CC' names one)",
                    record->compiler.family, record->compiler.version,
                    record->compiler.target);
}

static bool export_fitting(const struct options *options,
                           struct export_input *input, struct error *err)
{
    struct fit fit = {0};
    if (!fit_flags(&fit, options, input->record, &input->flags, err))
        return false;
    input->fit = &fit;
    export_input_keep(input, &fit.kept);
    note_fit(input, &fit);
    bool done = options_has(options, "verify")
                    ? verify(options, input, err)
                    : export_to_format(options, input, err);
    input->fit = NULL;
    fit_release(&fit);
    return done;
}

static bool export_record(const struct options *options, struct error *err)
{
    struct record record = {0};
    struct export_input input = {0};
    struct str path = {0};
    bool done = chosen_record(options, &record, &path, err) &&
                export_input_init(
                    &input, &record,
                    options_text(options, "implementation", "free"), err) &&
                export_fitting(options, &input, err);
    export_input_release(&input);
    record_release(&record);
    str_release(&path);
    return done;
}

static bool wrap(const struct options *options, struct error *err)
{
    struct strvec made = {0};
    const char *directory = options_text(options, "wrapper", NULL);
    bool done =
        wrapper_write(directory, options_text(options, "cc", NULL), &made, err);
    if (done) {
        char *names = strvec_join(&made, " ");
        printf("%s: %s\n", directory, names);
        message_info("put it first in PATH, build, then say '%s export "
                     "--verify %s'",
                     program_name(), directory);
        free(names);
    }
    strvec_release(&made);
    return done;
}

static bool run(const struct options *options, struct error *err)
{
    if (options_has(options, "formats")) {
        list_formats();
        return true;
    }
    if (options_has(options, "wrapper"))
        return wrap(options, err);
    return export_record(options, err);
}

const struct command command_export = {.name = "export",
                                       .summary =
                                           "give the flags to a build system",
                                       .options = export_options,
                                       .run = run};
