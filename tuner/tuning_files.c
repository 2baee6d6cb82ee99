/* SPDX-License-Identifier: MIT
 *
 * One set for all, or the best for each file.
 */
#include <config.h>

#include "tuner/tuning_files.h"

#include <math.h>

#include "base/memory.h"
#include "db/record.h"
#include "search/protocol.h"
#include "search/workload.h"
#include "tuner/tuning.h"
#include "tuner/tuning_record.h"

enum { GROUPS_MAX = 16 };

/* What ties is no reason for flags of one's own. */
static double tie(void)
{
    return protocol_standard.tie;
}

/* Files, and the metrics that depend on them and on no others. */
struct groups {
    uint64_t units[GROUPS_MAX];
    size_t count;
};

static uint64_t all_units(const struct workload *workload)
{
    return workload->unit_count < 64 ? ((uint64_t)1 << workload->unit_count) - 1
                                     : UINT64_MAX;
}

/* Joins what overlaps, until nothing does. */
static void add_units(struct groups *self, uint64_t units)
{
    for (size_t i = 0; i < self->count;) {
        if (!(self->units[i] & units)) {
            i++;
            continue;
        }
        units |= self->units[i];
        self->units[i] = self->units[--self->count];
        i = 0;
    }
    if (self->count < GROUPS_MAX)
        self->units[self->count++] = units;
}

static void find_groups(const struct ledger *ledger, struct groups *out)
{
    const struct workload *workload = ledger->workload;
    *out = (struct groups){0};
    for (size_t m = 0; m < workload->metric_count; m++)
        if (ledger_counts_metric(ledger, m))
            add_units(out, workload->metric_units[m] & all_units(workload));
}

/* Log gain of a class in the metrics of some units, over the zero. */
static bool gain_of(const struct ledger *ledger, const struct code_class *code,
                    uint64_t units, double *out)
{
    double sum = 0, weights = 0;
    for (size_t m = 0; m < ledger->workload->metric_count; m++) {
        const struct reading *reading = ledger_reading(ledger, code, m);
        double weight = ledger->workload->metrics[m].weight;
        if (!ledger_counts_metric(ledger, m) ||
            !(ledger->workload->metric_units[m] & units))
            continue;
        if (code != ledger->zero && !reading)
            return false;
        sum += reading ? weight * reading->gain : 0;
        weights += weight;
    }
    *out = weights > 0 ? sum / weights : 0;
    return weights > 0;
}

/* Whether a class may be handed out: it ran, and is short. */
static bool may_be_best(const struct tuning *tuning,
                        const struct code_class *code)
{
    return code->refusal == REFUSAL_NONE && code->verified &&
           candidate_length(&code->shortest, &tuning->space) <=
               MINIMISE_FLAGS_MAX;
}

/* The fastest for some units; of those that tie with it the one with the
 * fewest flags. */
static const struct code_class *find_best(const struct tuning *tuning,
                                          const struct ledger *ledger,
                                          uint64_t units, double *gain)
{
    const struct code_class *best = NULL;
    double most = -HUGE_VAL, own;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < ledger->codes.count; i++) {
            const struct code_class *code = ledger->codes.entries[i].value;
            if (!may_be_best(tuning, code) ||
                !gain_of(ledger, code, units, &own))
                continue;
            size_t length = candidate_length(&code->shortest, &tuning->space);
            if (pass == 0)
                most = fmax(most, own);
            else if (own >= most - tie() / 2 &&
                     (!best || length < candidate_length(&best->shortest,
                                                         &tuning->space))) {
                best = code;
                *gain = own;
            }
        }
    return best;
}

/* Implementations of these files; one that belongs to no file of its name
 * belongs to all. */
static bool concerns(const struct workload *workload, uint64_t units,
                     const char *name)
{
    for (size_t u = 0; u < workload->unit_count && u < 64; u++)
        if (strcmp(workload->units[u], name) == 0)
            return units >> u & 1;
    return true;
}

static void add_file(const struct tuning *tuning,
                     const struct candidate *candidate, uint64_t units,
                     struct record_file *out)
{
    const struct workload *workload = tuning->workload;
    struct record_pairs all = {0};
    for (size_t u = 0; u < workload->unit_count && u < 64; u++)
        if (units >> u & 1)
            strvec_add(&out->units, workload->units[u]);
    tuning_candidate(tuning, candidate, &out->flags, &all);
    for (size_t i = 0; i < all.count; i++)
        if (concerns(workload, units, all.items[i].key))
            record_pair_set(&out->implementations, all.items[i].key,
                            all.items[i].value);
    record_pairs_release(&all);
}

static void add_group(const struct tuning *tuning,
                      const struct planner *planner, uint64_t units,
                      struct record *record)
{
    const struct ledger *ledger = &planner->ledger;
    const struct candidate *winner =
        &planner->result.answers[LEDGER_WINNER].short_form.winner;
    const struct code_class *shared = ledger_class(ledger, winner);
    const struct code_class *reference = ledger_class(
        ledger, &tuning->baselines[planner->result.baseline].candidate);
    double zero, own = 0, together = 0;
    const struct code_class *best = find_best(tuning, ledger, units, &own);
    if (!best || !reference || !gain_of(ledger, reference, units, &zero))
        return;
    bool known = shared && gain_of(ledger, shared, units, &together);
    bool same = known && together >= own - tie();
    struct record_file *out = record_add_file(record);
    add_file(tuning, same ? winner : &best->shortest, units, out);
    out->gain = exp((same ? together : own) - zero);
    out->shared_gain = known ? exp(together - zero) : 0;
}

void tuning_files(const struct tuning *tuning, const struct planner *planner,
                  struct record *record)
{
    struct groups groups;
    find_groups(&planner->ledger, &groups);
    if (groups.count < 2 || !planner->result.answers[LEDGER_WINNER].found)
        return;
    for (size_t i = 0; i < groups.count; i++)
        add_group(tuning, planner, groups.units[i], record);
}
