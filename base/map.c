/* SPDX-License-Identifier: MIT
 *
 * Hash map with string keys; FNV-1a (Fowler, Noll, Vo) and linear probing.
 */
#include <config.h>

#include "base/map.h"

#include <stdint.h>

#include "base/memory.h"

static uint64_t hash_text(const char *text)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    return hash ^ hash >> 32;
}

void map_release(struct map *self)
{
    if (!self)
        return;
    for (size_t i = 0; i < self->count; i++)
        free(self->entries[i].key);
    free(self->entries);
    free(self->slots);
    *self = (struct map){0};
}

/* The slot that holds key, or the free one where it would go.  There is
 * always a free one: slots are at most half full. */
static size_t find_slot(const struct map *self, const char *key)
{
    size_t at = hash_text(key) & (self->slot_count - 1);
    while (self->slots[at] &&
           strcmp(self->entries[self->slots[at] - 1].key, key) != 0)
        at = (at + 1) & (self->slot_count - 1);
    return at;
}

static void grow_slots(struct map *self)
{
    self->slot_count = self->slot_count ? self->slot_count * 2 : 16;
    free(self->slots);
    self->slots = xcalloc(self->slot_count, sizeof(*self->slots));
    for (size_t i = 0; i < self->count; i++)
        self->slots[find_slot(self, self->entries[i].key)] = i + 1;
}

static struct map_entry *find_entry(const struct map *self, const char *key)
{
    if (!self->slot_count)
        return NULL;
    size_t slot = self->slots[find_slot(self, key)];
    return slot ? &self->entries[slot - 1] : NULL;
}

void *map_find(const struct map *self, const char *key)
{
    const struct map_entry *entry = find_entry(self, key);
    return entry ? entry->value : NULL;
}

bool map_has(const struct map *self, const char *key)
{
    return find_entry(self, key);
}

bool map_set(struct map *self, const char *key, void *value)
{
    struct map_entry *entry = find_entry(self, key);
    if (entry) {
        entry->value = value;
        return false;
    }
    self->entries = memory_grow(self->entries, &self->capacity, self->count + 1,
                                sizeof(*self->entries));
    self->entries[self->count++] =
        (struct map_entry){.key = xstrdup(key), .value = value};
    if (self->count * 2 > self->slot_count)
        grow_slots(self);
    else
        self->slots[find_slot(self, key)] = self->count;
    return true;
}
