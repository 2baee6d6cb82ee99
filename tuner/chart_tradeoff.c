/* SPDX-License-Identifier: MIT
 *
 * Speed against size: a dot a build, a line along those that nobody beats in
 * both.
 */
#include <config.h>

#include "tuner/chart.h"

#include <math.h>
#include <stddef.h>

#include "base/str.h"
#include "tuner/svg.h"
#include "tuner/tradeoff.h"
#include "tuner/wording.h"

enum {
    WIDTH = 460,
    HEIGHT = 240,
    LEFT = 62,
    RIGHT = 20,
    TOP = 14,
    BOTTOM = 42,
    TICKS = 8
};

struct axes {
    struct svg_scale x;
    struct svg_scale y;
};

static struct axes find_axes(const struct tradeoffs *tradeoffs)
{
    double low = 1, high = 1, least = INFINITY, most = 0;
    for (size_t i = 0; i < tradeoffs->count; i++) {
        const struct tradeoff *item = &tradeoffs->items[i];
        low = fmin(low, item->gain);
        high = fmax(high, item->gain);
        least = fmin(least, item->code_bytes);
        most = fmax(most, item->code_bytes);
    }
    double across = fmax(0.05 * (most - least), 0.01 * most);
    double up = fmax(0.08 * (high - low), 0.01);
    return (struct axes){.x = {.low = least - across,
                               .high = most + across,
                               .from = LEFT,
                               .to = WIDTH - RIGHT},
                         .y = {.low = low - up,
                               .high = high + up,
                               .from = HEIGHT - BOTTOM,
                               .to = TOP}};
}

static void add_tick(struct str *out, double x, double y, char anchor,
                     const struct str *text)
{
    svg_text(out, (struct svg_label){.class = "tick",
                                     .x = x,
                                     .y = y,
                                     .anchor = anchor,
                                     .text = str_text(text)});
}

static void add_axes(struct str *out, const struct axes *axes)
{
    double ticks[TICKS];
    struct str text = {0};
    size_t count = svg_ticks(axes->y.low, axes->y.high, 4, ticks, TICKS);
    for (size_t i = 0; i < count; i++) {
        double y = svg_at(&axes->y, ticks[i]);
        str_reset(&text);
        chart_ratio(&text, ticks[i]);
        svg_line(out, "grid", (struct svg_span){LEFT, y, WIDTH - RIGHT, y});
        add_tick(out, LEFT - 6, y + 4, 'e', &text);
    }
    count = svg_ticks(axes->x.low, axes->x.high, 4, ticks, TICKS);
    for (size_t i = 0; i < count; i++) {
        str_reset(&text);
        wording_number(&text, ticks[i]);
        add_tick(out, svg_at(&axes->x, ticks[i]), HEIGHT - BOTTOM + 18, 'm',
                 &text);
    }
    str_reset(&text);
    str_add(&text, "bytes of code and constants");
    add_tick(out, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 6, 'm', &text);
    str_release(&text);
}

static void add_front(struct str *out, const struct tradeoffs *tradeoffs,
                      const struct axes *axes)
{
    char verb = 'M';
    str_add(out, "<path class=\"steps\" d=\"");
    for (size_t i = 0; i < tradeoffs->count; i++) {
        const struct tradeoff *item = &tradeoffs->items[i];
        if (!item->front)
            continue;
        str_addf(out, "%c%.1f %.1f", verb, svg_at(&axes->x, item->code_bytes),
                 svg_at(&axes->y, item->gain));
        verb = 'L';
    }
    str_add(out, "\"/>\n");
}

void chart_tradeoff(const struct record *record, struct str *out)
{
    struct tradeoffs tradeoffs;
    tradeoffs_init(&tradeoffs, record);
    if (tradeoffs.count) {
        struct axes axes = find_axes(&tradeoffs);
        chart_begin(out, "Speed against size");
        svg_begin(out, WIDTH, HEIGHT, 300, "Gain against size of the code");
        add_axes(out, &axes);
        add_front(out, &tradeoffs, &axes);
        for (size_t i = 0; i < tradeoffs.count; i++) {
            const struct tradeoff *item = &tradeoffs.items[i];
            svg_dot(out, item->front ? "dot good" : "dot doubt",
                    svg_at(&axes.x, item->code_bytes),
                    svg_at(&axes.y, item->gain), 4.5);
        }
        svg_end(out);
        chart_end(out, "As the search saw it. On the line: no other build is "
                       "both smaller and faster.");
    }
    tradeoffs_release(&tradeoffs);
}
