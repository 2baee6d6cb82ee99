/* SPDX-License-Identifier: MIT
 *
 * tuner bench: compares flag sets.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "probes/trial.h"
#include "search/proof.h"
#include "search/protocol.h"
#include "search/workload.h"
#include "tuner/bench.h"
#include "tuner/command.h"
#include "tuner/commands.h"
#include "tuner/measuring.h"
#include "tuner/message.h"
#include "tuner/options.h"

enum { FLAG_SETS_MAX = 32, ROUNDS_MAX = 10000, ROUNDS_LEAST = 8 };

static const struct option_spec bench_options[] = {
    {"cc", "CC", "compiler to build with (default: $CC or cc)"},
    {"flags", "FLAGS", "one flag set; repeat, the first is the baseline"},
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
    struct strvec texts;  /* flag sets as they were given */
    struct strvec *flags; /* their words */
    struct proof_side *sides;
    size_t *choices;
    struct str code; /* the implementations, for people */
    struct proof_plan plan;
};

static bool split_flags(const char *text, struct strvec *out, struct error *err)
{
    if (!strvec_split_shell(out, text))
        return error_set(err, ERROR_USAGE, "--flags '%s': a quote is left open",
                         text);
    for (size_t i = 0; i < out->count; i++) {
        const char *why = trial_forbids(out->items[i]);
        if (why)
            return error_set(err, ERROR_UNTRUSTED, "flag '%s': %s",
                             out->items[i], why);
    }
    return true;
}

/* One set alone is compared with what the workload's author uses. */
static bool collect_flags(struct job *self, struct error *err)
{
    const struct strvec *given = options_all(self->options, "flags");
    if (given->count == 0)
        return error_set(err, ERROR_USAGE,
                         "bench needs --flags, once for each flag set");
    if (given->count > FLAG_SETS_MAX)
        return error_set(err, ERROR_USAGE, "more than %d flag sets",
                         FLAG_SETS_MAX);
    if (given->count == 1)
        strvec_add_take(
            &self->texts,
            strvec_join(&self->measuring.workload->default_flags, " "));
    strvec_add_all(&self->texts, given);
    self->flags = xcalloc(self->texts.count, sizeof(*self->flags));
    for (size_t i = 0; i < self->texts.count; i++)
        if (!split_flags(self->texts.items[i], &self->flags[i], err))
            return false;
    return true;
}

/* Chooses `name` wherever `unit` (NULL: any) offers it. */
static bool choose(struct job *self, const char *unit, const char *name)
{
    const struct workload *workload = self->measuring.workload;
    bool found = false;
    for (size_t c = 0; c < workload->choice_count; c++) {
        const struct workload_choice *choice = &workload->choices[c];
        if (unit && strcmp(choice->name, unit) != 0)
            continue;
        for (size_t v = 0; v < choice->values.count; v++) {
            if (strcmp(choice->values.items[v], name) != 0)
                continue;
            self->choices[c] = v;
            found = true;
        }
    }
    return found;
}

static bool choose_one(struct job *self, const char *text, struct error *err)
{
    const char *equals = strchr(text, '=');
    char *unit = equals ? xstrndup(text, (size_t)(equals - text)) : NULL;
    bool found = choose(self, unit, equals ? equals + 1 : text);
    free(unit);
    return found ||
           error_set(err, ERROR_USAGE, "'%s' offers no implementation '%s'",
                     self->measuring.workload->name, text);
}

static void describe_code(struct job *self)
{
    const struct workload *workload = self->measuring.workload;
    for (size_t c = 0; c < workload->choice_count; c++)
        str_addf(&self->code, "%s%s=%s", c > 0 ? " " : "",
                 workload->choices[c].name,
                 workload->choices[c].values.items[self->choices[c]]);
}

static bool choose_all(struct job *self, struct error *err)
{
    const struct strvec *given = options_all(self->options, "implementation");
    self->choices = xcalloc(self->measuring.workload->choice_count + 1,
                            sizeof(*self->choices));
    for (size_t i = 0; i < given->count; i++)
        if (!choose_one(self, given->items[i], err))
            return false;
    describe_code(self);
    return true;
}

static void show_round(void *data, size_t round, size_t rounds)
{
    (void)data;
    message_progress("round %zu of at most %zu", round, rounds);
}

static void wait_a_little(void *data, double seconds, const char *reason)
{
    (void)data;
    message_info("waiting for %.1f s: %s", seconds, reason);
    clock_sleep_s(seconds);
}

static const struct protocol_world world = {.wait = wait_a_little};

static bool read_limits(struct job *self, struct error *err)
{
    unsigned long rounds = protocol_standard.normal_rounds, seed = 1;
    double budget = 0;
    if (!options_unsigned(self->options, "rounds", ROUNDS_LEAST, ROUNDS_MAX,
                          &rounds, err) ||
        !options_unsigned(self->options, "seed", 0, UINT32_MAX, &seed, err) ||
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
    self->sides = xcalloc(self->texts.count, sizeof(*self->sides));
    for (size_t i = 0; i < self->texts.count; i++)
        self->sides[i] = (struct proof_side){.cc = self->measuring.cc,
                                             .flags = &self->flags[i],
                                             .choices = self->choices};
    self->plan = (struct proof_plan){
        .workload = self->measuring.workload,
        .baseline = self->sides[0],
        .finalists = self->sides + 1,
        .finalist_count = self->texts.count - 1,
        .stop_early = true,
        .workers = self->measuring.workers,
        .throttle = &self->measuring.throttle,
        .world = &world,
        .progress = show_round,
    };
    return read_limits(self, err);
}

static bool measure_and_print(struct job *self, struct error *err)
{
    struct proof proof;
    message_progress("building %zu flag sets", self->texts.count);
    bool ok = proof_run(&self->plan, &proof, err);
    message_progress_clear();
    if (!ok)
        return false;
    measuring_say_notes(&self->measuring);
    struct bench bench = {
        .workload = self->measuring.workload,
        .proof = &proof,
        .texts = &self->texts,
        .code = str_text(&self->code),
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
    for (size_t i = 0; self->flags && i < self->texts.count; i++)
        strvec_release(&self->flags[i]);
    free(self->flags);
    free(self->sides);
    free(self->choices);
    str_release(&self->code);
    strvec_release(&self->texts);
    measuring_release(&self->measuring);
}

static bool run_bench(const struct options *options, struct error *err)
{
    struct job job = {.options = options};
    bool ok = measuring_open(&job.measuring, options, err);
    if (ok)
        ok = collect_flags(&job, err) && choose_all(&job, err) &&
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
