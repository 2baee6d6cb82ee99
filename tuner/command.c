/* SPDX-License-Identifier: MIT
 *
 * The table of commands, and help from their tables.
 */
#include <config.h>

#include "tuner/command.h"

#include <stdio.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/program.h"
#include "base/str.h"
#include "tuner/commands.h"
#include "tuner/options.h"

/* In the order of --help: the main job, then questions, then the results. */
/* One entry a line. */
/* clang-format off */
const struct command *const command_table[] = {
    &command_auto,
    &command_probe,
    &command_space,
    &command_check,
    &command_bench,
    &command_selftest,
    &command_init,
    &command_extract,
    &command_export,
    &command_report,
    &command_db,
    NULL,
};
/* clang-format on */

const struct command *command_find(const char *name)
{
    for (const struct command *const *at = command_table; *at; at++)
        if (strcmp((*at)->name, name) == 0)
            return *at;
    return NULL;
}

static void print_option(const struct option_spec *option)
{
    struct str left = {0};
    str_addf(&left, "--%s%s%s", option->name, option->argument ? " " : "",
             option->argument ? option->argument : "");
    printf("  %-24s  %s\n", str_text(&left), option->help);
    str_release(&left);
}

static void print_options(const struct option_spec *options)
{
    for (; options && options->name; options++)
        print_option(options);
}

void command_help(const struct command *command)
{
    printf("usage: tuner %s [OPTION]...%s%s\n\n%s\n\n", command->name,
           command->operands ? " " : "",
           command->operands ? command->operands : "", command->summary);
    if (command->explain)
        command->explain();
    print_options(command->options);
    print_options(options_common);
}

void command_overview(void)
{
    puts("usage: tuner COMMAND [OPTION]... [OPERAND]...\n\n"
         "Finds the compiler flags that make a program fastest on this "
         "machine.\n");
    for (const struct command *const *at = command_table; *at; at++)
        printf("  %-10s  %s\n", (*at)->name, (*at)->summary);
    const char *self = program_name();
    printf("\n'%s COMMAND --help' tells more; '%s auto' does the main job.\n",
           self, self);
}

bool command_unknown(const char *name, struct error *err)
{
    const char *nearest = NULL;
    size_t best = 3; /* more edits than this are another word */
    for (const struct command *const *at = command_table; *at; at++) {
        size_t distance = str_edit_distance(name, (*at)->name);
        if (distance < best) {
            best = distance;
            nearest = (*at)->name;
        }
    }
    if (nearest)
        return error_set(err, ERROR_USAGE,
                         "there is no command '%s': did you mean '%s'?", name,
                         nearest);
    return error_set(err, ERROR_USAGE, "there is no command '%s'", name);
}
