/* SPDX-License-Identifier: MIT
 *
 * Lists of the text report about other answers than the one winner: the best
 * for each file, and the winners of other compilers.
 */
#ifndef TUNER_REPORT_TEXT_LISTS_H
#define TUNER_REPORT_TEXT_LISTS_H

#include <stdbool.h>

struct record;
struct str;
struct text_style;

/* The answer where only the size of the code counted; false where it is not
 * so. */
bool report_text_size(const struct text_style *style,
                      const struct record *record, struct str *out);
void report_text_files(const struct text_style *style,
                       const struct record *record, struct str *out);
void report_text_compilers(const struct text_style *style,
                           const struct record *record, struct str *out);

#endif
