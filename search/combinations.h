/* SPDX-License-Identifier: MIT
 *
 * A compile-only sweep of all combinations of a few choices: which are
 * refused, which make the same code.  Refusals are generalised to nogoods, so
 * that most combinations need no compiler run.
 *
 * A refused combination is generalised a choice at a time: where a few other
 * values of it are refused with the same complaint, it has no part in the
 * refusal.  What is tried for that are combinations of the sweep itself, so
 * that no run is wasted.  "Nothing said" is a value like any other here, since
 * -march=armv7-a is refused without an -mfpu and accepted with one; so
 * choices are given as lists, and the space that nogoods need is made of
 * them.
 */
#ifndef SEARCH_COMBINATIONS_H
#define SEARCH_COMBINATIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/digest.h"
#include "base/strvec.h"
#include "probes/refusal.h"

struct error;

enum { COMBINATIONS_CHOICES_MAX = 16 };

struct combination_result {
    enum refusal refusal;
    char *message;      /* NULL for none */
    struct digest code; /* "" when refused */
};

struct combinations_request {
    /* One list a choice; "" is a value: no flag. */
    const struct strvec *choices;
    size_t choice_count; /* at most COMBINATIONS_CHOICES_MAX */
    bool learn;          /* false: the plain sweep, a run a combination */
    /* Compiles; false only when the work must stop. */
    bool (*compile)(const struct strvec *flags, struct combination_result *out,
                    void *data, struct error *err);
    void *data;
};

struct combinations {
    size_t total;
    size_t refused;
    size_t accepted;
    size_t classes; /* of accepted ones with different code */
    size_t runs;
    size_t nogoods;
    /* By number of the combination, the last choice running fastest: its
     * class, or COMBINATION_REFUSED. */
    size_t *class_of;
};

#define COMBINATION_REFUSED ((size_t)-1)

bool combinations_sweep(const struct combinations_request *request,
                        struct combinations *out, struct error *err);
void combinations_release(struct combinations *self);

#endif
