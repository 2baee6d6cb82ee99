/* SPDX-License-Identifier: MIT
 *
 * A compiler wrapper: a folder of small shell scripts named like the
 * compilers, to be put before them in PATH.  Each writes down how it was
 * called and then becomes the real compiler, so that any build system can be
 * watched:
 *
 *     tuner export --wrapper w
 *     PATH=$PWD/w:$PATH make
 *     tuner export --verify w
 *
 * A call is written to a file of its own process in w/calls, so that
 * parallel builds do not mix: a line "d<working folder>", a line
 * "a<argument>" for each argument, the name of the compiler first, a line
 * "e".  Arguments with line breaks have them replaced by blanks.
 */
#ifndef TUNER_WRAPPER_H
#define TUNER_WRAPPER_H

#include <stdbool.h>

struct error;
struct strvec;

#define WRAPPER_CALLS "calls"

/* Writes the scripts into a new or empty folder, for every usual name that
 * PATH has, and for `extra` (names as given to --cc; NULL for none).  Adds
 * the names to *made. */
bool wrapper_write(const char *directory, const char *extra,
                   struct strvec *made, struct error *err);

#endif
