/* SPDX-License-Identifier: MIT
 *
 * tuner bench: compares flag sets.
 */
#include <config.h>

#include <stdlib.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "search/proof.h"
#include "search/protocol.h"
#include "search/workload.h"
#include "tuner/bench.h"
#include "tuner/bench_sides.h"
#include "tuner/command.h"
#include "tuner/commands.h"
#include "tuner/measuring.h"
#include "tuner/message.h"
#include "tuner/options.h"
#include "tuner/privilege.h"

enum { ROUNDS_MAX = 10000, ROUNDS_LEAST = 8 };

static const struct option_spec bench_options[] = {
    {"cc", "CC",
     "compiler (default: $CC or cc); repeat for records of several"},
    {"flags", "FLAGS", "one flag set; repeat, the first is the baseline"},
    {"record", "FILE", "flags and code that this record gives; repeat"},
    {"implementation", "NAME",
     "code to build: reference (default), NAME or UNIT=NAME"},
    {"metric", "NAME", "what to measure; may be repeated"},
    {"workload", "NAME|FILE", "what is built (default: core)"},
    {"runner", "CMD", "run built programs by this command"},
    {"cpu", "N", "processor to time on (default: one of the fastest kind)"},
    {"rounds", "N", "measure at most so many rounds (default: 200)"},
    {"budget", "TIME", "measure no longer than this: 90, 90s, 5m"},
    {"seed", "N", "of the order of measuring (default: 1)"},
    {NULL, NULL, NULL},
};

struct job {
    const struct options *options;
    struct measuring measuring;
    struct bench_sides given;
    struct proof_side *sides;
    struct proof_plan plan;
};

static void show_round(void *data, size_t round, size_t rounds)
{
    (void)data;
    message_progress("round %zu of at most %zu", round, rounds);
}

static bool read_limits(struct job *self, struct error *err)
{
    unsigned long rounds = protocol_standard.normal_rounds, seed = 1;
    double budget = 0;
    if (!options_unsigned(self->options, "rounds",
                          (struct options_range){ROUNDS_LEAST, ROUNDS_MAX},
                          &rounds, err) ||
        !options_unsigned(self->options, "seed",
                          (struct options_range){0, UINT32_MAX}, &seed, err) ||
        !options_duration(self->options, "budget", &budget, err))
        return false;
    self->plan.rounds = rounds;
    rng_init(&self->plan.rng, seed);
    if (budget > 0)
        self->plan.deadline_s = clock_now_s() + budget;
    return true;
}

static bool make_plan(struct job *self, struct error *err)
{
    size_t count = self->given.count;
    self->sides = xcalloc(count, sizeof(*self->sides));
    for (size_t i = 0; i < count; i++)
        self->sides[i] =
            (struct proof_side){.cc = self->given.items[i].cc,
                                .flags = &self->given.items[i].flags,
                                .choices = self->given.items[i].choices};
    self->plan = (struct proof_plan){
        .workload = self->measuring.workload,
        .baseline = self->sides[0],
        .finalists = self->sides + 1,
        .finalist_count = count - 1,
        .stop_early = true,
        .workers = self->measuring.workers,
        .throttle = &self->measuring.throttle,
        .world = &measuring_world,
        .progress = show_round,
    };
    return read_limits(self, err);
}

static bool measure_and_print(struct job *self, struct error *err)
{
    struct proof proof;
    privilege_tell();
    message_progress("building %zu flag sets", self->given.count);
    bool ok = proof_run(&self->plan, &proof, err);
    message_progress_clear();
    if (!ok)
        return false;
    measuring_say_notes(&self->measuring);
    struct bench bench = {
        .workload = self->measuring.workload,
        .proof = &proof,
        .sides = &self->given,
    };
    if (options_has(self->options, "json"))
        bench_print_json(&bench);
    else
        bench_print(&bench);
    proof_release(&proof);
    return true;
}

static void release_job(struct job *self)
{
    free(self->sides);
    bench_sides_release(&self->given);
    measuring_release(&self->measuring);
}

static bool run_bench(const struct options *options, struct error *err)
{
    struct job job = {.options = options};
    bool ok = measuring_open(&job.measuring, options, err);
    if (ok)
        ok = bench_sides_read(&job.given, options, job.measuring.workload,
                              err) &&
             make_plan(&job, err) && measure_and_print(&job, err);
    release_job(&job);
    return ok;
}

const struct command command_bench = {
    .name = "bench",
    .summary = "compare flag sets against each other",
    .options = bench_options,
    .run = run_bench,
};
