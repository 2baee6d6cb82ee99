/* SPDX-License-Identifier: MIT
 *
 * The statistics, against published values.
 */
#include <config.h>

#include "base/stats.h"

#include <math.h>

#include "base/rng.h"
#include "tests/unit/tap.h"

enum { MANY = 100 };

/* 1, 2, ..., count */
static void count_up(double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        values[i] = (double)(i + 1);
}

START_TEST(median_of_odd_even_and_none)
{
    double odd[] = {3, 1, 2}, even[] = {4, 1, 3, 2};
    ck_assert_double_eq(stats_median(odd, 3), 2);
    ck_assert_double_eq(stats_median(even, 4), 2.5);
    ck_assert_double_eq(stats_median(odd, 0), 0);
    ck_assert_double_eq(odd[0], 3); /* left as it was */
}
END_TEST

/* R: quantile(1:10, c(0, .1, .25, .9, 1)) */
START_TEST(quantiles_are_of_type_seven)
{
    double values[10];
    count_up(values, 10);
    ck_assert_double_eq(stats_quantile(values, 10, 0), 1);
    ck_assert_double_eq_tol(stats_quantile(values, 10, 0.1), 1.9, 1e-12);
    ck_assert_double_eq_tol(stats_quantile(values, 10, 0.25), 3.25, 1e-12);
    ck_assert_double_eq_tol(stats_quantile(values, 10, 0.9), 9.1, 1e-12);
    ck_assert_double_eq(stats_quantile(values, 10, 1), 10);
}
END_TEST

/* Ranks of the 95 % interval of a median, as in Conover, Practical
 * Nonparametric Statistics, table A3 and its use. */
START_TEST(median_interval_has_the_published_ranks)
{
    static const struct {
        size_t count;
        double low, high;
    } rows[] = {{6, 1, 6},   {10, 2, 9},   {15, 4, 12},  {20, 6, 15},
                {25, 8, 18}, {30, 10, 21}, {50, 18, 33}, {100, 40, 61}};
    double values[MANY];
    count_up(values, MANY);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct stats_interval range =
            stats_median_interval(values, rows[i].count, 0.95);
        ck_assert_double_eq(range.low, rows[i].low);
        ck_assert_double_eq(range.high, rows[i].high);
    }
}
END_TEST

START_TEST(median_interval_of_few_is_the_whole_range)
{
    double values[] = {5, 1, 3};
    struct stats_interval range = stats_median_interval(values, 3, 0.99);
    ck_assert_double_eq(range.low, 1);
    ck_assert_double_eq(range.high, 5);
}
END_TEST

START_TEST(median_interval_covers_as_often_as_it_says)
{
    enum { TRIALS = 4000, COUNT = 25 };
    struct rng rng;
    size_t missed = 0;
    rng_init(&rng, 7);
    for (int trial = 0; trial < TRIALS; trial++) {
        double values[COUNT];
        for (size_t i = 0; i < COUNT; i++)
            values[i] = rng_normal(&rng);
        struct stats_interval range =
            stats_median_interval(values, COUNT, 0.95);
        missed += range.low > 0 || range.high < 0;
    }
    ck_assert_uint_le(missed, TRIALS * 5 / 100);
    ck_assert_uint_ge(missed, TRIALS * 3 / 100); /* and is no wider: 4.3 % */
}
END_TEST

/* Hollander and Wolfe, Nonparametric Statistical Methods, 1999, table 3.1
 * (Hamilton depression scale): T+ = 40 or 5, one-sided p = 0.0195. */
START_TEST(wilcoxon_gives_the_published_p)
{
    static const double before[] = {1.83, 0.50, 1.62, 2.48, 1.68,
                                    1.88, 1.55, 3.06, 1.30};
    static const double after[] = {0.878, 0.647, 0.598, 2.05, 1.06,
                                   1.29,  1.06,  3.14,  1.29};
    double change[9];
    for (size_t i = 0; i < 9; i++)
        change[i] = after[i] - before[i];
    ck_assert_double_eq_tol(stats_wilcoxon(change, 9), 0.0390625, 1e-9);
}
END_TEST

/* Two-sided critical values at 5 %: T = 3 of 8, 8 of 10, 52 of 20 and 89 of
 * 25 (Wilcoxon and Wilcox, Some Rapid Approximate Statistical Procedures,
 * 1964) are the last below it. */
