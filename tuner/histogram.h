/* SPDX-License-Identifier: MIT
 *
 * Boards by builds in one metric: a cluster of bars for each board, a bar for
 * each build, as in the charts of Nettle's benchmark thread.  The page and
 * the gnuplot script draw the same ones.
 */
#ifndef TUNER_HISTOGRAM_H
#define TUNER_HISTOGRAM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strvec.h"

struct record;
struct report;

/* More builds than these cannot be told apart by their colours. */
enum { HISTOGRAM_BUILDS_MAX = 6, HISTOGRAM_CLUSTERS_MAX = 40 };

struct histogram_cluster {
    char *label;                         /* board, and what tells it apart */
    const struct record *record;         /* borrowed */
    double values[HISTOGRAM_BUILDS_MAX]; /* 0: not measured */
    bool emulated;
};

struct histogram {
    char *metric;
    char *unit;
    bool higher_is_better;
    struct strvec builds; /* names of the bars; the winner's is the last */
    struct histogram_cluster *clusters;
    size_t count;
    size_t capacity;
    size_t left_out; /* clusters beyond the most that can be read */
};

struct histograms {
    struct histogram *items;
    size_t count;
    size_t capacity;
};

/* One for each metric and unit of the records, in their order. */
void histograms_init(struct histograms *self, const struct report *report);
void histograms_release(struct histograms *self);
/* The largest and the smallest measured value; 0 when there is none. */
double histogram_top(const struct histogram *self);
double histogram_bottom(const struct histogram *self);
/* Boards of which one is fifty times as fast as another are drawn on a
 * logarithmic scale: on a linear one the slow would be lines. */
bool histogram_is_logarithmic(const struct histogram *self);

#endif
