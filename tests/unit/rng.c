/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "base/rng.h"

#include <math.h>
#include <stdbool.h>

#include "tests/unit/tap.h"

START_TEST(same_seed_same_numbers)
{
    struct rng a, b, c;
    rng_init(&a, 7);
    rng_init(&b, 7);
    rng_init(&c, 8);
    bool differs = false;
    for (int i = 0; i < 100; i++) {
        uint64_t value = rng_next(&a);
        ck_assert_uint_eq(value, rng_next(&b));
        differs = differs || value != rng_next(&c);
    }
    ck_assert(differs);
}
END_TEST

/* Computed by the authors' public splitmix64 and xoshiro256** formulas, by
 * hand in another language: seed 0, first three outputs. */
START_TEST(follows_the_published_generator)
{
    struct rng rng;
    rng_init(&rng, 0);
    ck_assert_uint_eq(rng_next(&rng), 0x99ec5f36cb75f2b4u);
    ck_assert_uint_eq(rng_next(&rng), 0xbf6e1f784956452au);
    ck_assert_uint_eq(rng_next(&rng), 0x1a5f849d4933e6e0u);
}
END_TEST

START_TEST(below_stays_below_and_reaches_all)
{
    struct rng rng;
    rng_init(&rng, 1);
    unsigned seen[7] = {0};
    for (int i = 0; i < 7000; i++) {
        size_t value = rng_below(&rng, 7);
        ck_assert_uint_lt(value, 7);
        seen[value]++;
    }
    for (int i = 0; i < 7; i++)
        ck_assert_uint_gt(seen[i], 800);
    ck_assert_uint_eq(rng_below(&rng, 1), 0);
}
END_TEST

START_TEST(unit_and_normal_have_their_moments)
{
    enum { N = 20000 };
    struct rng rng;
    rng_init(&rng, 3);
    double sum = 0, normal = 0, squares = 0;
    for (int i = 0; i < N; i++) {
        double u = rng_unit(&rng), z = rng_normal(&rng);
        ck_assert(u >= 0 && u < 1 && isfinite(z));
        sum += u;
        normal += z;
        squares += z * z;
    }
    ck_assert_double_eq_tol(sum / N, 0.5, 0.02);
    ck_assert_double_eq_tol(normal / N, 0, 0.04);
    ck_assert_double_eq_tol(squares / N, 1, 0.05);
}
END_TEST

START_TEST(shuffle_keeps_every_item)
{
    enum { N = 50 };
    struct rng rng;
    rng_init(&rng, 5);
    size_t items[N];
    bool seen[N] = {false};
    for (size_t i = 0; i < N; i++)
        items[i] = i;
    rng_shuffle(&rng, items, N);
    size_t moved = 0;
    for (size_t i = 0; i < N; i++) {
        ck_assert(items[i] < N && !seen[items[i]]);
        seen[items[i]] = true;
        moved += items[i] != i;
    }
    ck_assert_uint_gt(moved, N / 2);
    rng_shuffle(&rng, items, 0);
    rng_shuffle(&rng, items, 1);
}
END_TEST

START_TEST(split_gives_another_stream)
{
    struct rng a, b;
    rng_init(&a, 9);
    b = rng_split(&a);
    bool differs = false;
    for (int i = 0; i < 10; i++)
        differs = rng_next(&a) != rng_next(&b) || differs;
    ck_assert(differs);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {same_seed_same_numbers,
                            follows_the_published_generator,
                            below_stays_below_and_reaches_all,
                            unit_and_normal_have_their_moments,
                            shuffle_keeps_every_item,
                            split_gives_another_stream};
    return TAP_RUN("rng", tests);
}
