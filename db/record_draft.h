/* SPDX-License-Identifier: MIT
 *
 * Drafts: records written by hand or by other programs, from which all may be
 * left out that follows from the rest.  schema, medians, ratios, gain, bounds,
 * verdict, cost and provenance are filled in; what stands there is kept, but
 * must still obey the rules of records.
 */
#ifndef DB_RECORD_DRAFT_H
#define DB_RECORD_DRAFT_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct record;

/* As record_parse(). */
bool record_draft_parse(const char *text, size_t length, const char *name,
                        struct record *out, struct error *err);

#endif
