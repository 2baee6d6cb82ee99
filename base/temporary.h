/* SPDX-License-Identifier: MIT
 *
 * Private folders to work in, and what killed runs left of theirs.
 *
 * A folder is $TMPDIR/tuner-private-<purpose>-XXXXXX (or in /tmp), of mode
 * 0700 that belongs to the children's user (base/rights.h), locked (flock on
 * the folder itself) for as long as the process that made it lives.  The first
 * folder that a process makes is the occasion to remove what others left: only
 * folders of that name, no links, that belong to us and whose lock nobody
 * holds.
 */
#ifndef BASE_TEMPORARY_H
#define BASE_TEMPORARY_H

#include <stdbool.h>

struct error;
struct str;

/* Makes a folder, its path in *out.  `purpose` is a word: "core". */
bool temporary_make(const char *purpose, struct str *out, struct error *err);
/* Removes it with all that is in it, as far as that can be done; NULL and ""
 * are fine. */
void temporary_remove(const char *path);
/* Removes what killed runs left in $TMPDIR; temporary_make() calls it
 * once. */
void temporary_sweep(void);

#endif
