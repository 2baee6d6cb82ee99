/* SPDX-License-Identifier: MIT
 *
 * One reader for each kind of file in which a build tells its compile
 * commands; see build_commands.h.
 */
#ifndef TUNER_BUILD_READERS_H
#define TUNER_BUILD_READERS_H

#include <stdbool.h>

struct build_commands;
struct error;

struct build_file {
    const char *path;
    const char *directory;
    const char *text;
};

/* False: the file is not what it should be. */
typedef bool build_reader(struct build_commands *commands,
                          const struct build_file *file, struct error *err);

build_reader build_read_database; /* compile_commands.json */
build_reader build_read_ninja;    /* build.ninja of CMake or Meson */
build_reader build_read_flags;    /* flags.make of CMake */
build_reader build_read_makefile; /* a Makefile that configure wrote */
build_reader build_read_calls;    /* one file of a wrapper's log */
build_reader build_read_output;   /* what make printed */

#endif
