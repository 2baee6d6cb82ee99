/* SPDX-License-Identifier: MIT
 *
 * Records as something to look at.  One format is one file
 * report_<format>.c that exports one const struct, and one line in the table
 * of report.c.
 *
 * Every format shows for each gain: its interval, the rounds, how many
 * layouts agree, the canary, and "no proven gain" in so many words; times
 * from an emulator are marked "emulated, not a result", and published figures
 * say whose they are.
 */
#ifndef TUNER_REPORT_H
#define TUNER_REPORT_H

#include <stdbool.h>
#include <stddef.h>

struct record;
struct str;
struct strvec;

struct report {
    const struct record *records; /* borrowed */
    size_t count;
    const struct strvec *places; /* path of each record; NULL: not stored */
    bool colour;                 /* text may hold escape sequences */
};

struct report_format {
    const char *name;
    const char *summary;
    void (*write)(const struct report *report, struct str *out);
};

/* In the order of --help; ends with NULL. */
extern const struct report_format *const report_table[];
const struct report_format *report_find(const char *name);

/* What `tuner auto` prints at its end, 80 columns wide: machine, table of
 * baselines and winner, flags, counts, where the record went, what to type
 * next.  place is the record's path, or NULL when it was not stored. */
void report_text(const struct record *record, const char *place, bool colour,
                 struct str *out);

/* Path of a record of the report, or NULL. */
const char *report_place(const struct report *report, size_t index);

#endif
