/* SPDX-License-Identifier: MIT
 *
 * Gains with their intervals: a row a metric, on one logarithmic scale.
 */
#include <config.h>

#include "tuner/chart.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/str.h"
#include "db/record.h"
#include "tuner/html.h"
#include "tuner/svg.h"
#include "tuner/wording.h"

enum { WIDTH = 460, ROW = 52, TOP = 8, AXIS = 30, SIDE = 12 };

void chart_begin(struct str *out, const char *title)
{
    str_add(out, "<figure>\n");
    html_element(out, "h3", NULL, title);
}

void chart_end(struct str *out, const char *caption)
{
    if (caption)
        html_element(out, "figcaption", NULL, caption);
    str_add(out, "</figure>\n");
}

void chart_ratio(struct str *out, double ratio)
{
    if (fabs(ratio - 1) < 1e-6)
        str_add(out, "baseline");
    else if (ratio >= 2)
        str_addf(out, "%.3g x", ratio);
    else
        str_addf(out, "%+.3g %%", 100 * (ratio - 1));
}

double chart_left(const double *ticks, size_t count,
                  void (*words)(struct str *out, double value))
{
    enum { LETTER = 7, SPACE = 12 }; /* of the style's ticks */
    size_t longest = 0;
    for (size_t i = 0; i < count; i++) {
        struct str text = {0};
        words(&text, ticks[i]);
        longest = text.length > longest ? text.length : longest;
        str_release(&text);
    }
    return (double)longest * LETTER + SPACE;
}

/* Room for every interval, and for the baseline and the floor. */
static struct svg_scale find_scale(const struct record *record)
{
    double floor = wording_floor(record);
    double low = 1 / floor, high = floor;
    for (size_t i = 0; i < record->metric_count; i++) {
        const struct record_metric *metric = &record->metrics[i];
        if (metric->ratio <= 0)
            continue;
        low = fmin(low, metric->low > 0 ? metric->low : metric->ratio);
        high = fmax(high, fmax(metric->high, metric->ratio));
    }
    double room = pow(high / low, 0.06);
    return (struct svg_scale){.low = low / room,
                              .high = high * room,
                              .from = SIDE,
                              .to = WIDTH - SIDE,
                              .logarithmic = true};
}

static void add_tick(struct str *out, const struct svg_scale *scale,
                     double ratio, double bottom)
{
    struct str text = {0};
    chart_ratio(&text, ratio);
    double x = svg_at(scale, ratio);
    svg_line(out, ratio == 1 ? "base" : "grid",
             (struct svg_span){x, TOP, x, bottom});
    svg_text(out, (struct svg_label){.class = "tick",
                                     .x = x,
                                     .y = bottom + 18,
                                     .anchor = 'm',
                                     .text = str_text(&text)});
    str_release(&text);
}

/* The baseline always has a tick; of the others those that keep their
 * distance from those before. */
static void add_axis(struct str *out, const struct svg_scale *scale,
                     double bottom)
{
    static const double ratios[] = {
        0.1,  0.2,  0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.01,
        1.02, 1.05, 1.1, 1.2, 1.5, 2,   3,    4,    5,    7,
        10,   15,   20,  30,  50,  100, 200,  500,  1000};
    enum { DISTANCE = 66 };
    double base = svg_at(scale, 1), last = -DISTANCE;
    add_tick(out, scale, 1, bottom);
    for (size_t i = 0; i < sizeof(ratios) / sizeof(*ratios); i++) {
        double x = svg_at(scale, ratios[i]);
        bool fits = x >= SIDE + 14 && x <= WIDTH - SIDE - 14 &&
                    x - last >= DISTANCE && fabs(x - base) >= DISTANCE;
        if (!fits)
            continue;
        add_tick(out, scale, ratios[i], bottom);
        last = x;
    }
}

static const char *row_class(const struct record *record,
                             const struct record_metric *metric)
{
    const char *verdict = wording_metric_verdict(record, metric);
    return verdict[0] == 'p' ? "good" : verdict[0] == 's' ? "bad" : "doubt";
}

static void add_labels(struct str *out, const struct record *record,
                       const struct record_metric *metric, double y)
{
    struct str gain = {0};
    if (metric->ratio > 0)
        wording_ratio(&gain, metric->ratio);
    str_addf(&gain, ", %s", wording_metric_verdict(record, metric));
    svg_text(out, (struct svg_label){.class = "name",
                                     .x = SIDE,
                                     .y = y + 16,
                                     .text = metric->name ? metric->name : ""});
    svg_text(out, (struct svg_label){.class = "value",
                                     .x = WIDTH - SIDE,
                                     .y = y + 16,
                                     .anchor = 'e',
                                     .text = str_text(&gain)});
    str_release(&gain);
}

static void add_interval(struct str *out, const struct record *record,
                         const struct record_metric *metric,
                         const struct svg_scale *scale, double y)
{
    const char *class = row_class(record, metric);
    if (metric->ratio <= 0)
        return;
    struct str shape = {0};
    str_addf(&shape, "whisker %s", class);
    if (metric->low > 0 && metric->high > 0) {
        double from = svg_at(scale, metric->low);
        double to = svg_at(scale, metric->high);
        svg_line(out, str_text(&shape), (struct svg_span){from, y, to, y});
        svg_line(out, str_text(&shape),
                 (struct svg_span){from, y - 5, from, y + 5});
        svg_line(out, str_text(&shape),
                 (struct svg_span){to, y - 5, to, y + 5});
    }
    str_reset(&shape);
    str_addf(&shape, "dot %s", class);
    svg_dot(out, str_text(&shape), svg_at(scale, metric->ratio), y, 4.5);
    str_release(&shape);
}

static void add_floor(struct str *out, const struct record *record,
                      const struct svg_scale *scale, double bottom)
{
    double floor = wording_floor(record);
    double from = svg_at(scale, 1 / floor), to = svg_at(scale, floor);
    svg_rect(out, "floor", (struct svg_box){from, TOP, to - from, bottom - TOP},
             "a gain in here is no proven gain");
}

static bool is_measured(const struct record *record)
{
    for (size_t i = 0; i < record->metric_count; i++)
        if (record->metrics[i].ratio > 0)
            return true;
    return false;
}

void chart_gains(const struct record *record, struct str *out)
{
    if (!is_measured(record))
        return;
    struct svg_scale scale = find_scale(record);
    double bottom = TOP + ROW * (double)record->metric_count;
    chart_begin(out, "Gain per metric");
    svg_begin(out, WIDTH, bottom + AXIS, 300,
              "Gain of each metric with its interval");
    add_floor(out, record, &scale, bottom);
    add_axis(out, &scale, bottom);
    for (size_t i = 0; i < record->metric_count; i++) {
        double y = TOP + ROW * (double)i;
        add_labels(out, record, &record->metrics[i], y);
        add_interval(out, record, &record->metrics[i], &scale, y + 34);
    }
    svg_end(out);
    const char *method = record->confirmation.method;
    bool unpaired = method && strcmp(method, "medians") == 0;
    chart_end(out, unpaired ? "Dot: ratio of the medians of runs that were not "
                              "interleaved. Whisker: the least and the most "
                              "favourable pair of runs."
                            : "Dot: median of the paired rounds. Whisker: its "
                              "interval. Shaded: what this machine cannot tell "
                              "from nothing.");
}
