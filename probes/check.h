/* SPDX-License-Identifier: MIT
 *
 * A verdict on each flag of a set.  The set is tried as a whole; when it is
 * refused, smallest parts that are refused with the same words are looked
 * for, taken out and reported, until the rest is accepted.  So a flag that
 * only fails without its partner (`-march=armv7-a` without `-mfpu=`) is not
 * blamed, and two that fight are both named.
 */
#ifndef PROBES_CHECK_H
#define PROBES_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "probes/refusal.h"

struct error;
struct strvec;
struct trial;

struct check_flag {
    char *flag;
    enum refusal verdict;
    char *message;    /* NULL when there is nothing to say */
    char *suggestion; /* for a typing mistake: a flag that works; or NULL */
};

struct check {
    enum refusal verdict; /* of the set as it was given */
    char *message;
    struct check_flag *flags; /* in the order given */
    size_t count;
    unsigned trials; /* sets that were tried */
};

/* ERROR_UNTRUSTED, and nothing was run, when a flag must not be tried (see
 * trial_forbids). */
bool check_flags(struct check *self, const struct trial *trial,
                 const struct strvec *flags, struct error *err);
void check_release(struct check *self);

#endif
