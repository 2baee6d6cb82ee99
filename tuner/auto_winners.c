/* SPDX-License-Identifier: MIT
 *
 * Compares the winners of several compilers.
 */
#include <config.h>

#include "tuner/auto_winners.h"

#include <math.h>

#include "base/memory.h"
#include "base/str.h"
#include "probes/compiler.h"
#include "search/proof.h"
#include "search/workload.h"

struct auto_winner *auto_winners_add(struct auto_winners *self,
                                     const struct compiler *compiler,
                                     size_t choice_count)
{
    self->items =
        xreallocarray(self->items, self->count + 1, sizeof(*self->items));
    struct auto_winner *added = &self->items[self->count++];
    *added = (struct auto_winner){
        .cc = xstrdup(compiler->cc),
        .name = xasprintf("%s %s", compiler_family_word(compiler->family),
                          compiler->version),
        .choices = xcalloc(choice_count + 1, sizeof(*added->choices))};
    return added;
}

void auto_winners_release(struct auto_winners *self)
{
    for (size_t i = 0; i < self->count; i++) {
        free(self->items[i].cc);
        free(self->items[i].name);
        free(self->items[i].choices);
        strvec_release(&self->items[i].flags);
    }
    free(self->items);
    json_decref(self->results);
    *self = (struct auto_winners){0};
}

static void take_estimates(struct auto_winners *self, const struct proof *proof)
{
    double best = 0;
    self->items[0].measured = true;
    for (size_t i = 1; i < self->count; i++) {
        struct auto_winner *winner = &self->items[i];
        const struct confirm_estimate *estimate =
            proof_find(proof, i - 1, MEASURE_OBJECTIVE);
        if (!estimate)
            continue;
        winner->measured = true;
        winner->gain = estimate->gain;
        winner->low = estimate->range.low;
        winner->high = estimate->range.high;
        if (winner->gain > best) {
            best = winner->gain;
            self->best = i;
        }
    }
}

bool auto_winners_compare(struct auto_winners *self, struct workload *workload,
                          size_t rounds, double deadline_s, struct error *err)
{
    struct proof_side *sides = xcalloc(self->count, sizeof(*sides));
    struct proof proof;
    for (size_t i = 0; i < self->count; i++)
        sides[i] = (struct proof_side){.cc = self->items[i].cc,
                                       .flags = &self->items[i].flags,
                                       .choices = self->items[i].choices};
    struct proof_plan plan = {.workload = workload,
                              .baseline = sides[0],
                              .finalists = sides + 1,
                              .finalist_count = self->count - 1,
                              .rounds = rounds,
                              .deadline_s = deadline_s};
    rng_init(&plan.rng, 1);
    bool ok = proof_run(&plan, &proof, err);
    if (ok) {
        take_estimates(self, &proof);
        proof_release(&proof);
    }
    free(sides);
    return ok;
}

void auto_winners_text(const struct auto_winners *self, struct str *out)
{
    str_add(out, "\nCompilers, each with its best flags, in one run\n");
    for (size_t i = 0; i < self->count; i++) {
        const struct auto_winner *winner = &self->items[i];
        char *flags = strvec_join(&winner->flags, " ");
        str_addf(out, "  %-14s ", winner->name);
        if (!winner->measured)
            str_addf(out, "%-28s", "not measured");
        else if (i)
            str_addf(out, "%+5.1f %% [%+.1f %%, %+.1f %%]  ",
                     100 * (exp(winner->gain) - 1),
                     100 * (exp(winner->low) - 1),
                     100 * (exp(winner->high) - 1));
        else
            str_addf(out, "%-28s", "what the others are against");
        str_addf(out, "%s\n", flags);
        free(flags);
    }
}
