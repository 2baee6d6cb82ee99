/* SPDX-License-Identifier: MIT
 *
 * The self-test over recorded and made-up traces: error rates and power of
 * the whole measuring, the same at every run.
 */
#include <config.h>

#include "search/selftest.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/stats.h"
#include "base/str.h"
#include "search/protocol.h"
#include "search/trace.h"
#include "search/workload.h"
#include "tests/unit/tap.h"

enum { LAYOUTS = 8 };

static char metric_name[] = "recorded", metric_unit[] = "x";
static const struct metric metric = {metric_name, metric_unit, true, 1};

static const char *const recorded[] = {"busy-cipher.txt", "busy-switch.txt"};
enum { RECORDED = sizeof recorded / sizeof *recorded };

static void load(const char *name, struct trace *trace)
{
    const char *source = getenv("SOURCE_DIR");
    struct error err = {0};
    char *path =
        xasprintf("%s/tests/data/traces/%s", source ? source : ".", name);
    ck_assert_msg(trace_load(trace, path, &err), "%s", err.text);
    free(path);
}

/* As measure.md found on an idle-looking shared machine: a coefficient of
 * variation of 8-12 %, lag-1 autocorrelation of 0.8, two modes. */
static void make_harsh(struct trace *trace, uint64_t seed)
{
    struct rng rng;
    double level = 0, mode = 0;
    rng_init(&rng, seed);
    for (int i = 0; i < 20000; i++) {
        level = 0.8 * level + 0.04 * rng_normal(&rng);
        if (rng_unit(&rng) < 0.02)
            mode = mode > 0 ? 0 : 0.15;
        double cpu = exp(level + mode + 0.02 * rng_normal(&rng));
        trace_add(trace, cpu, cpu * (1 + 2 * rng_unit(&rng)));
    }
}

static struct arm *open_player(void *data, double extra, size_t layout,
                               struct error *err)
{
    (void)layout;
    (void)err;
    return trace_arm_open(data, extra);
}

static struct selftest_result run(const struct trace *trace,
                                  struct selftest_plan plan)
{
    struct trace_player player = {.trace = trace,
                                  .slice_s = protocol_standard.sample_s};
    struct protocol_world world = trace_world(&player);
    struct selftest_source source = {.open = open_player,
                                     .data = &player,
                                     .metrics = &metric,
                                     .metric_count = 1,
                                     .layout_count = LAYOUTS};
    struct selftest_result result;
    struct error err = {0};
    plan.source = &source;
    plan.world = &world;
    rng_init(&plan.rng, 1);
    ck_assert_msg(selftest_run(&plan, &result, &err), "%s", err.text);
    return result;
}

static void expect_limits(const struct trace *trace)
{
    struct selftest_plan plan = {.aa_runs = 200,
                                 .clone_searches = 50,
                                 .clones = 32,
                                 .injected_runs = 100,
                                 .effects = {0.02, 0.05},
                                 .effect_count = 2};
    struct selftest_result result = run(trace, plan);
    ck_assert_uint_eq(result.aa.runs, 200);
    ck_assert_uint_le(result.aa.wins, 5);
    ck_assert_uint_eq(result.clones.searches, 50);
    ck_assert_uint_le(result.clones.claims, 1);
    ck_assert_uint_eq(result.effects[0].runs, 100);
    ck_assert_uint_ge(result.effects[0].found, 95);
    ck_assert_uint_ge(result.effects[1].found, 95);
    ck_assert(selftest_passes(&result));
}

START_TEST(limits_hold_on_a_recorded_trace)
{
    struct trace trace = {0};
    load(recorded[_i], &trace);
    expect_limits(&trace);
    trace_release(&trace);
}
END_TEST

START_TEST(limits_hold_on_a_harsh_machine)
{
    struct trace trace = {0};
    make_harsh(&trace, 1);
    expect_limits(&trace);
    trace_release(&trace);
}
END_TEST

static double block_median(const struct trace *trace, size_t from, size_t count)
{
    double *values = xreallocarray(NULL, count, sizeof *values);
    for (size_t i = 0; i < count; i++)
        values[i] = trace->samples[from + i].value;
    double median = stats_median(values, count);
    free(values);
    return median;
}

/* That the traces are hard: one block of 50 samples against the next one,
 * equal code, differs by over 1 % in every fifth comparison and more. */
START_TEST(comparing_blocks_is_fooled_by_the_same_trace)
{
    enum { BLOCK = 50 };
    struct trace trace = {0};
    load(recorded[_i], &trace);
    size_t wrong = 0, all = 0;
    for (size_t at = 0; at + 2 * BLOCK <= trace.count; at += BLOCK, all++) {
        double a = block_median(&trace, at, BLOCK);
        double b = block_median(&trace, at + BLOCK, BLOCK);
        wrong += fabs(log(a / b)) > 0.01;
    }
    ck_assert_uint_ge(5 * wrong, all);
    trace_release(&trace);
}
END_TEST

START_TEST(too_much_noise_finds_nothing_and_says_so)
{
    struct trace trace = {0};
    struct rng rng;
    rng_init(&rng, 1);
    for (int i = 0; i < 20000; i++) {
        double took = exp(0.7 * rng_normal(&rng));
        trace_add(&trace, took, took);
    }
    struct selftest_plan plan = {
        .injected_runs = 20, .effects = {0.02}, .effect_count = 1};
    struct selftest_result result = run(&trace, plan);
    ck_assert_uint_lt(result.effects[0].found, 10);
    ck_assert(!selftest_passes(&result));
    ck_assert_ptr_null(selftest_resolution(&result));
    trace_release(&trace);
}
END_TEST

