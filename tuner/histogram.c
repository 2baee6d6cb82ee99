/* SPDX-License-Identifier: MIT
 *
 * Gathering boards and builds into histograms.
 */
#include <config.h>

#include "tuner/histogram.h"

#include <string.h>

#include "base/memory.h"
#include "base/str.h"
#include "db/record.h"
#include "tuner/report.h"
#include "tuner/wording.h"

static const char winner_name[] = "winner";

void histograms_release(struct histograms *self)
{
    for (size_t i = 0; i < self->count; i++) {
        struct histogram *histogram = &self->items[i];
        for (size_t j = 0; j < histogram->count; j++)
            free(histogram->clusters[j].label);
        free(histogram->clusters);
        free(histogram->metric);
        free(histogram->unit);
        strvec_release(&histogram->builds);
    }
    free(self->items);
    *self = (struct histograms){0};
}

static const char *or_empty(const char *text)
{
    return text ? text : "";
}

static struct histogram *find(struct histograms *self,
                              const struct record_metric *metric)
{
    const char *name = or_empty(metric->name), *unit = or_empty(metric->unit);
    for (size_t i = 0; i < self->count; i++)
        if (strcmp(self->items[i].metric, name) == 0 &&
            strcmp(self->items[i].unit, unit) == 0)
            return &self->items[i];
    self->items = memory_grow(self->items, &self->capacity, self->count + 1,
                              sizeof(*self->items));
    struct histogram *histogram = &self->items[self->count++];
    *histogram = (struct histogram){.metric = xstrdup(name),
                                    .unit = xstrdup(unit),
                                    .higher_is_better =
                                        wording_higher_is_better(metric)};
    return histogram;
}

/* The last place stays free for the winner. */
static void add_builds(struct histogram *histogram, const struct record *record)
{
    for (size_t i = 0; i < record->baseline_count; i++) {
        const char *name = or_empty(record->baselines[i].name);
        if (wording_has_readings(record, &record->baselines[i]) &&
            histogram->builds.count < HISTOGRAM_BUILDS_MAX - 1 &&
            !strvec_contains(&histogram->builds, name))
            strvec_add(&histogram->builds, name);
    }
}

static double build_value(const struct record *record,
                          const struct record_metric *metric, const char *build)
{
    for (size_t i = 0; i < record->baseline_count; i++)
        if (strcmp(or_empty(record->baselines[i].name), build) == 0)
            return wording_reading(&record->baselines[i], metric);
    return 0;
}

static bool same_text(const char *a, const char *b)
{
    return strcmp(or_empty(a), or_empty(b)) == 0;
}

static bool same_compiler(const struct record *a, const struct record *b)
{
    return same_text(a->compiler.family, b->compiler.family) &&
           same_text(a->compiler.version, b->compiler.version);
}

/* The board, from its second cluster on with what differs: the compiler, or
 * else a number. */
static char *make_label(const struct histogram *histogram,
                        const struct record *record)
{
    size_t same = 0, compiler = 0;
    for (size_t i = 0; i < histogram->count; i++) {
        const struct record *other = histogram->clusters[i].record;
        bool board = same_text(other->board.id, record->board.id);
        same += board;
        compiler += board && same_compiler(other, record);
    }
    struct str label = {0};
    str_add(&label, or_empty(record->board.id));
    if (same > compiler)
        str_addf(&label, " %s-%s", or_empty(record->compiler.family),
                 or_empty(record->compiler.version));
    if (compiler)
        str_addf(&label, " #%zu", compiler + 1);
    return str_detach(&label);
}

static void add_cluster(struct histogram *histogram,
                        const struct record *record,
                        const struct record_metric *metric)
{
    histogram->clusters =
        memory_grow(histogram->clusters, &histogram->capacity,
                    histogram->count + 1, sizeof(*histogram->clusters));
    struct histogram_cluster cluster = {.label = make_label(histogram, record),
                                        .record = record,
                                        .emulated = record->emulated};
    for (size_t i = 0; i < histogram->builds.count; i++)
        cluster.values[i] =
            build_value(record, metric, histogram->builds.items[i]);
    cluster.values[histogram->builds.count - 1] = metric->winner;
    histogram->clusters[histogram->count++] = cluster;
}

/* All builds must be known before the first cluster is filled. */
static void gather_builds(struct histograms *self, const struct report *report)
{
    for (size_t i = 0; i < report->count; i++)
        for (size_t j = 0; j < report->records[i].metric_count; j++)
            add_builds(find(self, &report->records[i].metrics[j]),
                       &report->records[i]);
    for (size_t i = 0; i < self->count; i++)
        strvec_add(&self->items[i].builds, winner_name);
}

static void add_record(struct histograms *self, const struct record *record)
{
    for (size_t i = 0; i < record->metric_count; i++) {
        const struct record_metric *metric = &record->metrics[i];
        struct histogram *histogram = find(self, metric);
        if (histogram->count < HISTOGRAM_CLUSTERS_MAX)
            add_cluster(histogram, record, metric);
        else
            histogram->left_out++;
    }
}

void histograms_init(struct histograms *self, const struct report *report)
{
    *self = (struct histograms){0};
    gather_builds(self, report);
    for (size_t i = 0; i < report->count; i++)
        add_record(self, &report->records[i]);
}

double histogram_top(const struct histogram *self)
{
    double top = 0;
    for (size_t i = 0; i < self->count; i++)
        for (size_t j = 0; j < self->builds.count; j++)
            if (self->clusters[i].values[j] > top)
                top = self->clusters[i].values[j];
    return top;
}

double histogram_bottom(const struct histogram *self)
{
    double bottom = 0;
    for (size_t i = 0; i < self->count; i++)
        for (size_t j = 0; j < self->builds.count; j++) {
            double value = self->clusters[i].values[j];
            if (value > 0 && (bottom == 0 || value < bottom))
                bottom = value;
        }
    return bottom;
}

bool histogram_is_logarithmic(const struct histogram *self)
{
    static const double spread = 50;
    return histogram_top(self) > spread * histogram_bottom(self);
}
