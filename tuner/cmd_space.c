/* SPDX-License-Identifier: MIT
 *
 * tuner space: what a search would try, what is refused or left out, and why.
 */
#include <config.h>

#include <string.h>

#include "base/error.h"
#include "tuner/command.h"
#include "tuner/commands.h"
#include "tuner/machine.h"
#include "tuner/message.h"
#include "tuner/options.h"
#include "tuner/plan_text.h"
#include "tuner/tuning.h"

static const struct option_spec space_options[] = {
    {"cc", "CC", "compiler to ask (default: $CC or cc)"},
    {"runner", "CMD", "for the machine behind this command"},
    {"root", "DIR", "for the machine recorded in DIR"},
    {"all", NULL, "also list what is left out, with the reason"},
    {"allow", "CLASS", "also changes-float, changes-abi, changes-meaning"},
    {"implementation", "NAME", "free (default), reference, or one by name"},
    {"workload", "NAME|FILE", "what would be tuned (default: core)"},
    {"space", "FILE", "what to try, instead of configs/spaces"},
    {NULL, NULL, NULL},
};

static bool run_space(const struct options *options, struct error *err)
{
    struct tuning tuning;
    if (!tuning_open(&tuning, options, machine_cc(options), NULL, err))
        return false;
    /* Asked for again and again, and always wrong: NEON is part of it. */
    if (strcmp(tuning.compiler.arch, "aarch64") == 0)
        message_info("NEON and hard floats are always there on aarch64: it "
                     "has no flags for an FPU or a float ABI");
    bool ok = plan_print(&tuning, options_has(options, "json"),
                         options_has(options, "all"), err);
    tuning_release(&tuning);
    return ok;
}

const struct command command_space = {
    .name = "space",
    .summary = "tell what would be tried, what is left out, and why",
    .options = space_options,
    .run = run_space,
};
