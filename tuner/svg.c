/* SPDX-License-Identifier: MIT
 *
 * Pieces of SVG.
 */
#include <config.h>

#include "tuner/svg.h"

#include <math.h>

#include "base/str.h"
#include "tuner/quote.h"

void svg_begin(struct str *out, double width, double height, double min_width,
               const char *label)
{
    str_addf(out,
             "<div class=\"chart\"><svg viewBox=\"0 0 %.0f %.0f\" "
             "style=\"max-width:%.0fpx;min-width:%.0fpx\" role=\"img\" "
             "aria-label=\"",
             width, height, width, min_width);
    quote_html(out, label);
    str_add(out, "\">\n");
}

void svg_end(struct str *out)
{
    str_add(out, "</svg></div>\n");
}

void svg_rect(struct str *out, const char *class, struct svg_box box,
              const char *title)
{
    str_addf(out,
             "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
             "height=\"%.1f\"",
             class, box.x, box.y, box.width, box.height);
    if (title) {
        str_add(out, "><title>");
        quote_html(out, title);
        str_add(out, "</title></rect>\n");
    } else {
        str_add(out, "/>\n");
    }
}

void svg_line(struct str *out, const char *class, struct svg_span span)
{
    str_addf(out,
             "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" "
             "y2=\"%.1f\"/>\n",
             class, span.x1, span.y1, span.x2, span.y2);
}

void svg_dot(struct str *out, const char *class, double x, double y,
             double radius)
{
    str_addf(out, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n",
             class, x, y, radius);
}

void svg_text(struct str *out, struct svg_label label)
{
    const char *anchor = label.anchor == 'm'   ? "middle"
                         : label.anchor == 'e' ? "end"
                                               : "start";
    str_addf(out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"",
             label.class, label.x, label.y, anchor);
    if (label.rotate != 0)
        str_addf(out, " transform=\"rotate(%.0f %.1f %.1f)\"", label.rotate,
                 label.x, label.y);
    str_add_char(out, '>');
    quote_html(out, label.text);
    str_add(out, "</text>\n");
}

double svg_at(const struct svg_scale *scale, double value)
{
    double low = scale->low, high = scale->high;
    if (scale->logarithmic) {
        low = log(low);
        high = log(high);
        value = log(value);
    }
    double part = high > low ? (value - low) / (high - low) : 0.5;
    return scale->from + part * (scale->to - scale->from);
}

/* The smallest of 1, 2, 5, 10 times a power of ten that is no smaller. */
static double round_step(double step)
{
    double power = pow(10, floor(log10(step)));
    double digit = step / power;
    double rounded = digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10;
    return rounded * power;
}

size_t svg_ticks(double low, double high, size_t wanted, double *ticks,
                 size_t max)
{
    size_t count = 0;
    if (!(high > low) || !wanted)
        return 0;
    double step = round_step((high - low) / (double)wanted);
    double first = ceil(low / step - 1e-9);
    for (size_t i = 0; count < max; i++) {
        double tick = (first + (double)i) * step;
        if (tick > high + step * 1e-9)
            break;
        ticks[count++] = tick;
    }
    return count;
}
