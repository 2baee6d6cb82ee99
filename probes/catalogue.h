/* SPDX-License-Identifier: MIT
 *
 * What is known beforehand: the tables of configs/ about cores, features,
 * architecture levels, x86 models and boards.  Loaded once, then read only.
 */
#ifndef PROBES_CATALOGUE_H
#define PROBES_CATALOGUE_H

#include <stdbool.h>
#include <stddef.h>

#include "probes/table.h"

struct error;

struct catalogue {
    char *directory;       /* the data folder */
    struct table cores;    /* configs/cores.tsv */
    struct table features; /* configs/features.tsv */
    struct table levels;   /* configs/levels.tsv */
    struct table x86;      /* configs/x86.tsv */
    struct table boards;   /* configs/boards.tsv */
};

enum { CATALOGUE_NONE = -1 };

/* `directory` is the data folder, the one that holds configs/ and probes/. */
bool catalogue_load(struct catalogue *self, const char *directory,
                    struct error *err);
void catalogue_release(struct catalogue *self);

/* Row of a table, or CATALOGUE_NONE. */
long catalogue_find_core(const struct catalogue *self, unsigned implementer,
                         unsigned part, unsigned variant);
/* By its name in the core column. */
long catalogue_find_core_name(const struct catalogue *self, const char *core);
/* By any of its names: core, gcc or clang. */
long catalogue_find_core_alias(const struct catalogue *self, const char *name);
/* The row "a.b" or "b.a" of two cores. */
long catalogue_find_pair(const struct catalogue *self, const char *a,
                         const char *b);
long catalogue_find_level(const struct catalogue *self, const char *isa,
                          const char *name);

#endif
