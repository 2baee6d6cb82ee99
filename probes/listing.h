/* SPDX-License-Identifier: MIT
 *
 * The optimisation options and parameters that a compiler lists by itself:
 * `CC -O2 -Q --help=optimizers` and `--help=params`, in the forms of gcc 4.9
 * and later.  Clang has no such list: it gives an empty one.
 */
#ifndef PROBES_LISTING_H
#define PROBES_LISTING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strvec.h"

struct compiler;
struct error;

enum listed_kind {
    LISTED_SWITCH, /* -fname and -fno-name */
    LISTED_CHOICE, /* -fname=one of values */
    LISTED_NUMBER  /* -fname=N, --param=NAME=N */
};

struct listed_option {
    enum listed_kind kind;
    char *name;           /* "-fivopts", "-fira-region=", "--param=x=" */
    struct strvec values; /* of a choice */
    /* "enabled" or "disabled" of a switch, else the value in force; "" where
     * it says nothing of the kind. */
    char *setting;
    bool has_range; /* of a number */
    long low;
    long high;
};

struct listing {
    struct listed_option *items; /* in the compiler's order */
    size_t count;
    size_t capacity;
};

/* What is in force under the flags (a level, machine flags).  False only when
 * the compiler cannot be started or the user stopped it. */
bool listing_load(struct listing *self, const struct compiler *compiler,
                  const struct strvec *flags, bool parameters,
                  struct error *err);
/* Adds what a text of that form lists. */
void listing_parse(struct listing *self, const char *text);
void listing_release(struct listing *self);

#endif
