/* SPDX-License-Identifier: MIT
 *
 * Lets the probes run their programs with the search's runners: here, behind
 * a prefix, or on another machine.
 */
#ifndef TUNER_RUNNER_BRIDGE_H
#define TUNER_RUNNER_BRIDGE_H

#include <stdbool.h>

#include "probes/trial.h"

struct error;
struct runner;

struct runner_bridge {
    struct runner *runner;
    struct trial_runner trial; /* for struct trial and struct teller */
};

/* text as given to --runner ("" or NULL: this machine). */
bool runner_bridge_open(struct runner_bridge *self, const char *text,
                        const char *cc, struct error *err);
void runner_bridge_close(struct runner_bridge *self);

#endif
