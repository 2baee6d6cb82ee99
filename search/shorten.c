/* SPDX-License-Identifier: MIT
 *
 * Shorter values with the same code.
 */
#include <config.h>

#include "search/shorten.h"

#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"
#include "search/builder.h"
#include "search/candidate.h"
#include "search/evaluator.h"
#include "search/space.h"

static void set_winner(struct shortening *self, const struct candidate *next)
{
    struct candidate copy;
    candidate_copy(&copy, next);
    candidate_release(self->winner);
    *self->winner = copy;
}

static const struct strvec *flags_of(const struct shortening *self,
                                     size_t dimension)
{
    uint16_t value = self->winner->values[dimension];
    return &self->space->dimensions[dimension].values[value].flags;
}

/* Whether a flag forbids the compiler an instruction set ("-mno-rdseed"): it
 * may change nothing in this code and still keeps other programs from what
 * the CPU does not have. */
static bool is_restriction(const char *flag)
{
    return str_starts(flag, "-mno-");
}

/* The winner with only those flags of a value for which `kept` says so, and
 * those that forbid something; the value is added to the space.  False when
 * there is no room for it, or no flag to leave out. */
static bool with_flags(struct shortening *self, size_t dimension,
                       const bool *kept, struct candidate *out)
{
    const struct strvec *flags = flags_of(self, dimension);
    struct strvec left = {0};
    for (size_t i = 0; i < flags->count; i++)
        if (kept[i] || is_restriction(flags->items[i]))
            strvec_add(&left, flags->items[i]);
    bool shorter = left.count < flags->count;
    uint16_t value = shorter && left.count
                         ? space_add_value(self->space, dimension, &left)
                         : 0;
    bool fits = shorter && (value || !left.count);
    strvec_release(&left);
    *out = (struct candidate){0};
    if (fits) {
        candidate_copy(out, self->winner);
        out->values[dimension] = value;
    }
    return fits;
}

static bool is_same(const struct shortening *self,
                    const struct candidate *candidate)
{
    const struct ledger *ledger = self->evaluator->ledger;
    const struct code_class *code = ledger_class(ledger, candidate);
    return code && code == ledger_class(ledger, self->winner);
}

/* Builds those that can be built, at once on all processors. */
static bool build(struct shortening *self, const struct candidate *list,
                  size_t count, struct error *err)
{
    const struct candidate **some = xcalloc(count + 1, sizeof(*some));
    size_t made = 0;
    for (size_t i = 0; i < count; i++)
        if (list[i].values)
            some[made++] = &list[i];
    bool ok = builder_run(self->evaluator->builder, some, made, err);
    free(some);
    return ok;
}

static void take(struct shortening *self, const struct candidate *shorter)
{
    size_t before = candidate_length(self->winner, self->space);
    set_winner(self, shorter);
    self->dropped += before - candidate_length(self->winner, self->space);
}

/* Leaves every flag out by itself; kept[i] is false for those that change
 * nothing. */
static bool find_idle_flags(struct shortening *self, size_t dimension,
                            bool *kept, struct error *err)
{
    size_t count = flags_of(self, dimension)->count;
    struct candidate *without = xcalloc(count, sizeof(*without));
    memset(kept, true, count);
    for (size_t i = 0; i < count; i++) {
        kept[i] = false;
        with_flags(self, dimension, kept, &without[i]);
        kept[i] = true;
    }
    bool ok = build(self, without, count, err);
    for (size_t i = 0; i < count; i++) {
        kept[i] = !ok || !without[i].values || !is_same(self, &without[i]);
        candidate_release(&without[i]);
    }
    free(without);
    return ok;
}

/* A machine that the compiler has no name for needs many flags, most of which
 * change nothing in this code: they go together where that holds. */
static bool shorten_at_once(struct shortening *self, size_t dimension,
                            struct error *err)
{
    size_t count = flags_of(self, dimension)->count;
    if (count < 2)
        return true;
    bool *kept = xcalloc(count, sizeof(*kept));
    struct candidate shorter = {0};
    bool ok = find_idle_flags(self, dimension, kept, err);
    if (ok && with_flags(self, dimension, kept, &shorter)) {
        ok = build(self, &shorter, 1, err);
        if (ok && is_same(self, &shorter))
            take(self, &shorter);
    }
    candidate_release(&shorter);
    free(kept);
    return ok;
}

/* Another name may stand for as much of the machine as this code uses. */
static bool try_other_values(struct shortening *self, size_t dimension,
                             struct error *err)
{
    const struct dimension *what = &self->space->dimensions[dimension];
    size_t count = what->value_count;
    size_t least = flags_of(self, dimension)->count;
    struct candidate *others = xcalloc(count, sizeof(*others));
    size_t found = count;
    for (size_t v = 1; v < count; v++) {
        if (what->values[v].flags.count >= least)
            continue;
        candidate_copy(&others[v], self->winner);
        others[v].values[dimension] = (uint16_t)v;
    }
    bool ok = build(self, others, count, err);
    for (size_t v = 1; ok && v < count; v++)
        if (others[v].values && what->values[v].flags.count < least &&
            is_same(self, &others[v])) {
            least = what->values[v].flags.count;
            found = v;
        }
    if (found < count)
        take(self, &others[found]);
    for (size_t v = 0; v < count; v++)
        candidate_release(&others[v]);
    free(others);
    return ok;
}

struct chunk {
    size_t first;
    size_t count;
};

/* Tries the winner without one chunk of a value's flags; *same says whether
 * its code stays and it has become the winner. */
static bool try_shorter(struct shortening *self, size_t dimension,
                        struct chunk chunk, bool *same, struct error *err)
{
    size_t count = flags_of(self, dimension)->count;
    struct candidate shorter;
    bool *kept = xcalloc(count, sizeof(*kept));
    for (size_t i = 0; i < count; i++)
        kept[i] = i < chunk.first || i >= chunk.first + chunk.count;
    bool fits = with_flags(self, dimension, kept, &shorter);
    bool ok = !fits || build(self, &shorter, 1, err);
    *same = ok && fits && is_same(self, &shorter);
    if (*same)
        take(self, &shorter);
    candidate_release(&shorter);
    free(kept);
    return ok;
}

/* What goes only one after the other: ever smaller chunks. */
static bool shorten(struct shortening *self, size_t dimension,
                    struct error *err)
{
    size_t size = flags_of(self, dimension)->count / 2;
    for (; size; size /= 2)
        for (size_t first = 0; first < flags_of(self, dimension)->count;) {
            size_t count = flags_of(self, dimension)->count;
            struct chunk chunk = {first,
                                  count - first < size ? count - first : size};
            bool same;
            if (chunk.count == count)
                break;
            if (!try_shorter(self, dimension, chunk, &same, err))
                return false;
            if (!same)
                first += chunk.count;
        }
    return true;
}

static bool is_long(const struct shortening *self, size_t dimension)
{
    return flags_of(self, dimension)->count > self->flags_max;
}

bool shorten_candidate(struct shortening *self, struct error *err)
{
    for (size_t d = 0; d < self->space->count; d++)
        if ((is_long(self, d) && !try_other_values(self, d, err)) ||
            !shorten_at_once(self, d, err) ||
            (is_long(self, d) && !shorten(self, d, err)))
            return false;
    return true;
}
