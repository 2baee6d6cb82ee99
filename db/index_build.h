/* SPDX-License-Identifier: MIT
 *
 * Makes the image of a database folder, taking from an old one what has not
 * changed since.
 */
#ifndef DB_INDEX_BUILD_H
#define DB_INDEX_BUILD_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct index_view;
struct str;

/* Whether nothing in the folder is newer than the image says. */
bool index_is_fresh(const char *folder, const struct index_view *view);
/* `old` may be NULL.  *reads is how many records had to be read. */
bool index_build(const char *folder, const struct index_view *old,
                 struct str *out, size_t *reads, struct error *err);

#endif
