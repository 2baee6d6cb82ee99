/* SPDX-License-Identifier: MIT
 *
 * Tab-separated tables of configs/: lines that begin with # are comments, the
 * first other line names the columns, every row has all of them.  "-" is an
 * empty cell.
 */
#ifndef PROBES_TABLE_H
#define PROBES_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strvec.h"

struct error;

struct table {
    char *path;
    struct strvec columns;
    struct strvec cells; /* row after row */
    size_t rows;
};

/* A row with another number of cells is an error that names its line. */
bool table_load(struct table *self, const char *path, struct error *err);
void table_release(struct table *self);
/* Borrowed, "" for an empty cell.  The column must exist (table_require). */
const char *table_cell(const struct table *self, size_t row,
                       const char *column);
/* False, with a message, unless the table has all of these columns; the list
 * ends with NULL. */
bool table_require(const struct table *self, const char *const *columns,
                   struct error *err);

#endif
