/* SPDX-License-Identifier: MIT
 *
 * Medians, order-statistic intervals, Wilcoxon's signed rank test and
 * Student's quantiles.
 */
#include <config.h>

#include "base/stats.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Above this many values, or with ties, the normal approximation is closer
 * to the exact p-value than any decision here needs. */
enum { EXACT_MAX = 25 };

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double *sorted_copy(const double *values, size_t count)
{
    double *copy = xreallocarray(NULL, count, sizeof *copy);
    memcpy(copy, values, count * sizeof *copy);
    qsort(copy, count, sizeof *copy, compare_doubles);
    return copy;
}

double stats_median(const double *values, size_t count)
{
    return stats_quantile(values, count, 0.5);
}

double stats_quantile(const double *values, size_t count, double p)
{
    if (count == 0)
        return 0;
    double *sorted = sorted_copy(values, count);
    double position = p * (double)(count - 1);
    size_t below = (size_t)floor(position);
    if (below >= count - 1)
        below = count - 1;
    size_t above = below + 1 < count ? below + 1 : below;
    double share = position - (double)below;
    double result = sorted[below] + share * (sorted[above] - sorted[below]);
    free(sorted);
    return result;
}

/* The largest k for which Bin(count, 1/2) is below k with probability at most
 * `tail`: the k-th smallest and k-th largest value bound the median.  0 when
 * there is none. */
static size_t interval_rank(size_t count, double tail)
{
    double n = (double)count, sum = 0;
    size_t k = 0;
    for (; k < count / 2; k++) {
        double i = (double)k;
        sum +=
            exp(lgamma(n + 1) - lgamma(i + 1) - lgamma(n - i + 1) - n * log(2));
        /* The last bits of lgamma must not decide. */
        if (sum > tail * (1 + 1e-9))
            break;
    }
    return k;
}

struct stats_interval stats_median_interval(const double *values, size_t count,
                                            double confidence)
{
    struct stats_interval interval = {0, 0};
    if (count == 0)
        return interval;
    double *sorted = sorted_copy(values, count);
    size_t rank = interval_rank(count, (1 - confidence) / 2);
    if (rank == 0)
        rank = 1;
    interval.low = sorted[rank - 1];
    interval.high = sorted[count - rank];
    free(sorted);
    return interval;
}

struct ranked {
    double size;
    bool positive;
};

static int compare_ranked(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    return (x->size > y->size) - (x->size < y->size);
}

static size_t drop_zeros(const double *values, size_t count,
                         struct ranked *ranked)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (values[i] != 0)
            ranked[kept++] = (struct ranked){fabs(values[i]), values[i] > 0};
    qsort(ranked, kept, sizeof *ranked, compare_ranked);
    return kept;
}

struct rank_sum {
    double positive; /* sum of the ranks of the positive values */
    double ties;     /* sum of t^3 - t over groups of t equal ones */
};

static struct rank_sum sum_ranks(const struct ranked *ranked, size_t count)
{
    struct rank_sum sum = {0, 0};
    for (size_t start = 0, end; start < count; start = end) {
        end = start + 1;
        while (end < count && !(ranked[end].size > ranked[start].size))
            end++;
        double group = (double)(end - start);
        double mean_rank = (double)(start + 1 + end) / 2;
        for (size_t i = start; i < end; i++)
            sum.positive += ranked[i].positive ? mean_rank : 0;
        sum.ties += group * group * group - group;
    }
    return sum;
}

/* Of the 2^count equally likely signs, how many give each rank sum: the
 * coefficients of prod (1 + x^rank). */
static double exact_p(double positive, size_t count)
{
    double ways[EXACT_MAX * (EXACT_MAX + 1) / 2 + 1] = {1};
    size_t top = count * (count + 1) / 2;
    for (size_t rank = 1; rank <= count; rank++)
        for (size_t sum = top; sum >= rank; sum--)
            ways[sum] += ways[sum - rank];
    double smaller = fmin(positive, (double)top - positive);
    double tail = 0;
    for (size_t sum = 0; (double)sum <= smaller; sum++)
        tail += ways[sum];
    return fmin(1, 2 * tail / ldexp(1, (int)count));
}

static double normal_p(struct rank_sum sum, size_t count)
{
    double n = (double)count;
    double variance = (n * (n + 1) * (2 * n + 1) - sum.ties / 2) / 24;
    double distance = fabs(sum.positive - n * (n + 1) / 4);
    if (!(variance > 0))
        return 1;
    double z = fmax(0, distance - 0.5) / sqrt(variance);
    return erfc(z / sqrt(2));
}

double stats_wilcoxon(const double *values, size_t count)
{
    struct ranked *ranked = xcalloc(count + 1, sizeof *ranked);
    size_t kept = drop_zeros(values, count, ranked);
    double p = 1;
    if (kept > 0) {
        struct rank_sum sum = sum_ranks(ranked, kept);
        bool exact = kept <= EXACT_MAX && !(sum.ties > 0);
        p = exact ? exact_p(sum.positive, kept) : normal_p(sum, kept);
    }
    free(ranked);
    return p;
}

double stats_mean(const double *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return count > 0 ? sum / (double)count : 0;
}

double stats_deviation(const double *values, size_t count)
{
    if (count < 2)
        return 0;
    double mean = stats_mean(values, count), sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += (values[i] - mean) * (values[i] - mean);
    return sqrt(sum / (double)(count - 1));
}

/* P(|T| <= t) for whole degrees of freedom: Abramowitz and Stegun, Handbook
 * of Mathematical Functions, 1964, 26.7.3 and 26.7.4. */
static double student_within(double t, size_t freedom)
{
    double theta = atan(t / sqrt((double)freedom));
    double cosine = cos(theta), sine = sin(theta);
    bool odd = freedom % 2 == 1;
    double term = odd ? cosine : 1, sum = freedom == 1 ? 0 : term;
    for (size_t i = odd ? 3 : 2; i + 2 <= freedom; i += 2) {
        term *= (double)(i - 1) / (double)i * cosine * cosine;
        sum += term;
    }
    return odd ? 2 / M_PI * (theta + sine * sum) : sine * sum;
}

double stats_student_quantile(double confidence, size_t freedom)
{
    assert(freedom > 0 && confidence >= 0 && confidence < 1);
    double low = 0, high = 1;
    while (student_within(high, freedom) < confidence)
        high *= 2;
    for (int step = 0; step < 100; step++) {
        double middle = (low + high) / 2;
        if (student_within(middle, freedom) < confidence)
            low = middle;
        else
            high = middle;
    }
    return high;
}
