/* SPDX-License-Identifier: MIT
 *
 * From a finished plan to a record.
 */
#include <config.h>

#include "tuner/tuning_record.h"

#include <math.h>

#include "base/clock.h"
#include "base/memory.h"
#include "db/record.h"
#include "db/record_clean.h"
#include "db/record_stats.h"
#include "probes/features.h"
#include "search/workload.h"
#include "tuner/machine.h"
#include "tuner/options.h"
#include "tuner/tuning.h"
#include "tuner/tuning_choices.h"
#include "tuner/tuning_files.h"
#include "tuner/tuning_kinds.h"
#include "tuner/tuning_system.h"

/* Empty texts of the probes are "not known". */
static void set_known(char **member, const char *text)
{
    record_set(member, text && *text ? text : NULL);
}

static void fill_board(const struct machine *machine, struct record *out)
{
    set_known(&out->board.id, machine->board.id);
    set_known(&out->board.name, machine->board.name);
    set_known(&out->board.soc, machine->board.soc);
    out->board.price_usd = machine->board.price_usd;
}

static void fill_kind(const struct tuning *tuning, const struct cpu_kind *kind,
                      struct record *record)
{
    struct str implementer = {0}, part = {0};
    struct record_kind *out = record_add_kind(record);
    machine_kind_names(&tuning->machine.cpu, kind, &implementer, &part);
    set_known(&out->core, kind->core);
    set_known(&out->implementer, str_text(&implementer));
    set_known(&out->part, str_text(&part));
    for (size_t i = 0; i < kind->cpu_count; i++) {
        record_number_add(&out->cpus, kind->cpus[i]);
        out->measured |= kind->cpus[i] == tuning->cpu;
    }
    str_release(&implementer);
    str_release(&part);
}

/* Nothing names the processor; it was one, all the same. */
static void add_unknown_kind(struct record *out)
{
    struct record_kind *kind = record_add_kind(out);
    record_set(&kind->core, RECORD_CORE_UNKNOWN);
    kind->measured = true;
}

static void fill_cpu(const struct tuning *tuning, struct record *out)
{
    const struct cpu *cpu = &tuning->machine.cpu;
    set_known(&out->cpu.arch, cpu->arch);
    for (size_t i = 0; i < cpu->kind_count; i++)
        fill_kind(tuning, &cpu->kinds[i], out);
    if (!cpu->kind_count)
        add_unknown_kind(out);
    strvec_add_all(&out->cpu.features, &cpu->features);
    strvec_sort_unique(&out->cpu.features);
}

static void fill_compiler(const struct compiler *compiler, struct record *out)
{
    set_known(&out->compiler.family, compiler_family_word(compiler->family));
    set_known(&out->compiler.version, compiler->version);
    set_known(&out->compiler.target, compiler->target);
    set_known(&out->compiler.float_abi, compiler->float_abi);
}

static void fill_workload(const struct tuning *tuning, struct record *out)
{
    record_set(&out->workload.name, tuning->workload->name);
    record_set(&out->workload.source, tuning->workload->sources.hex);
    record_set(&out->workload.implementation,
               options_text(tuning->options, "implementation", "free"));
    out->emulated = tuning->workload->emulated;
}

static void fill_baseline(const struct tuning *tuning,
                          const struct planner *planner, size_t number,
                          struct record *record)
{
    const struct planner_baseline *baseline = &tuning->baselines[number];
    const struct planner_readings *readings = &planner->result.readings[number];
    struct record_baseline *out = record_add_baseline(record);
    record_set(&out->name, baseline->name);
    candidate_own_flags(&baseline->candidate, &tuning->space, &out->flags);
    out->reference = number == planner->result.baseline;
    for (size_t m = 0; readings->samples && m < tuning->workload->metric_count;
         m++) {
        if (!readings->samples[m].count)
            continue; /* the time was up before */
        struct record_reading *reading = record_add_reading(out);
        record_set(&reading->name, tuning->workload->metrics[m].name);
        for (size_t i = 0; i < readings->samples[m].count; i++)
            record_number_add(&reading->samples, readings->samples[m].items[i]);
        reading->median = readings->medians[m];
    }
}

void tuning_candidate(const struct tuning *tuning,
                      const struct candidate *candidate, struct strvec *flags,
                      struct record_pairs *implementations)
{
    const struct space *space = &tuning->space;
    candidate_own_flags(candidate, space, flags);
    for (size_t d = 0; d < space->count; d++) {
        const struct dimension *dimension = &space->dimensions[d];
        if (dimension->class == DIMENSION_IMPLEMENTATION)
            record_pair_set(implementations, dimension->name,
                            dimension->values[candidate->values[d]].label);
    }
}

