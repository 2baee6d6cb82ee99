/* SPDX-License-Identifier: MIT
 *
 * Confirmations over simulated noise and layouts.
 */
#include <config.h>

#include "search/confirm.h"

#include "base/error.h"
#include "search/workload.h"
#include "tests/unit/fake_arm.h"
#include "tests/unit/tap.h"

enum { LAYOUTS = 8, FINALISTS_MAX = 2 };

static char speed_name[] = "speed", rate_unit[] = "x/s";
static struct metric metrics[] = {{speed_name, rate_unit, true, 1},
                                  {speed_name, rate_unit, true, 1}};

struct stage {
    struct fake_machine machine;
    struct protocol_world world;
    struct fake_arm arms[2 + FINALISTS_MAX][LAYOUTS];
    struct arm *rows[2 + FINALISTS_MAX][LAYOUTS];
    struct confirm_side finalists[FINALISTS_MAX];
    struct confirm_plan plan;
    struct confirm_result result;
};

static void stage_init(struct stage *self, double noise, uint64_t seed,
                       const double *rates, size_t finalists)
{
    *self = (struct stage){0};
    fake_machine_init(&self->machine, noise, seed);
    self->world = fake_world(&self->machine);
    for (size_t side = 0; side < 2 + finalists; side++)
        for (size_t l = 0; l < LAYOUTS; l++) {
            self->arms[side][l] =
                fake_arm(&self->machine, side < 2 ? 1 : rates[side - 2]);
            self->rows[side][l] = &self->arms[side][l].arm;
        }
    for (size_t f = 0; f < finalists; f++)
        self->finalists[f].arms = self->rows[2 + f];
    self->plan = (struct confirm_plan){
        .measure = {.metrics = metrics,
                    .metric_count = 1,
                    .world = &self->world},
        .baseline = {.arms = self->rows[0]},
        .canary = {.arms = self->rows[1]},
        .finalists = self->finalists,
        .finalist_count = finalists,
        .layout_count = LAYOUTS,
        .rounds = 60,
    };
    rng_init(&self->plan.measure.rng, seed + 1);
}

static const struct confirm_estimate *run(struct stage *self)
{
    struct error err = {0};
    ck_assert_msg(confirm_run(&self->plan, &self->result, &err), "%s",
                  err.text);
    return confirm_find(&self->result, 0, 0);
}

START_TEST(true_gain_is_proven)
{
    double rates[] = {1.05};
    struct stage stage;
    stage_init(&stage, 0.05, 1, rates, 1);
    const struct confirm_estimate *estimate = run(&stage);
    ck_assert_int_eq(estimate->verdict, CONFIRM_FASTER);
    ck_assert_double_eq_tol(estimate->gain, log(1.05), 0.01);
    ck_assert_double_le(estimate->range.low, log(1.05));
    ck_assert_double_ge(estimate->range.high, log(1.05));
    ck_assert_uint_eq(estimate->layouts_agree, LAYOUTS);
    ck_assert_uint_eq(estimate->rounds, 60);
    ck_assert_double_eq_tol(estimate->baseline_median, 1, 0.02);
    ck_assert_double_eq_tol(estimate->median, 1.05, 0.02);
    confirm_result_release(&stage.result);
}
END_TEST

START_TEST(true_loss_is_slower)
{
    double rates[] = {0.95};
    struct stage stage;
    stage_init(&stage, 0.05, 1, rates, 1);
    ck_assert_int_eq(run(&stage)->verdict, CONFIRM_SLOWER);
    confirm_result_release(&stage.result);
}
END_TEST

/* cases.md A15: flags change nothing, noise of 2 %. */
START_TEST(noise_alone_is_never_a_gain)
{
    double rates[] = {1};
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct stage stage;
        stage_init(&stage, 0.02, seed, rates, 1);
        enum confirm_verdict verdict = run(&stage)->verdict;
        ck_assert_int_ne(verdict, CONFIRM_FASTER);
        ck_assert_int_ne(verdict, CONFIRM_SLOWER);
        confirm_result_release(&stage.result);
    }
}
END_TEST

START_TEST(interval_covers_the_truth)
{
    enum { TRIALS = 200 };
    double rates[] = {1.02};
    size_t missed = 0;
    for (uint64_t seed = 0; seed < TRIALS; seed++) {
        struct stage stage;
        stage_init(&stage, 0.05, seed, rates, 1);
        stage.plan.rounds = 12;
        /* Each layout shifts the gain. */
        struct rng rng;
        rng_init(&rng, seed + 1000);
        for (size_t l = 0; l < LAYOUTS; l++)
            stage.arms[2][l].rate[0] *= exp(0.02 * rng_normal(&rng));
        const struct confirm_estimate *estimate = run(&stage);
        missed +=
            estimate->range.low > log(1.02) || estimate->range.high < log(1.02);
        confirm_result_release(&stage.result);
    }
    ck_assert_uint_le(missed, TRIALS * 3 / 100); /* 1 % expected */
}
END_TEST

