/* SPDX-License-Identifier: MIT
 *
 * Candidates in, outcomes out.
 */
#include <config.h>

#include "search/evaluator.h"

#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "search/blame.h"
#include "search/builder.h"
#include "search/journal.h"
#include "search/ledger.h"
#include "search/track.h"
#include "search/workload.h"

/* Fewer samples than this are no reading. */
enum { SAMPLES_LEAST = 5 };

/* The reading of one entry in one metric: its gain over the base and the
 * base's own over the zero. False when there are too few samples. */
static bool read_gain(const struct measure *measure, size_t entry,
                      size_t metric, double offset, struct reading *out)
{
    double *gains = xcalloc(measure_rounds(measure) + 1, sizeof(*gains));
    size_t count = measure_gains(measure, metric, 0, entry, gains);
    out->rounds = (unsigned)count;
    out->gain = offset + stats_median(gains, count);
    out->range = stats_median_interval(gains, count, 0.99);
    out->range.low += offset;
    out->range.high += offset;
    free(gains);
    return count >= SAMPLES_LEAST;
}

/* Takes over the readings of others[place]; `again` replaces known ones. */
static void take_readings(struct evaluator *self,
                          const struct comparison *comparison, size_t place,
                          const struct measure *measure, bool again)
{
    struct ledger *ledger = self->ledger;
    const struct code_class *base = comparison->base;
    struct code_class *code = comparison->others[place];
    size_t entry = comparison->entries[place];
    for (size_t m = 0; m < self->track->workload->metric_count; m++) {
        const struct reading *own = ledger_reading(ledger, base, m);
        struct reading reading;
        if (!ledger_counts_metric(ledger, m) || !own ||
            strcmp(base->parts[m].hex, code->parts[m].hex) == 0 ||
            (!again && ledger_reading(ledger, code, m)))
            continue;
        if (read_gain(measure, entry, m, own->gain, &reading))
            ledger_set_reading(ledger, code, m, &reading);
    }
}

/* What each entrant is to be sampled for: where a part's reading is known,
 * it stands in for the base's, which costs nothing. */
static struct digest *parts_to_time(const struct evaluator *self,
                                    const struct comparison *comparison)
{
    const struct ledger *ledger = self->ledger;
    struct digest *parts =
        xcalloc(comparison->count + 1, sizeof(*parts) * ARM_METRICS_MAX);
    for (size_t i = 0; i < comparison->count; i++)
        for (size_t m = 0; m < self->track->workload->metric_count; m++)
            parts[i * ARM_METRICS_MAX + m] =
                ledger_reading(ledger, comparison->others[i], m)
                    ? comparison->base->parts[m]
                    : comparison->others[i]->parts[m];
    return parts;
}

static struct code_class *leader_of(const struct evaluator *self)
{
    return self->ledger->best[self->goal];
}

/* True when the class is the best so far now. */
static bool offer_best(struct evaluator *self, struct code_class *code)
{
    struct ledger *ledger = self->ledger;
    double score, best;
    if (code->refusal != REFUSAL_NONE || !ledger_score(ledger, code, &score) ||
        (ledger_score(ledger, leader_of(self), &best) && score <= best))
        return false;
    ledger_set_best(ledger, self->goal, code);
    return true;
}

bool evaluator_race(struct evaluator *self, struct comparison *comparison,
                    bool again, struct race_result *out, struct error *err)
{
    size_t *own = comparison->entries
                      ? NULL
                      : xcalloc(comparison->count + 1, sizeof(*own));
    if (own)
        comparison->entries = own;
    bool ok = track_race(self->track, comparison, out, err);
    for (size_t i = 0; ok && i < comparison->count; i++)
        if (comparison->entries[i] && !out->standings[i + 1].failure)
            take_readings(self, comparison, i, out->measure, again);
    if (own)
        comparison->entries = NULL;
    free(own);
    return ok;
}

/* Fresh samples of the leader and its challenger alone decide. */
static bool duel(struct evaluator *self, struct code_class *challenger,
                 struct error *err)
{
    struct comparison comparison = {.base = leader_of(self),
                                    .others = &challenger,
                                    .count = 1,
                                    .goal = RACE_EACH,
                                    .rounds_most = self->duel_rounds};
    struct race_result result;
    if (!evaluator_race(self, &comparison, true, &result, err))
        return false;
    race_result_release(&result);
    offer_best(self, challenger);
    return true;
}

/* The best of a list that is clearly above the leader, or NULL. */
static struct code_class *find_challenger(const struct evaluator *self,
                                          struct code_class *const *list,
                                          size_t count)
{
    struct code_class *found = NULL;
    double above = 0;
    ledger_score(self->ledger, leader_of(self), &above);
    above += track_tie(self->track) / 2;
    for (size_t i = 0; i < count; i++) {
        double score;
        if (list[i]->refusal != REFUSAL_NONE ||
            !ledger_score(self->ledger, list[i], &score) || score <= above)
            continue;
        found = list[i];
        above = score;
    }
    return found;
}

