/* SPDX-License-Identifier: MIT
 *
 * Speed against size.
 */
#include <config.h>

#include "tuner/tradeoff.h"

#include "base/memory.h"
#include "db/record.h"

void tradeoffs_release(struct tradeoffs *self)
{
    free(self->items);
    *self = (struct tradeoffs){0};
}

static void add(struct tradeoffs *self, struct tradeoff item)
{
    if (item.gain > 0 && item.code_bytes > 0)
        self->items[self->count++] = item;
}

static int smaller_first(const void *a, const void *b)
{
    const struct tradeoff *x = a, *y = b;
    if (x->code_bytes != y->code_bytes)
        return x->code_bytes < y->code_bytes ? -1 : 1;
    if (x->gain != y->gain)
        return x->gain > y->gain ? -1 : 1;
    return 0;
}

/* In order of size, the front is what is faster than all before. */
static void find_front(struct tradeoffs *self)
{
    double fastest = 0;
    for (size_t i = 0; i < self->count; i++) {
        self->items[i].front = self->items[i].gain > fastest;
        if (self->items[i].front)
            fastest = self->items[i].gain;
    }
}

void tradeoffs_init(struct tradeoffs *self, const struct record *record)
{
    *self = (struct tradeoffs){0};
    const struct record_baseline *reference = record_reference(record);
    self->items = xcalloc(record->choice_count + 1, sizeof(*self->items));
    if (reference)
        add(self, (struct tradeoff){.flags = &reference->flags,
                                    .baseline = true,
                                    .gain = 1,
                                    .code_bytes = reference->code_bytes});
    for (size_t i = 0; i < record->choice_count; i++) {
        const struct record_choice *choice = &record->choices[i];
        if (reference && choice->code_bytes == reference->code_bytes &&
            strvec_equal(&choice->flags, &reference->flags))
            continue; /* itself */
        add(self, (struct tradeoff){.flags = &choice->flags,
                                    .gain = choice->gain,
                                    .code_bytes = choice->code_bytes});
    }
    if (self->count < 2) {
        tradeoffs_release(self);
        return;
    }
    qsort(self->items, self->count, sizeof(*self->items), smaller_first);
    find_front(self);
}
