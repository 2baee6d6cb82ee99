/* SPDX-License-Identifier: MIT
 *
 * jansson with our rules: duplicate keys, deep nesting, NUL bytes and over
 * long texts are refused; output has sorted keys, one value a line and
 * stable numbers, so that diffs are readable.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct error;
struct str;
struct strvec;

/* Up to here a double holds every whole number. */
#define JSON_WHOLE_MAX 9007199254740992.0

/* To be called before anything else of jansson: out of memory then ends the
 * program as it does elsewhere, and no value is silently left out. */
void json_start(void);

/* Parses; `name` is the file's name for messages (name:line: reason).
 * The result is the caller's (json_decref). */
json_t *json_parse(const char *text, size_t length, const char *name,
                   struct error *err);
/* Indented, keys sorted, numbers with at most 12 significant digits. */
void json_format(const json_t *value, struct str *out);
/* One line, keys sorted: for the journal. */
void json_format_line(const json_t *value, struct str *out);

/* Sets a member to a text; NULL: leaves it out. */
void json_set_text(json_t *object, const char *key, const char *text);
/* Rounds so that text and value agree to 12 significant digits; what is whole
 * then is written as whole, up to JSON_WHOLE_MAX. */
json_t *json_number(double value);
json_t *json_strings(const struct strvec *items);

/* Members with a type: the value is copied or borrowed into *out; a missing
 * member or another type is an error that names the key.  The _or forms
 * give the fallback for both: for values that were checked before. */
bool json_get_string(const json_t *object, const char *key, const char **out,
                     struct error *err);
bool json_get_number(const json_t *object, const char *key, double *out,
                     struct error *err);
bool json_get_integer(const json_t *object, const char *key, long long *out,
                      struct error *err);
bool json_get_object(const json_t *object, const char *key, json_t **out,
                     struct error *err);
bool json_get_array(const json_t *object, const char *key, json_t **out,
                    struct error *err);
bool json_get_strings(const json_t *object, const char *key, struct strvec *out,
                      struct error *err);
const char *json_string_or(const json_t *object, const char *key,
                           const char *fallback);
double json_number_or(const json_t *object, const char *key, double fallback);

#endif
