/* SPDX-License-Identifier: MIT
 *
 * Loads the tables of configs/ and finds rows in them.
 */
#include <config.h>

#include "probes/catalogue.h"

#include <stddef.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "probes/words.h"

static const struct {
    const char *file;
    size_t offset;
    const char *columns[16];
} sources[] = {
    {"configs/cores.tsv",
     offsetof(struct catalogue, cores),
     {"implementer", "part", "variant", "core", "gcc", "clang", "near", "arch",
      "width", "fpu", "cluster", NULL}},
    {"configs/features.tsv",
     offsetof(struct catalogue, features),
     {"isa", "macro", "words", "on", "off", "use", "instruction", NULL}},
    {"configs/levels.tsv",
     offsetof(struct catalogue, levels),
     {"isa", "name", "needs", "implies", "lacks", NULL}},
    {"configs/x86.tsv",
     offsetof(struct catalogue, x86),
     {"vendor", "family", "models", "needs", "core", "march", "near", NULL}},
    {"configs/boards.tsv",
     offsetof(struct catalogue, boards),
     {"id", "model", "name", "soc", "hosts", "price_usd", "source", NULL}},
};

static struct table *member(struct catalogue *self, size_t source)
{
    return (struct table *)((char *)self + sources[source].offset);
}

bool catalogue_load(struct catalogue *self, const char *directory,
                    struct error *err)
{
    struct catalogue loaded = {.directory = xstrdup(directory)};
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof(sources) / sizeof(*sources); i++) {
        struct str path = {0};
        file_join(&path, directory, sources[i].file);
        ok = table_load(member(&loaded, i), str_text(&path), err) &&
             table_require(member(&loaded, i), sources[i].columns, err);
        str_release(&path);
    }
    if (ok)
        *self = loaded;
    else
        catalogue_release(&loaded);
    return ok;
}

void catalogue_release(struct catalogue *self)
{
    if (!self)
        return;
    for (size_t i = 0; i < sizeof(sources) / sizeof(*sources); i++)
        table_release(member(self, i));
    free(self->directory);
    self->directory = NULL;
}

static bool cell_is_number(const struct table *table, size_t row,
                           const char *column, unsigned number)
{
    unsigned long value;
    return str_parse_ulong(table_cell(table, row, column), &value) &&
           value == number;
}

long catalogue_find_core(const struct catalogue *self, unsigned implementer,
                         unsigned part, unsigned variant)
{
    const struct table *cores = &self->cores;
    for (size_t i = 0; i < cores->rows; i++) {
        bool any_variant = *table_cell(cores, i, "variant") == '\0';
        if (cell_is_number(cores, i, "part", part) &&
            cell_is_number(cores, i, "implementer", implementer) &&
            (any_variant || cell_is_number(cores, i, "variant", variant)))
            return (long)i;
    }
    return CATALOGUE_NONE;
}

long catalogue_find_core_name(const struct catalogue *self, const char *core)
{
    for (size_t i = 0; i < self->cores.rows; i++)
        if (strcmp(table_cell(&self->cores, i, "core"), core) == 0)
            return (long)i;
    return CATALOGUE_NONE;
}

static bool list_has(const char *list, const char *name)
{
    struct strvec items = {0};
    words_split_list(list, &items);
    bool found = strvec_contains(&items, name);
    strvec_release(&items);
    return found;
}

long catalogue_find_core_alias(const struct catalogue *self, const char *name)
{
    long row = catalogue_find_core_name(self, name);
    for (size_t i = 0; row < 0 && i < self->cores.rows; i++)
        if (list_has(table_cell(&self->cores, i, "gcc"), name) ||
            list_has(table_cell(&self->cores, i, "clang"), name))
            row = (long)i;
    return row;
}

long catalogue_find_pair(const struct catalogue *self, const char *a,
                         const char *b)
{
    char *name = xasprintf("%s.%s", a, b);
    char *other = xasprintf("%s.%s", b, a);
    long row = catalogue_find_core_name(self, name);
    if (row < 0)
        row = catalogue_find_core_name(self, other);
    free(name);
    free(other);
    return row;
}

long catalogue_find_level(const struct catalogue *self, const char *isa,
                          const char *name)
{
    for (size_t i = 0; i < self->levels.rows; i++)
        if (strcmp(table_cell(&self->levels, i, "isa"), isa) == 0 &&
            strcmp(table_cell(&self->levels, i, "name"), name) == 0)
            return (long)i;
    return CATALOGUE_NONE;
}
