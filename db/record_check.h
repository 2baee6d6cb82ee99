/* SPDX-License-Identifier: MIT
 *
 * Whether the parts of a record fit each other.
 */
#ifndef DB_RECORD_CHECK_H
#define DB_RECORD_CHECK_H

#include <stdbool.h>

struct error;
struct record;

/* Single values have been checked by their shape's rules; here names must be
 * unique, bounds in order, lists as long as each other.  That the figures
 * follow from the samples is record_stats.h. */
bool record_check_sense(const struct record *record, struct error *err);

#endif