/* Races some classes against the leader. */
static bool race_group(struct evaluator *self, struct code_class *const *list,
                       size_t count, struct error *err)
{
    struct comparison comparison = {.base = leader_of(self),
                                    .others = list,
                                    .count = count,
                                    .goal = RACE_BEST,
                                    .rounds_most = self->race_rounds};
    struct race_result result;
    struct digest *parts = parts_to_time(self, &comparison);
    comparison.parts = parts;
    bool ok = evaluator_race(self, &comparison, false, &result, err);
    free(parts);
    if (ok)
        race_result_release(&result);
    struct code_class *challenger =
        ok ? find_challenger(self, list, count) : NULL;
    if (challenger && track_time_left(self->track) > 0)
        ok = duel(self, challenger, err);
    return ok;
}

/* Leaves out what verifying refuses; stops at the deadline. */
static bool verify_all(struct evaluator *self, struct code_class **list,
                       size_t *count, struct error *err)
{
    size_t usable = 0;
    for (size_t i = 0; i < *count && track_time_left(self->track) > 0; i++) {
        bool is_usable;
        track_progress(self->track, "verify", i, *count);
        if (!track_verify(self->track, list[i], &is_usable, err))
            return false;
        if (is_usable)
            list[usable++] = list[i];
    }
    *count = usable;
    return true;
}

/* Learns what is to blame for code that could not be used. */
static bool blame_all(struct evaluator *self, struct code_class *const *list,
                      size_t count, struct error *err)
{
    struct blame blame = {.ledger = self->ledger,
                          .builder = self->builder,
                          .track = self->track,
                          .tests_max = self->blame_tests};
    for (size_t i = 0; i < count && track_time_left(self->track) > 0; i++)
        if (!blame_class(&blame, list[i], err))
            return false;
    return true;
}

/* Races all, a group after the other, until the deadline. */
static bool race_all(struct evaluator *self, struct code_class **list,
                     size_t count, struct error *err)
{
    size_t most = self->entrants;
    size_t all_count = count;
    struct code_class **all = xcalloc(count + 1, sizeof(*all));
    memcpy(all, list, count * sizeof(*all));
    bool ok = builder_prepare(self->builder, list, count, err) &&
              verify_all(self, list, &count, err);
    for (size_t at = 0; ok && at < count && track_time_left(self->track) > 0;
         at += most)
        ok = race_group(self, list + at, count - at < most ? count - at : most,
                        err);
    ok = ok && blame_all(self, all, all_count, err);
    free(all);
    return ok && journal_sync(self->ledger->journal, err);
}

static bool is_listed(struct code_class *const *list, size_t count,
                      const struct code_class *code)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == code)
            return true;
    return false;
}

/* The classes of the candidates that have no score yet, each once. */
static size_t find_unscored(const struct evaluator *self,
                            const struct candidate_list *asked,
                            struct code_class **out)
{
    size_t count = 0;
    for (size_t i = 0; i < asked->count; i++) {
        struct known known;
        double score;
        if (!ledger_find(self->ledger, &asked->items[i], &known) ||
            known.refusal != REFUSAL_NONE ||
            ledger_score(self->ledger, known.code, &score) ||
            is_listed(out, count, known.code))
            continue;
        out[count++] = known.code;
    }
    return count;
}

static bool is_answered(const struct ledger *ledger,
                        const struct candidate *candidate)
{
    struct known known;
    return ledger_find(ledger, candidate, &known) ||
           nogood_contains(&ledger->nogoods, candidate);
}

/* Builds what is unknown. */
static bool build_all(struct evaluator *self,
                      const struct candidate_list *asked, struct error *err)
{
    const struct candidate **list = xcalloc(asked->count + 1, sizeof(*list));
    size_t count = 0;
    for (size_t i = 0; i < asked->count; i++)
        if (!is_answered(self->ledger, &asked->items[i]))
            list[count++] = &asked->items[i];
    track_progress(self->track, "build", 0, count);
    bool ok = builder_run(self->builder, list, count, err);
    for (size_t i = 0; i < asked->count; i++)
        ledger_ask(self->ledger, &asked->items[i]);
    free(list);
    return ok;
}

static void describe(const struct evaluator *self,
                     const struct candidate *candidate, struct outcome *out)
{
    const struct ledger *ledger = self->ledger;
    struct known known;
    *out = (struct outcome){0};
    if (!ledger_find(ledger, candidate, &known)) {
        out->refused = nogood_contains(&ledger->nogoods, candidate);
        out->cut_short = !out->refused;
    } else if (known.refusal != REFUSAL_NONE) {
        out->refused = true;
    } else {
        out->cut_short = !ledger_score(ledger, known.code, &out->score);
    }
}

