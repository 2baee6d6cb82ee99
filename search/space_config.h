/* SPDX-License-Identifier: MIT
 *
 * configs/spaces/: what is known of options before a search.  Git-config
 * syntax, several files may be loaded one after the other; the words are
 * explained in configs/spaces/gcc.conf.
 *
 * Flags in these files obey db/grammar.h, since a file may be a stranger's.
 */
#ifndef SEARCH_SPACE_CONFIG_H
#define SEARCH_SPACE_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strvec.h"
#include "search/space.h"

struct error;

/* [dimension "NAME"] or [dimension "ISA:NAME"]. */
struct space_rule {
    char *name;
    char *isa; /* NULL: any */
    enum dimension_class class;
    unsigned priority;
    char *group;
    struct strvec needs;
    struct strvec values; /* flags parted by blanks */
    bool used;            /* by the space that is built */
};

/* [group "NAME"], [leave-out "REASON"]: what a glob(7) pattern matches. */
struct space_match {
    char *pattern;
    char *word; /* group or reason */
};

struct space_matches {
    struct space_match *items;
    size_t count;
    size_t capacity;
};

struct space_config {
    struct space_rule *rules;
    size_t count;
    size_t capacity;
    struct space_matches groups;
    struct space_matches left_out;
    struct space_matches machines; /* pattern: the flags; word: the isa */
    struct space_matches kept;     /* word: "" */
    bool only; /* [space] only = true: nothing but what is written here */
};

/* Adds a file's content. */
bool space_config_load(struct space_config *self, const char *path,
                       struct error *err);
void space_config_release(struct space_config *self);

/* The rule of an option for an instruction set ("": any), or NULL. */
struct space_rule *space_config_find(const struct space_config *self,
                                     const char *name, const char *isa);
/* The word of the first pattern that matches, or NULL; "-fno-x" is matched
 * as "-fx". */
const char *space_matches_find(const struct space_matches *self,
                               const char *flag);

#endif
