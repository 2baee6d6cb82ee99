/* SPDX-License-Identifier: MIT
 *
 * CPU features under all their names: what a machine has, asked for in the
 * kernel's words or in a compiler's.
 */
#ifndef DB_LOOKUP_FEATURE_H
#define DB_LOOKUP_FEATURE_H

#include <stdbool.h>

#include "base/map.h"

struct strvec;

struct lookup_features {
    struct map words;
};

/* From the kernel's words, with the other names of each, and with what a
 * 32-bit program can use where a 64-bit ARM kernel tells its own words. */
void lookup_features_add(struct lookup_features *self,
                         const struct strvec *features);
void lookup_features_release(struct lookup_features *self);
/* Whether all of the comma-separated words are there; those that are not
 * are added to *missing, which may be NULL. */
bool lookup_features_have(const struct lookup_features *self, const char *words,
                          struct strvec *missing);

#endif
