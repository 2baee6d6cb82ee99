/* SPDX-License-Identifier: MIT
 *
 * Medians, ratios, intervals and gain from samples.
 */
#include <config.h>

#include "db/record_stats.h"

#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/stats.h"
#include "db/record.h"

/* Samples are kept with twelve digits; what is computed of them agrees far
 * better than this. */
static const double TOLERANCE = 1e-6;

/* What the samples of one metric say; 0 where they say nothing. */
struct figures {
    double baseline;
    double winner;
    double ratio;
    double low;
    double high;
};

static double median(const struct record_numbers *numbers)
{
    return stats_median(numbers->items, numbers->count);
}

static double better_sign(const struct record_metric *metric)
{
    return metric->better && strcmp(metric->better, "lower") == 0 ? -1 : 1;
}

/* The rounds' log ratios, better is positive; the caller frees them. */
static double *log_ratios(const struct record_metric *metric, size_t *count)
{
    const struct record_numbers *base = &metric->baseline_samples;
    const struct record_numbers *winner = &metric->winner_samples;
    const struct record_numbers *kept = &metric->log_ratios;
    *count = kept->count;
    if (!kept->count)
        *count = base->count < winner->count ? base->count : winner->count;
    double *ratios = xreallocarray(NULL, *count + 1, sizeof(*ratios));
    for (size_t i = 0; i < *count; i++)
        ratios[i] = kept->count ? kept->items[i]
                                : better_sign(metric) *
                                      log(winner->items[i] / base->items[i]);
    return ratios;
}

/* Median of the log ratios of one layout's rounds; false when it has none. */
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

static double median_of_layouts(const struct record_confirmation *made,
                                const double *ratios, size_t count)
{
    size_t layouts = made->layout_count, found = 0;
    double *medians = xreallocarray(NULL, layouts + 1, sizeof(*medians));
    for (size_t i = 0; i < layouts; i++)
        if (layout_median(made, i, ratios, count, &medians[found]))
            found++;
    double result = stats_median(medians, found);
    free(medians);
    return result;
}

static void paired_figures(const struct record *record,
                           const struct record_metric *metric,
                           struct figures *out)
{
    const struct record_confirmation *made = &record->confirmation;
    double confidence = made->confidence > 0 ? made->confidence : 0.99;
    size_t count;
    double *ratios = log_ratios(metric, &count);
    if (count > 0) {
        struct stats_interval interval =
            stats_median_interval(ratios, count, confidence);
        bool layouts = made->method && strcmp(made->method, "layouts") == 0;
        out->ratio = exp(layouts ? median_of_layouts(made, ratios, count)
                                 : stats_median(ratios, count));
        out->low = exp(interval.low);
        out->high = exp(interval.high);
    }
    free(ratios);
}

static struct stats_interval range(const struct record_numbers *numbers)
{
    return (struct stats_interval){
        stats_quantile(numbers->items, numbers->count, 0),
        stats_quantile(numbers->items, numbers->count, 1)};
}

static void unpaired_figures(const struct record_metric *metric,
                             struct figures *out)
{
    if (!metric->baseline_samples.count || !metric->winner_samples.count)
        return;
    struct stats_interval base = range(&metric->baseline_samples);
    struct stats_interval winner = range(&metric->winner_samples);
    bool lower = better_sign(metric) < 0;
    out->ratio =
        lower ? out->baseline / out->winner : out->winner / out->baseline;
    out->low = lower ? base.low / winner.high : winner.low / base.high;
    out->high = lower ? base.high / winner.low : winner.high / base.low;
}

static struct figures figures_of(const struct record *record,
                                 const struct record_metric *metric)
{
    const char *method = record->confirmation.method;
    struct figures found = {.baseline = median(&metric->baseline_samples),
                            .winner = median(&metric->winner_samples)};
    if (method && strcmp(method, "medians") == 0)
        unpaired_figures(metric, &found);
    else
        paired_figures(record, metric, &found);
    return found;
}

/* Weighted geometric mean of one member of the metrics; 0 when a metric that
 * counts has none. */
static double objective(const struct record *record, size_t offset)
{
    double sum = 0, weights = 0;
    for (size_t i = 0; i < record->metric_count; i++) {
        const struct record_metric *metric = &record->metrics[i];
        const double *value = (const void *)((const char *)metric + offset);
        if (metric->weight <= 0)
            continue;
        if (*value <= 0)
            return 0;
        sum += metric->weight * log(*value);
        weights += metric->weight;
    }
    return weights > 0 ? exp(sum / weights) : 0;
}