bool evaluator_run(struct evaluator *self, const struct candidate_list *asked,
                   struct outcome *outcomes, struct error *err)
{
    struct code_class **list = xcalloc(asked->count + 1, sizeof(*list));
    bool ok = build_all(self, asked, err);
    ok = ok && journal_sync(self->ledger->journal, err);
    size_t count = ok ? find_unscored(self, asked, list) : 0;
    ok = ok && (!count || race_all(self, list, count, err));
    for (size_t i = 0; ok && i < asked->count; i++)
        describe(self, &asked->items[i], &outcomes[i]);
    free(list);
    return ok;
}

bool evaluator_set_zero(struct evaluator *self,
                        const struct candidate *candidate, struct error *err)
{
    struct ledger *ledger = self->ledger;
    struct known known;
    bool usable = false;
    if (!builder_run(self->builder, &candidate, 1, err))
        return false;
    if (!ledger_find(ledger, candidate, &known))
        return error_set(err, ERROR_CHILD,
                         "the baseline was not built in time");
    if (known.code && !track_verify(self->track, known.code, &usable, err))
        return false;
    ledger_find(ledger, candidate, &known);
    if (!usable)
        return error_set(err, ERROR_CHILD, "the baseline is refused (%s): %.*s",
                         refusal_word(known.refusal),
                         known.message ? (int)strcspn(known.message, "\n") : 0,
                         known.message ? known.message : "");
    ledger_set_zero(ledger, known.code);
    for (int goal = 0; goal < LEDGER_GOALS; goal++)
        if (!ledger->best[goal])
            ledger_set_best(ledger, (enum ledger_goal)goal, known.code);
    return true;
}

enum recall evaluator_recall(const struct candidate *candidate, void *data)
{
    const struct evaluator *self = data;
    return is_answered(self->ledger, candidate)
               ? ledger_ask(self->ledger, candidate)
               : RECALL_NEW;
}

/* Here nobody holds on to a class. */
static void forget_some(struct evaluator *self)
{
    if (!ledger_is_full(self->ledger))
        return;
    builder_drop(self->builder);
    ledger_forget(self->ledger);
}

bool evaluator_drive(struct evaluator *self, const struct strategy *strategy,
                     const struct strategy_context *context, struct best *best,
                     struct error *err)
{
    struct candidate_list asked = {0};
    struct outcome *outcomes = NULL;
    void *state = strategy->new (context, err);
    bool ok = state;
    while (ok && track_time_left(self->track) > 0) {
        candidate_list_reset(&asked);
        forget_some(self);
        strategy->ask(state, self->entrants, &asked);
        if (!asked.count)
            break;
        outcomes = xreallocarray(outcomes, asked.count, sizeof(*outcomes));
        ok = evaluator_run(self, &asked, outcomes, err);
        for (size_t i = 0; ok && i < asked.count; i++) {
            if (best_offer(best, &asked.items[i], &outcomes[i]))
                ledger_pin(self->ledger, &asked.items[i]);
            strategy->tell(state, &asked.items[i], &outcomes[i]);
        }
    }
    if (state)
        strategy->free(state);
    candidate_list_release(&asked);
    free(outcomes);
    return ok;
}

static double score_of(const struct evaluator *self,
                       const struct code_class *code)
{
    double score = 0;
    bool usable = code->refusal == REFUSAL_NONE &&
                  ledger_score(self->ledger, code, &score);
    return usable ? score : -HUGE_VAL;
}

/* Insertion sort: the lists are short, and equal ones keep their order. */
static void sort_by_score(const struct evaluator *self,
                          struct code_class **list, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct code_class *moved = list[i];
        size_t at = i;
        for (; at && score_of(self, list[at - 1]) < score_of(self, moved); at--)
            list[at] = list[at - 1];
        list[at] = moved;
    }
}

bool evaluator_rank(struct evaluator *self, struct code_class **list,
                    size_t count, size_t rounds_most, struct error *err)
{
    sort_by_score(self, list, count);
    if (count < 2)
        return true;
    struct comparison comparison = {.base = list[0],
                                    .others = list + 1,
                                    .count = count - 1,
                                    .goal = RACE_BEST,
                                    .rounds_most = rounds_most};
    struct race_result result;
    bool ok = evaluator_race(self, &comparison, true, &result, err);
    if (ok) {
        race_result_release(&result);
        sort_by_score(self, list, count);
        ledger_set_best(self->ledger, self->goal, list[0]);
    }
    return ok && journal_sync(self->ledger->journal, err);
}
