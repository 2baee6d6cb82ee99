/* SPDX-License-Identifier: MIT
 *
 * From flags to a verdict: what is built, what is timed, what goes wrong.
 */
#include <config.h>

#include "search/proof.h"

#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/strvec.h"
#include "tests/unit/fake_workload.h"
#include "tests/unit/tap.h"

enum { FINALISTS_MAX = 2, LAYOUTS = PROTOCOL_PADDINGS };

/* A proof of up to two finalists over -O2. */
struct stage {
    struct fake_workload fake;
    struct strvec flags[1 + FINALISTS_MAX]; /* the baseline's first */
    struct proof_side finalists[FINALISTS_MAX];
    struct proof_plan plan;
    struct proof proof;
    struct error err;
};

static void stage_init(struct stage *self, const char *first,
                       const char *second)
{
    const char *const lines[] = {"-O2", first, second};
    *self = (struct stage){0};
    fake_workload_init(&self->fake, 0.01, 5);
    for (size_t i = 0; i < 3 && lines[i]; i++)
        strvec_split(&self->flags[i], lines[i], " ");
    for (size_t f = 0; f < FINALISTS_MAX; f++)
        self->finalists[f] =
            (struct proof_side){.cc = "cc", .flags = &self->flags[f + 1]};
    self->plan = (struct proof_plan){
        .workload = &self->fake.workload,
        .baseline = {.cc = "cc", .flags = &self->flags[0]},
        .finalists = self->finalists,
        .finalist_count = second ? 2 : 1,
        .rounds = 20,
        .workers = 2,
    };
    rng_init(&self->plan.rng, 5);
}

static void run(struct stage *self)
{
    ck_assert_msg(proof_run(&self->plan, &self->proof, &self->err), "%s",
                  self->err.text);
}

/* Every arm that was opened has been closed by then. */
static void stage_release(struct stage *self)
{
    ck_assert_uint_eq(self->fake.live_arms, 0);
    proof_release(&self->proof);
    for (size_t i = 0; i <= FINALISTS_MAX; i++)
        strvec_release(&self->flags[i]);
    fake_workload_free(&self->fake);
}

static enum confirm_verdict verdict_of(const struct stage *self,
                                       size_t finalist)
{
    const struct confirm_estimate *estimate =
        proof_find(&self->proof, finalist, MEASURE_OBJECTIVE);
    ck_assert_ptr_nonnull(estimate);
    return estimate->verdict;
}

START_TEST(faster_flags_are_proven)
{
    struct stage stage;
    stage_init(&stage, "-O3", "-O1");
    run(&stage);
    ck_assert(stage.proof.timed);
    ck_assert_uint_eq(stage.proof.layout_count, LAYOUTS);
    ck_assert_int_eq(verdict_of(&stage, 0), CONFIRM_FASTER);
    ck_assert_int_eq(verdict_of(&stage, 1), CONFIRM_SLOWER);
    ck_assert_uint_eq(stage.fake.opens, 4 * LAYOUTS); /* and the canary */
    stage_release(&stage);
}
END_TEST

START_TEST(equal_code_ties_without_being_run)
{
    struct stage stage;
    stage_init(&stage, "-O2 -fidle-a", "-O2 -fidle-b");
    run(&stage);
    ck_assert(!stage.proof.timed);
    ck_assert_int_eq(stage.proof.finalists[0].same_as, PROOF_BASELINE);
    ck_assert_int_eq(verdict_of(&stage, 1), CONFIRM_TIE);
    ck_assert_uint_eq(stage.fake.opens, 0);
    stage_release(&stage);
}
END_TEST

START_TEST(finalists_with_one_code_are_timed_once)
{
    struct stage stage;
    stage_init(&stage, "-O3", "-O3 -fidle-a");
    run(&stage);
    ck_assert_int_eq(stage.proof.finalists[1].same_as, 0);
    ck_assert_ptr_eq(proof_find(&stage.proof, 0, 0),
                     proof_find(&stage.proof, 1, 0));
    ck_assert_uint_eq(stage.fake.opens, 3 * LAYOUTS);
    stage_release(&stage);
}
END_TEST

START_TEST(a_refused_finalist_says_why)
{
    struct stage stage;
    stage_init(&stage, "-O2 -falone", "-O3");
    run(&stage);
    ck_assert_int_eq(stage.proof.finalists[0].refusal, REFUSAL_UNKNOWN_FLAG);
    ck_assert_ptr_nonnull(strstr(stage.proof.finalists[0].message, "-falone"));
    ck_assert_ptr_null(proof_find(&stage.proof, 0, 0));
    ck_assert_int_eq(verdict_of(&stage, 1), CONFIRM_FASTER);
    stage_release(&stage);
}
END_TEST

START_TEST(wrong_output_is_never_timed)
{
    struct stage stage;
    stage_init(&stage, "-O2 -fwrong", NULL);
    run(&stage);
    ck_assert_int_eq(stage.proof.finalists[0].refusal, REFUSAL_WRONG_OUTPUT);
    ck_assert_uint_eq(stage.fake.opens, 0);
    stage_release(&stage);
}
END_TEST

START_TEST(a_refused_baseline_ends_the_work)
{
    struct stage stage;
    stage_init(&stage, "-O3", NULL);
    strvec_add(&stage.flags[0], "-falone");
    ck_assert(!proof_run(&stage.plan, &stage.proof, &stage.err));
    ck_assert_int_eq(stage.err.kind, ERROR_CHILD);
    ck_assert_ptr_nonnull(strstr(stage.err.text, "baseline is refused"));
    stage_release(&stage);
}
END_TEST

/* The first finalist comes up in two layouts and not in the third; the next
 * one takes its place. */
START_TEST(a_finalist_that_does_not_start_leaves_nothing_running)
{
    struct stage stage;
    stage_init(&stage, "-O3", "-O3 -mwide");
    stage.fake.fail_open = 2 * LAYOUTS + 3;
    run(&stage);
    ck_assert_ptr_null(proof_find(&stage.proof, 0, 0));
    ck_assert_str_eq(stage.proof.finalists[0].message, "it did not start");
    ck_assert_int_eq(verdict_of(&stage, 1), CONFIRM_FASTER);
    stage_release(&stage);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        faster_flags_are_proven,
        equal_code_ties_without_being_run,
        finalists_with_one_code_are_timed_once,
        a_refused_finalist_says_why,
        wrong_output_is_never_timed,
        a_refused_baseline_ends_the_work,
        a_finalist_that_does_not_start_leaves_nothing_running,
    };
    return TAP_RUN("proof", tests);
}
