/* SPDX-License-Identifier: MIT
 *
 * The statistics of measure.md: medians, order-statistic intervals and the
 * Wilcoxon signed rank test.  Arrays are borrowed and left as they are.
 */
#ifndef BASE_STATS_H
#define BASE_STATS_H

#include <stddef.h>

struct stats_interval {
    double low;
    double high;
};

/* Median; the mean of the two middle ones for an even count; 0 for none. */
double stats_median(const double *values, size_t count);
/* p-quantile, 0 <= p <= 1, linear between order statistics (Hyndman and Fan
 * 1996, type 7). */
double stats_quantile(const double *values, size_t count, double p);
/* Distribution-free confidence interval of the median from order statistics
 * (David and Nagaraja, Order Statistics, 2003, 7.1): at least `confidence`
 * by the binomial; whole range when count is too small for it. */
struct stats_interval stats_median_interval(const double *values, size_t count,
                                            double confidence);
/* Two-sided p-value of Wilcoxon's signed rank test that the values are
 * symmetric about 0; 1 when there is none but zeros.  Zeros are dropped
 * (Wilcoxon 1945), ties get mean ranks and narrow the variance (Hollander and
 * Wolfe 1999, 3.1).  Exact up to 25 values without ties, else the normal
 * approximation with continuity correction. */
double stats_wilcoxon(const double *values, size_t count);
double stats_mean(const double *values, size_t count);
/* Sample standard deviation, 0 for fewer than two. */
double stats_deviation(const double *values, size_t count);
/* The t for which Student's variable with `freedom` degrees of freedom (at
 * least one) lies within +-t with probability `confidence` (below 1). */
double stats_student_quantile(double confidence, size_t freedom);

#endif
