/* SPDX-License-Identifier: MIT
 *
 * A table of what every record of a database is for, so that one in a
 * hundred thousand is found without opening them all.  It is kept as one
 * file in the cache (never in the database, which may be read-only or a
 * stranger's), mapped into memory, and brought up to date when a folder has
 * changed: only new and changed files are read.
 *
 * What it says only helps to choose: whoever takes a record loads and checks
 * the record itself.
 */
#ifndef DB_INDEX_H
#define DB_INDEX_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct index;

/* What the index knows of a record; texts are borrowed from it and never
 * NULL. */
struct index_entry {
    const char *board;
    const char *name;   /* of the file: its place is board/name */
    const char *fault;  /* why it cannot be read; "" when it can */
    const char *kinds;  /* as signature_kinds_text() gives it */
    const char *cores;  /* comma-separated, sorted */
    const char *family; /* compiler */
    const char *version;
    const char *target;
    const char *workload;
    const char *source; /* digest of the workload's sources */
    const char *needs;  /* CPU features, comma-separated */
    const char *verdict;
    const char *date;
    double gain;
    bool published;
    bool emulated;
};

/* Opens the index of a database folder, rebuilding what is stale.  `cache`
 * is a folder for index files; with NULL, or where it cannot be written, the
 * index lives in memory only.  A folder that does not exist is empty. */
bool index_open(const char *folder, const char *cache, struct index **out,
                struct error *err);
void index_free(struct index *self);
size_t index_count(const struct index *self);
/* In order of place. */
struct index_entry index_get(const struct index *self, size_t number);
/* Borrowed. */
const char *index_folder(const struct index *self);
/* How many records were read by index_open(): 0 when nothing was stale. */
size_t index_fresh_reads(const struct index *self);

#endif
