/* SPDX-License-Identifier: MIT
 *
 * What the end of a compiler or of a built program says about flags.
 */
#ifndef SEARCH_VERDICT_H
#define SEARCH_VERDICT_H

#include <stdbool.h>

#include "probes/refusal.h"

struct child_result;

enum verdict_stage { VERDICT_COMPILE, VERDICT_LINK };

/* Of a compiler run.  A warning refuses, too, unless `warnings_pass`.
 * *message gets the compiler's words when it refuses (the caller's). */
enum refusal verdict_of_compiler(const struct child_result *result,
                                 enum verdict_stage stage, bool warnings_pass,
                                 char **message);
/* Of a program that checks itself; also behind emulators and shells, which
 * turn signal n into exit status 128 + n. */
enum refusal verdict_of_program(const struct child_result *result,
                                char **message);

#endif
