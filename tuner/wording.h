/* SPDX-License-Identifier: MIT
 *
 * The words and numbers of a record for people: the same in reports and in
 * the heads of exports.  All functions append to *out; unknown parts are
 * left out, never guessed.
 */
#ifndef TUNER_WORDING_H
#define TUNER_WORDING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strvec.h"

struct record;
struct record_kind;
struct record_baseline;
struct record_metric;
struct record_winner;
struct str;

/* "+12.3 %", "-0.4 %"; from twice on "2.25 x". */
void wording_ratio(struct str *out, double ratio);
/* "[+11.9 %, +12.8 %]"; nothing when there is no interval. */
void wording_interval(struct str *out, double low, double high);
/* "+12.3 % [+11.9 %, +12.8 %]", all in the same form. */
void wording_gain(struct str *out, double ratio, double low, double high);
/* "87 013", "1 234.5", "0.27": at most four significant digits behind a
 * mark, thousands by thin groups of three. */
void wording_number(struct str *out, double value);
/* "1 h 2 min", "3 min 20 s", "41 s", "0.4 s". */
void wording_duration(struct str *out, double seconds);
/* "4 words", "1 word". */
void wording_count(struct str *out, double count, const char *word);
/* Numbers in cycles and the like: lower is better, gain is less of it. */
bool wording_higher_is_better(const struct record_metric *metric);

/* "Orange Pi Zero, Allwinner H2+, 4 x cortex-a7 (armv7l)". */
void wording_machine(struct str *out, const struct record *record);
/* "gcc 12.2.0 for arm-linux-gnueabihf". */
void wording_compiler(struct str *out, const struct record *record);
/* The flags with blanks between, quoted for a shell where that is needed;
 * "(no flags)" for none. */
void wording_flags(struct str *out, const struct strvec *flags);
/* "plain code", "salsa20=lanes8 poly1305=limbs44", or nothing. */
void wording_code(struct str *out, const struct record_winner *winner);

/* Whether the best for plain code is the winner itself. */
bool wording_plain_is_winner(const struct record *record);

/* The floor under which no gain counts, as a ratio: the largest of the
 * canary's interval, the layout floor and 0.5 % (measure.md, point 7). */
double wording_floor(const struct record *record);
/* What a metric's gain is: "proven", "published" (somebody else's proof),
 * "no proven gain", "slower", "no interval", "not measured", or "emulated,
 * not a result". */
const char *wording_metric_verdict(const struct record *record,
                                   const struct record_metric *metric);
/* The same for one of the record's winners as a whole. */
const char *wording_verdict(const struct record *record,
                            const struct record_winner *winner);
/* What a baseline did in a metric, as measured before the search or, for the
 * reference, in the confirmation; 0 when it was not measured. */
double wording_reading(const struct record_baseline *baseline,
                       const struct record_metric *metric);
/* Whether a baseline did anything in any metric of the record. */
bool wording_has_readings(const struct record *record,
                          const struct record_baseline *baseline);
/* Whether anything was measured of a winner. */
bool wording_is_measured(const struct record_winner *winner);
/* "cjdns v19.1": name and version, the name once. */
void wording_workload(struct str *out, const struct record *record);
/* The unit of metrics that count cycles. */
#define WORDING_CYCLES "cycles/block"
/* "20 rounds, 4 of 4 layouts agree, canary +0.0 % [...], floor 0.5 %". */
void wording_evidence(struct str *out, const struct record *record);
/* "published figures, not measured by tuner: TITLE, REPOSITORY" or
 * "emulated, not a result"; nothing for a measured record.  True when
 * something was said. */
bool wording_caveat(struct str *out, const struct record *record);

/* Whether the winner was proved on several kinds of processors. */
bool wording_has_kinds(const struct record *record);
/* "cortex-a53, CPU 0". */
void wording_kind(struct str *out, const struct record_kind *kind);
/* "proven: +12.0 % [+11.1 %, +12.9 %], 480 rounds, 8 of 8 layouts agree,
 * canary ...", or what else there is to say of it. */
void wording_kind_result(struct str *out, const struct record *record,
                         const struct record_kind *kind);

#endif
