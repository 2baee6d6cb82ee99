/* SPDX-License-Identifier: MIT
 *
 * Keys of a settings file as members of a struct: a table says which setter
 * puts the value of which key where.  For search/workload_file.c.
 */
#ifndef SEARCH_WORKLOAD_KEYS_H
#define SEARCH_WORKLOAD_KEYS_H

#include <stdbool.h>
#include <stddef.h>

struct error;
struct settings;
struct settings_entry;

/* Puts an entry's value into the member at `field`; a wrong one is an error
 * with file and line. */
typedef bool workload_key_setter(const struct settings *settings,
                                 const struct settings_entry *entry,
                                 void *field, struct error *err);

struct workload_key {
    const char *name; /* NULL ends a table */
    workload_key_setter *set;
    size_t offset; /* of the member in the object */
    bool repeated; /* may be given several times */
};

/* Finds the entry's key in the table and sets the member of `object`.  An
 * unknown key and a second value of one that is not repeated are errors. */
bool workload_key_set(const struct settings *settings,
                      const struct settings_entry *entry,
                      const struct workload_key *keys, void *object,
                      struct error *err);

/* The setters, and what their members are. */
workload_key_setter workload_key_text;      /* char *, never empty */
workload_key_setter workload_key_add_text;  /* strvec, one more */
workload_key_setter workload_key_words;     /* strvec of shell words */
workload_key_setter workload_key_names;     /* strvec of variables */
workload_key_setter workload_key_variable;  /* strvec of NAME=value */
workload_key_setter workload_key_duration;  /* double, seconds */
workload_key_setter workload_key_bytes;     /* uint64_t; "512m", "2g" */
workload_key_setter workload_key_count;     /* unsigned long, up to 1000 */
workload_key_setter workload_key_layouts;   /* unsigned long, 4 to 8 */
workload_key_setter workload_key_weight;    /* double */
workload_key_setter workload_key_flag;      /* bool */
workload_key_setter workload_key_direction; /* bool: higher */
workload_key_setter workload_key_threads;   /* bool: several */
workload_key_setter workload_key_match;     /* enum extract_match */
workload_key_setter workload_key_extract;   /* struct extract * */
workload_key_setter workload_key_pattern;   /* struct pattern * */

#endif
