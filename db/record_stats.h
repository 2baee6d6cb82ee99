/* SPDX-License-Identifier: MIT
 *
 * The figures of a record follow from its samples: record_derive() fills
 * them when a record is made, record_follows() checks them when one is
 * verified, both by record_figures.h.
 */
#ifndef DB_RECORD_STATS_H
#define DB_RECORD_STATS_H

#include <stdbool.h>

struct error;
struct record;

/* Fills what follows from samples: medians of readings and metrics, ratios
 * and gain; low and high only where they are 0. */
void record_derive(struct record *record);
/* Whether all of these follow from the samples (to six digits), and whether
 * no interval is narrower than the samples allow. */
bool record_follows(const struct record *record, struct error *err);

#endif