struct seen {
    size_t calls;
    double first_left_s;
    double last_left_s;
};

static void see(void *data, const struct selftest_progress *progress)
{
    struct seen *self = data;
    if (self->calls++ == 0)
        self->first_left_s = progress->left_s;
    self->last_left_s = progress->left_s;
    ck_assert_uint_lt(progress->done, progress->all);
}

/* Half a percent is beyond these traces: no need to try it forty times. */
START_TEST(an_effect_that_cannot_be_found_is_given_up)
{
    struct trace trace = {0};
    struct seen seen = {0};
    load(recorded[0], &trace);
    struct selftest_plan plan = {.aa_runs = 5,
                                 .injected_runs = 10,
                                 .extra_runs = 40,
                                 .effects = {0.02, 0.001},
                                 .effect_count = 2,
                                 .progress = see,
                                 .progress_data = &seen};
    double estimate_s = selftest_estimate_s(&plan);
    struct selftest_result result = run(&trace, plan);
    ck_assert_uint_eq(result.effects[0].runs, 10);
    ck_assert_uint_lt(result.effects[1].runs, 10);
    ck_assert(selftest_passes(&result));
    ck_assert_double_eq(selftest_resolution(&result)->effect, 0.02);
    ck_assert_double_eq_tol(seen.first_left_s, estimate_s, 1e-9);
    ck_assert_double_gt(seen.last_left_s, 0);
    ck_assert_double_lt(seen.last_left_s, seen.first_left_s);
    trace_release(&trace);
}
END_TEST

START_TEST(same_seed_same_result)
{
    struct trace trace = {0};
    load(recorded[0], &trace);
    struct selftest_plan plan = {
        .aa_runs = 5, .injected_runs = 5, .effects = {0.01}, .effect_count = 1};
    struct selftest_result first = run(&trace, plan);
    struct selftest_result again = run(&trace, plan);
    ck_assert_uint_eq(first.rounds, again.rounds);
    ck_assert_double_eq(first.seconds, again.seconds);
    trace_release(&trace);
}
END_TEST

START_TEST(more_wins_than_the_limit_fail)
{
    struct selftest_result result = {.effect_count = 1};
    result.aa.runs = 200;
    result.aa.wins = 5;
    result.clones.searches = 100;
    result.clones.claims = 2;
    result.effects[0] =
        (struct selftest_effect){.effect = 0.02, .runs = 100, .found = 95};
    ck_assert(selftest_passes(&result));
    ck_assert_double_eq(selftest_resolution(&result)->effect, 0.02);
    result.aa.wins = 6;
    ck_assert(!selftest_passes(&result));
    result.aa.wins = 5;
    result.clones.claims = 3;
    ck_assert(!selftest_passes(&result));
    result.clones.claims = 2;
    result.effects[0].found = 94;
    ck_assert(!selftest_passes(&result));
}
END_TEST

/* ---- traces as text ---- */

START_TEST(text_of_a_trace_is_read)
{
    struct trace trace = {0};
    struct error err = {0};
    ck_assert(trace_parse(&trace, "# noise\n\n10000 10100\n 9900\t20000\r\n",
                          "t", &err));
    ck_assert_uint_eq(trace.count, 2);
    ck_assert_double_eq_tol(trace.samples[1].value, 0.99, 1e-12);
    ck_assert_double_eq_tol(trace.samples[1].wall, 2, 1e-12);
    trace_release(&trace);
}
END_TEST

START_TEST(bad_text_names_its_line)
{
    static const char *const bad[] = {"10 10\n10\n", "10 10\n10 10 10\n",
                                      "10 10\n0 10\n", "10 10\n-1 10\n",
                                      "10 10\nx y"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct trace trace = {0};
        struct error err = {0};
        ck_assert(!trace_parse(&trace, bad[i], "file", &err));
        ck_assert_int_eq(err.kind, ERROR_FORMAT);
        ck_assert_msg(str_starts(err.text, "file:2: "), "%s", err.text);
    }
    struct trace none = {0};
    struct error err = {0};
    ck_assert(!trace_parse(&none, "# nothing\n", "file", &err));
    ck_assert_str_eq(err.text, "'file' holds no samples");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("selftest");
    TCase *group = tcase_create("selftest");
    suite_add_tcase(suite, group);
    tcase_set_timeout(group, TAP_TIMEOUT_S);
    tcase_add_loop_test(group, limits_hold_on_a_recorded_trace, 0, RECORDED);
    tcase_add_loop_test(group, comparing_blocks_is_fooled_by_the_same_trace, 0,
                        RECORDED);
    tcase_add_test(group, limits_hold_on_a_harsh_machine);
    tcase_add_test(group, too_much_noise_finds_nothing_and_says_so);
    tcase_add_test(group, an_effect_that_cannot_be_found_is_given_up);
    tcase_add_test(group, same_seed_same_result);
    tcase_add_test(group, more_wins_than_the_limit_fail);
    tcase_add_test(group, text_of_a_trace_is_read);
    tcase_add_test(group, bad_text_names_its_line);
    SRunner *runner = srunner_create(suite);
    srunner_set_tap(runner, "-");
    srunner_run_all(runner, CK_SILENT);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
