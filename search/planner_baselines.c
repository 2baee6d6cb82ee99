/* SPDX-License-Identifier: MIT
 *
 * The first phase: what the user would have used, measured in one race.
 */
#include <config.h>

#include <math.h>

#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "search/journal.h"
#include "search/planner.h"
#include "search/planner_phases.h"
#include "search/protocol.h"
#include "search/workload.h"

static size_t metric_count(const struct planner *self)
{
    return self->settings.workload->metric_count;
}

static void make_room(struct planner *self, size_t baseline)
{
    struct planner_readings *readings = &self->result.readings[baseline];
    if (readings->samples)
        return;
    readings->samples =
        xcalloc(metric_count(self) + 1, sizeof(*readings->samples));
    readings->medians =
        xcalloc(metric_count(self) + 1, sizeof(*readings->medians));
}

static void write_readings(const struct planner *self, size_t baseline,
                           struct journal *journal)
{
    const struct planner_readings *readings = &self->result.readings[baseline];
    json_t *samples = json_object();
    for (size_t m = 0; m < metric_count(self); m++) {
        json_t *list = json_array();
        for (size_t i = 0; i < readings->samples[m].count; i++)
            json_array_append_new(list,
                                  json_number(readings->samples[m].items[i]));
        json_object_set_new(samples, self->settings.workload->metrics[m].name,
                            list);
    }
    journal_append(journal,
                   json_pack("{s:s, s:s, s:o}", "event", "baseline", "name",
                             self->settings.baselines[baseline].name, "samples",
                             samples));
}

static void take_samples(struct planner *self, size_t baseline,
                         const struct measure *measure, size_t entry)
{
    make_room(self, baseline);
    struct planner_readings *readings = &self->result.readings[baseline];
    for (size_t m = 0; m < metric_count(self); m++) {
        for (size_t r = 0; r < measure_rounds(measure); r++) {
            struct sample sample = measure_sample(measure, r, entry, m);
            if (isfinite(sample.value))
                record_number_add(&readings->samples[m], sample.value);
        }
        readings->medians[m] = stats_median(readings->samples[m].items,
                                            readings->samples[m].count);
    }
    write_readings(self, baseline, self->ledger.journal);
}

void planner_write_baselines(const struct planner *self,
                             struct journal *journal)
{
    for (size_t b = 0; b < self->settings.baseline_count; b++)
        if (self->result.readings[b].samples)
            write_readings(self, b, journal);
}

static bool find_baseline(const struct planner *self, const char *name,
                          size_t *out)
{
    for (size_t b = 0; b < self->settings.baseline_count; b++)
        if (strcmp(self->settings.baselines[b].name, name) == 0) {
            *out = b;
            return true;
        }
    return false;
}

static bool take_list(const json_t *list, struct record_numbers *out,
                      struct error *err)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *value = json_array_get(list, i);
        if (!json_is_number(value))
            return error_set(err, ERROR_FORMAT, "a sample is no number");
        record_number_add(out, json_number_value(value));
    }
    return true;
}

bool planner_take_baseline(struct planner *self, const json_t *event,
                           struct error *err)
{
    size_t baseline;
    json_t *samples;
    if (strcmp(json_string_or(event, "event", ""), "baseline") != 0)
        return true;
    if (!json_get_object(event, "samples", &samples, err))
        return false;
    if (!find_baseline(self, json_string_or(event, "name", ""), &baseline))
        return true;
    make_room(self, baseline);
    struct planner_readings *readings = &self->result.readings[baseline];
    for (size_t m = 0; m < metric_count(self); m++) {
        const char *name = self->settings.workload->metrics[m].name;
        readings->samples[m].count = 0;
        if (!take_list(json_object_get(samples, name), &readings->samples[m],
                       err))
            return false;
        readings->medians[m] = stats_median(readings->samples[m].items,
                                            readings->samples[m].count);
    }
    return true;
}

/* Each class of the baselines but the zero's, once. */
static size_t collect(struct planner *self, struct code_class **list,
                      struct error *err, bool *ok)
{
    size_t count = 0;
    *ok = true;
    for (size_t b = 0; b < self->settings.baseline_count && *ok; b++) {
        struct known known;
        bool usable = false;
        bool listed = false;
        if (!ledger_find(&self->ledger, &self->settings.baselines[b].candidate,
                         &known) ||
            !known.code || known.code == self->ledger.zero)
            continue;
        for (size_t i = 0; i < count; i++)
            listed |= list[i] == known.code;
        if (listed)
            continue;
        *ok = track_verify(&self->track, known.code, &usable, err);
        if (*ok && usable)
            list[count++] = known.code;
    }
    return count;
}

static void take_result(struct planner *self,
                        const struct comparison *comparison,
                        const struct race_result *result)
{
    for (size_t b = 0; b < self->settings.baseline_count; b++) {
        struct known known;
        if (!ledger_find(&self->ledger, &self->settings.baselines[b].candidate,
                         &known) ||
            !known.code)
            continue;
        if (known.code == comparison->base)
            take_samples(self, b, result->measure, 0);
        for (size_t i = 0; i < comparison->count; i++)
            if (comparison->others[i] == known.code && comparison->entries[i])
                take_samples(self, b, result->measure, comparison->entries[i]);
    }
}

