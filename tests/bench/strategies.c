/* SPDX-License-Identifier: MIT
 *
 * strategies JOURNAL... [--seeds N] [--lanes N] [--table yes]: replays
 * strategies over the recorded landscape that the journals make together and
 * prints, for each, how many evaluations it took to come within 5 % and 1 % of
 * the best that was recorded: the median of the seeds and how many of them got
 * there.  An evaluation is a code that is timed; what a strategy asks and has
 * answered without timing costs nothing.
 *
 * All start from what a plan starts from, the baselines; these count.  With
 * --lanes, how many 32-bit numbers a vector of the recorded CPU holds (16 with
 * AVX-512), they start from the implementations for these, too, as a plan does.
 *  Since a
 * landscape can be too easy for any strategy to be much better than random,
 * it also prints what share of all codes is that near the best, and how many
 * must be timed even by one who knows the best flags for every choice of
 * implementations, but not which of these is the best.
 *
 * With --table it prints every combination of values instead, with its cost
 * (the negative score), its code ("-" where it was refused) and whether it is
 * a start: what tests/bench/strategies-irace searches.
 */
#include <config.h>

#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/stats.h"
#include "base/str.h"
#include "search/builder.h"
#include "search/evaluator.h"
#include "search/landscape.h"
#include "search/lanes.h"
#include "search/protocol.h"
#include "search/track.h"

/* --lanes. */
static unsigned lanes_told;

enum { ASKS_MAX = 20000, EVALUATIONS_MAX = 2000, BATCH = 8 };

/* One replay of one strategy. */
struct replay {
    struct landscape *landscape;
    struct ledger ledger;
    struct builder builder;
    struct track track;
    struct evaluator evaluator;
    struct candidate_list seeds;
    size_t *active;
    size_t active_count;
    double near[2]; /* evaluations to 95 % and 99 %; NAN: never */
    unsigned lanes;
    size_t evaluations;
    struct map seen; /* codes that were told */
};

/* One of -O2 and -O3, for every CPU or, with the first value of each machine
 * dimension, for this one. */
static void add_seed(struct replay *self, const char *level, bool machine,
                     unsigned lanes)
{
    const struct space *space = &self->landscape->space;
    struct candidate seed;
    size_t dimension;
    uint16_t value;
    candidate_init(&seed, space);
    if (space_find_flag(space, level, &dimension, &value))
        candidate_set(&seed, space, dimension, value);
    for (size_t d = 0; machine && d < space->count; d++)
        if (space->dimensions[d].class == DIMENSION_MACHINE &&
            space->dimensions[d].value_count > 1)
            candidate_set(&seed, space, d, 1);
    lanes_choose(space, lanes, &seed);
    bool listed = false;
    for (size_t i = 0; i < self->seeds.count; i++)
        listed |= candidate_equal(&self->seeds.items[i], &seed);
    if (!listed)
        candidate_list_add(&self->seeds, &seed);
    candidate_release(&seed);
}

/* What a plan starts from: its baselines, and implementations that fill the
 * vectors of the CPU where that is told. */
static void add_seeds(struct replay *self)
{
    add_seed(self, "-O2", false, 0);
    add_seed(self, "-O3", false, 0);
    add_seed(self, "-O2", true, 0);
    add_seed(self, "-O3", true, 0);
    add_seed(self, "-O2", true, self->lanes);
    add_seed(self, "-O3", true, self->lanes);
}

static void replay_start(struct replay *self, struct landscape *landscape,
                         uint64_t seed)
{
    *self = (struct replay){.landscape = landscape,
                            .lanes = lanes_told,
                            .near = {(double)NAN, (double)NAN}};
    ledger_init(&self->ledger, &landscape->space, &landscape->workload, NULL);
    self->ledger.size_weight = landscape->size_weight;
    builder_init(&self->builder,
                 &(struct builder_settings){.workload = &landscape->workload,
                                            .cc = "recorded",
                                            .space = &landscape->space,
                                            .ledger = &self->ledger,
                                            .jobs = 1,
                                            .nogood_tests = 8});
    self->track = (struct track){.workload = &landscape->workload,
                                 .ledger = &self->ledger,
                                 .builder = &self->builder,
                                 .verifies = true};
    rng_init(&self->track.rng, seed);
    self->evaluator = (struct evaluator){.ledger = &self->ledger,
                                         .builder = &self->builder,
                                         .track = &self->track,
                                         .race_rounds = 8,
                                         .duel_rounds = 8,
                                         .entrants = BATCH};
    self->active = xcalloc(landscape->space.count + 1, sizeof(*self->active));
    /* Structure first, as in a plan. */
    for (int structural = 1; structural >= 0; structural--)
        for (size_t d = 0; d < landscape->space.count; d++) {
            const struct dimension *dimension = &landscape->space.dimensions[d];
            if (!dimension->fixed &&
                dimension_is_structural(dimension) == structural)
                self->active[self->active_count++] = d;
        }
    add_seeds(self);
}

