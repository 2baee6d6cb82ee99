/* SPDX-License-Identifier: MIT
 *
 * The dimensions of the search and what is left out of it.
 */
#include <config.h>

#include "search/space.h"

#include <assert.h>
#include <math.h>

#include "base/memory.h"
#include "base/str.h"

static const char *const class_words[DIMENSION_CLASS_COUNT] = {
    [DIMENSION_LEVEL] = "level",
    [DIMENSION_MACHINE] = "machine",
    [DIMENSION_FLAG] = "flag",
    [DIMENSION_PARAMETER] = "parameter",
    [DIMENSION_IMPLEMENTATION] = "implementation",
};

const char *dimension_class_word(enum dimension_class class)
{
    assert(class < DIMENSION_CLASS_COUNT);
    return class_words[class];
}

bool dimension_is_structural(const struct dimension *self)
{
    return self->class != DIMENSION_FLAG && self->class != DIMENSION_PARAMETER;
}

static void dimension_release(struct dimension *self)
{
    for (size_t i = 0; i < self->value_count; i++) {
        free(self->values[i].label);
        strvec_release(&self->values[i].flags);
    }
    free(self->values);
    free(self->name);
    free(self->group);
}

void space_release(struct space *self)
{
    if (!self)
        return;
    for (size_t i = 0; i < self->count; i++)
        dimension_release(&self->dimensions[i]);
    for (size_t i = 0; i < self->left_out_count; i++) {
        free(self->left_out[i].flag);
        free(self->left_out[i].reason);
    }
    free(self->dimensions);
    free(self->left_out);
    strvec_release(&self->base);
    map_release(&self->places);
    *self = (struct space){0};
}

struct dimension *space_add(struct space *self, enum dimension_class class,
                            const char *name)
{
    self->dimensions = memory_grow(self->dimensions, &self->capacity,
                                   self->count + 1, sizeof(*self->dimensions));
    struct dimension *added = &self->dimensions[self->count++];
    *added = (struct dimension){.name = xstrdup(name),
                                .class = class,
                                .group = xstrdup(""),
                                .priority = 100};
    return added;
}

void space_drop_last(struct space *self)
{
    dimension_release(&self->dimensions[--self->count]);
}

bool dimension_add_value(struct dimension *self, const char *label,
                         const struct strvec *flags)
{
    if (self->value_count >= SPACE_VALUES_MAX)
        return false;
    self->values = xreallocarray(self->values, self->value_count + 1,
                                 sizeof(*self->values));
    struct value *value = &self->values[self->value_count++];
    *value = (struct value){.label = xstrdup(label)};
    for (size_t i = 0; flags && i < flags->count; i++) {
        enum flag_class safety = flag_class(flags->items[i]);
        strvec_add(&value->flags, flags->items[i]);
        if (safety > self->safety)
            self->safety = safety;
    }
    return true;
}

bool dimension_add_flag(struct dimension *self, const char *flag)
{
    struct strvec flags = {0};
    strvec_add(&flags, flag);
    bool added = dimension_add_value(self, flag, &flags);
    strvec_release(&flags);
    return added;
}

void space_leave_out(struct space *self, const char *flag,
                     enum flag_class safety, const char *reason)
{
    self->left_out =
        memory_grow(self->left_out, &self->left_out_capacity,
                    self->left_out_count + 1, sizeof(*self->left_out));
    self->left_out[self->left_out_count++] = (struct left_out){
        .flag = xstrdup(flag), .safety = safety, .reason = xstrdup(reason)};
}

static int compare_dimensions(const void *a, const void *b)
{
    const struct dimension *left = a, *right = b;
    if (left->class != right->class)
        return left->class < right->class ? -1 : 1;
    if (left->class == DIMENSION_IMPLEMENTATION)
        return left->choice < right->choice ? -1 : 1;
    return strcmp(left->name, right->name);
}

