/* SPDX-License-Identifier: MIT
 *
 * A space as JSON, for a journal that is replayed elsewhere.
 */
#ifndef SEARCH_SPACE_JSON_H
#define SEARCH_SPACE_JSON_H

#include <jansson.h>
#include <stdbool.h>

struct error;
struct space;

/* The caller's. */
json_t *space_to_json(const struct space *self);
/* The other way; *out is untouched on failure. */
bool space_from_json(struct space *out, const json_t *value, struct error *err);

#endif
