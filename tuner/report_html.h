/* SPDX-License-Identifier: MIT
 *
 * Parts of the HTML report that pages of a site are made of too.
 */
#ifndef TUNER_REPORT_HTML_H
#define TUNER_REPORT_HTML_H

#include <stddef.h>

struct record;
struct report;
struct str;

/* One record with its tables and pictures. */
void report_html_record(const struct report *report, size_t index,
                        struct str *out);
/* Histograms of all records of a report. */
void report_html_histograms(const struct report *report, struct str *out);

/* In report_html_tables.c: builds by metrics; refusals; what each flag
 * brings; speed against size; the layouts of the confirmation.  Nothing without
 * content. */
void report_html_builds(const struct record *record, struct str *out);
void report_html_refusals(const struct record *record, struct str *out);
void report_html_shares(const struct record *record, struct str *out);
void report_html_tradeoffs(const struct record *record, struct str *out);
void report_html_files(const struct record *record, struct str *out);
void report_html_compilers(const struct record *record, struct str *out);
void report_html_layouts(const struct record *record, struct str *out);
void report_html_throughput(const struct record *record, struct str *out);

#endif