static void replay_stop(struct replay *self)
{
    track_release(&self->track);
    builder_release(&self->builder);
    ledger_release(&self->ledger);
    candidate_list_release(&self->seeds);
    map_release(&self->seen);
    free(self->active);
}

static void note(struct replay *self, const struct candidate *candidate,
                 const struct outcome *outcome)
{
    static const double shares[] = {0.95, 0.99};
    struct known known;
    if (outcome->refused || outcome->cut_short ||
        !ledger_find(&self->ledger, candidate, &known))
        return;
    if (map_set(&self->seen, known.code->code.hex, known.code))
        self->evaluations++;
    for (size_t i = 0; i < 2; i++)
        if (isnan(self->near[i]) &&
            exp(outcome->score - self->landscape->best) >= shares[i])
            self->near[i] = (double)self->evaluations;
}

static bool replay_run(struct replay *self, const struct strategy *strategy,
                       uint64_t seed, struct error *err)
{
    struct strategy_context context = {
        .space = &self->landscape->space,
        .active = self->active,
        .active_count = self->active_count,
        .seeds = &self->seeds,
        .tie = protocol_standard.tie,
        .seed = seed,
        .recall = evaluator_recall,
        .data = &self->evaluator,
    };
    struct candidate_list asked = {0};
    struct outcome outcomes[BATCH * 4];
    if (!evaluator_set_zero(&self->evaluator, &self->seeds.items[0], err))
        return false;
    void *state = strategy->new (&context, err);
    bool ok = state;
    while (ok && self->ledger.asks < ASKS_MAX && isnan(self->near[1]) &&
           self->evaluations < EVALUATIONS_MAX) {
        candidate_list_reset(&asked);
        strategy->ask(state, BATCH, &asked);
        if (!asked.count)
            break;
        ok = evaluator_run(&self->evaluator, &asked, outcomes, err);
        for (size_t i = 0; ok && i < asked.count; i++) {
            note(self, &asked.items[i], &outcomes[i]);
            strategy->tell(state, &asked.items[i], &outcomes[i]);
        }
    }
    if (state)
        strategy->free(state);
    candidate_list_release(&asked);
    return ok;
}

static void print_row(const char *name, double values[2][1000], size_t seeds)
{
    printf("  %-22s", name);
    for (size_t i = 0; i < 2; i++) {
        size_t got = 0;
        for (size_t s = 0; s < seeds; s++) {
            got += isfinite(values[i][s]) ? 1 : 0;
            /* One that never got there is slower than all that did. */
            if (!isfinite(values[i][s]))
                values[i][s] = 1e9;
        }
        double median = stats_median(values[i], seeds);
        if (median < 1e9)
            printf("  %8.1f (%zu/%zu)", median, got, seeds);
        else
            printf("  %8s (%zu/%zu)", "never", got, seeds);
    }
    putchar('\n');
}

static bool bench(struct landscape *landscape, size_t seeds, struct error *err)
{
    static double values[2][1000];
    printf("  %-22s  %-17s %s\n", "strategy", "to 95 %", "to 99 %");
    for (const struct strategy *const *at = strategy_table; *at; at++) {
        if (*at == &strategy_exhaustive)
            continue;
        for (size_t s = 0; s < seeds; s++) {
            struct replay replay;
            replay_start(&replay, landscape, s + 1);
            if (!replay_run(&replay, *at, s + 1, err))
                return false;
            values[0][s] = replay.near[0];
            values[1][s] = replay.near[1];
            replay_stop(&replay);
        }
        print_row((*at)->name, values, seeds);
    }
    return true;
}

static void print_combination(struct replay *replay,
                              const struct candidate *raw)
{
    const struct space *space = &replay->landscape->space;
    struct candidate_list asked = {0};
    struct outcome outcome;
    struct known known = {0};
    for (size_t d = 0; d < raw->count; d++) {
        const char *label = space->dimensions[d].values[raw->values[d]].label;
        printf("%s\t", *label ? label : "-");
    }
    candidate_canonicalise(candidate_list_add(&asked, raw), space);
    bool found = evaluator_run(&replay->evaluator, &asked, &outcome, NULL) &&
                 !outcome.refused && !outcome.cut_short &&
                 ledger_find(&replay->ledger, &asked.items[0], &known);
    bool start = false;
    for (size_t i = 0; i < replay->seeds.count; i++)
        start |= candidate_equal(&replay->seeds.items[i], raw);
    printf("%.9g\t%s\t%d\n", found ? -outcome.score : 10.0,
           found ? known.code->code.hex : "-", (int)start);
    candidate_list_release(&asked);
}

/* The next combination; false after the last. */
static bool step(const struct space *space, struct candidate *at)
{
    for (size_t d = 0; d < at->count; d++) {
        const struct dimension *dimension = &space->dimensions[d];
        if (!dimension->fixed && ++at->values[d] < dimension->value_count)
            return true;
        at->values[d] = dimension->fixed ? dimension->start : 0;
    }
    return false;
}

