/* SPDX-License-Identifier: MIT
 *
 * Dropping flags that do not pay.
 */
#include <config.h>

#include "search/minimise.h"

#include <math.h>

#include "base/memory.h"
#include "search/brief.h"
#include "search/builder.h"
#include "search/evaluator.h"
#include "search/ledger.h"
#include "search/shorten.h"
#include "search/space.h"
#include "search/track.h"

static const double dear = 0.03;

/* One value of the winner, and the winner without it. */
struct part {
    size_t dimension;
    struct candidate without;
    struct code_class *code; /* NULL: cannot be built */
    struct race_standing standing;
    bool raced;
};

struct minimising {
    struct evaluator *evaluator;
    struct space *space;
    struct minimised *out;
    size_t rounds_most;
    struct part *parts;
    size_t count;
};

static void clear_parts(struct minimising *self)
{
    for (size_t i = 0; i < self->count; i++) {
        candidate_release(&self->parts[i].without);
        self->parts[i].standing.failure = NULL;
    }
    self->count = 0;
}

/* Values that put flags on the command line; a level can't be left out, it
 * can only be the default one. */
static bool is_part(const struct minimising *self, size_t dimension)
{
    uint16_t value = self->out->winner.values[dimension];
    return value &&
           self->space->dimensions[dimension].values[value].flags.count;
}

static struct code_class *find_class(const struct minimising *self,
                                     const struct candidate *candidate)
{
    return ledger_class(self->evaluator->ledger, candidate);
}

/* Builds the winner without each of its parts. */
static bool take_apart(struct minimising *self, struct error *err)
{
    const struct candidate *winner = &self->out->winner;
    const struct candidate **list = xcalloc(winner->count + 1, sizeof(*list));
    clear_parts(self);
    for (size_t d = 0; d < winner->count; d++) {
        if (!is_part(self, d))
            continue;
        struct part *part = &self->parts[self->count];
        *part = (struct part){.dimension = d};
        candidate_copy(&part->without, winner);
        candidate_set(&part->without, self->space, d, 0);
        list[self->count++] = &part->without;
    }
    list[self->count] = winner; /* nearly always built before */
    bool ok = builder_run(self->evaluator->builder, list, self->count + 1, err);
    for (size_t i = 0; ok && i < self->count; i++)
        self->parts[i].code = find_class(self, &self->parts[i].without);
    free(list);
    return ok;
}

static void set_winner(struct minimising *self, const struct candidate *next)
{
    struct candidate copy;
    candidate_copy(&copy, next);
    candidate_release(&self->out->winner);
    self->out->winner = copy;
}

/* The part of least promise that changes nothing, or NULL. */
static struct part *find_same(const struct minimising *self)
{
    struct code_class *code = find_class(self, &self->out->winner);
    struct part *found = NULL;
    for (size_t i = 0; i < self->count; i++) {
        struct part *part = &self->parts[i];
        if (!part->code || part->code != code)
            continue;
        if (!found || self->space->dimensions[part->dimension].priority >=
                          self->space->dimensions[found->dimension].priority)
            found = part;
    }
    return found;
}

static bool drop_same(struct minimising *self, struct error *err)
{
    for (;;) {
        if (!take_apart(self, err))
            return false;
        struct part *part = find_same(self);
        if (!part)
            return true;
        set_winner(self, &part->without);
        self->out->same++;
    }
}

/* A race that ran out of time says nothing of those it left undecided. */
static bool is_decided(const struct race_result *result, size_t place)
{
    const struct race_standing *standing = &result->standings[place];
    return !standing->failure && standing->rounds &&
           (standing->state != RACE_UNDECIDED || !result->stopped);
}

/* Where nothing can be run, size decides: a part stays when the code is larger
 * without it. */
static void weigh_parts(struct minimising *self)
{
    const struct code_class *winner = find_class(self, &self->out->winner);
    for (size_t i = 0; winner && i < self->count; i++) {
        struct part *part = &self->parts[i];
        if (!part->code || !part->code->size_bytes || !winner->size_bytes)
            continue;
        part->raced = true;
        part->standing.gain =
            log((double)winner->size_bytes / (double)part->code->size_bytes);
        part->standing.range.low = part->standing.gain;
        part->standing.range.high = part->standing.gain;
        part->standing.state = part->standing.gain < 0 ? RACE_SLOWER : RACE_TIE;
    }
}

/* Races the winner against itself without each part; standings are gains
 * of the winner's loss: negative where the part helps. */
