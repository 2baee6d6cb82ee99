/* SPDX-License-Identifier: MIT
 *
 * Every combination of the active dimensions, one after the other.
 */
#include <config.h>

#include "base/error.h"
#include "base/memory.h"
#include "search/space.h"
#include "search/strategy.h"

/* What a patient machine can do: at 50 ms each, an hour. */
static const double largest = 65536;

struct exhaustive {
    const struct strategy_context *context;
    struct candidate at; /* raw, not canonical: the odometer */
    bool done;
};

static void *exhaustive_new(const struct strategy_context *context,
                            struct error *err)
{
    double size = 1;
    for (size_t i = 0; i < context->active_count; i++)
        size *=
            (double)context->space->dimensions[context->active[i]].value_count;
    if (size > largest) {
        error_set(err, ERROR_UNSUPPORTED,
                  "%.3g combinations are too many for an exhaustive search "
                  "(at most %.0f): use --strategy portfolio",
                  size, largest);
        return NULL;
    }
    struct exhaustive *self = xcalloc(1, sizeof(*self));
    self->context = context;
    candidate_copy(&self->at, &context->seeds->items[0]);
    for (size_t i = 0; i < context->active_count; i++)
        self->at.values[context->active[i]] =
            strategy_live_value(context, context->active[i], 0);
    return self;
}

/* To the next live value; false when there is none. */
static bool step_value(struct exhaustive *self, size_t dimension)
{
    const struct strategy_context *context = self->context;
    size_t count = context->space->dimensions[dimension].value_count;
    for (size_t v = (size_t)self->at.values[dimension] + 1; v < count; v++)
        if (strategy_is_live(context, dimension, v)) {
            self->at.values[dimension] = (uint16_t)v;
            return true;
        }
    return false;
}

static void step(struct exhaustive *self)
{
    for (size_t i = 0; i < self->context->active_count; i++) {
        size_t at = self->context->active[i];
        if (step_value(self, at))
            return;
        self->at.values[at] = strategy_live_value(self->context, at, 0);
    }
    self->done = true;
}

static void exhaustive_ask(void *state, size_t max, struct candidate_list *out)
{
    struct exhaustive *self = state;
    while (out->count < max && !self->done) {
        struct candidate candidate;
        candidate_copy(&candidate, &self->at);
        candidate_canonicalise(&candidate, self->context->space);
        /* Others have this canonical form, too: only it itself is asked. */
        if (candidate_equal(&candidate, &self->at))
            candidate_list_add(out, &candidate);
        candidate_release(&candidate);
        step(self);
    }
}

static void exhaustive_tell(void *state, const struct candidate *candidate,
                            const struct outcome *outcome)
{
    (void)state;
    (void)candidate;
    (void)outcome;
}

static void exhaustive_free(void *state)
{
    struct exhaustive *self = state;
    if (!self)
        return;
    candidate_release(&self->at);
    free(self);
}

const struct strategy strategy_exhaustive = {
    .name = "exhaustive",
    .summary = "tries every combination of a small space",
    .new = exhaustive_new,
    .ask = exhaustive_ask,
    .tell = exhaustive_tell,
    .free = exhaustive_free,
};
