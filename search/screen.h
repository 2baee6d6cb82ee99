/* SPDX-License-Identifier: MIT
 *
 * Finds out by compiling alone which values change the code at all.  Every
 * flag in both polarities and every parameter is put on the leader by itself;
 * what gives the leader's code, is refused, or gives the same code as a value
 * tried before, is not worth measuring.  About one in eight is left.
 *
 * Numbers are bisected: first the extreme on each side of the default; where
 * it changes the code, the value nearest to the default that does so, too.
 *
 * Known useful options come first, so that a short budget has the best of
 * it.  With the code cache a second run needs no compiler.
 */
#ifndef SEARCH_SCREEN_H
#define SEARCH_SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct builder;
struct candidate;
struct error;
struct ledger;
struct space;

/* What is worth trying, as strategy_context wants it. */
struct screen {
    uint64_t *live; /* one a dimension of the space */
    size_t *active; /* dimensions with a choice left, promising ones first */
    size_t active_count;
    size_t tried;   /* values that were compiled or known */
    size_t changed; /* of them: gave other code than the leader */
    size_t left;    /* values that there was no time for */
};

struct screen_plan {
    const struct space *space;
    struct builder *builder;
    struct ledger *ledger;
    const struct candidate *leader;
    /* Which dimensions; NULL: all that are not fixed. */
    bool (*is_wanted)(size_t dimension, void *data);
    void *data;
    void (*progress)(void *data, const char *what, size_t done, size_t of);
    void *progress_data;
};

/* Only the structural dimensions that are not fixed, with all their values:
 * before anything was screened. */
void screen_init(struct screen *self, const struct space *space);
/* Makes all values of all dimensions that are not fixed live. */
void screen_all(struct screen *self, const struct space *space);
/* Adds what changes the leader's code; may be called again for another
 * leader.  Ends at the builder's deadline.  False when the work must stop. */
bool screen_run(struct screen *self, const struct screen_plan *plan,
                struct error *err);
void screen_release(struct screen *self);
/* True when value v of a dimension is to be tried. */
bool screen_is_live(const struct screen *self, size_t dimension, size_t value);

#endif