static void fill_candidate(const struct tuning *tuning,
                           const struct candidate *candidate,
                           struct record_winner *out)
{
    tuning_candidate(tuning, candidate, &out->flags, &out->implementations);
}

/* Equal code is not timed: it ties without a round. */
static bool is_timed(const struct planner_result *result, size_t finalist)
{
    return result->proof.timed && result->proof.entrant[finalist];
}

/* The proof's word on a finalist; figures of the winner follow from its
 * samples.  An emulator's times prove nothing about a processor. */
static void fill_verdict(const struct planner *planner, enum ledger_goal goal,
                         struct record_winner *out)
{
    const struct planner_result *result = &planner->result;
    const struct planner_answer *answer = &result->answers[goal];
    const struct confirm_estimate *estimate =
        result->proved && answer->found
            ? proof_find(&result->proof, answer->finalist, MEASURE_OBJECTIVE)
            : NULL;
    bool known = estimate &&
                 (estimate->rounds > 0 || !is_timed(result, answer->finalist));
    if (!known) {
        record_set(&out->verdict, "not-measured");
        return;
    }
    bool proven = estimate->verdict == CONFIRM_FASTER &&
                  !planner->settings.workload->emulated;
    record_set(&out->verdict, proven ? "proven" : "no-proven-gain");
    out->gain = exp(estimate->gain);
    out->low = exp(estimate->range.low);
    out->high = exp(estimate->range.high);
}

/* One sample a round and layout, in this order, of both sides. */
static void fill_samples(const struct confirm_result *confirm, size_t side,
                         size_t metric, struct record_metric *out)
{
    size_t layouts = confirm->layout_count;
    for (size_t r = 0; r < measure_rounds(confirm->measure); r++)
        for (size_t l = 0; l < layouts; l++) {
            struct sample baseline =
                measure_sample(confirm->measure, r, l, metric);
            struct sample winner =
                measure_sample(confirm->measure, r, side * layouts + l, metric);
            if (!isfinite(baseline.value) || !isfinite(winner.value))
                continue;
            record_number_add(&out->baseline_samples, baseline.value);
            record_number_add(&out->winner_samples, winner.value);
        }
}

static void fill_metric(const struct tuning *tuning,
                        const struct planner_result *result, size_t number,
                        struct record *record)
{
    enum { FIRST_FINALIST = 2 };
    const struct metric *metric = &tuning->workload->metrics[number];
    const struct planner_answer *answer = &result->answers[LEDGER_WINNER];
    struct record_metric *out = record_add_metric(record);
    record_set(&out->name, metric->name);
    record_set(&out->unit, metric->unit);
    record_set(&out->better, metric->higher_is_better ? "higher" : "lower");
    out->weight = metric->weight;
    if (!result->proved || !answer->found || !result->proof.timed)
        return;
    size_t entrant = result->proof.entrant[answer->finalist];
    if (!entrant)
        return;
    fill_samples(&result->proof.confirm, FIRST_FINALIST + entrant - 1, number,
                 out);
    const struct confirm_estimate *estimate =
        proof_find(&result->proof, answer->finalist, number);
    if (estimate && estimate->rounds)
        out->wall_ratio = exp(estimate->wall_gain);
}

/* The only baseline that can be used has no race: the confirmation's samples
 * are its readings. */
static void complete_reference(struct record *record)
{
    for (size_t b = 0; b < record->baseline_count; b++) {
        struct record_baseline *baseline = &record->baselines[b];
        if (!baseline->reference || baseline->metric_count)
            continue;
        for (size_t m = 0; m < record->metric_count; m++) {
            const struct record_metric *metric = &record->metrics[m];
            if (!metric->baseline_samples.count)
                continue;
            struct record_reading *out = record_add_reading(baseline);
            record_set(&out->name, metric->name);
            for (size_t i = 0; i < metric->baseline_samples.count; i++)
                record_number_add(&out->samples,
                                  metric->baseline_samples.items[i]);
        }
    }
}

