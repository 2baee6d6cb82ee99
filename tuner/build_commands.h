/* SPDX-License-Identifier: MIT
 *
 * The compile commands of a build, as the build left them behind: from
 * compile_commands.json, build.ninja, flags.make, a configured Makefile, the
 * log of a compiler wrapper (see wrapper.h) or the output of make.
 *
 * Only commands that compile C or C++ are kept; what configure scripts try
 * out (conftest.c and the like) is not.
 */
#ifndef TUNER_BUILD_COMMANDS_H
#define TUNER_BUILD_COMMANDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strvec.h"

struct error;

struct build_command {
    char *what;         /* the source file, or what else gets the flags */
    char *directory;    /* where the build ran or described it */
    const char *source; /* kind of file that told: "build.ninja" */
    struct strvec arguments;
};

struct build_commands {
    struct build_command *items;
    size_t count;
    size_t capacity;
    struct strvec sources; /* paths of the files that were read */
};

void build_commands_release(struct build_commands *self);
/* A new zeroed command to fill. */
struct build_command *build_commands_add(struct build_commands *self);

/* Reads all that is known under a folder, sub-builds included, or from one
 * file with the output of a build.  An unreadable or broken file is an
 * error; finding nothing is ERROR_MISSING. */
bool build_commands_load(struct build_commands *self, const char *path,
                         struct error *err);

/* Whether a command line compiles a source file that is not a configure
 * script's; *what is borrowed from the arguments. */
bool build_command_compiles(const struct strvec *arguments, const char **what);
/* Whether a word names a C or C++ compiler: "/usr/bin/arm-linux-gcc-12". */
bool build_command_is_compiler(const char *word);

#endif
