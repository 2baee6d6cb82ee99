/* SPDX-License-Identifier: MIT
 *
 * A genetic search.  Related flags (a group of the space) are inherited
 * together, since they act together; children that are known or contain a
 * nogood are drawn again; parents and children compete for the places of the
 * next generation, so that the best always live.  Only a few members may have
 * the same level, machine and implementations: what is best for one of these
 * is often bad for another, and each needs its time to be tuned.
 */
#include <config.h>

#include <math.h>

#include "base/memory.h"
#include "search/draw.h"
#include "search/space.h"
#include "search/strategy.h"

enum {
    POPULATION = 20,
    CHILDREN = 16,
    TOURNAMENT = 3,
    KIN_MAX = 4,    /* members with the same structure */
    CHANGES_MAX = 8 /* of one mutation, reached after many stale draws */
};

struct individual {
    struct candidate candidate;
    double score;
};

struct genetic {
    const struct strategy_context *context;
    struct rng rng;
    size_t *groups; /* of each active dimension */
    size_t group_count;
    struct individual members[POPULATION + CHILDREN + 1]; /* best first */
    size_t member_count;
    struct candidate_list children; /* of this generation */
    size_t asked;
    size_t told;
    bool started;
};

/* Gives each active dimension the number of its group. */
static void number_groups(struct genetic *self)
{
    const struct strategy_context *context = self->context;
    self->groups = xcalloc(context->active_count + 1, sizeof(*self->groups));
    for (size_t i = 0; i < context->active_count; i++) {
        const char *group =
            context->space->dimensions[context->active[i]].group;
        size_t number = self->group_count;
        for (size_t k = 0; *group && k < i; k++)
            if (strcmp(context->space->dimensions[context->active[k]].group,
                       group) == 0)
                number = self->groups[k];
        self->groups[i] = number;
        self->group_count += number == self->group_count;
    }
}

static void *genetic_new(const struct strategy_context *context,
                         struct error *err)
{
    (void)err;
    struct genetic *self = xcalloc(1, sizeof(*self));
    self->context = context;
    rng_init(&self->rng, context->seed);
    number_groups(self);
    return self;
}

static void genetic_free(void *state)
{
    struct genetic *self = state;
    if (!self)
        return;
    for (size_t i = 0; i < self->member_count; i++)
        candidate_release(&self->members[i].candidate);
    candidate_list_release(&self->children);
    free(self->groups);
    free(self);
}

static void add_first_generation(struct genetic *self)
{
    const struct strategy_context *context = self->context;
    self->started = true;
    for (size_t i = 0; i < context->seeds->count; i++)
        candidate_list_add(&self->children, &context->seeds->items[i]);
    size_t tries = DRAW_TRIES_MAX;
    while (self->children.count < POPULATION && tries--) {
        size_t seed = rng_below(&self->rng, context->seeds->count);
        struct candidate candidate;
        candidate_copy(&candidate, &context->seeds->items[seed]);
        draw_mutation(context, &self->rng, &candidate,
                      1 + rng_below(&self->rng, 3));
        if (draw_is_fresh(context, &candidate, &self->children))
            candidate_list_add(&self->children, &candidate);
        candidate_release(&candidate);
    }
}

/* Members are sorted, so that the smallest place of a few is the best. */
static const struct candidate *choose_parent(struct genetic *self)
{
    size_t best = rng_below(&self->rng, self->member_count);
    for (size_t i = 1; i < TOURNAMENT; i++) {
        size_t other = rng_below(&self->rng, self->member_count);
        best = other < best ? other : best;
    }
    return &self->members[best].candidate;
}

static void inherit(struct genetic *self, struct candidate *child,
                    const struct candidate *other)
{
    const struct strategy_context *context = self->context;
    for (size_t group = 0; group < self->group_count; group++) {
        if (rng_next(&self->rng) & 1)
            continue;
        for (size_t i = 0; i < context->active_count; i++)
            if (self->groups[i] == group)
                child->values[context->active[i]] =
                    other->values[context->active[i]];
    }
    candidate_canonicalise(child, context->space);
}

