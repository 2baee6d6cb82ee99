/* SPDX-License-Identifier: MIT
 *
 * The databases that a command works on: the user's (--db DIR, else TUNER_DB,
 * else the usual place), and the shipped one, which is read besides it and
 * never written.
 */
#ifndef TUNER_DATABASE_H
#define TUNER_DATABASE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct error;
struct index;
struct options;

enum { DATABASE_USER, DATABASE_SHIPPED, DATABASE_COUNT };

struct database {
    struct str folder;  /* the user's; need not exist */
    struct str shipped; /* "" where it is missing or is the user's own */
    /* After database_open(): one or both. */
    struct index *indexes[DATABASE_COUNT];
    size_t index_count;
};

/* Finds the folders; reads nothing. */
bool database_locate(const struct options *options, struct database *self,
                     struct error *err);
/* Finds the folders and opens their indexes. */
bool database_open(const struct options *options, struct database *self,
                   struct error *err);
void database_release(struct database *self);
/* indexes, as db/lookup.h takes them. */
const struct index *const *database_indexes(const struct database *self);

#endif
