/* SPDX-License-Identifier: MIT
 *
 * Pieces of SVG for pictures inside an HTML page: shapes get their colours
 * from the page's style sheet by class, so that light and dark are its
 * business alone.  Lengths are in units of the picture, y grows downwards.
 */
#ifndef TUNER_SVG_H
#define TUNER_SVG_H

#include <stdbool.h>
#include <stddef.h>

struct str;

/* A picture that shrinks with the page, but never under min_width (then its
 * box scrolls).  The label is read out instead of it. */
void svg_begin(struct str *out, double width, double height, double min_width,
               const char *label);
void svg_end(struct str *out);

struct svg_box {
    double x;
    double y;
    double width;
    double height;
};

/* A rectangle; title (may be NULL) is shown by the pointer. */
void svg_rect(struct str *out, const char *class, struct svg_box box,
              const char *title);

struct svg_span {
    double x1;
    double y1;
    double x2;
    double y2;
};

void svg_line(struct str *out, const char *class, struct svg_span span);
void svg_dot(struct str *out, const char *class, double x, double y,
             double radius);

struct svg_label {
    const char *class;
    double x;
    double y;
    char anchor;   /* 's'tart, 'm'iddle, 'e'nd */
    double rotate; /* degrees */
    const char *text;
};

void svg_text(struct str *out, struct svg_label label);

/* From values to places. */
struct svg_scale {
    double low; /* values */
    double high;
    double from; /* places of low and high */
    double to;
    bool logarithmic; /* low and high are over 0 then */
};

double svg_at(const struct svg_scale *scale, double value);

/* Round numbers (1, 2, 5 times a power of ten) between low and high, about
 * `wanted` of them and at most max; returns how many. */
size_t svg_ticks(double low, double high, size_t wanted, double *ticks,
                 size_t max);

#endif
