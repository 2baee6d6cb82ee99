/* SPDX-License-Identifier: MIT
 *
 * tuner selftest: whether the measuring tells same from different here.
 */
#include <config.h>

#include <math.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "search/protocol.h"
#include "search/selftest.h"
#include "search/selftest_core.h"
#include "search/trace.h"
#include "search/workload.h"
#include "tuner/command.h"
#include "tuner/commands.h"
#include "tuner/measuring.h"
#include "tuner/message.h"
#include "tuner/options.h"
#include "tuner/privilege.h"
#include "tuner/wording.h"

enum { RECORD_SAMPLES = 2400, CLONES = 32, REPLAY_LAYOUTS = 8 };

static const struct option_spec selftest_options[] = {
    {"quick", NULL, "a tenth of the runs: about a minute"},
    {"cc", "CC", "compiler to build the core with (default: $CC or cc)"},
    {"metric", "NAME", "kernel to time (default: the core's first)"},
    {"runner", "CMD", "run built programs by this command"},
    {"cpu", "N", "processor to time on (default: one of the fastest kind)"},
    {"seed", "N", "of all random choices (default: 1)"},
    {"record", "FILE", "only write a trace of this machine's noise"},
    {"replay", "FILE", "test the statistics on a recorded trace"},
    {NULL, NULL, NULL},
};

/* How much is done. */
static const struct amount {
    size_t aa_runs;
    size_t clone_searches;
    size_t injected_runs;
    size_t extra_runs;
} full = {200, 100, 100, 40}, quick = {20, 3, 10, 5};

static void show_progress(void *data, const struct selftest_progress *progress)
{
    static const char *const parts[] = {"a build against itself",
                                        "search among equal clones",
                                        "a build slowed by"};
    char effect[32] = "";
    struct str left = {0};
    (void)data;
    if (progress->effect > 0)
        snprintf(effect, sizeof(effect), " %.3g %%", 100 * progress->effect);
    wording_duration(&left, progress->left_s);
    message_progress("%s%s: %zu of %zu; about %s left", parts[progress->part],
                     effect, progress->done, progress->all, str_text(&left));
    str_release(&left);
}

/* ---- results ---- */

static void print_share(const char *what, size_t count, size_t runs,
                        const char *word, double seconds)
{
    struct str time = {0};
    wording_duration(&time, seconds);
    printf("%-34s %3zu of %3zu %s, %s each\n", what, count, runs, word,
           str_text(&time));
    str_release(&time);
}

static void print_effect(const struct selftest_effect *effect)
{
    char what[64];
    struct str usual = {0}, longest = {0};
    snprintf(what, sizeof(what), "a build slowed by %.3g %%",
             100 * effect->effect);
    printf("%-34s %3zu of %3zu found", what, effect->found, effect->runs);
    if (effect->found > 0) {
        wording_duration(&usual, effect->median_s);
        wording_duration(&longest, effect->longest_s);
        printf(", %s each, 95 %% within %s", str_text(&usual),
               str_text(&longest));
    }
    putchar('\n');
    str_release(&usual);
    str_release(&longest);
}

/* The last line, for people who know nothing of statistics. */
static void print_conclusion(const struct selftest_result *result)
{
    const struct selftest_effect *best = selftest_resolution(result);
    const char *start = result->stopped ? "So far, this" : "This";
    if (!selftest_passes(result)) {
        printf("%s machine cannot be trusted with small differences now: it "
               "calls equal things\ndifferent, or misses a known effect. Stop "
               "other programs, see to cooling and power,\nand try again.\n",
               start);
    } else if (best) {
        struct str time = {0};
        wording_duration(&time, best->longest_s);
        printf("%s machine can tell %.3g %% apart in %s.\n", start,
               100 * best->effect, str_text(&time));
        str_release(&time);
    } else {
        printf("%s machine makes no false claims.\n", start);
    }
}

static void print_text(const struct selftest_result *result)
{
    if (result->aa.runs > 0)
        print_share("the same build against itself", result->aa.wins,
                    result->aa.runs, "called different", result->aa.median_s);
    if (result->clones.searches > 0)
        print_share("searches over clones of one build", result->clones.claims,
                    result->clones.searches, "claim a gain",
                    result->clones.median_s);
    for (size_t i = 0; i < result->effect_count; i++)
        if (result->effects[i].runs > 0)
            print_effect(&result->effects[i]);
    struct str time = {0};
    wording_duration(&time, result->seconds);
    printf("%zu rounds, %zu void, %s%s\n\n", result->rounds,
           result->void_rounds, str_text(&time),
           result->stopped ? ", stopped early" : "");
    str_release(&time);
    print_conclusion(result);
}

static void set_count(json_t *object, const char *key, size_t count)
{
    json_object_set_new(object, key, json_integer((json_int_t)count));
}

static json_t *effect_json(const struct selftest_effect *effect)
{
    json_t *object = json_object();
    json_object_set_new(object, "effect", json_number(effect->effect));
    set_count(object, "found", effect->found);
    set_count(object, "runs", effect->runs);
    json_object_set_new(object, "seconds", json_number(effect->longest_s));
    json_object_set_new(object, "median_seconds",
                        json_number(effect->median_s));
    return object;
}