/* A place is a number, not memory: dimension and value in one pointer. */
static void *pack_place(size_t dimension, size_t value)
{
    return (void *)(uintptr_t)((dimension << 8 | value) + 1);
}

static void index_flags(struct space *self)
{
    map_release(&self->places);
    for (size_t d = 0; d < self->count; d++) {
        const struct dimension *dimension = &self->dimensions[d];
        for (size_t v = 0; v < dimension->value_count; v++)
            if (dimension->values[v].flags.count == 1)
                map_set(&self->places, dimension->values[v].flags.items[0],
                        pack_place(d, v));
    }
}

void space_finish(struct space *self)
{
    if (self->count)
        qsort(self->dimensions, self->count, sizeof(*self->dimensions),
              compare_dimensions);
    self->level_plus_one = 0;
    for (size_t i = 0; i < self->count; i++)
        if (self->dimensions[i].class == DIMENSION_LEVEL)
            self->level_plus_one = i + 1;
    index_flags(self);
}

uint16_t space_add_value(struct space *self, size_t dimension,
                         const struct strvec *flags)
{
    struct dimension *what = &self->dimensions[dimension];
    char *label = strvec_join(flags, " ");
    size_t value = 1;
    while (value < what->value_count &&
           strcmp(what->values[value].label, label) != 0)
        value++;
    bool listed = value < what->value_count;
    bool added = !listed && dimension_add_value(what, label, flags);
    free(label);
    if (!added)
        return listed ? (uint16_t)value : 0;
    if (flags->count == 1)
        map_set(&self->places, flags->items[0], pack_place(dimension, value));
    return (uint16_t)value;
}

size_t space_find(const struct space *self, const char *name)
{
    for (size_t i = 0; i < self->count; i++)
        if (strcmp(self->dimensions[i].name, name) == 0)
            return i + 1;
    return 0;
}

bool space_find_flag(const struct space *self, const char *flag,
                     size_t *dimension, uint16_t *value)
{
    uintptr_t place = (uintptr_t)map_find(&self->places, flag);
    if (!place)
        return false;
    *dimension = (place - 1) >> 8;
    *value = (uint16_t)((place - 1) & 0xff);
    return true;
}

bool space_set_condition(struct space *self, size_t index, const char *flag)
{
    size_t other;
    uint16_t value;
    if (!space_find_flag(self, flag, &other, &value) || other == index)
        return false;
    struct dimension *dimension = &self->dimensions[index];
    if (dimension->needs_plus_one && dimension->needs_plus_one != other + 1)
        return false;
    dimension->needs_plus_one = other + 1;
    dimension->needs_values |= (uint64_t)1 << value;
    return true;
}

void space_set_implied(struct space *self, size_t level, const char *flag)
{
    size_t dimension;
    uint16_t value;
    if (level < SPACE_LEVELS_MAX &&
        space_find_flag(self, flag, &dimension, &value) &&
        dimension + 1 != self->level_plus_one)
        self->dimensions[dimension].implied[level] = value;
}

double space_log_size(const struct space *self)
{
    double sum = 0;
    for (size_t i = 0; i < self->count; i++)
        sum += log((double)self->dimensions[i].value_count);
    return sum;
}

struct digest space_digest(const struct space *self)
{
    struct str text = {0};
    for (size_t i = 0; i < self->base.count; i++)
        str_addf(&text, "%s\n", self->base.items[i]);
    for (size_t d = 0; d < self->count; d++) {
        const struct dimension *dimension = &self->dimensions[d];
        str_addf(&text, "\n%s %zu %llx", dimension->name,
                 dimension->needs_plus_one,
                 (unsigned long long)dimension->needs_values);
        for (size_t v = 0; v < dimension->value_count; v++)
            str_addf(&text, "\n %s", dimension->values[v].label);
        for (size_t l = 0; l < SPACE_LEVELS_MAX; l++)
            str_addf(&text, " %u", dimension->implied[l]);
    }
    struct digest digest = digest_bytes(str_text(&text), text.length);
    str_release(&text);
    return digest;
}
