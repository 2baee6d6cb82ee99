/* SPDX-License-Identifier: MIT
 *
 * Choices between speed and size.
 */
#include <config.h>

#include "tuner/tuning_choices.h"

#include <math.h>

#include "base/memory.h"
#include "db/record.h"
#include "search/protocol.h"
#include "search/workload.h"
#include "tuner/tuning.h"
#include "tuner/tuning_record.h"

enum { CHOICES_MAX = 8 };

struct choice {
    const struct code_class *code;
    double gain; /* log, over the zero */
};

struct choices {
    struct choice *items;
    size_t count;
};

/* Speed alone: the score may count size, too. */
static bool speed_of(const struct ledger *ledger, const struct code_class *code,
                     double *gain)
{
    double sum = 0, weights = 0;
    for (size_t m = 0; m < ledger->workload->metric_count; m++) {
        double weight = ledger->workload->metrics[m].weight;
        if (!ledger_counts_metric(ledger, m))
            continue;
        const struct reading *reading = ledger_reading(ledger, code, m);
        if (code != ledger->zero && !reading)
            return false;
        sum += reading ? weight * reading->gain : 0;
        weights += weight;
    }
    *gain = weights > 0 ? sum / weights : 0;
    return weights > 0;
}

static void gather(const struct ledger *ledger, struct choices *out)
{
    out->items = xcalloc(ledger->codes.count + 1, sizeof(*out->items));
    for (size_t i = 0; i < ledger->codes.count; i++) {
        const struct code_class *code = ledger->codes.entries[i].value;
        double gain;
        if (code->refusal == REFUSAL_NONE && code->size_bytes &&
            speed_of(ledger, code, &gain))
            out->items[out->count++] =
                (struct choice){.code = code, .gain = gain};
    }
}

static int smaller_first(const void *a, const void *b)
{
    const struct choice *x = a, *y = b;
    if (x->code->size_bytes != y->code->size_bytes)
        return x->code->size_bytes < y->code->size_bytes ? -1 : 1;
    if (x->gain != y->gain)
        return x->gain > y->gain ? -1 : 1;
    return x->code->number < y->code->number ? -1 : 1;
}

/* In order of size, each must be faster than all before: a tie is no reason
 * for a larger build. */
static void keep_front(struct choices *self)
{
    double tie = protocol_standard.tie;
    size_t kept = 0;
    for (size_t i = 0; i < self->count; i++)
        if (!kept || self->items[i].gain > self->items[kept - 1].gain + tie)
            self->items[kept++] = self->items[i];
    self->count = kept;
}

static void add_choice(const struct tuning *tuning, const struct choice *choice,
                       double zero, struct record *record)
{
    struct record_choice *out = record_add_choice(record);
    tuning_candidate(tuning, &choice->code->shortest, &out->flags,
                     &out->implementations);
    out->gain = exp(choice->gain - zero);
    out->code_bytes = (double)choice->code->size_bytes;
}

/* Where only size counts there is nothing to choose from: the winner's size is
 * noted, without a gain in speed. */
static void note_size(const struct tuning *tuning,
                      const struct planner *planner, struct record *record)
{
    const struct planner_answer *winner =
        &planner->result.answers[LEDGER_WINNER];
    struct known known;
    if (!winner->found ||
        !ledger_find(&planner->ledger, &winner->short_form.winner, &known) ||
        !known.code)
        return;
    struct record_choice *out = record_add_choice(record);
    tuning_candidate(tuning, &winner->short_form.winner, &out->flags,
                     &out->implementations);
    out->code_bytes = (double)known.code->size_bytes;
}

static void note_front(const struct tuning *tuning,
                       const struct planner *planner, double zero,
                       struct record *record)
{
    struct choices choices = {0};
    gather(&planner->ledger, &choices);
    qsort(choices.items, choices.count, sizeof(*choices.items), smaller_first);
    keep_front(&choices);
    /* The fast end is what was asked for. */
    size_t first =
        choices.count > CHOICES_MAX ? choices.count - CHOICES_MAX : 0;
    for (size_t i = first; i < choices.count; i++)
        add_choice(tuning, &choices.items[i], zero, record);
    free(choices.items);
}

void tuning_choices(const struct tuning *tuning, const struct planner *planner,
                    struct record *record)
{
    const struct ledger *ledger = &planner->ledger;
    size_t reference = planner->result.baseline;
    struct known known;
    double zero;
    if (!ledger_find(ledger, &tuning->baselines[reference].candidate, &known) ||
        !known.code)
        return;
    if (reference < record->baseline_count)
        record->baselines[reference].code_bytes =
            (double)known.code->size_bytes;
    if (!planner->settings.measures)
        note_size(tuning, planner, record);
    else if (speed_of(ledger, known.code, &zero))
        note_front(tuning, planner, zero, record);
}
