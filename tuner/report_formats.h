/* SPDX-License-Identifier: MIT
 *
 * The formats, one in each report_<format>.c; see report.h.
 */
#ifndef TUNER_REPORT_FORMATS_H
#define TUNER_REPORT_FORMATS_H

struct report_format;

extern const struct report_format report_format_text;
extern const struct report_format report_format_markdown;
extern const struct report_format report_format_html;
extern const struct report_format report_format_json;
extern const struct report_format report_format_csv;

#endif
