/* SPDX-License-Identifier: MIT
 *
 * A gnuplot script, its data inside, that draws the histograms of boards by
 * builds: one picture with one chart a metric.
 */
#ifndef TUNER_PLOT_H
#define TUNER_PLOT_H

#include <stdbool.h>

struct error;
struct report;
struct str;

/* `path` is where the script will lie: the picture gets the same name with
 * .png.  ERROR_MISSING when no record has a metric. */
bool plot_write(const struct report *report, const char *path, struct str *out,
                struct error *err);

#endif
