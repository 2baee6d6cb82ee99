/* SPDX-License-Identifier: MIT
 *
 * Rounds: order, shared samples, failures, deadline and drift.
 */
#include <config.h>

#include "search/measure.h"

#include <math.h>

#include "tests/unit/fake_arm.h"
#include "tests/unit/rounds.h"
#include "tests/unit/tap.h"

/* ---- order and sharing ---- */

START_TEST(order_is_drawn_anew_each_round)
{
    struct fake_machine machine;
    fake_machine_init(&machine, 0, 1);
    struct protocol_world world = fake_world(&machine);
    struct fake_arm arms[3];
    struct measure_setup setup = setup_of(&world, 1, 5);
    struct measure *measure = measure_new(&setup);
    for (size_t i = 0; i < 3; i++) {
        arms[i] = fake_arm(&machine, 1);
        measure_add(measure, &arms[i].arm, 0, NULL);
    }
    /* With a strong drift the best reading of a round is the first. */
    machine.drift = 0.1;
    size_t first[3] = {0};
    run(measure, 300);
    for (size_t r = 0; r < 300; r++) {
        size_t best = 0;
        for (size_t i = 1; i < 3; i++)
            if (measure_sample(measure, r, i, 0).value >
                measure_sample(measure, r, best, 0).value)
                best = i;
        first[best]++;
    }
    for (size_t i = 0; i < 3; i++)
        ck_assert_uint_ge(first[i], 70);
    measure_free(measure);
}
END_TEST

START_TEST(same_seed_and_arms_give_the_same_samples)
{
    double sum[2] = {0, 0};
    for (int turn = 0; turn < 2; turn++) {
        struct fake_machine machine;
        fake_machine_init(&machine, 0.1, 3);
        struct protocol_world world = fake_world(&machine);
        struct fake_arm a = fake_arm(&machine, 1), b = fake_arm(&machine, 2);
        struct measure_setup setup = setup_of(&world, 2, 9);
        struct measure *measure = measure_new(&setup);
        measure_add(measure, &a.arm, 0, NULL);
        measure_add(measure, &b.arm, 0, NULL);
        run(measure, 20);
        for (size_t r = 0; r < 20; r++)
            sum[turn] +=
                (double)(r + 1) * measure_sample(measure, r, 1, 1).value;
        measure_free(measure);
    }
    ck_assert_double_eq(sum[0], sum[1]);
}
END_TEST

START_TEST(equal_code_is_sampled_once)
{
    struct fake_machine machine;
    fake_machine_init(&machine, 0.1, 1);
    struct protocol_world world = fake_world(&machine);
    struct fake_arm a = fake_arm(&machine, 1), b = fake_arm(&machine, 1);
    struct digest first[2] = {{"aa"}, {"bb"}}, second[2] = {{"aa"}, {"cc"}};
    struct measure_setup setup = setup_of(&world, 2, 1);
    struct measure *measure = measure_new(&setup);
    measure_add(measure, &a.arm, 0, first);
    measure_add(measure, &b.arm, 0, second);
    run(measure, 10);
    ck_assert_uint_eq(a.calls, 20);
    ck_assert_uint_eq(b.calls, 10); /* only where it differs */
    double gains[10];
    size_t count = measure_gains(measure, 0, 0, 1, gains);
    ck_assert_uint_eq(count, 10);
    for (size_t i = 0; i < count; i++)
        ck_assert_double_eq(gains[i], 0);
    measure_retire(measure, 0); /* then the other stands in */
    run(measure, 1);
    ck_assert_uint_eq(b.calls, 12);
    measure_free(measure);
}
END_TEST

START_TEST(gain_is_positive_for_better_either_way)
{
    struct fake_machine machine;
    fake_machine_init(&machine, 0, 1);
    struct protocol_world world = fake_world(&machine);
    struct fake_arm a = fake_arm(&machine, 1), b = fake_arm(&machine, 1);
    b.rate[0] = 1.1;     /* faster */
    b.rate[1] = 1 / 1.2; /* less time */
    struct measure_setup setup = setup_of(&world, 2, 1);
    struct measure *measure = measure_new(&setup);
    measure_add(measure, &a.arm, 0, NULL);
    measure_add(measure, &b.arm, 0, NULL);
    run(measure, 1);
    double gain;
    measure_gains(measure, 0, 0, 1, &gain);
    ck_assert_double_eq_tol(gain, log(1.1), 1e-12);
    measure_gains(measure, 1, 0, 1, &gain);
    ck_assert_double_eq_tol(gain, log(1.2), 1e-12);
    measure_gains(measure, MEASURE_OBJECTIVE, 0, 1, &gain);
    ck_assert_double_eq_tol(gain, (log(1.1) + log(1.2)) / 2, 1e-12);
    measure_free(measure);
}
END_TEST

