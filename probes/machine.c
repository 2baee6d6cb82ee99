/* SPDX-License-Identifier: MIT
 *
 * Puts the probes of a machine together.
 */
#include <config.h>

#include "probes/machine.h"

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"

void machine_release(struct machine *self)
{
    if (!self)
        return;
    topology_release(&self->topology);
    system_release(&self->state);
    board_release(&self->board);
    cpu_release(&self->cpu);
    catalogue_release(&self->catalogue);
}

bool machine_probe(struct machine *self, const char *data, const char *root,
                   struct error *err)
{
    struct machine found = {.live = !root || !*root};
    if (!found.live && !file_is_directory(root))
        return error_set(err, ERROR_MISSING, "there is no folder '%s'", root);
    if (!catalogue_load(&found.catalogue, data, err))
        return false;
    cpu_probe(&found.cpu, &found.catalogue, root);
    board_probe(&found.board, &found.catalogue, &found.cpu, root);
    system_probe(&found.state, &found.cpu, root);
    /* Without it there is no pinning; everything else still holds. */
    topology_probe(&found.topology, root, NULL);
    *self = found;
    return true;
}
