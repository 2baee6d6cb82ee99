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

static struct code_class *class_of(const struct shortening *self,
                                   const struct candidate *candidate)
{
    struct known known;
    bool usable = ledger_find(self->evaluator->ledger, candidate, &known) &&
                  known.refusal == REFUSAL_NONE;
    return usable ? known.code : NULL;
}

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

/* The winner with only those flags of a value for which `kept` says so; the
 * value is added to the space.  False when there is no room for it. */
static bool with_flags(struct shortening *self, size_t dimension,
                       const bool *kept, struct candidate *out)
{
    const struct strvec *flags = flags_of(self, dimension);
    struct strvec left = {0};
    for (size_t i = 0; i < flags->count; i++)
        if (kept[i])
            strvec_add(&left, flags->items[i]);
    uint16_t value = space_add_value(self->space, dimension, &left);
    strvec_release(&left);
    candidate_copy(out, self->winner);
    out->values[dimension] = value;
    return value;
}

static bool is_same(const struct shortening *self,
                    const struct candidate *candidate)
{
    struct code_class *code = class_of(self, candidate);
    return code && code == class_of(self, self->winner);
}

/* Leaves every flag out by itself, at once on all processors; kept[i] is
 * false for those that change nothing. */
static bool find_idle_flags(struct shortening *self, size_t dimension,
                            bool *kept, struct error *err)
{
    size_t count = flags_of(self, dimension)->count;
    struct candidate *without = xcalloc(count, sizeof(*without));
    const struct candidate **list = xcalloc(count, sizeof(*list));
    bool *all = xcalloc(count, sizeof(*all));
    size_t made = 0;
    memset(all, true, count);
    for (; made < count; made++) {
        all[made] = false;
        bool fits = with_flags(self, dimension, all, &without[made]);
        all[made] = true;
        list[made] = &without[made];
        if (!fits) {
            candidate_release(&without[made]);
            break;
        }
    }
    bool ok = builder_run(self->evaluator->builder, list, made, err);
    for (size_t i = 0; i < count; i++)
        kept[i] = i >= made || !ok || !is_same(self, &without[i]) ||
                  is_restriction(flags_of(self, dimension)->items[i]);
    for (size_t i = 0; i < made; i++)
        candidate_release(&without[i]);
    free(without);
    free(list);
    free(all);
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
    struct candidate shorter;
    const struct candidate *list[] = {&shorter};
    size_t idle = 0;
    bool ok = find_idle_flags(self, dimension, kept, err);
    for (size_t i = 0; ok && i < count; i++)
        idle += !kept[i];
    if (ok && idle && with_flags(self, dimension, kept, &shorter)) {
        ok = builder_run(self->evaluator->builder, list, 1, err);
        if (ok && is_same(self, &shorter)) {
            set_winner(self, &shorter);
            self->dropped += idle;
        }
        candidate_release(&shorter);
    }
    free(kept);
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
    const struct candidate *list[] = {&shorter};
    bool *kept = xcalloc(count, sizeof(*kept));
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        kept[i] = i < chunk.first || i >= chunk.first + chunk.count ||
                  is_restriction(flags_of(self, dimension)->items[i]);
        left += kept[i];
    }
    *same = false;
    if (left == count) {
        free(kept);
        return true;
    }
    bool fits = with_flags(self, dimension, kept, &shorter);
    bool ok = !fits || builder_run(self->evaluator->builder, list, 1, err);
    *same = ok && fits && is_same(self, &shorter);
    if (*same)
        set_winner(self, &shorter);
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
            if (same)
                self->dropped += chunk.count;
            else
                first += chunk.count;
        }
    return true;
}

bool shorten_candidate(struct shortening *self, struct error *err)
{
    for (size_t d = 0; d < self->space->count; d++)
        if (!shorten_at_once(self, d, err) ||
            (flags_of(self, d)->count > self->flags_max &&
             !shorten(self, d, err)))
            return false;
    return true;
}
