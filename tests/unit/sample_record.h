/* SPDX-License-Identifier: MIT
 *
 * A small whole record for tests: two metrics, four layouts, everything
 * filled.
 */
#ifndef TESTS_UNIT_SAMPLE_RECORD_H
#define TESTS_UNIT_SAMPLE_RECORD_H

#include <math.h>

#include "db/record.h"
#include "db/record_stats.h"

enum { SAMPLE_LAYOUTS = 4, SAMPLE_ROUNDS = 10 };

static inline void sample_metric(struct record *record, const char *name,
                                 const char *unit, double base, double gain)
{
    struct record_metric *metric = record_add_metric(record);
    record_set(&metric->name, name);
    record_set(&metric->unit, unit);
    record_set(&metric->better, "higher");
    for (int i = 0; i < SAMPLE_LAYOUTS * SAMPLE_ROUNDS; i++) {
        double noise = 1 + 0.001 * ((i * 7) % 11 - 5);
        record_number_add(&metric->baseline_samples, base * noise);
        record_number_add(&metric->winner_samples,
                          base * gain * (1 + 0.001 * ((i * 5) % 13 - 6)));
    }
}

static inline void sample_confirmation(struct record *record)
{
    struct record_confirmation *made = &record->confirmation;
    record_set(&made->method, "layouts");
    made->confidence = 0.99;
    made->rounds = SAMPLE_ROUNDS;
    for (int i = 0; i < SAMPLE_LAYOUTS; i++) {
        struct record_layout *layout = record_add_layout(record);
        layout->padding_bytes = 16 * i;
        layout->rounds = SAMPLE_ROUNDS;
        layout->gain = 1.5;
    }
    for (int i = 0; i < SAMPLE_LAYOUTS * SAMPLE_ROUNDS; i++)
        record_number_add(&made->round_layouts, floor(i * 1.0 / SAMPLE_ROUNDS));
    made->layouts_agree = SAMPLE_LAYOUTS;
    made->canary = (struct record_canary){1.0002, 0.999, 1.001};
    made->layout_floor = 0.002;
}

static inline void sample_machine(struct record *record, const char *board)
{
    record_set(&record->board.id, board);
    record_set(&record->board.name, "Orange Pi Zero");
    record_set(&record->board.soc, "Allwinner H2+");
    record->board.price_usd = 6.99;
    record_set(&record->cpu.arch, "armv7l");
    struct record_kind *kind = record_add_kind(record);
    record_set(&kind->core, "cortex-a7");
    record_set(&kind->implementer, "0x41");
    record_set(&kind->part, "0xc07");
    kind->measured = true;
    for (int i = 0; i < 4; i++)
        record_number_add(&kind->cpus, i);
    strvec_add_list(&record->cpu.features, "idiva", "neon", "vfpv4", NULL);
    record_pair_set(&record->system, "governor", "performance");
    record_pair_set(&record->system, "uname", "Linux 5.15.0 armv7l");
    record_set(&record->compiler.family, "gcc");
    record_set(&record->compiler.version, "12.2.0");
    record_set(&record->compiler.target, "arm-linux-gnueabihf");
    record_set(&record->compiler.float_abi, "hard");
    record_set(&record->compiler.version_line, "gcc (Debian 12.2.0-14) 12.2.0");
}

static inline void sample_search(struct record *record)
{
    struct record_refusal *refusal = record_add_refusal(record);
    record_set(&refusal->word, "conflict");
    refusal->count = 3;
    struct record_example *example = record_add_example(refusal);
    strvec_add_list(&example->flags, "-march=armv7-a", "-mcpu=cortex-a7", NULL);
    record_set_message(&example->message,
                       "cc1: warning: switch '-mcpu=cortex-a7' conflicts\n");
    record->counts = (struct record_counts){.considered = 500,
                                            .refused = 3,
                                            .equal = 300,
                                            .measured = 40,
                                            .classes = 41};
    struct record_progress *step = record_add_progress(record);
    *step = (struct record_progress){10, 2.5, 1.2};
    struct record_share *share = record_add_share(record);
    record_set(&share->flag, "-funroll-loops");
    share->ratio = 1.1;
    share->low = 1.05;
    share->high = 1.15;
    struct record_throughput *run = record_add_throughput(record);
    record_set(&run->build, "winner");
    record_set(&run->direction, "send");
    run->mbit = 25.6;
    record->cost_usd_per_mbit = 0.27;
    strvec_add(&record->allowed, "changes-float");
    strvec_add(&record->notes, "passively cooled");
}

/* The caller releases it.  `gain` is about that of every metric. */
static inline struct record sample_record(const char *board, double gain)
{
    struct record record = {0};
    sample_machine(&record, board);
    record_set(&record.workload.name, "core");
    record_set(&record.workload.source,
               "0123456789abcdef0123456789abcdef01234567");
    record_set(&record.workload.implementation, "free");
    struct record_baseline *baseline = record_add_baseline(&record);
    record_set(&baseline->name, "-O2");
    strvec_add(&baseline->flags, "-O2");
    baseline->reference = true;
    struct record_reading *reading = record_add_reading(baseline);
    record_set(&reading->name, "salsa20/poly1305");
    for (int i = 0; i < 3; i++)
        record_number_add(&reading->samples, 87000 + i);
    strvec_add_list(&record.winner.flags, "-O3", "-mcpu=cortex-a7",
                    "-mfpu=neon-vfpv4", "-funroll-loops", NULL);
    record_pair_set(&record.winner.implementations, "salsa20", "lanes4");
    record_set(&record.winner.verdict,
               gain > 1.01 ? "proven" : "no-proven-gain");
    strvec_add(&record.plain.flags, "-O3");
    record_set(&record.plain.verdict, "no-proven-gain");
    sample_metric(&record, "salsa20/poly1305", "kbit/s", 87000, gain);
    sample_metric(&record, "switching", "packets/s", 58600, gain);
    sample_confirmation(&record);
    sample_search(&record);
    strvec_add(&record.needs, "neon");
    record_set(&record.provenance.tuner, "0.1.0");
    record_set(&record.provenance.date, "2026-03-04T05:06:07Z");
    record_set(&record.provenance.strategy, "genetic");
    record.provenance.seed = 7;
    record.provenance.budget_s = 60;
    record_derive(&record);
    return record;
}

#endif
