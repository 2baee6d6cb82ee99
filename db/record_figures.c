/* SPDX-License-Identifier: MIT
 *
 * Medians, ratios and intervals from samples.
 */
#include <config.h>

#include "db/record_figures.h"

#include <math.h>

#include "base/memory.h"
#include "base/stats.h"
#include "db/record.h"

static bool by_method(const struct record *record, const char *method)
{
    const char *own = record->confirmation.method;
    return strcmp(own ? own : "paired", method) == 0;
}

static double median(const struct record_numbers *numbers)
{
    return stats_median(numbers->items, numbers->count);
}

static bool lower_is_better(const struct record_metric *metric)
{
    return metric->better && strcmp(metric->better, "lower") == 0;
}

/* Rounds in which both sides of a metric were measured. */
static size_t round_count(const struct record_metric *metric)
{
    size_t base = metric->baseline_samples.count;
    size_t winner = metric->winner_samples.count;
    if (metric->log_ratios.count)
        return metric->log_ratios.count;
    return base < winner ? base : winner;
}

/* Better is positive. */
static double log_ratio(const struct record_metric *metric, size_t round)
{
    if (metric->log_ratios.count)
        return metric->log_ratios.items[round];
    double ratio = log(metric->winner_samples.items[round] /
                       metric->baseline_samples.items[round]);
    return lower_is_better(metric) ? -ratio : ratio;
}

static void median_figures(const struct record_confirmation *made,
                           const double *ratios, size_t count,
                           struct record_figures *out)
{
    double confidence = made->confidence > 0 ? made->confidence : 0.99;
    struct stats_interval interval =
        stats_median_interval(ratios, count, confidence);
    out->ratio = exp(stats_median(ratios, count));
    out->low = exp(interval.low);
    out->high = exp(interval.high);
}

/* Median of the rounds of one layout; false when it has none. */
static bool layout_median(const struct record_confirmation *made, size_t layout,
                          const double *ratios, size_t count, double *out)
{
    double *chosen = xreallocarray(NULL, count + 1, sizeof(*chosen));
    size_t found = 0;
    for (size_t i = 0; i < count && i < made->round_layouts.count; i++)
        if ((size_t)made->round_layouts.items[i] == layout)
            chosen[found++] = ratios[i];
    *out = stats_median(chosen, found);
    free(chosen);
    return found > 0;
}

static void layout_figures(const struct record_confirmation *made,
                           const double *ratios, size_t count,
                           struct record_figures *out)
{
    size_t found = 0;
    double *medians =
        xreallocarray(NULL, made->layout_count + 1, sizeof(*medians));
    for (size_t i = 0; i < made->layout_count; i++)
        if (layout_median(made, i, ratios, count, &medians[found]))
            found++;
    if (found >= 2) {
        double confidence = made->confidence > 0 ? made->confidence : 0.99;
        double mean = stats_mean(medians, found);
        double half = stats_student_quantile(confidence, found - 1) *
                      stats_deviation(medians, found) / sqrt((double)found);
        out->ratio = exp(mean);
        out->low = exp(mean - half);
        out->high = exp(mean + half);
    }
    free(medians);
}

static void paired_figures(const struct record *record, const double *ratios,
                           size_t count, struct record_figures *out)
{
    if (count == 0)
        return;
    if (by_method(record, "layouts"))
        layout_figures(&record->confirmation, ratios, count, out);
    else
        median_figures(&record->confirmation, ratios, count, out);
}

static struct stats_interval range(const struct record_numbers *numbers)
{
    return (struct stats_interval){
        stats_quantile(numbers->items, numbers->count, 0),
        stats_quantile(numbers->items, numbers->count, 1)};
}

static void unpaired_figures(const struct record_metric *metric,
                             struct record_figures *out)
{
    if (!metric->baseline_samples.count || !metric->winner_samples.count)
        return;
    struct stats_interval base = range(&metric->baseline_samples);
    struct stats_interval winner = range(&metric->winner_samples);
    bool lower = lower_is_better(metric);
    out->ratio =
        lower ? out->baseline / out->winner : out->winner / out->baseline;
    out->low = lower ? base.low / winner.high : winner.low / base.high;
    out->high = lower ? base.high / winner.low : winner.high / base.low;
}

struct record_figures
record_figures_of_metric(const struct record *record,
                         const struct record_metric *metric)
{
    struct record_figures found = {.baseline =
                                       median(&metric->baseline_samples),
                                   .winner = median(&metric->winner_samples)};
    if (by_method(record, "medians")) {
        unpaired_figures(metric, &found);
        return found;
    }
    size_t count = round_count(metric);
    double *ratios = xreallocarray(NULL, count + 1, sizeof(*ratios));
    for (size_t i = 0; i < count; i++)
        ratios[i] = log_ratio(metric, i);
    paired_figures(record, ratios, count, &found);
    free(ratios);
    return found;
}

/* Rounds that all metrics in the objective share. */
static size_t shared_rounds(const struct record *record)
{
    size_t count = 0;
    bool any = false;
    for (size_t i = 0; i < record->metric_count; i++) {
        size_t own = round_count(&record->metrics[i]);
        if (record->metrics[i].weight <= 0)
            continue;
        count = any && count < own ? count : own;
        any = true;
    }
    return count;
}

static double objective_round(const struct record *record, size_t round)
{
    double sum = 0, weights = 0;
    for (size_t i = 0; i < record->metric_count; i++) {
        const struct record_metric *metric = &record->metrics[i];
        if (metric->weight <= 0)
            continue;
        sum += metric->weight * log_ratio(metric, round);
        weights += metric->weight;
    }
    return sum / weights;
}

static struct record_figures geometric_mean(const struct record *record)
{
    struct record_figures sum = {0};
    double weights = 0;
    for (size_t i = 0; i < record->metric_count; i++) {
        const struct record_metric *metric = &record->metrics[i];
        struct record_figures own = record_figures_of_metric(record, metric);
        if (metric->weight <= 0)
            continue;
        if (own.ratio <= 0)
            return (struct record_figures){0};
        sum.ratio += metric->weight * log(own.ratio);
        sum.low += metric->weight * log(own.low);
        sum.high += metric->weight * log(own.high);
        weights += metric->weight;
    }
    if (weights <= 0)
        return (struct record_figures){0};
    return (struct record_figures){.ratio = exp(sum.ratio / weights),
                                   .low = exp(sum.low / weights),
                                   .high = exp(sum.high / weights)};
}

/* The objective in every shared round; the caller frees it. */
static double *objective_rounds(const struct record *record, size_t *count)
{
    *count = shared_rounds(record);
    double *ratios = xreallocarray(NULL, *count + 1, sizeof(*ratios));
    for (size_t i = 0; i < *count; i++)
        ratios[i] = objective_round(record, i);
    return ratios;
}

struct record_figures record_figures_of_gain(const struct record *record)
{
    if (by_method(record, "medians"))
        return geometric_mean(record);
    struct record_figures found = {0};
    size_t count;
    double *ratios = objective_rounds(record, &count);
    paired_figures(record, ratios, count, &found);
    free(ratios);
    return found;
}

double record_figures_of_layout(const struct record *record, size_t layout)
{
    double found = 0;
    size_t count;
    double *ratios = objective_rounds(record, &count);
    bool any =
        layout_median(&record->confirmation, layout, ratios, count, &found);
    free(ratios);
    return any ? exp(found) : 0;
}
