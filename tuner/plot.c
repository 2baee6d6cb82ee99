/* SPDX-License-Identifier: MIT
 *
 * Writing gnuplot scripts.
 *
 * Gnuplot runs back-quoted text in double quotes as a shell command, and
 * expands @macros: texts of records, which may be a stranger's, are cut down
 * to harmless characters; in commands they stand in single quotes.  Data
 * knows double quotes only.
 */
#include <config.h>

#include "tuner/plot.h"

#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/str.h"
#include "tuner/histogram.h"
#include "tuner/report.h"

static void add_harmless(struct str *out, char quote, const char *text)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789 .,:/+-=()#_";
    str_add_char(out, quote);
    for (; *text; text++)
        str_add_char(out, strchr(allowed, *text) ? *text : '?');
    str_add_char(out, quote);
}

/* The user's own file name: a quote is doubled in single quotes. */
static void add_path(struct str *out, const char *path)
{
    size_t length = strlen(path);
    const char *name = file_base_name(path);
    const char *dot = strrchr(name, '.');
    if (dot && dot != name)
        length -= strlen(dot);
    str_add_char(out, '\'');
    for (size_t i = 0; i < length; i++) {
        if (path[i] == '\'')
            str_add_char(out, '\'');
        str_add_char(out, path[i]);
    }
    str_add(out, ".png'");
}

/* A block "$dataN << END": a line of column names, then one a board.  What
 * was not measured is NaN, which draws no bar. */
static void add_data(struct str *out, const struct histogram *histogram,
                     size_t number)
{
    str_addf(out, "$data%zu << END\n\"board\"", number);
    for (size_t i = 0; i < histogram->builds.count; i++) {
        str_add_char(out, ' ');
        add_harmless(out, '"', histogram->builds.items[i]);
    }
    str_add_char(out, '\n');
    for (size_t i = 0; i < histogram->count; i++) {
        add_harmless(out, '"', histogram->clusters[i].label);
        for (size_t j = 0; j < histogram->builds.count; j++) {
            double value = histogram->clusters[i].values[j];
            if (value > 0)
                str_addf(out, " %.12g", value);
            else
                str_add(out, " NaN");
        }
        str_add_char(out, '\n');
    }
    str_add(out, "END\n");
}

static void add_chart(struct str *out, const struct histogram *histogram,
                      size_t number)
{
    if (histogram_is_logarithmic(histogram))
        str_add(out, "set logscale y\nset yrange [*:*]\n");
    else
        str_add(out, "unset logscale y\nset yrange [0:*]\n");
    str_add(out, "set title ");
    add_harmless(out, '\'', histogram->metric);
    str_add(out, "\nset ylabel ");
    struct str label = {0};
    str_addf(&label, "%s, %s is better", histogram->unit,
             histogram->higher_is_better ? "more" : "less");
    add_harmless(out, '\'', str_text(&label));
    str_release(&label);
    str_addf(out,
             "\nplot for [column=2:%zu] $data%zu using column:xtic(1) "
             "title columnheader\n",
             histogram->builds.count + 1, number);
}

static void add_settings(struct str *out, const char *path, size_t charts)
{
    str_addf(out,
             "# Boards by builds, from tuner " PACKAGE_VERSION
             ". Draw it with gnuplot 5.\n"
             "set terminal pngcairo noenhanced font 'sans,9' "
             "size 960,%zu\nset output ",
             540 * charts);
    add_path(out, path);
    str_addf(out,
             "\nset style data histograms\n"
             "set style histogram clustered\n"
             "set style fill solid border\n"
             "set xtics rotate out\n"
             "set key outside top center horizontal\n"
             "set datafile missing NaN\n"
             "set multiplot layout %zu,1\n",
             charts);
}

bool plot_write(const struct report *report, const char *path, struct str *out,
                struct error *err)
{
    struct histograms histograms;
    histograms_init(&histograms, report);
    bool any = histograms.count > 0;
    if (any)
        add_settings(out, path, histograms.count);
    for (size_t i = 0; i < histograms.count; i++)
        add_data(out, &histograms.items[i], i);
    for (size_t i = 0; i < histograms.count; i++)
        add_chart(out, &histograms.items[i], i);
    if (any)
        str_add(out, "unset multiplot\n");
    else
        error_set(err, ERROR_MISSING, "no record has a metric to draw");
    histograms_release(&histograms);
    return any;
}
