/* SPDX-License-Identifier: MIT
 *
 * Texts, numbers, pairs and arrays of records.
 */
#include <config.h>

#include "db/record_values.h"

#include "base/memory.h"
#include "base/printable.h"

/* Messages of compilers can be whole screens. */
enum { MESSAGE_MAX = 4000 };

void record_set(char **member, const char *text)
{
    char *copy = text ? xstrdup(text) : NULL;
    free(*member);
    *member = copy;
}

void record_set_message(char **member, const char *text)
{
    size_t length = strlen(text);
    if (length > MESSAGE_MAX) {
        length = MESSAGE_MAX;
        /* Back to the first byte of a character of UTF-8. */
        while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
            length--;
    }
    char *copy = xstrndup(text, length);
    printable_clean(copy, "\n\t");
    free(*member);
    *member = copy;
}

static size_t room_for(size_t count)
{
    size_t room = 1;
    while (room < count)
        room *= 2;
    return room;
}

void *record_array_new(size_t count, size_t item_size)
{
    return count ? xcalloc(room_for(count), item_size) : NULL;
}

void *record_array_add(void *items, size_t *count, size_t item_size)
{
    /* memcpy: the pointer may be to any type. */
    char *array;
    memcpy(&array, items, sizeof(array));
    if (*count == 0 || room_for(*count) == *count)
        array = xreallocarray(array, room_for(*count + 1), item_size);
    memcpy(items, &array, sizeof(array));
    char *added = array + *count * item_size;
    memset(added, 0, item_size);
    ++*count;
    return added;
}

void record_numbers_release(struct record_numbers *self)
{
    if (!self)
        return;
    free(self->items);
    *self = (struct record_numbers){0};
}

void record_number_add(struct record_numbers *self, double value)
{
    double *added =
        record_array_add(&self->items, &self->count, sizeof(*self->items));
    *added = value;
}

void record_pairs_release(struct record_pairs *self)
{
    if (!self)
        return;
    for (size_t i = 0; i < self->count; i++) {
        free(self->items[i].key);
        free(self->items[i].value);
    }
    free(self->items);
    *self = (struct record_pairs){0};
}

static struct record_pair *find_pair(const struct record_pairs *self,
                                     const char *key)
{
    for (size_t i = 0; i < self->count; i++)
        if (strcmp(self->items[i].key, key) == 0)
            return &self->items[i];
    return NULL;
}

void record_pair_set(struct record_pairs *self, const char *key,
                     const char *value)
{
    struct record_pair *pair = find_pair(self, key);
    if (!pair) {
        pair =
            record_array_add(&self->items, &self->count, sizeof(*self->items));
        pair->key = xstrdup(key);
    }
    record_set(&pair->value, value);
}

const char *record_pair_find(const struct record_pairs *self, const char *key)
{
    const struct record_pair *pair = find_pair(self, key);
    return pair ? pair->value : NULL;
}
