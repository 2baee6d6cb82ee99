/* SPDX-License-Identifier: MIT
 *
 * Tab-separated tables.
 */
#include <config.h>

#include "probes/table.h"

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"

enum { TABLE_BYTES_MAX = 4 << 20 };

void table_release(struct table *self)
{
    if (!self)
        return;
    free(self->path);
    strvec_release(&self->columns);
    strvec_release(&self->cells);
    *self = (struct table){0};
}

/* Adds all cells of a line, empty ones too; returns their number. */
static size_t split_cells(const char *line, size_t length, struct strvec *out)
{
    size_t count = 0;
    const char *end = line + length;
    for (const char *at = line; at <= end; count++) {
        const char *tab = memchr(at, '\t', (size_t)(end - at));
        size_t cell = (size_t)((tab ? tab : end) - at);
        bool empty = cell == 1 && *at == '-';
        strvec_add_take(out, xstrndup(at, empty ? 0 : cell));
        at += cell + 1;
    }
    return count;
}

static bool add_line(struct table *self, const char *line, size_t length,
                     unsigned number, struct error *err)
{
    if (length == 0 || *line == '#')
        return true;
    if (self->columns.count == 0) {
        split_cells(line, length, &self->columns);
        return true;
    }
    size_t count = split_cells(line, length, &self->cells);
    if (count != self->columns.count)
        return error_set(err, ERROR_FORMAT, "%s:%u: %zu cells, wanted %zu",
                         self->path, number, count, self->columns.count);
    self->rows++;
    return true;
}

static bool add_lines(struct table *self, const char *text, struct error *err)
{
    for (unsigned number = 1; *text; number++) {
        size_t length = strcspn(text, "\n");
        if (!add_line(self, text, length, number, err))
            return false;
        text += length + (text[length] == '\n');
    }
    if (self->columns.count == 0)
        return error_set(err, ERROR_FORMAT, "%s: no columns", self->path);
    return true;
}

bool table_load(struct table *self, const char *path, struct error *err)
{
    struct str text = {0};
    struct table table = {.path = xstrdup(path)};
    bool ok = file_read(path, TABLE_BYTES_MAX, &text, err) &&
              add_lines(&table, str_text(&text), err);
    str_release(&text);
    if (ok)
        *self = table;
    else
        table_release(&table);
    return ok;
}

static bool find_column(const struct table *self, const char *name,
                        size_t *index)
{
    for (size_t i = 0; i < self->columns.count; i++) {
        if (strcmp(self->columns.items[i], name) == 0) {
            *index = i;
            return true;
        }
    }
    return false;
}

const char *table_cell(const struct table *self, size_t row, const char *column)
{
    size_t index;
    if (row >= self->rows || !find_column(self, column, &index))
        return "";
    return self->cells.items[row * self->columns.count + index];
}

bool table_require(const struct table *self, const char *const *columns,
                   struct error *err)
{
    size_t index;
    for (; *columns; columns++)
        if (!find_column(self, *columns, &index))
            return error_set(err, ERROR_FORMAT, "%s: no column '%s'",
                             self->path, *columns);
    return true;
}