START_TEST(together_takes_all_metrics_in_one_call)
{
    struct fake_machine machine;
    fake_machine_init(&machine, 0, 1);
    struct protocol_world world = fake_world(&machine);
    struct fake_arm a = fake_arm(&machine, 1);
    a.arm.together = true;
    struct measure_setup setup = setup_of(&world, 2, 1);
    struct measure *measure = measure_new(&setup);
    measure_add(measure, &a.arm, 0, NULL);
    run(measure, 5);
    ck_assert_uint_eq(a.calls, 5);
    ck_assert(measure_sample(measure, 4, 0, 1).value > 0);
    measure_free(measure);
}
END_TEST

START_TEST(together_goes_on_without_the_first_metric)
{
    struct fake_machine machine;
    fake_machine_init(&machine, 0, 1);
    struct protocol_world world = fake_world(&machine);
    struct fake_arm a = fake_arm(&machine, 1);
    a.arm.together = true;
    struct measure_setup setup = setup_of(&world, 2, 1);
    struct measure *measure = measure_new(&setup);
    measure_add(measure, &a.arm, 0, NULL);
    measure_skip(measure, 0);
    run(measure, 5);
    ck_assert_uint_eq(a.calls, 5);
    ck_assert(measure_sample(measure, 4, 0, 1).value > 0);
    measure_skip(measure, 1);
    run(measure, 1);
    ck_assert_uint_eq(a.calls, 5);
    measure_free(measure);
}
END_TEST

/* Which of two arms is asked first, round by round. */
struct race_to_be_first {
    const struct fake_arm *a, *b;
    size_t first; /* rounds in which it was `a` */
};

static void note_first(struct fake_machine *machine, void *data)
{
    struct race_to_be_first *self = data;
    (void)machine;
    self->first += self->a->calls > self->b->calls;
}

START_TEST(groups_come_in_an_order_drawn_anew)
{
    enum { ROUNDS = 64 };
    struct fake_machine machine;
    fake_machine_init(&machine, 0, 1);
    struct protocol_world world = fake_world(&machine);
    struct fake_arm a = fake_arm(&machine, 1), b = fake_arm(&machine, 1);
    struct race_to_be_first order = {&a, &b, 0};
    struct measure_setup setup = setup_of(&world, 1, 1);
    struct measure *measure = measure_new(&setup);
    machine.before = note_first;
    machine.data = &order;
    measure_add(measure, &a.arm, 0, NULL);
    measure_add(measure, &b.arm, 1, NULL);
    run(measure, ROUNDS);
    /* A fair coin falls outside this once in 10,000 times. */
    ck_assert_uint_gt(order.first, ROUNDS / 4);
    ck_assert_uint_lt(order.first, ROUNDS * 3 / 4);
    measure_free(measure);
}
END_TEST

/* ---- what goes wrong ---- */

START_TEST(failed_arm_is_retired_and_the_rest_goes_on)
{
    struct fake_machine machine;
    fake_machine_init(&machine, 0, 1);
    struct protocol_world world = fake_world(&machine);
    struct fake_arm a = fake_arm(&machine, 1), b = fake_arm(&machine, 1);
    b.fail_at = 3;
    struct measure_setup setup = setup_of(&world, 1, 1);
    struct measure *measure = measure_new(&setup);
    measure_add(measure, &a.arm, 0, NULL);
    measure_add(measure, &b.arm, 0, NULL);
    run(measure, 5);
    ck_assert(!measure_is_live(measure, 1));
    ck_assert_str_eq(measure_failure(measure, 1), "it crashed");
    ck_assert_ptr_null(measure_failure(measure, 0));
    double gains[5];
    ck_assert_uint_eq(measure_gains(measure, 0, 0, 1, gains), 2);
    measure_free(measure);
}
END_TEST

START_TEST(reading_that_is_no_number_fails_the_arm)
{
    struct fake_machine machine;
    fake_machine_init(&machine, 0, 1);
    struct protocol_world world = fake_world(&machine);
    struct fake_arm a = fake_arm(&machine, 1), b = fake_arm(&machine, 0);
    struct measure_setup setup = setup_of(&world, 1, 1);
    struct measure *measure = measure_new(&setup);
    measure_add(measure, &a.arm, 0, NULL);
    measure_add(measure, &b.arm, 0, NULL);
    run(measure, 1);
    ck_assert_ptr_nonnull(measure_failure(measure, 1));
    measure_free(measure);
}
END_TEST

