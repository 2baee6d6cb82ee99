/* SPDX-License-Identifier: MIT
 *
 * Fills and checks figures.
 */
#include <config.h>

#include "db/record_stats.h"

#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/stats.h"
#include "db/record.h"
#include "db/record_figures.h"

/* Samples are kept with twelve digits; what is computed of them agrees far
 * better than this. */
static const double TOLERANCE = 1e-6;

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

static double reading_median(const struct record_reading *reading)
{
    return stats_median(reading->samples.items, reading->samples.count);
}

static void derive_metric(const struct record *record,
                          struct record_metric *metric)
{
    struct record_figures found = record_figures_of_metric(record, metric);
    replace(&metric->baseline, found.baseline);
    replace(&metric->winner, found.winner);
    replace(&metric->ratio, found.ratio);
    fill(&metric->low, found.low);
    fill(&metric->high, found.high);
}

void record_derive(struct record *record)
{
    for (size_t i = 0; i < record->baseline_count; i++) {
        struct record_baseline *baseline = &record->baselines[i];
        for (size_t j = 0; j < baseline->metric_count; j++)
            replace(&baseline->metrics[j].median,
                    reading_median(&baseline->metrics[j]));
    }
    for (size_t i = 0; i < record->metric_count; i++)
        derive_metric(record, &record->metrics[i]);
    struct record_figures gain = record_figures_of_gain(record);
    replace(&record->winner.gain, gain.ratio);
    fill(&record->winner.low, gain.low);
    fill(&record->winner.high, gain.high);
    for (size_t i = 0; i < record->confirmation.layout_count; i++)
        replace(&record->confirmation.layouts[i].gain,
                record_figures_of_layout(record, i));
}

/* A figure of which the samples say nothing must not be claimed. */
static bool expect(const char *what, double stored, double computed,
                   struct error *err)
{
    if (fabs(stored - computed) <= TOLERANCE * fabs(computed))
        return true;
    /* The same code as the baseline needs no samples for a gain of none. */
    if (computed == 0 && stored == 1)
        return true;
    if (computed == 0)
        return error_set(err, ERROR_FORMAT,
                         "%s is %.12g, but has no samples behind it", what,
                         stored);
    return error_set(err, ERROR_FORMAT,
                     "%s is %.12g, but its samples give %.12g", what, stored,
                     computed);
}

/* An honest interval may be wider than that of the samples. */
static bool expect_interval(double low, double high,
                            const struct record_figures *found,
                            struct error *err)
{
    if (found->ratio == 0 || (low <= found->low * (1 + TOLERANCE) &&
                              high >= found->high * (1 - TOLERANCE)))
        return true;
    return error_set(err, ERROR_FORMAT,
                     "the interval %.12g to %.12g is narrower than that of "
                     "the samples, %.12g to %.12g",
                     low, high, found->low, found->high);
}

static bool metric_follows(const struct record *record,
                           const struct record_metric *metric,
                           struct error *err)
{
    struct record_figures found = record_figures_of_metric(record, metric);
    bool sides = metric->baseline_samples.count || metric->winner_samples.count;
    /* Log ratios alone say nothing of the sides. */
    bool ok =
        !sides || (expect("baseline", metric->baseline, found.baseline, err) &&
                   expect("winner", metric->winner, found.winner, err));
    ok = ok && expect("ratio", metric->ratio, found.ratio, err) &&
         expect_interval(metric->low, metric->high, &found, err);
    return ok || error_wrap(err, "metrics: '%s'", metric->name);
}

static bool readings_follow(const struct record_baseline *baseline,
                            struct error *err)
{
    for (size_t i = 0; i < baseline->metric_count; i++) {
        const struct record_reading *reading = &baseline->metrics[i];
        if (reading->samples.count &&
            !expect("median", reading->median, reading_median(reading), err))
            return error_wrap(err, "baselines: '%s': '%s'", baseline->name,
                              reading->name);
    }
    return true;
}

static bool gain_follows(const struct record *record, struct error *err)
{
    const struct record_winner *winner = &record->winner;
    struct record_figures found = record_figures_of_gain(record);
    bool ok = expect("gain", winner->gain, found.ratio, err) &&
              expect_interval(winner->low, winner->high, &found, err);
    if (ok && strcmp(winner->verdict, "proven") == 0 && winner->low <= 1)
        ok = error_set(err, ERROR_FORMAT,
                       "called proven, but the gain may be as low as %.12g",
                       winner->low);
    return ok || error_wrap(err, "winner");
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
