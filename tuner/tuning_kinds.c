/* SPDX-License-Identifier: MIT
 *
 * Results kind by kind.
 */
#include <config.h>

#include "tuner/tuning_kinds.h"

#include <math.h>

#include "base/memory.h"
#include "db/record.h"
#include "search/workload.h"
#include "tuner/tuning.h"

static void fill(const struct confirm_estimate *estimate,
                 const struct confirm_result *confirm, bool emulated,
                 struct record_kind *out)
{
    bool proven = estimate->verdict == CONFIRM_FASTER && !emulated;
    record_set(&out->verdict, proven ? "proven" : "no-proven-gain");
    out->gain = exp(estimate->gain);
    out->low = exp(estimate->range.low);
    out->high = exp(estimate->range.high);
    if (!estimate->rounds)
        return; /* equal code */
    out->rounds = (double)(estimate->rounds * confirm->layout_count);
    out->layouts_agree = (double)estimate->layouts_agree;
    out->canary.low = exp(estimate->canary.low);
    out->canary.high = exp(estimate->canary.high);
    out->canary.ratio = exp((estimate->canary.low + estimate->canary.high) / 2);
}

/* The proof of one kind, or why there is none. */
static void fill_kind(const struct proof *proof, size_t finalist, bool emulated,
                      struct record_kind *out)
{
    const struct confirm_estimate *estimate =
        proof_find(proof, finalist, MEASURE_OBJECTIVE);
    bool timed = proof->timed && proof->entrant[finalist];
    if (!estimate || (timed && !estimate->rounds))
        record_set(&out->verdict, "not-measured");
    else
        fill(estimate, &proof->confirm, emulated, out);
}

static struct record_kind *kind_of(struct record *record, int cpu)
{
    for (size_t k = 0; k < record->cpu.kind_count; k++) {
        struct record_kind *kind = &record->cpu.kinds[k];
        for (size_t i = 0; i < kind->cpus.count; i++)
            if ((int)kind->cpus.items[i] == cpu)
                return kind;
    }
    return NULL;
}

void tuning_kinds(const struct tuning *tuning, const struct planner *planner,
                  struct record *out)
{
    const struct planner_result *result = &planner->result;
    const struct planner_answer *winner = &result->answers[LEDGER_WINNER];
    bool emulated = tuning->workload->emulated;
    struct record_kind *main = kind_of(out, tuning->cpu);
    if (!result->kinds || !main)
        return;
    main->cpu_plus_one = tuning->cpu + 1;
    fill_kind(&result->proof, winner->finalist, emulated, main);
    for (size_t k = 0; k < planner->settings.kind_count; k++) {
        int cpu = planner->settings.kinds[k].cpu;
        struct record_kind *kind = kind_of(out, cpu);
        if (!kind)
            continue;
        kind->cpu_plus_one = cpu + 1;
        if (result->kinds[k].proved)
            fill_kind(&result->kinds[k].proof, 0, emulated, kind);
        else
            record_set(&kind->verdict, "not-measured");
        if (result->kinds[k].why_not)
            strvec_addf(&out->notes, "not measured on %s: %s", kind->core,
                        result->kinds[k].why_not);
    }
}