static json_t *result_json(const struct selftest_result *result)
{
    json_t *object = json_object(), *aa = json_object();
    json_t *clones = json_object(), *effects = json_array();
    set_count(aa, "runs", result->aa.runs);
    set_count(aa, "wins", result->aa.wins);
    json_object_set_new(aa, "median_seconds", json_number(result->aa.median_s));
    set_count(clones, "searches", result->clones.searches);
    set_count(clones, "claims", result->clones.claims);
    json_object_set_new(clones, "median_seconds",
                        json_number(result->clones.median_s));
    for (size_t i = 0; i < result->effect_count; i++)
        json_array_append_new(effects, effect_json(&result->effects[i]));
    json_object_set_new(object, "aa", aa);
    json_object_set_new(object, "clones", clones);
    if (result->effect_count > 0)
        json_object_set_new(object, "injected",
                            effect_json(&result->effects[0]));
    json_object_set_new(object, "effects", effects);
    const struct selftest_effect *best = selftest_resolution(result);
    json_object_set_new(object, "resolution",
                        best ? effect_json(best) : json_null());
    return object;
}

static void print_json(const struct selftest_result *result)
{
    json_t *object = result_json(result);
    struct str text = {0};
    json_object_set_new(object, "passed",
                        json_boolean(selftest_passes(result)));
    json_object_set_new(object, "stopped", json_boolean(result->stopped));
    set_count(object, "rounds", result->rounds);
    set_count(object, "void_rounds", result->void_rounds);
    json_object_set_new(object, "seconds", json_number(result->seconds));
    json_format(object, &text);
    fwrite(str_text(&text), 1, text.length, stdout);
    str_release(&text);
    json_decref(object);
}

/* ---- runs ---- */

static bool make_plan(const struct options *options, struct selftest_plan *plan,
                      struct error *err)
{
    const struct amount *amount =
        options_has(options, "quick") ? &quick : &full;
    unsigned long seed = 1;
    if (!options_unsigned(options, "seed",
                          (struct options_range){0, UINT32_MAX}, &seed, err))
        return false;
    *plan = (struct selftest_plan){
        .aa_runs = amount->aa_runs,
        .clone_searches = amount->clone_searches,
        .clones = CLONES,
        .injected_runs = amount->injected_runs,
        .extra_runs = amount->extra_runs,
        .effects = {0.02, 0.05, 0.01},
        .effect_count = 3,
        .progress = show_progress,
    };
    rng_init(&plan->rng, seed);
    return true;
}

static bool run_plan(const struct options *options,
                     const struct selftest_plan *plan, struct error *err)
{
    struct selftest_result result;
    bool ok = selftest_run(plan, &result, err);
    message_progress_clear();
    if (!ok)
        return false;
    if (options_has(options, "json"))
        print_json(&result);
    else
        print_text(&result);
    return selftest_passes(&result);
}

static struct arm *open_player(void *data, double extra, size_t layout,
                               struct error *err)
{
    (void)layout;
    (void)err;
    return trace_arm_open(data, extra);
}

static bool replay(const struct options *options, const char *path,
                   struct error *err)
{
    static char name[] = "recorded", unit[] = "x";
    static const struct metric metric = {name, unit, true, 1};
    struct trace trace = {0};
    struct selftest_plan plan;
    if (!make_plan(options, &plan, err) || !trace_load(&trace, path, err))
        return false;
    struct trace_player player = {.trace = &trace,
                                  .slice_s = protocol_standard.sample_s};
    struct protocol_world world = trace_world(&player);
    struct selftest_source source = {.open = open_player,
                                     .data = &player,
                                     .metrics = &metric,
                                     .metric_count = 1,
                                     .layout_count = REPLAY_LAYOUTS};
    plan.source = &source;
    plan.world = &world;
    bool ok = run_plan(options, &plan, err);
    trace_release(&trace);
    return ok;
}

static bool record(struct selftest_core *core, const char *path,
                   struct error *err)
{
    struct trace trace = {0};
    bool ok = selftest_core_record(core, RECORD_SAMPLES, &trace, err) &&
              trace_save(&trace, path,
                         "CPU and wall time of equal slices in a row; the "
                         "median CPU time is 10000",
                         err);
    trace_release(&trace);
    if (ok)
        message_info("%d samples are in '%s'", RECORD_SAMPLES, path);
    return ok;
}

static void say_duration(const struct selftest_plan *plan)
{
    struct str time = {0};
    wording_duration(&time, selftest_estimate_s(plan));
    message_info("this takes about %s; Ctrl-C shows what is known by then",
                 str_text(&time));
    str_release(&time);
}

static bool run_live(const struct options *options, struct measuring *measuring,
                     struct selftest_core *core, struct error *err)
{
    struct selftest_source source = selftest_core_source(core);
    struct selftest_plan plan;
    if (!make_plan(options, &plan, err))
        return false;
    source.metric_count = 1;
    plan.source = &source;
    plan.throttle = &measuring->throttle;
    plan.world = &measuring_world;
    say_duration(&plan);
    return run_plan(options, &plan, err);
}

static bool with_core(const struct options *options,
                      struct measuring *measuring, struct error *err)
{
    const char *path = options_text(options, "record", NULL);
    if (measuring->workload->emulated)
        return error_set(err, ERROR_UNSUPPORTED,
                         "an emulator's times say nothing about a "
                         "processor: run the self-test on the board");
    privilege_tell();
    struct selftest_core *core = selftest_core_new(
        measuring->workload, measuring->cc, measuring->workers, err);
    if (!core)
        return false;
    bool ok = path ? record(core, path, err)
                   : run_live(options, measuring, core, err);
    selftest_core_free(core);
    return ok;
}

static bool run_selftest(const struct options *options, struct error *err)
{
    const char *path = options_text(options, "replay", NULL);
    if (path)
        return replay(options, path, err);
    struct measuring measuring;
    if (!measuring_open(&measuring, options, err))
        return false;
    bool ok = with_core(options, &measuring, err);
    measuring_release(&measuring);
    return ok;
}

const struct command command_selftest = {
    .name = "selftest",
    .summary = "check that this machine can be measured on",
    .options = selftest_options,
    .run = run_selftest,
};
