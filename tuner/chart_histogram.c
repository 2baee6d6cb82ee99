/* SPDX-License-Identifier: MIT
 *
 * A clustered histogram of boards by builds.
 */
#include <config.h>

#include "tuner/chart.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/str.h"
#include "tuner/histogram.h"
#include "tuner/html.h"
#include "tuner/svg.h"
#include "tuner/wording.h"

enum {
    HEIGHT = 300,
    RIGHT = 10,
    TOP = 12,
    GAP = 20, /* between clusters */
    BAR = 16,
    BAR_ALONE = 40, /* when there is one board only */
    TICKS = 8,
    LETTER = 7 /* average width at the size of ticks */
};

struct frame {
    double bar;
    double left;
    double width;
    double bottom;
    double ticks[TICKS];
    size_t tick_count;
    bool slanted; /* labels of clusters */
    struct svg_scale y;
};

static size_t longest_label(const struct histogram *histogram)
{
    size_t longest = 0;
    for (size_t i = 0; i < histogram->count; i++) {
        size_t length = strlen(histogram->clusters[i].label);
        longest = length > longest ? length : longest;
    }
    return longest;
}

static double cluster_width(const struct histogram *histogram, double bar)
{
    return bar * (double)histogram->builds.count + GAP;
}

/* Whole decades, so that a bar's foot says something. */
static void find_decades(const struct histogram *histogram, struct frame *frame)
{
    double low = pow(10, floor(log10(histogram_bottom(histogram)) - 0.1));
    frame->y.logarithmic = true;
    frame->y.low = low;
    size_t decades = (size_t)ceil(log10(frame->y.high / low));
    for (size_t i = 0; i < decades && i < TICKS; i++)
        frame->ticks[frame->tick_count++] = low * pow(10, (double)i);
}

static struct frame find_frame(const struct histogram *histogram)
{
    struct frame frame = {.bar = histogram->count == 1 ? BAR_ALONE : BAR};
    double cluster = cluster_width(histogram, frame.bar);
    double label = (double)longest_label(histogram) * LETTER;
    frame.slanted = label > cluster;
    double below = frame.slanted ? 20 + 0.6 * label : 28;
    frame.bottom = HEIGHT - fmin(below, HEIGHT / 2.0);
    frame.y = (struct svg_scale){.high = histogram_top(histogram) * 1.04,
                                 .from = frame.bottom,
                                 .to = TOP};
    if (histogram_is_logarithmic(histogram))
        find_decades(histogram, &frame);
    else
        frame.tick_count = svg_ticks(0, frame.y.high, 4, frame.ticks, TICKS);
    frame.left = chart_left(frame.ticks, frame.tick_count, wording_number);
    if (frame.slanted) /* the first label begins left of its cluster */
        frame.left = fmax(frame.left, 0.82 * label - cluster / 2 + GAP);
    frame.width = frame.left + RIGHT + cluster * (double)histogram->count;
    return frame;
}

static void add_axis(struct str *out, const struct frame *frame)
{
    for (size_t i = 0; i < frame->tick_count; i++) {
        struct str text = {0};
        wording_number(&text, frame->ticks[i]);
        double y = svg_at(&frame->y, frame->ticks[i]);
        svg_line(out, "grid",
                 (struct svg_span){frame->left, y, frame->width - RIGHT, y});
        svg_text(out, (struct svg_label){.class = "tick",
                                         .x = frame->left - 6,
                                         .y = y + 4,
                                         .anchor = 'e',
                                         .text = str_text(&text)});
        str_release(&text);
    }
}

static void bar_class(const struct histogram *histogram, size_t build,
                      bool emulated, struct str *out)
{
    if (build + 1 == histogram->builds.count)
        str_add(out, "bar win");
    else
        str_addf(out, "bar b%zu", build);
    if (emulated)
        str_add(out, " emulated");
}

static void add_bar(struct str *out, const struct histogram *histogram,
                    const struct frame *frame, size_t cluster, size_t build)
{
    const struct histogram_cluster *it = &histogram->clusters[cluster];
    double value = it->values[build];
    if (value <= 0)
        return;
    struct str class = {0}, title = {0};
    bar_class(histogram, build, it->emulated, &class);
    str_addf(&title, "%s, %s: ", it->label, histogram->builds.items[build]);
    wording_number(&title, value);
    str_addf(&title, " %s%s", histogram->unit,
             it->emulated ? " (emulated, not a result)" : "");
    double left = frame->left + GAP / 2.0 +
                  cluster_width(histogram, frame->bar) * (double)cluster;
    double y = svg_at(&frame->y, value);
    svg_rect(out, str_text(&class),
             (struct svg_box){left + frame->bar * (double)build + 1, y,
                              frame->bar - 2, frame->bottom - y},
             str_text(&title));
    str_release(&class);
    str_release(&title);
}

static void add_cluster_label(struct str *out,
                              const struct histogram *histogram,
                              const struct frame *frame, size_t cluster)
{
    double width = cluster_width(histogram, frame->bar);
    double middle = frame->left + width * ((double)cluster + 0.5);
    svg_text(out,
             (struct svg_label){.class = "tick",
                                .x = middle + (frame->slanted ? 4 : 0),
                                .y = frame->bottom + (frame->slanted ? 14 : 18),
                                .anchor = frame->slanted ? 'e' : 'm',
                                .rotate = frame->slanted ? -35 : 0,
                                .text = histogram->clusters[cluster].label});
}

static void add_legend(struct str *out, const struct histogram *histogram)
{
    str_add(out, "<ul class=\"legend\">");
    for (size_t i = 0; i < histogram->builds.count; i++) {
        struct str class = {0};
        bar_class(histogram, i, false, &class);
        str_addf(out,
                 "<li><svg class=\"key\" viewBox=\"0 0 10 10\">"
                 "<rect class=\"%s\" width=\"10\" height=\"10\"/></svg>",
                 str_text(&class));
        html_text(out, histogram->builds.items[i]);
        str_add(out, "</li>");
        str_release(&class);
    }
    str_add(out, "</ul>\n");
}

static void add_caption(struct str *out, const struct histogram *histogram,
                        const struct frame *frame)
{
    struct str text = {0};
    if (frame->y.logarithmic)
        str_add(&text, "Logarithmic scale: each line is ten times the one "
                       "below. ");
    if (histogram->left_out)
        str_addf(&text, "%zu more records are left out.", histogram->left_out);
    chart_end(out, text.length ? str_text(&text) : NULL);
    str_release(&text);
}

void chart_histogram(const struct histogram *histogram, struct str *out)
{
    if (!histogram->count || histogram_top(histogram) <= 0)
        return;
    struct frame frame = find_frame(histogram);
    struct str title = {0};
    str_addf(&title, "%s, %s (%s is better)", histogram->metric,
             histogram->unit, histogram->higher_is_better ? "more" : "less");
    chart_begin(out, str_text(&title));
    add_legend(out, histogram);
    svg_begin(out, frame.width, HEIGHT,
              fmin(frame.width, fmax(280, frame.width * 0.75)),
              str_text(&title));
    add_axis(out, &frame);
    for (size_t i = 0; i < histogram->count; i++) {
        for (size_t j = 0; j < histogram->builds.count; j++)
            add_bar(out, histogram, &frame, i, j);
        add_cluster_label(out, histogram, &frame, i);
    }
    svg_line(out, "base",
             (struct svg_span){frame.left, frame.bottom, frame.width - RIGHT,
                               frame.bottom});
    svg_end(out);
    add_caption(out, histogram, &frame);
    str_release(&title);
}
