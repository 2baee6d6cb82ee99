/* SPDX-License-Identifier: MIT
 *
 * What the samples of a record say, by its confirmation.method:
 *
 *   "paired"   exp of the median of the rounds' log ratios, with the
 *              order-statistic interval of a median;
 *   "layouts"  exp of the mean over layouts (round_layouts) of the median
 *              log ratio of a layout's rounds, with Student's interval over
 *              the layouts: layout is a random effect;
 *   "medians"  for runs that were not interleaved: the ratio of the two
 *              sides' medians; low and high are the least and the most
 *              favourable pair of samples.
 *
 * A round of the gain is the weighted mean of the metrics' log ratios in
 * that round; for "medians" the gain is the weighted geometric mean of the
 * metrics' ratios, and so are its low and high.
 */
#ifndef DB_RECORD_FIGURES_H
#define DB_RECORD_FIGURES_H

#include <stdbool.h>
#include <stddef.h>

struct record;
struct record_metric;

/* 0 where the samples say nothing. */
struct record_figures {
    double baseline; /* medians, in the metric's unit; 0 for the gain */
    double winner;
    double ratio;
    double low;
    double high;
};

struct record_figures
record_figures_of_metric(const struct record *record,
                         const struct record_metric *metric);
struct record_figures record_figures_of_gain(const struct record *record);
/* The gain in one layout alone; 0 where it has no rounds. */
double record_figures_of_layout(const struct record *record, size_t layout);

#endif
