/* SPDX-License-Identifier: MIT
 *
 * All that can be said of a machine without a compiler, in one call.
 */
#ifndef PROBES_MACHINE_H
#define PROBES_MACHINE_H

#include <stdbool.h>

#include "probes/board.h"
#include "probes/catalogue.h"
#include "probes/cpu.h"
#include "probes/system.h"
#include "probes/topology.h"

struct error;

struct machine {
    struct catalogue catalogue;
    struct cpu cpu;
    struct board board;
    struct system_state state;
    struct topology topology;
    bool live; /* this machine, not a recorded one */
};

/* data: the data folder (tuner/data.h); root: "" or NULL for this machine.
 * False when the tables of configs/ cannot be read or a recorded root does
 * not exist; what a machine does not show is unknown, not an error. */
bool machine_probe(struct machine *self, const char *data, const char *root,
                   struct error *err);
void machine_release(struct machine *self);

#endif
