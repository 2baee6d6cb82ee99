/* SPDX-License-Identifier: MIT
 *
 * The databases that a command looks in: the one of --db, or else the
 * user's, and besides it the shipped records, which are never written.
 */
#ifndef TUNER_DATABASES_H
#define TUNER_DATABASES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct error;
struct index;
struct options;

enum { DATABASES_MAX = 2 };

struct databases {
    struct index *indexes[DATABASES_MAX]; /* the user's first */
    size_t count;
    struct str folder; /* of the user's; it need not exist */
};

/* Opens the indexes; option `db` of the command names the folder. */
bool databases_open(struct databases *self, const struct options *options,
                    struct error *err);
void databases_release(struct databases *self);
/* For lookup_find() and its like; borrowed. */
const struct index *const *databases_list(const struct databases *self);

/* Only the folder of the user's database: where new records go. */
bool databases_folder(const struct options *options, struct str *out,
                      struct error *err);

#endif