/* A figure that could be computed replaces what stands there. */
static void replace(double *member, double value)
{
    if (value != 0)
        *member = value;
}

static void fill(double *member, double value)
{
    if (*member == 0)
        *member = value;
}

void record_derive(struct record *record)
{
    for (size_t i = 0; i < record->baseline_count; i++)
        for (size_t j = 0; j < record->baselines[i].metric_count; j++) {
            struct record_reading *reading = &record->baselines[i].metrics[j];
            if (reading->samples.count)
                reading->median = median(&reading->samples);
        }
    for (size_t i = 0; i < record->metric_count; i++) {
        struct record_metric *metric = &record->metrics[i];
        struct figures found = figures_of(record, metric);
        replace(&metric->baseline, found.baseline);
        replace(&metric->winner, found.winner);
        replace(&metric->ratio, found.ratio);
        fill(&metric->low, found.low);
        fill(&metric->high, found.high);
    }
    replace(&record->winner.gain,
            objective(record, offsetof(struct record_metric, ratio)));
    fill(&record->winner.low,
         objective(record, offsetof(struct record_metric, low)));
    fill(&record->winner.high,
         objective(record, offsetof(struct record_metric, high)));
}

static bool same(double stored, double computed)
{
    return fabs(stored - computed) <= TOLERANCE * fabs(computed);
}

static bool expect(const char *what, double stored, double computed,
                   struct error *err)
{
    if (computed == 0 || same(stored, computed))
        return true;
    return error_set(err, ERROR_FORMAT,
                     "%s is %.12g, but its samples give %.12g", what, stored,
                     computed);
}

/* An honest interval may be wider than that of the samples alone. */
static bool expect_interval(const struct record_metric *metric,
                            const struct figures *found, struct error *err)
{
    if (found->ratio == 0 || (metric->low <= found->low * (1 + TOLERANCE) &&
                              metric->high >= found->high * (1 - TOLERANCE)))
        return true;
    return error_set(err, ERROR_FORMAT,
                     "the interval %.12g to %.12g is narrower than that of "
                     "the samples, %.12g to %.12g",
                     metric->low, metric->high, found->low, found->high);
}

static bool metric_follows(const struct record *record,
                           const struct record_metric *metric,
                           struct error *err)
{
    struct figures found = figures_of(record, metric);
    const char *method = record->confirmation.method;
    bool layouts = method && strcmp(method, "layouts") == 0;
    bool ok = expect("baseline", metric->baseline, found.baseline, err) &&
              expect("winner", metric->winner, found.winner, err) &&
              expect("ratio", metric->ratio, found.ratio, err) &&
              (layouts || expect_interval(metric, &found, err));
    if (ok && found.ratio == 0 && metric->ratio != 0)
        ok = error_set(err, ERROR_FORMAT,
                       "a ratio of %.12g has no samples behind it",
                       metric->ratio);
    return ok || error_wrap(err, "metrics: '%s'", metric->name);
}

static bool readings_follow(const struct record_baseline *baseline,
                            struct error *err)
{
    for (size_t i = 0; i < baseline->metric_count; i++) {
        const struct record_reading *reading = &baseline->metrics[i];
        if (!expect("median", reading->median, median(&reading->samples), err))
            return error_wrap(err, "baselines: '%s': '%s'", baseline->name,
                              reading->name);
    }
    return true;
}

static bool gain_follows(const struct record *record, struct error *err)
{
    const struct record_winner *winner = &record->winner;
    double gain = objective(record, offsetof(struct record_metric, ratio));
    if (gain == 0 && strcmp(winner->verdict, "proven") == 0)
        return error_set(err, ERROR_FORMAT,
                         "winner: called proven without a measured ratio");
    if (strcmp(winner->verdict, "proven") == 0 && winner->low <= 1)
        return error_set(err, ERROR_FORMAT,
                         "winner: called proven, but it may be as low as "
                         "%.12g",
                         winner->low);
    return expect("winner: gain", winner->gain, gain, err);
}

bool record_follows(const struct record *record, struct error *err)
{
    for (size_t i = 0; i < record->baseline_count; i++)
        if (!readings_follow(&record->baselines[i], err))
            return false;
    for (size_t i = 0; i < record->metric_count; i++)
        if (!metric_follows(record, &record->metrics[i], err))
            return false;
    return gain_follows(record, err);
}
