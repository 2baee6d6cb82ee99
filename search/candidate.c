/* SPDX-License-Identifier: MIT
 *
 * Candidates and their canonical form.
 */
#include <config.h>

#include "search/candidate.h"

#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"
#include "search/space.h"

void candidate_init(struct candidate *self, const struct space *space)
{
    self->count = space->count;
    self->values =
        xcalloc(space->count ? space->count : 1, sizeof(*self->values));
}

void candidate_copy(struct candidate *self, const struct candidate *other)
{
    self->count = other->count;
    self->values =
        xcalloc(other->count ? other->count : 1, sizeof(*self->values));
    if (other->count)
        memcpy(self->values, other->values,
               other->count * sizeof(*self->values));
}

void candidate_release(struct candidate *self)
{
    if (!self)
        return;
    free(self->values);
    *self = (struct candidate){0};
}

bool candidate_equal(const struct candidate *a, const struct candidate *b)
{
    return a->count == b->count &&
           (!a->count ||
            memcmp(a->values, b->values, a->count * sizeof(*a->values)) == 0);
}

static uint16_t implied_value(const struct candidate *self,
                              const struct space *space, size_t dimension)
{
    if (!space->level_plus_one || dimension + 1 == space->level_plus_one)
        return 0;
    uint16_t level = self->values[space->level_plus_one - 1];
    return level < SPACE_LEVELS_MAX
               ? space->dimensions[dimension].implied[level]
               : 0;
}

uint16_t candidate_effective(const struct candidate *self,
                             const struct space *space, size_t dimension)
{
    uint16_t value = self->values[dimension];
    return value ? value : implied_value(self, space, dimension);
}

static bool is_without_effect(const struct candidate *self,
                              const struct space *space, size_t index)
{
    const struct dimension *dimension = &space->dimensions[index];
    if (self->values[index] == implied_value(self, space, index))
        return true;
    if (!dimension->needs_plus_one)
        return false;
    uint16_t other =
        candidate_effective(self, space, dimension->needs_plus_one - 1);
    return !(dimension->needs_values >> other & 1);
}

void candidate_canonicalise(struct candidate *self, const struct space *space)
{
    /* One value that falls may be what another one needed; each pass but the
     * last sets at least one to 0, so this ends. */
    bool changed = true;
    while (changed) {
        changed = false;
        for (size_t i = 0; i < self->count; i++) {
            if (!self->values[i] || !is_without_effect(self, space, i))
                continue;
            self->values[i] = 0;
            changed = true;
        }
    }
}

void candidate_set(struct candidate *self, const struct space *space,
                   size_t dimension, uint16_t value)
{
    self->values[dimension] = value;
    candidate_canonicalise(self, space);
}

void candidate_own_flags(const struct candidate *self,
                         const struct space *space, struct strvec *out)
{
    for (size_t i = 0; i < self->count; i++)
        strvec_add_all(out,
                       &space->dimensions[i].values[self->values[i]].flags);
}

void candidate_flags(const struct candidate *self, const struct space *space,
                     struct strvec *out)
{
    strvec_add_all(out, &space->base);
    candidate_own_flags(self, space, out);
}

size_t candidate_length(const struct candidate *self, const struct space *space)
{
    size_t length = 0;
    for (size_t i = 0; i < self->count; i++)
        length += space->dimensions[i].values[self->values[i]].flags.count;
    return length;
}

void candidate_choices(const struct candidate *self, const struct space *space,
                       size_t *choices)
{
    for (size_t i = 0; i < self->count; i++)
        if (space->dimensions[i].class == DIMENSION_IMPLEMENTATION)
            choices[space->dimensions[i].choice] = self->values[i];
}

static void add_word(struct str *out, size_t start, const char *word)
{
    if (out->length > start)
        str_add_char(out, ' ');
    str_add(out, word);
}

void candidate_key(const struct candidate *self, const struct space *space,
                   struct str *out)
{
    size_t start = out->length;
    for (size_t i = 0; i < self->count; i++) {
        const struct dimension *dimension = &space->dimensions[i];
        const struct value *value = &dimension->values[self->values[i]];
        if (dimension->class == DIMENSION_IMPLEMENTATION) {
            if (!self->values[i])
                continue;
            add_word(out, start, dimension->name);
            str_addf(out, ":%s", value->label);
            continue;
        }
        for (size_t f = 0; f < value->flags.count; f++)
            add_word(out, start, value->flags.items[f]);
    }
}

struct candidate *candidate_list_add(struct candidate_list *self,
                                     const struct candidate *candidate)
{
    self->items = memory_grow(self->items, &self->capacity, self->count + 1,
                              sizeof(*self->items));
    candidate_copy(&self->items[self->count], candidate);
    return &self->items[self->count++];
}

void candidate_list_reset(struct candidate_list *self)
{
    for (size_t i = 0; i < self->count; i++)
        candidate_release(&self->items[i]);
    self->count = 0;
}

void candidate_list_release(struct candidate_list *self)
{
    if (!self)
        return;
    candidate_list_reset(self);
    free(self->items);
    *self = (struct candidate_list){0};
}
