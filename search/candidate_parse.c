/* SPDX-License-Identifier: MIT
 *
 * Words back into candidates.
 */
#include <config.h>

#include "search/candidate.h"

#include <string.h>

#include "base/memory.h"
#include "base/strvec.h"
#include "search/space.h"

enum word { FREE, TRIED, TAKEN };

/* ---- as the space writes them ---- */

/* Number of words from `at` on that are this value's flags, or 0. */
static size_t match_value(const struct value *value, const struct strvec *words,
                          size_t at)
{
    if (value->flags.count > words->count - at)
        return 0;
    for (size_t i = 0; i < value->flags.count; i++)
        if (strcmp(value->flags.items[i], words->items[at + i]) != 0)
            return 0;
    return value->flags.count;
}

/* Takes the value with most flags that stands at words[at]. */
static size_t take_flags(struct candidate *self, const struct space *space,
                         const struct strvec *words, size_t at)
{
    size_t best = 0;
    size_t where = 0;
    uint16_t which = 0;
    for (size_t d = 0; d < space->count; d++) {
        const struct dimension *dimension = &space->dimensions[d];
        for (size_t v = 0; v < dimension->value_count; v++) {
            size_t taken = match_value(&dimension->values[v], words, at);
            if (taken <= best)
                continue;
            best = taken;
            where = d;
            which = (uint16_t)v;
        }
    }
    if (best)
        self->values[where] = which;
    return best;
}

static size_t take_choice(struct candidate *self, const struct space *space,
                          const char *word)
{
    const char *colon = strchr(word, ':');
    if (!colon || word[0] == '-')
        return 0;
    for (size_t d = 0; d < space->count; d++) {
        const struct dimension *dimension = &space->dimensions[d];
        size_t length = (size_t)(colon - word);
        if (dimension->class != DIMENSION_IMPLEMENTATION ||
            strncmp(dimension->name, word, length) != 0 ||
            dimension->name[length])
            continue;
        for (size_t v = 0; v < dimension->value_count; v++)
            if (strcmp(dimension->values[v].label, colon + 1) == 0) {
                self->values[d] = (uint16_t)v;
                return 1;
            }
    }
    return 0;
}

/* Marks the words that it understands.  Keys are written like that: a value's
 * flags next to each other. */
static void parse_in_order(struct candidate *self, const struct space *space,
                           const struct strvec *words, enum word *state)
{
    for (size_t at = 0; at < words->count;) {
        size_t count = take_flags(self, space, words, at);
        if (!count)
            count = take_choice(self, space, words->items[at]);
        for (size_t i = 0; i < count; i++)
            state[at + i] = TAKEN;
        at += count ? count : 1;
    }
}

/* ---- as people write them ---- */

/* A value all of whose flags stand somewhere among the words. */
struct match {
    size_t dimension;
    uint16_t value;
    size_t count;  /* of its flags */
    size_t places; /* sum of where they stand: later words win */
};

/* The last free word that is this flag, as its place plus one. */
static size_t find_word(const struct strvec *words, const enum word *state,
                        const char *flag)
{
    size_t i = words->count;
    while (i &&
           (state[i - 1] != FREE || strcmp(words->items[i - 1], flag) != 0))
        i--;
    return i;
}

static void settle_tried(enum word *state, size_t count, enum word as)
{
    for (size_t i = 0; i < count; i++)
        if (state[i] == TRIED)
            state[i] = as;
}

/* Whether all flags of a value are there; their words are TRIED then. */
static bool try_value(const struct value *value, const struct strvec *words,
                      enum word *state, size_t *places)
{
    *places = 0;
    for (size_t f = 0; f < value->flags.count; f++) {
        size_t place = find_word(words, state, value->flags.items[f]);
        if (!place) {
            settle_tried(state, words->count, FREE);
            return false;
        }
        state[place - 1] = TRIED;
        *places += place;
    }
    return value->flags.count > 0;
}

static bool find_match(const struct space *space, const struct strvec *words,
                       enum word *state, struct match *best)
{
    *best = (struct match){0};
    for (size_t d = 0; d < space->count; d++)
        for (size_t v = 0; v < space->dimensions[d].value_count; v++) {
            const struct value *value = &space->dimensions[d].values[v];
            size_t places, count = value->flags.count;
            if (count < best->count || !try_value(value, words, state, &places))
                continue;
            settle_tried(state, words->count, FREE);
            if (count > best->count || places > best->places)
                *best = (struct match){d, (uint16_t)v, count, places};
        }
    return best->count > 0;
}

/* Values with most flags first, wherever their flags stand.  The first that
 * is found for a dimension is its last in the line, and stays. */
static void parse_in_any_order(struct candidate *self,
                               const struct space *space,
                               const struct strvec *words, enum word *state)
{
    struct match match;
    bool *is_set = xcalloc(space->count + 1, sizeof(*is_set));
    for (size_t i = 0; i < words->count; i++)
        if (take_choice(self, space, words->items[i]))
            state[i] = TAKEN;
    while (find_match(space, words, state, &match)) {
        size_t places;
        try_value(&space->dimensions[match.dimension].values[match.value],
                  words, state, &places);
        settle_tried(state, words->count, TAKEN);
        if (!is_set[match.dimension])
            self->values[match.dimension] = match.value;
        is_set[match.dimension] = true;
    }
    free(is_set);
}

static bool is_all_taken(const enum word *state, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (state[i] != TAKEN)
            return false;
    return true;
}

bool candidate_parse(struct candidate *self, const struct space *space,
                     const struct strvec *words, struct strvec *unknown)
{
    enum word *state = xcalloc(words->count + 1, sizeof(*state));
    candidate_init(self, space);
    parse_in_order(self, space, words, state);
    bool all = is_all_taken(state, words->count);
    if (!all) {
        candidate_release(self);
        candidate_init(self, space);
        memset(state, 0, words->count * sizeof(*state));
        parse_in_any_order(self, space, words, state);
        all = is_all_taken(state, words->count);
    }
    for (size_t i = 0; i < words->count && unknown; i++)
        if (state[i] != TAKEN)
            strvec_add(unknown, words->items[i]);
    candidate_canonicalise(self, space);
    free(state);
    return all;
}

bool candidate_parse_key(struct candidate *self, const struct space *space,
                         const char *key)
{
    struct strvec words = {0};
    strvec_split(&words, key, " ");
    bool all = candidate_parse(self, space, &words, NULL);
    strvec_release(&words);
    return all;
}
