/* SPDX-License-Identifier: MIT
 *
 * Fills signatures from the probes.
 */
#include <config.h>

#include "tuner/machine.h"

#include "base/error.h"
#include "db/signature.h"

bool machine_signature(const struct options *options, struct signature *out,
                       struct error *err)
{
    (void)options;
    *out = (struct signature){0};
    return error_set(err, ERROR_UNSUPPORTED,
                     "this tuner cannot look at the machine: give --board");
}
