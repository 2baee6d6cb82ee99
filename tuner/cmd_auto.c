/* SPDX-License-Identifier: MIT
 *
 * tuner auto: finds, proves and stores the best flags.
 */
#include <config.h>

#include <stdio.h>

#include "base/error.h"
#include "base/memory.h"
#include "search/effort.h"
#include "tuner/auto_run.h"
#include "tuner/command.h"
#include "tuner/commands.h"
#include "tuner/machine.h"
#include "tuner/options.h"
#include "tuner/plan_text.h"
#include "tuner/tuning.h"

static const struct option_spec auto_options[] = {
    {"cc", "CC",
     "compiler to tune for; repeat to compare (default: $CC or cc)"},
    {"budget", "TIME", "time to spend: 90, 90s, 5m, 2h"},
    {"effort", "NAME", "quick, normal (default), thorough or exhaustive"},
    {"strategy", "NAME", "portfolio (default), greedy, genetic, ..."},
    {"seed", "N", "of all random choices (default: 1)"},
    {"implementation", "NAME", "free (default), reference, or one by name"},
    {"metric", "NAME[=WEIGHT]", "what counts; size is code size"},
    {"workload", "NAME|FILE", "what is tuned (default: core)"},
    {"runner", "CMD", "run built programs by this command"},
    {"cpu", "N", "processor to time on (default: one of the fastest kind)"},
    {"board", "NAME=RUNNER", "tune for this board; repeat for several at once"},
    {"space", "FILE", "what to try, instead of configs/spaces"},
    {"allow", "CLASS", "also changes-float, changes-abi, changes-meaning"},
    {"db", "DIR", "database to store the record in"},
    {"jobs", "N", "compilers at once (default: as processors allow)"},
    {"commit", NULL, "check the record in, too"},
    {"resume", NULL, "go on with the run that was stopped"},
    {"dry-run", NULL, "list what would be tried; time nothing"},
    {NULL, NULL, NULL},
};

static bool list_plan(const struct options *options, const char *cc,
                      struct error *err)
{
    struct tuning tuning;
    if (!tuning_open(&tuning, options, cc, NULL, err))
        return false;
    bool ok = plan_print(&tuning, options_has(options, "json"), true, err);
    tuning_release(&tuning);
    return ok;
}

static bool run_auto(const struct options *options, struct error *err)
{
    struct strvec compilers = {0};
    strvec_add_all(&compilers, options_all(options, "cc"));
    if (!compilers.count)
        strvec_add(&compilers, machine_cc(options));
    bool ok = true;
    if (options_has(options, "dry-run"))
        for (size_t i = 0; ok && i < compilers.count; i++)
            ok = list_plan(options, compilers.items[i], err);
    else
        ok = auto_run(options, &compilers, err);
    strvec_release(&compilers);
    return ok;
}

const struct command command_auto = {
    .name = "auto",
    .summary = "find, prove and store the best flags for this machine",
    .options = auto_options,
    .run = run_auto,
};
