/* SPDX-License-Identifier: MIT
 *
 * The commands, each defined in cmd_<name>.c; listed in command.c's table.
 */
#ifndef TUNER_COMMANDS_H
#define TUNER_COMMANDS_H

struct command;

extern const struct command command_auto;
extern const struct command command_probe;
extern const struct command command_space;
extern const struct command command_check;
extern const struct command command_bench;
extern const struct command command_selftest;
extern const struct command command_init;
extern const struct command command_extract;
extern const struct command command_db;
extern const struct command command_export;
extern const struct command command_report;

#endif
