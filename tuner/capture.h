/* SPDX-License-Identifier: MIT
 *
 * Records a machine into a folder that `tuner probe --root` can replay, with
 * what is private blanked, so that it can go into a bug report.
 */
#ifndef TUNER_CAPTURE_H
#define TUNER_CAPTURE_H

#include <stdbool.h>
#include <stddef.h>

struct error;

/* The live machine.  directory must not exist yet or be empty.  *files gets
 * the number of files written. */
bool capture_machine(const char *directory, size_t *files, struct error *err);
/* A recorded root, e.g. of another machine, copied and blanked. */
bool capture_root(const char *root, const char *directory, size_t *files,
                  struct error *err);

#endif