/* One lucky layout is no gain: the mean over layouts must stand out. */
START_TEST(gain_of_one_layout_is_not_proven)
{
    double rates[] = {1};
    struct stage stage;
    stage_init(&stage, 0.01, 1, rates, 1);
    stage.arms[2][3].rate[0] = 1.3;
    const struct confirm_estimate *estimate = run(&stage);
    ck_assert_int_eq(estimate->verdict, CONFIRM_UNDECIDED);
    ck_assert_double_gt(estimate->gain, 0.02);
    confirm_result_release(&stage.result);
}
END_TEST

/* Half of the layouts are faster, half slower: that is known after 60 rounds
 * and stays so. */
START_TEST(what_layouts_decide_needs_no_more_rounds)
{
    double rates[] = {1};
    struct stage stage;
    stage_init(&stage, 0.01, 1, rates, 1);
    for (size_t l = 0; l < LAYOUTS; l++)
        stage.arms[2][l].rate[0] = l % 2 ? 1.1 : 0.9;
    stage.plan.stop_early = true;
    stage.plan.rounds = 450;
    const struct confirm_estimate *estimate = run(&stage);
    ck_assert_int_eq(estimate->verdict, CONFIRM_UNDECIDED);
    ck_assert(estimate->layout_bound);
    ck_assert_uint_eq(stage.result.rounds, 60);
    confirm_result_release(&stage.result);
}
END_TEST

/* A baseline whose own speed swings by 10 % with its layout makes 2 % mean
 * nothing, even when every layout shows it. */
START_TEST(gain_under_the_layout_floor_is_not_proven)
{
    double rates[] = {1.02};
    struct stage stage;
    stage_init(&stage, 0.005, 1, rates, 1);
    for (size_t side = 0; side < 3; side++)
        for (size_t l = 0; l < LAYOUTS; l += 2)
            stage.arms[side][l].rate[0] *= 1.1;
    const struct confirm_estimate *estimate = run(&stage);
    ck_assert_double_eq_tol(estimate->layout_floor,
                            log(1.1) / 2 * sqrt(8.0 / 7), 0.005);
    ck_assert_int_eq(estimate->verdict, CONFIRM_UNDECIDED);
    ck_assert_double_gt(estimate->range.low, 0);
    confirm_result_release(&stage.result);
}
END_TEST

/* Noise alone makes layouts differ by about 0.8 % here. */
START_TEST(layout_floor_is_not_made_of_noise)
{
    enum { TRIALS = 40 };
    double rates[] = {1}, sum = 0;
    for (uint64_t seed = 0; seed < TRIALS; seed++) {
        struct stage stage;
        stage_init(&stage, 0.05, seed, rates, 1);
        sum += run(&stage)->layout_floor;
        confirm_result_release(&stage.result);
    }
    ck_assert_double_le(sum / TRIALS, 0.005);
}
END_TEST

/* Equal code that is 4 % faster in other processes, always: 2 % say nothing. */
START_TEST(gain_under_the_canary_is_not_proven)
{
    double rates[] = {1.02};
    struct stage stage;
    stage_init(&stage, 0.005, 1, rates, 1);
    for (size_t l = 0; l < LAYOUTS; l++)
        stage.arms[1][l].rate[0] = 1.04;
    const struct confirm_estimate *estimate = run(&stage);
    ck_assert_double_gt(estimate->range.low, 0);
    ck_assert_double_ge(estimate->threshold, log(1.039));
    ck_assert_int_eq(estimate->verdict, CONFIRM_UNDECIDED);
    confirm_result_release(&stage.result);
}
END_TEST

/* Without any noise there is a least gain all the same. */
START_TEST(gain_under_half_a_percent_is_a_tie)
{
    double rates[] = {1.004, 1.006};
    struct stage stage;
    stage_init(&stage, 0, 1, rates, 2);
    ck_assert_int_eq(run(&stage)->verdict, CONFIRM_TIE);
    ck_assert_double_gt(confirm_find(&stage.result, 0, 0)->range.low, 0);
    ck_assert_int_eq(confirm_find(&stage.result, 1, 0)->verdict,
                     CONFIRM_FASTER);
    confirm_result_release(&stage.result);
}
END_TEST

START_TEST(clocks_that_disagree_prove_nothing)
{
    double rates[] = {1.05};
    struct stage stage;
    stage_init(&stage, 0.01, 1, rates, 1);
    for (size_t l = 0; l < LAYOUTS; l++)
        stage.arms[2][l].wall = 0.8; /* slower by the clock on the wall */
    const struct confirm_estimate *estimate = run(&stage);
    ck_assert_int_eq(estimate->verdict, CONFIRM_UNDECIDED);
    ck_assert_double_lt(estimate->wall_gain, 0);
    confirm_result_release(&stage.result);
    rates[0] = 0.95;
    stage_init(&stage, 0.01, 1, rates, 1);
    for (size_t l = 0; l < LAYOUTS; l++)
        stage.arms[2][l].wall = 1.2;
    estimate = run(&stage);
    ck_assert_int_eq(estimate->verdict, CONFIRM_UNDECIDED);
    ck_assert_double_lt(estimate->gain, 0);
    confirm_result_release(&stage.result);
}
END_TEST