static void fill_layouts(const struct proof *proof, struct record *record)
{
    const struct confirm_result *confirm = &proof->confirm;
    struct record_confirmation *out = &record->confirmation;
    for (size_t l = 0; l < confirm->layout_count; l++) {
        struct record_layout *layout = record_add_layout(record);
        layout->padding_bytes = proof->layouts[l].padding_bytes;
        layout->environment_bytes = proof->layouts[l].environment_bytes;
        layout->rounds = (double)confirm->rounds;
    }
    for (size_t r = 0; r < confirm->rounds; r++)
        for (size_t l = 0; l < confirm->layout_count; l++)
            record_number_add(&out->round_layouts, (double)l);
}

static void fill_confirmation(const struct tuning *tuning,
                              const struct planner_result *result,
                              struct record *record)
{
    const struct planner_answer *answer = &result->answers[LEDGER_WINNER];
    const struct confirm_estimate *estimate =
        result->proved && answer->found && is_timed(result, answer->finalist)
            ? proof_find(&result->proof, answer->finalist, MEASURE_OBJECTIVE)
            : NULL;
    if (!estimate)
        return;
    const struct confirm_result *confirm = &result->proof.confirm;
    struct record_confirmation *out = &record->confirmation;
    record_set(&out->method, "layouts");
    out->confidence = protocol_standard.confidence;
    out->rounds = (double)(confirm->rounds * confirm->layout_count);
    out->void_rounds = (double)confirm->void_rounds;
    out->layouts_agree = (double)estimate->layouts_agree;
    out->canary.low = exp(estimate->canary.low);
    out->canary.high = exp(estimate->canary.high);
    out->canary.ratio = exp((estimate->canary.low + estimate->canary.high) / 2);
    out->layout_floor = estimate->layout_floor;
    out->cpu_plus_one = tuning->cpu + 1;
    fill_layouts(&result->proof, record);
}

static void fill_refusals(const struct planner *planner, struct record *record)
{
    const struct nogood_set *nogoods = &planner->ledger.nogoods;
    for (int word = REFUSAL_NONE + 1; word < REFUSAL_COUNT; word++) {
        enum { EXAMPLES_MAX = 5 };
        size_t count = planner->result.counts.refused[word];
        if (!count)
            continue;
        struct record_refusal *out = record_add_refusal(record);
        record_set(&out->word, refusal_word((enum refusal)word));
        out->count = (double)count;
        for (size_t i = 0;
             i < nogoods->count && out->example_count < EXAMPLES_MAX; i++) {
            const struct nogood *nogood = nogoods->items[i];
            if ((int)nogood->refusal != word)
                continue;
            struct record_example *example = record_add_example(out);
            struct str key = {0};
            nogood_key(nogood, planner->settings.space, &key);
            strvec_split(&example->flags, str_text(&key), " ");
            record_set(&example->message, nogood->message);
            str_release(&key);
        }
    }
}

static void fill_counts(const struct planner_result *result,
                        struct record_counts *out)
{
    const struct ledger_counts *counts = &result->counts;
    out->considered = (double)counts->considered;
    out->refused = (double)counts->refused_all;
    out->equal = (double)counts->equal;
    out->measured = (double)counts->measured;
    out->classes = (double)counts->classes;
    out->skipped = (double)counts->skipped;
}

static bool is_reproducible(void)
{
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    return epoch && *epoch;
}

static void fill_progress(const struct planner_result *result,
                          struct record *record)
{
    for (size_t i = 0; i < result->step_count; i++) {
        struct record_progress *out = record_add_progress(record);
        out->evaluations = (double)result->steps[i].evaluations;
        out->seconds = is_reproducible() ? 0 : result->steps[i].seconds;
        out->best = exp(result->steps[i].gain);
    }
}

/* A machine's choice may be many flags, which go together: the first has the
 * share, the others a reason. */
static void add_companions(const struct strvec *flags, struct record *record)
{
    for (size_t i = 1; i < flags->count; i++) {
        bool forbids = str_starts(flags->items[i], "-mno-");
        struct record_share *out = record_add_share(record);
        record_set(&out->flag, flags->items[i]);
        char *reason = forbids ? xstrdup("keeps out what this CPU lacks")
                               : xasprintf("goes with %s", flags->items[0]);
        record_set(&out->reason, reason);
        free(reason);
    }
}

