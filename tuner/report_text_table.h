/* SPDX-License-Identifier: MIT
 *
 * The table of builds and metrics of the text report: a row for each
 * baseline, then the winner and its gain; three metrics side by side at most,
 * more of them in further tables.
 */
#ifndef TUNER_REPORT_TEXT_TABLE_H
#define TUNER_REPORT_TEXT_TABLE_H

struct record;
struct str;
struct text_style;

void report_text_tables(const struct text_style *style,
                        const struct record *record, struct str *out);

#endif