static bool print_table(struct landscape *landscape, struct error *err)
{
    struct replay replay;
    struct candidate at;
    replay_start(&replay, landscape, 1);
    candidate_init(&at, &landscape->space);
    bool ok =
        evaluator_set_zero(&replay.evaluator, &replay.seeds.items[0], err);
    for (size_t d = 0; ok && d < at.count; d++)
        printf("%s\t", landscape->space.dimensions[d].name);
    if (ok) {
        printf("cost\tcode\tstart\n");
        do
            print_combination(&replay, &at);
        while (step(&landscape->space, &at));
    }
    candidate_release(&at);
    replay_stop(&replay);
    return ok;
}

/* How many different things there are, and how many are near the best. */
struct tally {
    struct map all;
    struct map near;
};

static void count(struct tally *self, const char *key, bool near)
{
    static char there;
    map_set(&self->all, key, &there);
    if (near)
        map_set(&self->near, key, &there);
}

/* Drawn without looking, so many are needed in the mean to meet a near one:
 * the first of k marked among n lies at (n + 1) / (k + 1). */
static double tally_expected(const struct tally *self)
{
    return (double)(self->all.count + 1) / (double)(self->near.count + 1);
}

static void tally_release(struct tally *self)
{
    map_release(&self->all);
    map_release(&self->near);
}

static void survey_one(struct replay *replay, const struct candidate *at,
                       struct tally *codes, struct tally *choices)
{
    const struct landscape *landscape = replay->landscape;
    struct candidate_list asked = {0};
    struct outcome outcome;
    struct known known;
    candidate_canonicalise(candidate_list_add(&asked, at), &landscape->space);
    if (evaluator_run(&replay->evaluator, &asked, &outcome, NULL) &&
        !outcome.refused && !outcome.cut_short &&
        ledger_find(&replay->ledger, &asked.items[0], &known)) {
        bool near = exp(outcome.score - landscape->best) >= 0.95;
        struct str key = {0};
        for (size_t d = 0; d < at->count; d++)
            if (landscape->space.dimensions[d].class ==
                DIMENSION_IMPLEMENTATION)
                str_addf(&key, "%u ", (unsigned)at->values[d]);
        count(codes, known.code->code.hex, near);
        count(choices, str_text(&key), near);
        str_release(&key);
    }
    candidate_list_release(&asked);
}

/* What even the luckiest strategy cannot undercut: see the top. */
static bool survey(struct landscape *landscape, struct error *err)
{
    struct replay replay;
    struct tally codes = {0}, choices = {0};
    struct candidate at;
    replay_start(&replay, landscape, 1);
    bool ok =
        evaluator_set_zero(&replay.evaluator, &replay.seeds.items[0], err);
    candidate_init(&at, &landscape->space);
    if (ok) {
        do
            survey_one(&replay, &at, &codes, &choices);
        while (step(&landscape->space, &at));
        printf("  %zu of %zu codes are within 5 %%: one in %.1f draws; knowing "
               "the best flags of each\n  choice of implementations, %.1f; "
               "the starts are %zu\n",
               codes.near.count, codes.all.count, tally_expected(&codes),
               tally_expected(&choices), replay.seeds.count);
    }
    candidate_release(&at);
    replay_stop(&replay);
    tally_release(&codes);
    tally_release(&choices);
    return ok;
}

static int fail(const struct error *err)
{
    fprintf(stderr, "strategies: %s\n", err->text);
    return 1;
}

static int run(char *const *paths, size_t count, size_t seeds, bool table)
{
    struct landscape landscape;
    struct error err = {0};
    if (!landscape_load(&landscape, paths, count, &err))
        return fail(&err);
    int code = 0;
    if (table) {
        if (!print_table(&landscape, &err))
            code = fail(&err);
    } else {
        printf("%zu recordings, %.0f combinations, best %+.1f %%\n", count,
               exp(space_log_size(&landscape.space)),
               100 * (exp(landscape.best) - 1));
        if (!survey(&landscape, &err) || !bench(&landscape, seeds, &err))
            code = fail(&err);
    }
    landscape_release(&landscape);
    return code;
}

int main(int argc, char **argv)
{
    unsigned long seeds = 30;
    bool table = false;
    char **paths = xcalloc((size_t)argc + 1, sizeof(*paths));
    size_t count = 0;
    for (int i = 1; i < argc; i++) {
        unsigned long lanes = 0;
        if (strcmp(argv[i], "--table") == 0 && i + 1 < argc)
            table = ++i > 0;
        else if (strcmp(argv[i], "--lanes") == 0 && i + 1 < argc &&
                 str_parse_ulong(argv[i + 1], &lanes) && lanes <= 64)
            lanes_told = (unsigned)lanes, i++;
        else if (strcmp(argv[i], "--seeds") != 0)
            paths[count++] = argv[i];
        else if (++i >= argc || !str_parse_ulong(argv[i], &seeds) || !seeds ||
                 seeds > 1000)
            return 2;
    }
    int code = run(paths, count, seeds, table);
    free(paths);
    return code;
}
