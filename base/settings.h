/* SPDX-License-Identifier: MIT
 *
 * Reads files in git-config syntax (comments, sections, repeated keys)
 * through libgit2.  `include` sections are refused: a settings file of a
 * stranger must not open other files.
 *
 *     [workload "zstd"]
 *         build = make
 *         env = A=1
 *         env = B=2
 */
#ifndef BASE_SETTINGS_H
#define BASE_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strvec.h"

struct error;

struct settings_entry {
    char *section;    /* lower case: "workload" */
    char *subsection; /* as written: "zstd"; "" when there is none */
    char *key;        /* lower case */
    char *value;      /* "true" for a key without a value */
    unsigned line;    /* where the key stands; 0 when not found again */
};

struct settings {
    char *path;
    struct settings_entry *entries; /* in file order */
    size_t count;
    size_t capacity;
    struct strvec sections; /* "workload.zstd", also of those without a key */
};

bool settings_load(struct settings *self, const char *path, struct error *err);
/* From memory; name is for messages. */
bool settings_parse(struct settings *self, const char *text, const char *name,
                    struct error *err);
void settings_release(struct settings *self);

/* Last value of section.subsection.key, or NULL; borrowed. */
const char *settings_find(const struct settings *self, const char *section,
                          const char *subsection, const char *key);
/* All values in file order are added to *out. */
void settings_find_all(const struct settings *self, const char *section,
                       const char *subsection, const char *key,
                       struct strvec *out);
/* Names of subsections of a section, each once, in file order. */
void settings_subsections(const struct settings *self, const char *section,
                          struct strvec *out);
/* "path:line: message" for an entry; returns false. */
bool settings_error(const struct settings *self,
                    const struct settings_entry *entry, struct error *err,
                    const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
