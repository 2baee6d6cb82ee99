/* SPDX-License-Identifier: MIT
 *
 * Refused partial assignments: kept by their first pair, found by delta
 * debugging.
 */
#include <config.h>

#include "search/nogood.h"

#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"
#include "search/candidate.h"
#include "search/space.h"

/* Nogoods whose first pair has this dimension.  A candidate has few values
 * that are not 0, so that only a few buckets are looked at. */
struct nogood_bucket {
    size_t *items;
    size_t count;
    size_t capacity;
};

static void nogood_free(struct nogood *self)
{
    free(self->pairs);
    free(self->message);
    free(self);
}

static void clear_buckets(struct nogood_set *self)
{
    for (size_t i = 0; i < self->bucket_count; i++)
        free(self->buckets[i].items);
    free(self->buckets);
    self->buckets = NULL;
    self->bucket_count = 0;
}

void nogood_set_release(struct nogood_set *self)
{
    if (!self)
        return;
    clear_buckets(self);
    for (size_t i = 0; i < self->count; i++)
        nogood_free(self->items[i]);
    free(self->items);
    *self = (struct nogood_set){0};
}

static bool is_contained(const struct nogood *self,
                         const struct candidate *candidate)
{
    for (size_t i = 0; i < self->count; i++)
        if (candidate->values[self->pairs[i].dimension] != self->pairs[i].value)
            return false;
    return true;
}

static struct nogood *find(const struct nogood_set *self,
                           const struct candidate *candidate)
{
    for (size_t d = 0; d < self->bucket_count; d++) {
        if (!candidate->values[d])
            continue;
        const struct nogood_bucket *bucket = &self->buckets[d];
        for (size_t i = 0; i < bucket->count; i++)
            if (is_contained(self->items[bucket->items[i]], candidate))
                return self->items[bucket->items[i]];
    }
    return NULL;
}

const struct nogood *nogood_find(struct nogood_set *self,
                                 const struct candidate *candidate)
{
    struct nogood *found = find(self, candidate);
    if (found)
        found->hits++;
    return found;
}

bool nogood_contains(const struct nogood_set *self,
                     const struct candidate *candidate)
{
    return find(self, candidate) != NULL;
}

static void add_to_bucket(struct nogood_set *self, size_t item)
{
    size_t first = self->items[item]->pairs[0].dimension;
    struct nogood_bucket *bucket = &self->buckets[first];
    bucket->items = memory_grow(bucket->items, &bucket->capacity,
                                bucket->count + 1, sizeof(*bucket->items));
    bucket->items[bucket->count++] = item;
}

static void fill_buckets(struct nogood_set *self, size_t dimensions)
{
    clear_buckets(self);
    self->buckets = xcalloc(dimensions, sizeof(*self->buckets));
    self->bucket_count = dimensions;
    for (size_t i = 0; i < self->count; i++)
        add_to_bucket(self, i);
}

/* A smaller core covers every larger one that contains it. */
static void drop_covered(struct nogood_set *self, const struct nogood *core,
                         size_t dimensions)
{
    struct candidate probe = {.values =
                                  xcalloc(dimensions, sizeof(*probe.values)),
                              .count = dimensions};
    size_t kept = 0;
    for (size_t i = 0; i < self->count; i++) {
        struct nogood *item = self->items[i];
        for (size_t p = 0; p < item->count; p++)
            probe.values[item->pairs[p].dimension] = item->pairs[p].value;
        bool covered = is_contained(core, &probe);
        for (size_t p = 0; p < item->count; p++)
            probe.values[item->pairs[p].dimension] = 0;
        if (covered)
            nogood_free(item);
        else
            self->items[kept++] = item;
    }
    self->count = kept;
    candidate_release(&probe);
}

static size_t count_values(const struct candidate *candidate)
{
    size_t count = 0;
    for (size_t i = 0; i < candidate->count; i++)
        count += candidate->values[i] != 0;
    return count;
}

bool nogood_add(struct nogood_set *self, const struct candidate *core,
                enum refusal refusal, const char *message)
{
    size_t count = count_values(core);
    if (!count || nogood_contains(self, core))
        return false;
    struct nogood *added = xcalloc(1, sizeof(*added));
    added->pairs = xcalloc(count, sizeof(*added->pairs));
    added->refusal = refusal;
    added->message = xstrdup(message ? message : "");
    for (size_t i = 0; i < core->count; i++)
        if (core->values[i])
            added->pairs[added->count++] =
                (struct nogood_pair){.dimension = i, .value = core->values[i]};
    drop_covered(self, added, core->count);
    self->items = memory_grow(self->items, &self->capacity, self->count + 1,
                              sizeof(*self->items));
    self->items[self->count++] = added;
    fill_buckets(self, core->count);
    return true;
}