static bool race_parts(struct minimising *self, struct error *err)
{
    struct code_class **list = xcalloc(self->count + 1, sizeof(*list));
    size_t *places = xcalloc(self->count + 1, sizeof(*places));
    struct comparison comparison = {.base =
                                        find_class(self, &self->out->winner),
                                    .others = list,
                                    .goal = RACE_EACH,
                                    .rounds_most = self->rounds_most};
    struct race_result result;
    bool ok = true;
    if (!self->evaluator->track->verifies || !comparison.base) {
        weigh_parts(self);
        free(list);
        free(places);
        return true;
    }
    for (size_t i = 0; ok && i < self->count; i++) {
        bool usable = false;
        struct part *part = &self->parts[i];
        if (part->code)
            ok = track_verify(self->evaluator->track, part->code, &usable, err);
        if (usable) {
            places[comparison.count] = i;
            list[comparison.count++] = part->code;
        }
    }
    ok = ok && track_race(self->evaluator->track, &comparison, &result, err);
    for (size_t i = 0; ok && i < comparison.count; i++) {
        struct part *part = &self->parts[places[i]];
        part->standing = result.standings[i + 1];
        part->raced = is_decided(&result, i + 1);
    }
    if (ok)
        race_result_release(&result);
    free(list);
    free(places);
    return ok;
}

/* A part stays when the race proved that it is slower to be without it. */
static bool is_proven(const struct part *part)
{
    return part->raced && part->standing.state == RACE_SLOWER;
}

/* Proven to be slower, or probably so: what a short race cannot prove adds up
 * over several flags. */
static bool is_loss(const struct minimising *self,
                    const struct race_standing *standing)
{
    return standing->state == RACE_SLOWER ||
           (standing->state == RACE_UNDECIDED &&
            standing->gain < -track_tie(self->evaluator->track));
}

static bool is_shorter(const struct minimising *self, const struct part *part)
{
    return candidate_length(&part->without, self->space) <
           candidate_length(&self->out->winner, self->space);
}

/* Going back from -O3 to -O2 saves no flag: that must not cost anything. */
static bool is_idle(const struct minimising *self, const struct part *part)
{
    return part->raced && !is_loss(self, &part->standing) &&
           (is_shorter(self, part) || part->standing.gain >= 0);
}

/* The winner without any of the idle parts. */
static void leave_out(const struct minimising *self, struct candidate *out)
{
    candidate_copy(out, &self->out->winner);
    for (size_t i = 0; i < self->count; i++)
        if (is_idle(self, &self->parts[i]))
            out->values[self->parts[i].dimension] = 0;
    candidate_canonicalise(out, self->space);
}

/* True in *slower when the shorter one is proven to be slower. */
static bool compare_with(struct minimising *self,
                         const struct candidate *shorter, bool *slower,
                         struct error *err)
{
    const struct candidate *list[] = {shorter};
    struct race_result result;
    bool usable = false;
    *slower = true;
    if (!builder_run(self->evaluator->builder, list, 1, err))
        return false;
    struct code_class *code = find_class(self, shorter);
    struct code_class *now = find_class(self, &self->out->winner);
    if (!self->evaluator->track->verifies) {
        *slower = !code || !now || code->size_bytes > now->size_bytes;
        return true;
    }
    if (code && !track_verify(self->evaluator->track, code, &usable, err))
        return false;
    if (!usable)
        return true;
    struct comparison comparison = {.base =
                                        find_class(self, &self->out->winner),
                                    .others = &code,
                                    .count = 1,
                                    .goal = RACE_EACH,
                                    .rounds_most = self->rounds_most};
    if (!track_race(self->evaluator->track, &comparison, &result, err))
        return false;
    const struct race_standing *standing = &result.standings[1];
    *slower = is_loss(self, standing) || !is_decided(&result, 1);
    race_result_release(&result);
    return true;
}

/* The idle part that is missed least, one of several alike; NULL when there
 * is none. */
static const struct part *find_idlest(const struct minimising *self)
{
    const struct part *best = NULL;
    for (size_t i = 0; i < self->count; i++) {
        const struct part *part = &self->parts[i];
        if (is_idle(self, part) &&
            (!best || part->standing.gain > best->standing.gain))
            best = part;
    }
    return best;
}

static size_t count_idle(const struct minimising *self)
{
    size_t count = 0;
    for (size_t i = 0; i < self->count; i++)
        count += is_idle(self, &self->parts[i]);
    return count;
}

/* Leaves out all that showed no loss by itself; where they are missed
 * together, only the one that is missed least. *dropped says whether any
 * went. */
static bool drop_idle(struct minimising *self, bool *dropped, struct error *err)
{
    struct candidate shorter;
    bool slower;
    size_t idle = count_idle(self);
    *dropped = idle > 0;
    if (!idle)
        return true;
    leave_out(self, &shorter);
    bool ok = idle == 1 || compare_with(self, &shorter, &slower, err);
    if (ok && idle > 1 && slower) {
        candidate_release(&shorter);
        candidate_copy(&shorter, &find_idlest(self)->without);
    }
    if (ok) {
        size_t before = candidate_length(&self->out->winner, self->space);
        set_winner(self, &shorter);
        self->out->idle +=
            before - candidate_length(&self->out->winner, self->space);
    }
    candidate_release(&shorter);
    return ok;
}

/* The part whose loss costs least goes while there are too many flags, unless
 * that costs more than anybody would give for brevity. */
