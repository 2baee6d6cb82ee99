/* SPDX-License-Identifier: MIT
 *
 * One command: one file cmd_<name>.c that exports one const struct, and one
 * line in the table of command.c.
 */
#ifndef TUNER_COMMAND_H
#define TUNER_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct option_spec;
struct options;

struct command {
    const char *name;
    const char *summary;  /* one line for tuner --help */
    const char *operands; /* "[--] FLAGS", for the usage line; NULL: none */
    const struct option_spec *options; /* ends with a NULL name */
    void (*explain)(void); /* prints more for --help, on stdout; or NULL */
    /* Prints results on stdout.  False: *err says why and decides the exit
     * code (ERROR_USAGE 2, else 1); with err->kind ERROR_NONE the command
     * has said itself what it had to say and the exit code is 1. */
    bool (*run)(const struct options *options, struct error *err);
};

/* The table of all commands, in the order of --help; ends with NULL. */
extern const struct command *const command_table[];
const struct command *command_find(const char *name);
/* Prints the command's help from its table on stdout. */
void command_help(const struct command *command);
/* Prints the list of commands on stdout. */
void command_overview(void);
/* Says that there is no such command, and which one may be meant. */
bool command_unknown(const char *name, struct error *err);

#endif