START_TEST(lost_connection_voids_the_round)
{
    struct fake_machine machine;
    fake_machine_init(&machine, 0, 1);
    struct protocol_world world = fake_world(&machine);
    struct fake_arm a = fake_arm(&machine, 1), b = fake_arm(&machine, 1);
    b.void_at = 2;
    struct measure_setup setup = setup_of(&world, 1, 1);
    struct measure *measure = measure_new(&setup);
    measure_add(measure, &a.arm, 0, NULL);
    measure_add(measure, &b.arm, 0, NULL);
    run(measure, 3);
    ck_assert_uint_eq(measure_rounds(measure), 3);
    ck_assert_uint_eq(measure_void_rounds(measure), 1);
    ck_assert_str_eq(measure_void_reason(measure), "the line went dead");
    measure_free(measure);
}
END_TEST

START_TEST(deadline_ends_the_rounds)
{
    struct fake_machine machine;
    fake_machine_init(&machine, 0, 1);
    struct protocol_world world = fake_world(&machine);
    struct fake_arm a = fake_arm(&machine, 1);
    struct measure_setup setup = setup_of(&world, 1, 1);
    setup.deadline_s = 0.0151;
    struct measure *measure = measure_new(&setup);
    measure_add(measure, &a.arm, 0, NULL);
    size_t rounds = 0;
    while (measure_round(measure, NULL) == MEASURE_OK)
        rounds++;
    ck_assert_uint_eq(rounds, 10);
    ck_assert_double_le(machine.now_s, setup.deadline_s);
    measure_free(measure);
}
END_TEST

/* A slow program: no round before the first tells how long it will take. */
START_TEST(limit_ends_even_the_first_round)
{
    struct fake_machine machine;
    fake_machine_init(&machine, 0, 1);
    machine.sample_s = 30;
    struct protocol_world world = fake_world(&machine);
    struct fake_arm a = fake_arm(&machine, 1), b = fake_arm(&machine, 1);
    struct measure_setup setup = setup_of(&world, 2, 1);
    setup.deadline_s = 5;
    setup.limit_s = 20;
    struct measure *measure = measure_new(&setup);
    measure_add(measure, &a.arm, 0, NULL);
    measure_add(measure, &b.arm, 0, NULL);
    ck_assert(measure_round(measure, NULL) == MEASURE_TIME);
    ck_assert_uint_eq(machine.calls, 1);
    ck_assert_uint_eq(measure_rounds(measure), 0);
    ck_assert_ptr_null(measure_failure(measure, 0));
    measure_free(measure);
}
END_TEST

static bool has_failed(void *data)
{
    const struct fake_machine *machine = data;
    return machine->calls >= 5;
}

/* Ctrl-C ends the servers in the middle of a round. */
START_TEST(cancelling_blames_no_arm)
{
    struct fake_machine machine;
    fake_machine_init(&machine, 0, 1);
    struct protocol_world world = fake_world(&machine);
    world.cancelled = has_failed;
    struct fake_arm a = fake_arm(&machine, 1), b = fake_arm(&machine, 1);
    a.fail_at = b.fail_at = 3; /* its fifth call in all, or sixth */
    struct measure_setup setup = setup_of(&world, 1, 1);
    struct measure *measure = measure_new(&setup);
    measure_add(measure, &a.arm, 0, NULL);
    measure_add(measure, &b.arm, 0, NULL);
    run(measure, 2);
    ck_assert(measure_round(measure, NULL) == MEASURE_CANCELLED);
    ck_assert_ptr_null(measure_failure(measure, 0));
    ck_assert_ptr_null(measure_failure(measure, 1));
    ck_assert_uint_eq(measure_rounds(measure), 2);
    measure_free(measure);
}
END_TEST

START_TEST(drift_is_told)
{
    struct fake_machine machine;
    fake_machine_init(&machine, 0, 1);
    machine.drift = 0.001;
    struct protocol_world world = fake_world(&machine);
    struct fake_arm a = fake_arm(&machine, 1);
    struct measure_setup setup = setup_of(&world, 1, 1);
    struct measure *measure = measure_new(&setup);
    measure_add(measure, &a.arm, 0, NULL);
    run(measure, 40);
    ck_assert_double_eq_tol(measure_drift(measure, 0), -0.030, 0.001);
    measure_free(measure);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        order_is_drawn_anew_each_round,
        same_seed_and_arms_give_the_same_samples,
        equal_code_is_sampled_once,
        gain_is_positive_for_better_either_way,
        together_takes_all_metrics_in_one_call,
        together_goes_on_without_the_first_metric,
        groups_come_in_an_order_drawn_anew,
        failed_arm_is_retired_and_the_rest_goes_on,
        reading_that_is_no_number_fails_the_arm,
        lost_connection_voids_the_round,
        deadline_ends_the_rounds,
        limit_ends_even_the_first_round,
        cancelling_blames_no_arm,
        drift_is_told,
    };
    return TAP_RUN("measure", tests);
}
