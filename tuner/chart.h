/* SPDX-License-Identifier: MIT
 *
 * The pictures of the HTML report, as SVG; one file chart_<name>.c each.
 * Nothing is written when there is nothing to draw.
 */
#ifndef TUNER_CHART_H
#define TUNER_CHART_H

#include <stddef.h>

struct histogram;
struct record;
struct str;

/* A figure's beginning and end around a picture. */
void chart_begin(struct str *out, const char *title);
void chart_end(struct str *out, const char *caption);
/* A ratio beside an axis: "baseline", "+50 %", "2 x". */
void chart_ratio(struct str *out, double ratio);
/* Room for labels at the left of an axis of numbers. */
double chart_left(const double *ticks, size_t count,
                  void (*words)(struct str *out, double value));

/* Each metric's gain with its interval, against the baseline, and the floor
 * under which no gain counts. */
void chart_gains(const struct record *record, struct str *out);
/* Best so far against evaluations. */
void chart_progress(const struct record *record, struct str *out);
/* Gain against size of the code. */
void chart_tradeoff(const struct record *record, struct str *out);
/* Boards by builds in one metric. */
void chart_histogram(const struct histogram *histogram, struct str *out);

#endif