/* Draws until a child is new; stale draws make the changes larger. */
static void add_child(struct genetic *self)
{
    struct candidate child = {0};
    bool fresh = false;
    for (unsigned try = 0; try < DRAW_TRIES_MAX / 4 && !fresh; try++) {
        candidate_release(&child);
        candidate_copy(&child, choose_parent(self));
        inherit(self, &child, choose_parent(self));
        size_t changes = rng_below(&self->rng, 2 + try / 4);
        draw_mutation(self->context, &self->rng, &child,
                      changes < CHANGES_MAX ? changes : CHANGES_MAX);
        fresh = draw_is_fresh(self->context, &child, &self->children);
    }
    if (fresh)
        candidate_list_add(&self->children, &child);
    candidate_release(&child);
}

static void begin_generation(struct genetic *self)
{
    candidate_list_reset(&self->children);
    self->asked = 0;
    self->told = 0;
    if (!self->started)
        add_first_generation(self);
    else if (self->member_count)
        for (size_t i = 0; i < CHILDREN; i++)
            add_child(self);
}

static void genetic_ask(void *state, size_t max, struct candidate_list *out)
{
    struct genetic *self = state;
    if (self->asked == self->children.count)
        begin_generation(self);
    while (out->count < max && self->asked < self->children.count)
        candidate_list_add(out, &self->children.items[self->asked++]);
}

static void remove_member(struct genetic *self, size_t at)
{
    candidate_release(&self->members[at].candidate);
    self->member_count--;
    memmove(&self->members[at], &self->members[at + 1],
            (self->member_count - at) * sizeof(self->members[at]));
}

static bool are_kin(const struct genetic *self, const struct candidate *a,
                    const struct candidate *b)
{
    for (size_t i = 0; i < a->count; i++)
        if (a->values[i] != b->values[i] &&
            dimension_is_structural(&self->context->space->dimensions[i]))
            return false;
    return true;
}

/* The worst of a member's kin where there are too many, else the place after
 * the last that there is room for. */
static size_t find_surplus(const struct genetic *self, size_t member)
{
    size_t kin = 0;
    for (size_t i = 0; i < self->member_count; i++) {
        kin += are_kin(self, &self->members[i].candidate,
                       &self->members[member].candidate);
        if (kin > KIN_MAX)
            return i;
    }
    return POPULATION;
}

/* Keeps the members sorted, at most POPULATION, and only one of those with
 * the same score, which have the same code: the shortest. */
static void add_member(struct genetic *self, const struct candidate *candidate,
                       double score)
{
    const struct space *space = self->context->space;
    size_t at = 0;
    while (at < self->member_count && self->members[at].score > score)
        at++;
    if (at < self->member_count && self->members[at].score == score) {
        if (candidate_length(&self->members[at].candidate, space) <=
            candidate_length(candidate, space))
            return;
        remove_member(self, at);
    }
    memmove(&self->members[at + 1], &self->members[at],
            (self->member_count - at) * sizeof(self->members[at]));
    candidate_copy(&self->members[at].candidate, candidate);
    self->members[at].score = score;
    self->member_count++;
    size_t surplus = find_surplus(self, at);
    if (surplus < self->member_count)
        remove_member(self, surplus);
}

static void genetic_tell(void *state, const struct candidate *candidate,
                         const struct outcome *outcome)
{
    struct genetic *self = state;
    if (!outcome->refused && !outcome->cut_short)
        add_member(self, candidate, outcome->score);
}

const struct strategy strategy_genetic = {
    .name = "genetic",
    .summary = "crosses and changes the best so far",
    .new = genetic_new,
    .ask = genetic_ask,
    .tell = genetic_tell,
    .free = genetic_free,
};
