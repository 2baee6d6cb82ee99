/* SPDX-License-Identifier: MIT
 *
 * The best of a few short candidates.
 */
#include <config.h>

#include "search/brief.h"

#include "base/memory.h"
#include "search/builder.h"
#include "search/candidate.h"
#include "search/evaluator.h"
#include "search/ledger.h"
#include "search/space.h"
#include "search/track.h"

/* More would not be raced in the time that there is. */
enum { ENTRANTS_MAX = 16 };

struct entrants {
    struct candidate_list list;
    struct code_class *codes[ENTRANTS_MAX];
    size_t places[ENTRANTS_MAX]; /* of codes[] in the list */
    size_t count;                /* of those that can be raced */
};

/* The winner with every shorter value in place of a long one. */
static void add_variants(const struct brief_plan *plan,
                         struct candidate_list *list)
{
    for (size_t d = 0; d < plan->space->count; d++) {
        const struct dimension *dimension = &plan->space->dimensions[d];
        uint16_t value = plan->winner->values[d];
        for (size_t v = 1; dimension->values[value].flags.count > 1 &&
                           v < dimension->value_count;
             v++) {
            struct candidate variant;
            candidate_copy(&variant, plan->winner);
            candidate_set(&variant, plan->space, d, (uint16_t)v);
            if (list->count < ENTRANTS_MAX &&
                candidate_length(&variant, plan->space) <= plan->flags_max)
                candidate_list_add(list, &variant);
            candidate_release(&variant);
        }
    }
}

/* Builds and verifies them; each code is raced once. */
static bool prepare(const struct brief_plan *plan, struct entrants *self,
                    struct error *err)
{
    const struct candidate *list[ENTRANTS_MAX];
    for (size_t i = 0; i < self->list.count; i++)
        list[i] = &self->list.items[i];
    bool ok =
        builder_run(plan->evaluator->builder, list, self->list.count, err);
    for (size_t i = 0; ok && i < self->list.count; i++) {
        struct code_class *code =
            ledger_class(plan->evaluator->ledger, list[i]);
        bool usable = code;
        for (size_t k = 0; k < self->count; k++)
            usable &= self->codes[k] != code;
        if (usable)
            ok = track_verify(plan->evaluator->track, code, &usable, err);
        if (!ok || !usable)
            continue;
        self->places[self->count] = i;
        self->codes[self->count++] = code;
    }
    return ok;
}

static bool race(const struct brief_plan *plan, struct entrants *self,
                 size_t *best, struct error *err)
{
    struct comparison comparison = {.base = self->codes[0],
                                    .others = self->codes + 1,
                                    .count = self->count - 1,
                                    .goal = RACE_BEST,
                                    .rounds_most = plan->rounds_most};
    struct race_result result;
    double gain = 0;
    /* Its readings are kept: they say how each compares with the baseline. */
    if (!evaluator_race(plan->evaluator, &comparison, false, &result, err))
        return false;
    for (size_t i = 0; i < comparison.count; i++) {
        const struct race_standing *standing = &result.standings[i + 1];
        if (standing->failure || !standing->rounds || standing->gain <= gain)
            continue;
        gain = standing->gain;
        *best = self->places[i + 1];
    }
    race_result_release(&result);
    return true;
}

bool brief_find(const struct brief_plan *plan, struct candidate *out,
                struct error *err)
{
    struct entrants entrants = {0};
    size_t best = 0;
    bool ok = true;
    candidate_list_add(&entrants.list, plan->known);
    if (plan->evaluator->track->verifies &&
        track_time_left(plan->evaluator->track) > 0) {
        add_variants(plan, &entrants.list);
        ok = prepare(plan, &entrants, err);
    }
    /* Without the known one nothing could be compared. */
    if (ok && entrants.count > 1 && entrants.places[0] == 0)
        ok = race(plan, &entrants, &best, err);
    if (ok)
        candidate_copy(out, &entrants.list.items[best]);
    candidate_list_release(&entrants.list);
    return ok;
}
