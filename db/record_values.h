/* SPDX-License-Identifier: MIT
 *
 * The small containers that a record is made of.  An array is a pointer and
 * a count; its room is always the next power of two, so that no capacity is
 * kept beside it.
 */
#ifndef DB_RECORD_VALUES_H
#define DB_RECORD_VALUES_H

#include <stddef.h>

/* Numbers in the order in which they were measured. */
struct record_numbers {
    double *items;
    size_t count;
};

/* A set of named texts, names unique, in order of insertion. */
struct record_pair {
    char *key;
    char *value;
};

struct record_pairs {
    struct record_pair *items;
    size_t count;
};

/* Replaces a text by a copy; NULL empties it. */
void record_set(char **member, const char *text);
/* The same for texts of programs: cut to fit (at a whole character), control
 * characters but newline and tab become '?'. */
void record_set_message(char **member, const char *text);

void record_numbers_release(struct record_numbers *self);
void record_number_add(struct record_numbers *self, double value);
void record_pairs_release(struct record_pairs *self);
void record_pair_set(struct record_pairs *self, const char *key,
                     const char *value);
/* The value, borrowed, or NULL. */
const char *record_pair_find(const struct record_pairs *self, const char *key);

/* Memory for `count` items of an array, zeroed; NULL for none. */
void *record_array_new(size_t count, size_t item_size);
/* Makes room for one more in the array at *items (a pointer to any type),
 * zeroes it, counts it and returns it. */
void *record_array_add(void *items, size_t *count, size_t item_size);

#endif
