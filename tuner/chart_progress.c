/* SPDX-License-Identifier: MIT
 *
 * Best so far against evaluations, as a staircase.
 */
#include <config.h>

#include "tuner/chart.h"

#include <math.h>
#include <stddef.h>

#include "base/str.h"
#include "db/record.h"
#include "tuner/svg.h"
#include "tuner/wording.h"

enum {
    WIDTH = 460,
    HEIGHT = 240,
    LEFT = 62,
    RIGHT = 14,
    TOP = 14,
    BOTTOM = 42
};

struct axes {
    struct svg_scale x;
    struct svg_scale y;
};

static struct axes find_axes(const struct record *record)
{
    double last = 1, low = 1, high = 1;
    for (size_t i = 0; i < record->progress_count; i++) {
        last = fmax(last, record->progress[i].evaluations);
        low = fmin(low, record->progress[i].best);
        high = fmax(high, record->progress[i].best);
    }
    double room = fmax(0.01, 0.08 * (high - low));
    return (struct axes){
        .x = {.low = 0, .high = last, .from = LEFT, .to = WIDTH - RIGHT},
        .y = {.low = fmax(0, low - room),
              .high = high + room,
              .from = HEIGHT - BOTTOM,
              .to = TOP}};
}

static void add_y_axis(struct str *out, const struct axes *axes)
{
    enum { TICKS = 8 };
    double ticks[TICKS];
    size_t count = svg_ticks(axes->y.low, axes->y.high, 4, ticks, TICKS);
    for (size_t i = 0; i < count; i++) {
        struct str text = {0};
        chart_ratio(&text, ticks[i]);
        double y = svg_at(&axes->y, ticks[i]);
        svg_line(out, "grid", (struct svg_span){LEFT, y, WIDTH - RIGHT, y});
        svg_text(out, (struct svg_label){.class = "tick",
                                         .x = LEFT - 6,
                                         .y = y + 4,
                                         .anchor = 'e',
                                         .text = str_text(&text)});
        str_release(&text);
    }
}

static void add_x_axis(struct str *out, const struct axes *axes)
{
    enum { TICKS = 8 };
    double ticks[TICKS];
    size_t count = svg_ticks(0, axes->x.high, 5, ticks, TICKS);
    for (size_t i = 0; i < count; i++) {
        struct str text = {0};
        wording_number(&text, ticks[i]);
        svg_text(out, (struct svg_label){.class = "tick",
                                         .x = svg_at(&axes->x, ticks[i]),
                                         .y = HEIGHT - BOTTOM + 18,
                                         .anchor = 'm',
                                         .text = str_text(&text)});
        str_release(&text);
    }
    svg_text(out, (struct svg_label){.class = "tick",
                                     .x = (LEFT + WIDTH - RIGHT) / 2.0,
                                     .y = HEIGHT - 6,
                                     .anchor = 'm',
                                     .text = "evaluations"});
}

/* A step holds until the next better one is found. */
static void add_steps(struct str *out, const struct record *record,
                      const struct axes *axes, const char *class, bool closed)
{
    const struct record_progress *steps = record->progress;
    double y = svg_at(&axes->y, steps[0].best);
    str_addf(out, "<path class=\"%s\" d=\"M%.1f %.1f", class,
             svg_at(&axes->x, steps[0].evaluations), y);
    for (size_t i = 1; i < record->progress_count; i++)
        str_addf(out, "H%.1fV%.1f", svg_at(&axes->x, steps[i].evaluations),
                 svg_at(&axes->y, steps[i].best));
    if (closed)
        str_addf(out, "V%.1fH%.1fZ", axes->y.from,
                 svg_at(&axes->x, steps[0].evaluations));
    str_add(out, "\"/>\n");
}

void chart_progress(const struct record *record, struct str *out)
{
    if (record->progress_count < 2)
        return;
    struct axes axes = find_axes(record);
    const struct record_progress *last =
        &record->progress[record->progress_count - 1];
    chart_begin(out, "Search progress");
    svg_begin(out, WIDTH, HEIGHT, 300, "Best so far against evaluations");
    add_y_axis(out, &axes);
    add_x_axis(out, &axes);
    add_steps(out, record, &axes, "area", true);
    add_steps(out, record, &axes, "steps", false);
    svg_dot(out, "dot good", svg_at(&axes.x, last->evaluations),
            svg_at(&axes.y, last->best), 4);
    svg_end(out);
    chart_end(out, "Best so far as the search saw it; only the confirmation "
                   "counts as a gain.");
}