START_TEST(stopping_early_saves_rounds)
{
    double rates[] = {1.3, 1};
    struct stage stage;
    stage_init(&stage, 0.02, 1, rates, 2);
    stage.plan.stop_early = true;
    stage.plan.rounds = 200;
    run(&stage);
    ck_assert_int_eq(confirm_find(&stage.result, 0, 0)->verdict,
                     CONFIRM_FASTER);
    ck_assert_uint_eq(confirm_find(&stage.result, 0, 0)->rounds, 4);
    ck_assert_int_eq(confirm_find(&stage.result, 1, 0)->verdict, CONFIRM_TIE);
    ck_assert_uint_lt(stage.result.rounds, 200);
    confirm_result_release(&stage.result);
}
END_TEST

START_TEST(equal_code_ties_without_samples)
{
    double rates[] = {1.05};
    struct digest classes[2] = {{"same"}, {"other"}};
    struct digest changed[2] = {{"same"}, {"new"}};
    struct stage stage;
    stage_init(&stage, 0.02, 1, rates, 1);
    stage.plan.measure.metric_count = 2;
    stage.plan.baseline.classes = classes;
    stage.finalists[0].classes = changed;
    run(&stage);
    const struct confirm_estimate *same = confirm_find(&stage.result, 0, 0);
    ck_assert_double_eq(same->gain, 0);
    ck_assert_int_eq(same->verdict, CONFIRM_TIE);
    ck_assert_int_eq(confirm_find(&stage.result, 0, 1)->verdict,
                     CONFIRM_FASTER);
    ck_assert_uint_eq(stage.arms[2][0].calls, 60); /* one metric of two */
    confirm_result_release(&stage.result);
}
END_TEST

START_TEST(failed_finalist_spoils_nothing_else)
{
    double rates[] = {1.1, 1.1};
    struct stage stage;
    struct error err = {0};
    stage_init(&stage, 0.02, 1, rates, 2);
    stage.arms[3][5].fail_at = 7;
    ck_assert(confirm_run(&stage.plan, &stage.result, &err));
    ck_assert_ptr_null(stage.result.failures[0]);
    ck_assert_str_eq(stage.result.failures[1], "it crashed");
    ck_assert_int_eq(confirm_find(&stage.result, 0, 0)->verdict,
                     CONFIRM_FASTER);
    confirm_result_release(&stage.result);
}
END_TEST

START_TEST(deadline_gives_a_verdict_on_what_there_is)
{
    double rates[] = {1.3};
    struct stage stage;
    stage_init(&stage, 0.02, 1, rates, 1);
    stage.plan.measure.deadline_s = 0.5;
    const struct confirm_estimate *estimate = run(&stage);
    ck_assert(stage.result.stopped);
    ck_assert_uint_lt(stage.result.rounds, 60);
    ck_assert_int_eq(estimate->verdict, CONFIRM_FASTER);
    confirm_result_release(&stage.result);
}
END_TEST

START_TEST(no_round_is_undecided)
{
    double rates[] = {1.3};
    struct stage stage;
    stage_init(&stage, 0.02, 1, rates, 1);
    stage.machine.now_s = 1;
    stage.plan.measure.deadline_s = 0.5;
    ck_assert_int_eq(run(&stage)->verdict, CONFIRM_UNDECIDED);
    confirm_result_release(&stage.result);
}
END_TEST

START_TEST(verdicts_have_words)
{
    ck_assert_str_eq(confirm_verdict_word(CONFIRM_FASTER), "faster");
    ck_assert_str_eq(confirm_verdict_word(CONFIRM_SLOWER), "slower");
    ck_assert_str_eq(confirm_verdict_word(CONFIRM_TIE), "tie");
    ck_assert_str_eq(confirm_verdict_word(CONFIRM_UNDECIDED), "undecided");
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        true_gain_is_proven,
        true_loss_is_slower,
        noise_alone_is_never_a_gain,
        interval_covers_the_truth,
        gain_of_one_layout_is_not_proven,
        what_layouts_decide_needs_no_more_rounds,
        gain_under_the_layout_floor_is_not_proven,
        layout_floor_is_not_made_of_noise,
        gain_under_the_canary_is_not_proven,
        gain_under_half_a_percent_is_a_tie,
        clocks_that_disagree_prove_nothing,
        stopping_early_saves_rounds,
        equal_code_ties_without_samples,
        failed_finalist_spoils_nothing_else,
        deadline_gives_a_verdict_on_what_there_is,
        no_round_is_undecided,
        verdicts_have_words,
    };
    return TAP_RUN("confirm", tests);
}
