/* SPDX-License-Identifier: MIT
 *
 * The shape of a JSON object as a table: which member of which C struct each
 * key fills, of what type, within which limits.  One table parses, formats
 * and releases, so that the three cannot disagree.
 *
 * Parsing is strict: an unknown key, a wrong type, a value that breaks its
 * rule, or a required key that is missing is an error which names the place,
 * "winner: flags: [3]: ...".  Formatting leaves out what is empty: NULL
 * texts, zero numbers, false, empty arrays and empty objects.
 */
#ifndef DB_SHAPE_H
#define DB_SHAPE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "db/shape_rule.h"

struct error;

enum shape_type {
    SHAPE_TEXT,    /* char * */
    SHAPE_NUMBER,  /* double */
    SHAPE_BOOL,    /* bool */
    SHAPE_TEXTS,   /* struct strvec */
    SHAPE_NUMBERS, /* struct record_numbers */
    SHAPE_PAIRS,   /* struct record_pairs */
    SHAPE_OBJECT,  /* another struct */
    SHAPE_LIST,    /* pointer to structs, and a size_t count */
    SHAPE_TYPE_COUNT
};

struct shape_field {
    const char *key;
    enum shape_type type;
    bool required;
    size_t offset;             /* of the member in its struct */
    size_t count_offset;       /* SHAPE_LIST: of its count */
    const struct shape *inner; /* SHAPE_OBJECT and SHAPE_LIST */
    const struct shape_rule *rule;
};

struct shape {
    size_t size; /* of the struct */
    const struct shape_field *fields;
    size_t field_count;
};

/* Fills *out, which is zeroed; on failure what was filled stays for
 * shape_release. */
bool shape_parse(const struct shape *self, json_t *value, void *out,
                 struct error *err);
/* The caller's; bytes that are not UTF-8 become '?'. */
json_t *shape_format(const struct shape *self, const void *data);
/* Frees all members, not data itself. */
void shape_release(const struct shape *self, void *data);

#endif
