/* SPDX-License-Identifier: MIT
 *
 * One small check a rule, in a table.
 */
#include <config.h>

#include "db/record_check.h"

#include "base/error.h"
#include "base/memory.h"
#include "db/record.h"

/* Bounds and value are rounded one by one. */
static const double ROUNDING = 1e-9;

static bool bounds(const char *what, double low, double value, double high,
                   struct error *err)
{
    /* Low and high may be unknown (0) only together. */
    if ((low == 0 && high == 0) ||
        (low <= value * (1 + ROUNDING) && value * (1 - ROUNDING) <= high))
        return true;
    return error_set(err, ERROR_FORMAT,
                     "%s: %.12g is not within its bounds %.12g and %.12g", what,
                     value, low, high);
}

static bool check_baselines(const struct record *record, struct error *err)
{
    size_t references = 0;
    for (size_t i = 0; i < record->baseline_count; i++) {
        references += record->baselines[i].reference;
        for (size_t j = 0; j < i; j++)
            if (strcmp(record->baselines[i].name, record->baselines[j].name) ==
                0)
                return error_set(err, ERROR_FORMAT,
                                 "baselines: '%s' stands there twice",
                                 record->baselines[i].name);
    }
    if (references > 1)
        return error_set(err, ERROR_FORMAT,
                         "baselines: %zu are marked as the reference",
                         references);
    return true;
}

static bool check_kinds(const struct record *record, struct error *err)
{
    for (size_t i = 0; i < record->cpu.kind_count; i++) {
        const struct record_kind *kind = &record->cpu.kinds[i];
        if (!bounds("cpu: kinds: gain", kind->low, kind->gain, kind->high, err))
            return false;
        if (kind->verdict && strcmp(kind->verdict, "proven") == 0 &&
            kind->gain <= 1)
            return error_set(err, ERROR_FORMAT,
                             "cpu: kinds: a gain of %.12g is called proven",
                             kind->gain);
    }
    return true;
}

static bool check_winner(const struct record *record, struct error *err)
{
    const struct record_winner *winner = &record->winner;
    if (!winner->verdict)
        return error_set(err, ERROR_FORMAT, "winner: verdict: is missing");
    if (!bounds("winner: gain", winner->low, winner->gain, winner->high, err))
        return false;
    if (strcmp(winner->verdict, "proven") == 0 && winner->gain <= 1)
        return error_set(err, ERROR_FORMAT,
                         "winner: a gain of %.12g is called proven",
                         winner->gain);
    return bounds("plain: gain", record->plain.low, record->plain.gain,
                  record->plain.high, err);
}

/* Samples of a round stand at the same place in every list. */
static bool check_rounds(const struct record_metric *metric, struct error *err)
{
    size_t base = metric->baseline_samples.count;
    size_t winner = metric->winner_samples.count;
    size_t logs = metric->log_ratios.count;
    if (base != winner)
        return error_set(err, ERROR_FORMAT,
                         "metrics: '%s' has %zu samples of the baseline and "
                         "%zu of the winner, but they are paired",
                         metric->name, base, winner);
    if (logs && base && logs != base)
        return error_set(err, ERROR_FORMAT,
                         "metrics: '%s' has %zu log ratios for %zu pairs",
                         metric->name, logs, base);
    return true;
}

static bool check_metrics(const struct record *record, struct error *err)
{
    const char *method = record->confirmation.method;
    bool paired = method && strcmp(method, "medians") != 0;
    for (size_t i = 0; i < record->metric_count; i++) {
        const struct record_metric *metric = &record->metrics[i];
        if (record_find_metric(record, metric->name) != metric)
            return error_set(err, ERROR_FORMAT,
                             "metrics: '%s' stands there twice", metric->name);
        if (paired && !check_rounds(metric, err))
            return false;
        if (!bounds(metric->name, metric->low, metric->ratio, metric->high,
                    err))
            return error_wrap(err, "metrics");
    }
    return true;
}

static bool check_layouts(const struct record *record, struct error *err)
{
    const struct record_confirmation *made = &record->confirmation;
    for (size_t i = 0; i < made->round_layouts.count; i++)
        if (made->round_layouts.items[i] >= (double)made->layout_count)
            return error_set(err, ERROR_FORMAT,
                             "confirmation: round %zu has no such layout", i);
    if (made->layouts_agree > (double)made->layout_count)
        return error_set(err, ERROR_FORMAT,
                         "confirmation: more layouts agree than there are");
    return bounds("confirmation: canary", made->canary.low, made->canary.ratio,
                  made->canary.high, err);
}

static bool check_provenance(const struct record *record, struct error *err)
{
    if (!record->provenance.tuner || !record->provenance.date)
        return error_set(err, ERROR_FORMAT,
                         "provenance: tuner or date: is missing");
    return true;
}

static bool check_rivals(const struct record *record, struct error *err)
{
    for (size_t i = 0; i < record->compiler_count; i++) {
        const struct record_rival *rival = &record->compilers[i];
        if (!bounds("compilers: gain", rival->low, rival->gain, rival->high,
                    err))
            return false;
    }
    return true;
}

static bool check_source(const struct record *record, struct error *err)
{
    if (record->published && !record->source.repository)
        return error_set(err, ERROR_FORMAT,
                         "published figures without a source.repository");
    return true;
}

bool record_check_sense(const struct record *record, struct error *err)
{
    static bool (*const checks[])(const struct record *, struct error *) = {
        check_baselines, check_kinds,      check_winner, check_metrics,
        check_layouts,   check_provenance, check_rivals, check_source,
    };
    for (size_t i = 0; i < sizeof(checks) / sizeof(*checks); i++)
        if (!checks[i](record, err))
            return false;
    return true;
}
