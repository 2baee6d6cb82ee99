/* SPDX-License-Identifier: MIT
 *
 * Brings other people's records in.  Records are named by their contents, so
 * that a merge is a union: nothing conflicts, nothing is replaced, and both
 * of two records for one board are kept.  A record that breaks a rule is
 * left out and named; the others come in.
 */
#ifndef DB_MERGE_H
#define DB_MERGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strvec.h"
#include "db/history.h"

struct error;

struct merge_result {
    size_t added;
    size_t known;          /* were here already */
    struct strvec refused; /* "file: reason" */
    struct strvec places;  /* of the added ones */
    /* Of a revision: what became of the history. */
    struct history_result history;
    bool joined; /* the revision is now part of the history */
};

/* From another database folder, into files; commits nothing. */
bool merge_folder(const char *folder, const char *other,
                  struct merge_result *out, struct error *err);
/* From a revision ("origin/main") of the repository that holds the folder.
 * The records come into the folder and are committed together with what was
 * not committed yet.  When the revision differs from us in nothing but
 * records, the commit joins both histories (or HEAD moves forward); else it
 * is a plain one, and joining is left to git. */
bool merge_revision(const char *folder, const char *revision,
                    struct merge_result *out, struct error *err);
void merge_result_release(struct merge_result *self);

#endif