static double with_negative_sum(size_t count, size_t sum)
{
    double values[25];
    count_up(values, count);
    for (size_t rank = count; rank > 0; rank--) {
        if (sum < rank)
            continue;
        sum -= rank;
        values[rank - 1] *= -1;
    }
    return stats_wilcoxon(values, count);
}

START_TEST(wilcoxon_has_the_published_critical_values)
{
    static const struct {
        size_t count, last;
    } rows[] = {{6, 0}, {8, 3}, {10, 8}, {15, 25}, {20, 52}, {25, 89}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ck_assert_double_le(with_negative_sum(rows[i].count, rows[i].last),
                            0.05);
        ck_assert_double_gt(with_negative_sum(rows[i].count, rows[i].last + 1),
                            0.05);
    }
}
END_TEST

START_TEST(wilcoxon_approximation_agrees_with_the_exact_test)
{
    double exact[25], nearly[25];
    count_up(exact, 25);
    for (size_t i = 0; i < 25; i += 3)
        exact[i] *= -1;
    for (size_t i = 0; i < 25; i++)
        nearly[i] = exact[i];
    nearly[1] = 1; /* a tie with -1: approximated */
    ck_assert_double_eq_tol(stats_wilcoxon(nearly, 25),
                            stats_wilcoxon(exact, 25), 0.01);
}
END_TEST

/* By hand: the sizes 1, 2 and 3 have the ranks 3, 7.5 and 10, of which the
 * positive ones add up to 44.5; 27.5 are expected, and the groups of five and
 * four narrow the variance from 96.25 to 92.5. */
START_TEST(wilcoxon_corrects_for_ties)
{
    static const double values[] = {1, 1, 1, 1, -1, 2, 2, 2, -2, 3};
    double z = (44.5 - 27.5 - 0.5) / sqrt(92.5);
    ck_assert_double_eq_tol(stats_wilcoxon(values, 10), erfc(z / sqrt(2)),
                            1e-12);
}
END_TEST

START_TEST(wilcoxon_drops_zeros)
{
    double with[] = {0, 1, 0, 2, 3, 4, 5, 6, 0}, without[] = {1, 2, 3, 4, 5, 6};
    double none[] = {0, 0, 0};
    ck_assert_double_eq(stats_wilcoxon(with, 9), stats_wilcoxon(without, 6));
    ck_assert_double_eq_tol(stats_wilcoxon(without, 6), 2.0 / 64, 1e-12);
    ck_assert_double_eq(stats_wilcoxon(none, 3), 1);
    ck_assert_double_eq(stats_wilcoxon(none, 0), 1);
}
END_TEST

START_TEST(mean_and_deviation)
{
    double values[] = {2, 4, 4, 4, 5, 5, 7, 9};
    ck_assert_double_eq_tol(stats_mean(values, 8), 5, 1e-12);
    ck_assert_double_eq_tol(stats_deviation(values, 8), sqrt(32.0 / 7), 1e-12);
    ck_assert_double_eq(stats_deviation(values, 1), 0);
}
END_TEST

/* Any table of Student's distribution. */
START_TEST(student_has_the_published_quantiles)
{
    static const struct {
        double confidence;
        size_t freedom;
        double t;
    } rows[] = {{0.99, 1, 63.657}, {0.99, 2, 9.925}, {0.99, 3, 5.841},
                {0.95, 4, 2.776},  {0.99, 7, 3.499}, {0.95, 30, 2.042},
                {0.99, 120, 2.617}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ck_assert_double_eq_tol(
            stats_student_quantile(rows[i].confidence, rows[i].freedom),
            rows[i].t, 0.0006);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        median_of_odd_even_and_none,
        quantiles_are_of_type_seven,
        median_interval_has_the_published_ranks,
        median_interval_of_few_is_the_whole_range,
        median_interval_covers_as_often_as_it_says,
        wilcoxon_gives_the_published_p,
        wilcoxon_has_the_published_critical_values,
        wilcoxon_approximation_agrees_with_the_exact_test,
        wilcoxon_corrects_for_ties,
        wilcoxon_drops_zeros,
        mean_and_deviation,
        student_has_the_published_quantiles,
    };
    return TAP_RUN("stats", tests);
}