/* All must be built; how many rounds they run is a question of time, of which
 * slow builds leave them their share. */
static void limit_race(struct planner *self)
{
    const double share = 0.2; /* of the budget */
    double budget = self->settings.budget_s;
    double until = protocol_now_s(self->settings.world) + share * budget;
    if (budget > 0)
        self->track.deadline_s = until;
}

static bool race(struct planner *self, struct code_class **list, size_t count,
                 struct error *err)
{
    limit_race(self);
    struct comparison comparison = {
        .base = self->ledger.zero,
        .others = list,
        .count = count,
        .goal = RACE_EACH,
        .rounds_most = self->evaluator.race_rounds,
        .entries = xcalloc(count + 1, sizeof(*comparison.entries))};
    struct race_result result;
    bool ok = evaluator_race(&self->evaluator, &comparison, true, &result, err);
    if (ok) {
        take_result(self, &comparison, &result);
        size_t samples = measure_rounds(result.measure) * (count + 2);
        self->sample_s = samples ? result.seconds / (double)samples : 0;
        race_result_release(&result);
    }
    free(comparison.entries);
    return ok;
}

/* A search starts from it, even where there is no time for more. */
static void set_leaders(struct planner *self)
{
    const struct candidate *best =
        &self->settings.baselines[self->result.baseline].candidate;
    for (int goal = 0; goal < LEDGER_GOALS; goal++) {
        candidate_release(&self->leaders[goal]);
        candidate_copy(&self->leaders[goal], best);
    }
}

/* Where a sample takes long (a program's run), races get fewer rounds, so
 * that there are more of them; never fewer than the first look needs. */
static void adapt_rounds(struct planner *self)
{
    enum { LEAST = 12, ENTRANTS_FEW = 4 };
    const double share = 0.05; /* of the budget, for one race */
    struct evaluator *evaluator = &self->evaluator;
    double race_s = self->sample_s * (double)((evaluator->entrants + 2) *
                                              evaluator->race_rounds);
    double wanted_s = share * self->settings.budget_s;
    if (wanted_s <= 0 || race_s <= wanted_s)
        return;
    evaluator->entrants = ENTRANTS_FEW;
    double rounds = wanted_s / (self->sample_s * (double)(ENTRANTS_FEW + 2));
    size_t most = rounds > LEAST ? (size_t)rounds : LEAST;
    if (most < evaluator->race_rounds)
        evaluator->race_rounds = most;
    if (3 * most < evaluator->duel_rounds)
        evaluator->duel_rounds = 3 * most;
}

/* The best usable one: gains are over it. */
static void choose_baseline(struct planner *self)
{
    double best = -HUGE_VAL;
    for (size_t b = 0; b < self->settings.baseline_count; b++) {
        double score;
        if (!ledger_candidate_score(&self->ledger,
                                    &self->settings.baselines[b].candidate,
                                    &score) ||
            score <= best)
            continue;
        best = score;
        self->result.baseline = b;
    }
}

/* The first that is not refused: where the compiler's default is for a newer
 * CPU, plain -O2 does not even run.  It takes the time that it takes. */
static bool set_zero(struct planner *self, struct error *err)
{
    struct error first = {0};
    double deadline = self->builder.deadline_s;
    self->builder.deadline_s = 0;
    for (size_t b = 0; b < self->settings.baseline_count; b++) {
        struct error own = {0};
        self->result.baseline = b;
        if (evaluator_set_zero(&self->evaluator,
                               &self->settings.baselines[b].candidate, &own)) {
            self->builder.deadline_s = deadline;
            return true;
        }
        if (first.kind == ERROR_NONE || own.kind != ERROR_CHILD)
            first = own;
        if (own.kind != ERROR_CHILD)
            break;
    }
    *err = first;
    return false;
}

bool planner_run_baselines(struct planner *self, struct error *err)
{
    const struct planner_settings *settings = &self->settings;
    const struct candidate **list =
        xcalloc(settings->baseline_count + 1, sizeof(*list));
    struct code_class **classes =
        xcalloc(settings->baseline_count + 1, sizeof(*classes));
    for (size_t b = 0; b < settings->baseline_count; b++)
        list[b] = &settings->baselines[b].candidate;
    bool ok =
        builder_run(&self->builder, list, settings->baseline_count, err) &&
        set_zero(self, err);
    for (size_t b = 0; ok && b < settings->baseline_count; b++) {
        ledger_ask(&self->ledger, list[b]);
        ledger_pin(&self->ledger, list[b]);
    }
    bool known = settings->baseline_count && self->result.readings[0].samples;
    if (ok && settings->measures && !known) {
        size_t count = collect(self, classes, err, &ok);
        ok = ok && race(self, classes, count, err);
    }
    if (ok) {
        choose_baseline(self);
        set_leaders(self);
        adapt_rounds(self);
    }
    free(list);
    free(classes);
    return ok && journal_sync(self->ledger.journal, err);
}