static bool drop_surplus(struct minimising *self)
{
    struct part *least = NULL;
    if (candidate_length(&self->out->winner, self->space) <= MINIMISE_FLAGS_MAX)
        return false;
    for (size_t i = 0; i < self->count; i++) {
        struct part *part = &self->parts[i];
        bool is_less = part->raced &&
                       (!least || part->standing.gain > least->standing.gain);
        if (part->code && is_less)
            least = part;
    }
    if (!least || least->standing.gain < -dear)
        return false;
    set_winner(self, &least->without);
    self->out->idle++;
    return true;
}

static const char *why_kept(const struct minimising *self,
                            const struct part *part)
{
    struct known known;
    if (part->raced && is_loss(self, &part->standing))
        return "it seems to pay; the race was too short to prove it";
    if (part->raced && !is_shorter(self, part))
        return "without it there would be as many flags";
    if (part->raced)
        return "missed only together with others";
    return !part->code &&
                   ledger_find(self->evaluator->ledger, &part->without, &known)
               ? "without it the winner cannot be used"
               : "there was no time to measure it";
}

static void note_shares(struct minimising *self)
{
    struct minimised *out = self->out;
    out->shares = xcalloc(self->count + 1, sizeof(*out->shares));
    for (size_t i = 0; i < self->count; i++) {
        const struct part *part = &self->parts[i];
        struct share *share = &out->shares[out->share_count++];
        share->dimension = part->dimension;
        share->measured = part->raced;
        share->gain = -part->standing.gain;
        share->range.low = -part->standing.range.high;
        share->range.high = -part->standing.range.low;
        if (!is_proven(part))
            share->reason = why_kept(self, part);
    }
}

static bool has_time(const struct minimising *self)
{
    return track_time_left(self->evaluator->track) > 0;
}

/* Drops what the race shows to be idle, as long as there is time. */
static bool drop_by_race(struct minimising *self, struct error *err)
{
    bool again = self->count > 0;
    while (again && has_time(self)) {
        if (!race_parts(self, err) || !drop_idle(self, &again, err))
            return false;
        if (!again)
            again = drop_surplus(self);
        if (again && !drop_same(self, err))
            return false;
    }
    return true;
}

/* A long line that one would have used anyway is better than a short one that
 * is slower. */
static bool is_slower(const struct minimising *self,
                      const struct candidate *candidate,
                      const struct candidate *reference)
{
    const struct ledger *ledger = self->evaluator->ledger;
    double score, least;
    return reference && ledger_candidate_score(ledger, reference, &least) &&
           (!ledger_candidate_score(ledger, candidate, &score) ||
            score < least - track_tie(self->evaluator->track));
}

/* Whatever the time was: never more than can be understood. */
static bool replace_long(struct minimising *self,
                         const struct minimise_plan *minimise,
                         struct error *err)
{
    struct candidate brief;
    struct brief_plan plan = {.evaluator = self->evaluator,
                              .space = self->space,
                              .winner = &self->out->winner,
                              .known = minimise->brief,
                              .flags_max = MINIMISE_FLAGS_MAX,
                              .rounds_most = self->rounds_most};
    if (!minimise->brief ||
        candidate_length(&self->out->winner, self->space) <= MINIMISE_FLAGS_MAX)
        return true;
    if (!brief_find(&plan, &brief, err))
        return false;
    self->out->replaced = !is_slower(self, &brief, minimise->reference);
    if (self->out->replaced)
        set_winner(self, &brief);
    candidate_release(&brief);
    return !self->out->replaced ||
           (drop_same(self, err) && drop_by_race(self, err));
}

static bool run(struct minimising *self, const struct minimise_plan *plan,
                struct error *err)
{
    struct shortening shortening = {.evaluator = self->evaluator,
                                    .space = self->space,
                                    .winner = &self->out->winner,
                                    .flags_max = MINIMISE_FLAGS_MAX};
    if (!drop_same(self, err) || !shorten_candidate(&shortening, err) ||
        !take_apart(self, err))
        return false;
    self->out->same += shortening.dropped;
    return drop_by_race(self, err) && replace_long(self, plan, err);
}

bool minimise_run(const struct minimise_plan *plan, struct minimised *out,
                  struct error *err)
{
    struct minimising self = {.evaluator = plan->evaluator,
                              .space = plan->space,
                              .out = out,
                              .rounds_most = plan->rounds_most};
    *out = (struct minimised){0};
    candidate_copy(&out->winner, plan->winner);
    self.parts = xcalloc(plan->winner->count + 1, sizeof(*self.parts));
    bool ok = run(&self, plan, err);
    if (ok)
        note_shares(&self);
    else
        minimised_release(out);
    clear_parts(&self);
    free(self.parts);
    return ok;
}

void minimised_release(struct minimised *self)
{
    if (!self)
        return;
    candidate_release(&self->winner);
    free(self->shares);
    *self = (struct minimised){0};
}
