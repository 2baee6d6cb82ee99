/* SPDX-License-Identifier: MIT
 *
 * The machine behind a runner, recorded into a scratch folder that
 * machine_probe() reads as a root.
 */
#ifndef TUNER_REMOTE_ROOT_H
#define TUNER_REMOTE_ROOT_H

#include <stdbool.h>

#include "base/str.h"

struct compiler;
struct error;

/* The files that tell of a machine, as glob(7) patterns below /; ends with
 * NULL. */
extern const char *const remote_root_files[];

/* data: the data folder.  On success *root is a new folder, which the caller
 * removes (temporary_remove). */
bool remote_root_make(const char *data, const struct compiler *compiler,
                      const char *runner_text, struct str *root,
                      struct error *err);

#endif
