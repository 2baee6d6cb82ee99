/* SPDX-License-Identifier: MIT
 *
 * The figures of a record from its samples: the same code fills them when a
 * record is made and checks them when one is verified.
 *
 * With confirmation.method
 *   "paired"   ratio = exp(median of the rounds' log ratios),
 *   "layouts"  ratio = exp(median over layouts of the median of their
 *              rounds' log ratios), by round_layouts,
 *   "medians"  ratio = that of the two sides' medians, for runs that were
 *              not interleaved; low and high are the least favourable and
 *              the most favourable pair of samples;
 * and gain = exp(sum of weight * ln ratio / sum of weights).
 */
#ifndef DB_RECORD_STATS_H
#define DB_RECORD_STATS_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct record;
struct record_metric;

/* Fills what follows from samples: medians of readings and metrics, ratios
 * and gain; low and high only where they are 0. */
void record_derive(struct record *record);
/* Whether all of these follow from the samples (to six digits), and whether
 * no interval is narrower than the samples allow. */
bool record_follows(const struct record *record, struct error *err);

#endif
