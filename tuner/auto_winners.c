/* SPDX-License-Identifier: MIT
 *
 * Compares the winners of several compilers.
 */
#include <config.h>

#include "tuner/auto_winners.h"

#include <math.h>

#include "base/memory.h"
#include "search/proof.h"
#include "search/workload.h"

struct auto_winner *auto_winners_add(struct auto_winners *self, const char *cc,
                                     size_t choice_count)
{
    self->items =
        xreallocarray(self->items, self->count + 1, sizeof(*self->items));
    struct auto_winner *added = &self->items[self->count++];
    *added = (struct auto_winner){
        .cc = xstrdup(cc),
        .choices = xcalloc(choice_count + 1, sizeof(*added->choices))};
    return added;
}

void auto_winners_release(struct auto_winners *self)
{
    for (size_t i = 0; i < self->count; i++) {
        free(self->items[i].cc);
        free(self->items[i].choices);
        strvec_release(&self->items[i].flags);
        record_release(&self->items[i].record);
    }
    free(self->items);
    json_decref(self->results);
    *self = (struct auto_winners){0};
}

/* What they all were measured against has no estimate of its own. */
static void take_estimates(struct auto_winners *self, const size_t *places,
                           const struct proof *proof)
{
    double best = 0;
    self->best = places[0];
    self->items[places[0]].measured = true;
    for (size_t i = 0; i < proof->finalist_count; i++) {
        struct auto_winner *winner = &self->items[places[i + 1]];
        const struct confirm_estimate *estimate =
            proof_find(proof, i, MEASURE_OBJECTIVE);
        /* Other code without a round: the time was up. */
        if (!estimate ||
            (proof->timed && proof->entrant[i] && !estimate->rounds))
            continue;
        winner->measured = true;
        winner->gain = estimate->gain;
        winner->low = estimate->range.low;
        winner->high = estimate->range.high;
        if (winner->gain > best) {
            best = winner->gain;
            self->best = places[i + 1];
        }
    }
}

static void copy_pairs(const struct record_pairs *from, struct record_pairs *to)
{
    for (size_t i = 0; i < from->count; i++)
        record_pair_set(to, from->items[i].key, from->items[i].value);
}

static void copy_compiler(const struct record_compiler *from,
                          struct record_compiler *to)
{
    record_set(&to->family, from->family);
    record_set(&to->version, from->version);
    record_set(&to->target, from->target);
}

static void note_rival(const struct auto_winner *winner, struct record *record)
{
    struct record_rival *out = record_add_rival(record);
    copy_compiler(&winner->record.compiler, &out->compiler);
    strvec_add_all(&out->flags, &winner->record.winner.flags);
    copy_pairs(&winner->record.winner.implementations, &out->implementations);
    if (!winner->measured)
        return;
    out->gain = exp(winner->gain);
    out->low = exp(winner->low);
    out->high = exp(winner->high);
}

static void note_rivals(struct auto_winners *self)
{
    for (size_t i = 0; i < self->count; i++)
        for (size_t k = 0; k < self->count; k++)
            if (self->items[k].found)
                note_rival(&self->items[k], &self->items[i].record);
}

bool auto_winners_compare(struct auto_winners *self, struct workload *workload,
                          size_t rounds, double deadline_s, struct error *err)
{
    struct proof_side *sides = xcalloc(self->count + 1, sizeof(*sides));
    size_t *places = xcalloc(self->count + 1, sizeof(*places));
    struct proof proof;
    size_t count = 0;
    bool ok = true;
    for (size_t i = 0; i < self->count; i++) {
        struct auto_winner *winner = &self->items[i];
        if (!winner->found)
            continue;
        places[count] = i;
        sides[count++] = (struct proof_side){.cc = winner->cc,
                                             .flags = &winner->flags,
                                             .choices = winner->choices};
    }
    struct proof_plan plan = {.workload = workload,
                              .baseline = sides[0],
                              .finalists = sides + 1,
                              .finalist_count = count ? count - 1 : 0,
                              .rounds = rounds,
                              .deadline_s = deadline_s};
    rng_init(&plan.rng, 1);
    if (count > 1)
        ok = proof_run(&plan, &proof, err);
    if (ok && count > 1) {
        take_estimates(self, places, &proof);
        proof_release(&proof);
        note_rivals(self);
    }
    free(places);
    free(sides);
    return ok;
}