void nogood_key(const struct nogood *self, const struct space *space,
                struct str *out)
{
    for (size_t i = 0; i < self->count; i++) {
        const struct dimension *dimension =
            &space->dimensions[self->pairs[i].dimension];
        const struct value *value = &dimension->values[self->pairs[i].value];
        if (i)
            str_add_char(out, ' ');
        if (dimension->class == DIMENSION_IMPLEMENTATION)
            str_addf(out, "%s:", dimension->name);
        str_add(out, value->label);
    }
}

/* The search for a small core. */

static bool still_refused(struct nogood_search *search,
                          const struct candidate *candidate)
{
    if (search->tests >= search->tests_max)
        return false;
    search->tests++;
    return search->is_refused(candidate, search->data);
}

/* Replaces *refused by trial when that is refused, too. */
static bool adopt(struct nogood_search *search, struct candidate *refused,
                  struct candidate *trial)
{
    candidate_canonicalise(trial, search->space);
    if (!count_values(trial) || candidate_equal(trial, refused) ||
        !still_refused(search, trial))
        return false;
    struct candidate old = *refused;
    *refused = *trial;
    *trial = old;
    return true;
}

/* Whether the message quotes a flag of this value, as a whole word: "-mfoo"
 * is not quoted by a message about '-mfoobar'. */
static bool is_quoted(const struct value *value, const char *message)
{
    for (size_t i = 0; i < value->flags.count; i++) {
        const char *flag = value->flags.items[i];
        const char *at = strstr(message, flag);
        for (; at; at = strstr(at + 1, flag)) {
            char after = at[strlen(flag)];
            if (!after || strchr("'\"` ,;:)\n", after) ||
                (unsigned char)after >= 0x80)
                return true;
        }
    }
    return false;
}

static void try_quoted(struct nogood_search *search, struct candidate *refused)
{
    struct candidate trial;
    candidate_init(&trial, search->space);
    for (size_t i = 0; i < refused->count; i++) {
        const struct dimension *dimension = &search->space->dimensions[i];
        uint16_t value = refused->values[i];
        if (value && is_quoted(&dimension->values[value], search->message))
            trial.values[i] = value;
    }
    adopt(search, refused, &trial);
    candidate_release(&trial);
}

/* Everything in a good candidate goes well together: what it does not have is
 * suspect. */
static void try_differences(struct nogood_search *search,
                            struct candidate *refused)
{
    struct candidate trial;
    candidate_copy(&trial, refused);
    for (size_t i = 0; i < trial.count; i++)
        if (trial.values[i] == search->good->values[i])
            trial.values[i] = 0;
    adopt(search, refused, &trial);
    candidate_release(&trial);
}

/* Puts chunk number `chunk` of those values that are not 0 back to 0. */
static bool try_without(struct nogood_search *search, struct candidate *refused,
                        size_t chunk, size_t chunk_size)
{
    struct candidate trial;
    candidate_copy(&trial, refused);
    size_t seen = 0;
    for (size_t i = 0; i < trial.count; i++) {
        if (!trial.values[i])
            continue;
        if (seen / chunk_size == chunk)
            trial.values[i] = 0;
        seen++;
    }
    bool adopted = adopt(search, refused, &trial);
    candidate_release(&trial);
    return adopted;
}

/* One pass over all chunks; true when any could go. */
static bool drop_chunks(struct nogood_search *search, struct candidate *refused,
                        size_t chunk_size)
{
    bool dropped = false;
    for (size_t chunk = 0; chunk * chunk_size < count_values(refused);)
        if (try_without(search, refused, chunk, chunk_size))
            dropped = true; /* the next chunk has taken its number */
        else
            chunk++;
    return dropped;
}

void nogood_reduce(struct nogood_search *search, struct candidate *refused)
{
    if (search->message)
        try_quoted(search, refused);
    if (search->good)
        try_differences(search, refused);
    size_t size = (count_values(refused) + 1) / 2;
    while (size && search->tests < search->tests_max) {
        bool dropped = drop_chunks(search, refused, size);
        if (size == 1 && !dropped)
            break;
        size_t left = count_values(refused);
        if (left <= 1)
            break;
        if (size > 1)
            size = size > left ? left / 2 : size / 2;
    }
}
