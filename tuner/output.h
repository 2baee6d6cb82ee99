/* SPDX-License-Identifier: MIT
 *
 * Where a text goes that a user asked for: --output.
 */
#ifndef TUNER_TUNER_OUTPUT_H
#define TUNER_TUNER_OUTPUT_H

#include <stdbool.h>

struct error;
struct str;

/* Writes to path; NULL or "-" is stdout.  A file, or one that a symbolic link
 * leads to, is replaced as a whole or not at all.  Devices and pipes are
 * written to: "/dev/null", "/dev/stdout", a shell's ">(...)". */
bool output_write(const char *path, const struct str *text, struct error *err);

#endif