static void fill_shares(const struct tuning *tuning,
                        const struct minimised *minimised,
                        struct record *record)
{
    for (size_t i = 0; i < minimised->share_count; i++) {
        const struct share *share = &minimised->shares[i];
        const struct dimension *dimension =
            &tuning->space.dimensions[share->dimension];
        uint16_t value = minimised->winner.values[share->dimension];
        const struct strvec *flags = &dimension->values[value].flags;
        struct record_share *out = record_add_share(record);
        record_set(&out->flag, flags->items[0]);
        if (share->measured) {
            out->ratio = exp(share->gain);
            out->low = exp(share->range.low);
            out->high = exp(share->range.high);
        }
        record_set(&out->reason, share->reason);
        add_companions(flags, record);
    }
}

/* The kernel's words for what the macros let the compiler use. */
static void list_features(const struct tuning *tuning,
                          const struct macros *macros, struct strvec *out)
{
    const struct catalogue *catalogue = &tuning->machine.catalogue;
    struct strvec none = {0};
    struct feature_rows rows = {0};
    features_surplus(catalogue, features_isa(&tuning->compiler), macros, &none,
                     &rows);
    char *words = features_join(catalogue, &rows);
    strvec_split(out, words, " +");
    free(words);
    feature_rows_release(&rows);
}

/* What the winner's flags let the compiler use beyond what every CPU of the
 * target has; where it does not tell, it may be all that this CPU has. */
static void fill_needs(const struct tuning *tuning, struct record *record)
{
    struct macros macros = {0};
    struct strvec all = {0}, always = {0};
    if (!compiler_macros(&tuning->compiler, &record->winner.flags, &macros)) {
        strvec_add_all(&record->needs, &record->cpu.features);
        strvec_sort_unique(&record->needs);
        return;
    }
    list_features(tuning, &macros, &all);
    list_features(tuning, &tuning->compiler.macros, &always);
    for (size_t i = 0; i < all.count; i++)
        if (!strvec_contains(&always, all.items[i]))
            strvec_add(&record->needs, all.items[i]);
    strvec_sort_unique(&record->needs);
    strvec_release(&all);
    strvec_release(&always);
    macros_release(&macros);
}

static void fill_provenance(const struct tuning_provenance *provenance,
                            struct record *record)
{
    char date[CLOCK_DATE_SIZE];
    struct record_provenance *out = &record->provenance;
    clock_date(date);
    record_set(&out->tuner, PACKAGE_VERSION);
    record_set(&out->date, date);
    record_set(&out->strategy, provenance->strategy);
    record_set(&out->effort, provenance->effort);
    out->seed = provenance->seed;
    out->budget_s = provenance->budget_s;
    out->seconds = is_reproducible() ? 0 : provenance->seconds;
}

static void fill_answers(const struct tuning *tuning,
                         const struct planner *planner, struct record *out)
{
    const struct planner_result *result = &planner->result;
    const struct planner_answer *winner = &result->answers[LEDGER_WINNER];
    const struct planner_answer *plain = &result->answers[LEDGER_PLAIN];
    if (winner->found) {
        fill_candidate(tuning, &winner->short_form.winner, &out->winner);
        fill_shares(tuning, &winner->short_form, out);
    }
    fill_verdict(planner, LEDGER_WINNER, &out->winner);
    if (plain->found) {
        fill_candidate(tuning, &plain->short_form.winner, &out->plain);
        fill_verdict(planner, LEDGER_PLAIN, &out->plain);
    }
}

void tuning_record(const struct tuning *tuning, const struct planner *planner,
                   const struct tuning_provenance *provenance,
                   struct record *out)
{
    const struct planner_result *result = &planner->result;
    const struct strvec *allowed = options_all(tuning->options, "allow");
    fill_board(&tuning->machine, out);
    fill_cpu(tuning, out);
    tuning_system(tuning, is_reproducible(), out);
    fill_compiler(&tuning->compiler, out);
    fill_workload(tuning, out);
    for (size_t b = 0; b < tuning->baseline_count; b++)
        fill_baseline(tuning, planner, b, out);
    fill_answers(tuning, planner, out);
    for (size_t m = 0; m < tuning->workload->metric_count; m++)
        fill_metric(tuning, result, m, out);
    complete_reference(out);
    fill_confirmation(tuning, result, out);
    tuning_kinds(tuning, planner, out);
    tuning_choices(tuning, planner, out);
    tuning_files(tuning, planner, out);
    fill_refusals(planner, out);
    fill_counts(result, &out->counts);
    fill_progress(result, out);
    fill_needs(tuning, out);
    strvec_add_all(&out->allowed, allowed);
    strvec_sort_unique(&out->allowed);
    fill_provenance(provenance, out);
    record_derive(out);
    record_clean(out);
}
