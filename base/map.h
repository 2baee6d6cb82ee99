/* SPDX-License-Identifier: MIT
 *
 * A hash map from strings to borrowed pointers, open addressing.  Keys are
 * copied.  Iteration is in order of insertion, so that everything built on
 * it is reproducible.
 */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>

struct map_entry {
    char *key;
    void *value;
};

struct map {
    struct map_entry *entries; /* in order of insertion */
    size_t count;
    size_t capacity;
    size_t *slots; /* index into entries plus one; 0 is free */
    size_t slot_count;
};

/* Keys go; values stay their owner's. */
void map_release(struct map *self);
/* The value, or NULL when the key is absent. */
void *map_find(const struct map *self, const char *key);
bool map_has(const struct map *self, const char *key);
/* Adds or replaces; true when the key was new. */
bool map_set(struct map *self, const char *key, void *value);

#endif
