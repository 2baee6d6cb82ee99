/* SPDX-License-Identifier: MIT
 *
 * Strategies on a known response surface, through the real evaluator.
 */
#include <config.h>

#include "search/strategy.h"

#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/str.h"
#include "search/builder.h"
#include "search/evaluator.h"
#include "search/journal.h"
#include "search/ledger.h"
#include "search/protocol.h"
#include "search/track.h"
#include "tests/unit/fake_workload.h"
#include "tests/unit/tap.h"

enum { SEEDS = 20, ASKS_MAX = 3000 };

/* A whole search without a planner. */
struct rig {
    struct fake_workload fake;
    struct space space;
    struct ledger ledger;
    struct builder builder;
    struct protocol_world world;
    struct track track;
    struct evaluator evaluator;
    struct candidate_list seeds;
    size_t *active;
    size_t active_count;
};

/* Time of the rig's world: candidates asked for. Nothing waits for a real
 * clock. */
static double count_asks(void *data)
{
    const struct rig *self = data;
    return (double)self->ledger.asks;
}

static void rig_start(struct rig *self, double noise, uint64_t seed)
{
    *self = (struct rig){0};
    fake_workload_init(&self->fake, noise, seed + 1000);
    fake_space(&self->space);
    ledger_init(&self->ledger, &self->space, &self->fake.workload, NULL);
    builder_init(&self->builder,
                 &(struct builder_settings){.workload = &self->fake.workload,
                                            .cc = "cc",
                                            .space = &self->space,
                                            .ledger = &self->ledger,
                                            .jobs = 2,
                                            .nogood_tests = 20});
    self->track = (struct track){.workload = &self->fake.workload,
                                 .ledger = &self->ledger,
                                 .builder = &self->builder,
                                 .world = &self->world,
                                 .deadline_s = ASKS_MAX,
                                 .verifies = true};
    self->world = (struct protocol_world){.now_s = count_asks, .data = self};
    rng_init(&self->track.rng, seed);
    self->evaluator = (struct evaluator){.ledger = &self->ledger,
                                         .builder = &self->builder,
                                         .track = &self->track,
                                         .race_rounds = 27,
                                         .duel_rounds = 60,
                                         .entrants = 8};
    self->active = xcalloc(self->space.count, sizeof(*self->active));
    for (size_t i = 0; i < self->space.count; i++)
        self->active[i] = i;
    self->active_count = self->space.count;
}

static void add_seed(struct rig *self, const char *key)
{
    struct candidate candidate;
    ck_assert(candidate_parse_key(&candidate, &self->space, key));
    candidate_list_add(&self->seeds, &candidate);
    candidate_release(&candidate);
}

/* Runs a strategy; the true score of what it found. */
static double rig_run(struct rig *self, const struct strategy *strategy,
                      uint64_t seed, struct error *err)
{
    static const char *const seeds[] = {"-O2", "-O3", "-O2 -mwide",
                                        "-O3 -mwide"};
    for (size_t i = 0; i < 4; i++)
        add_seed(self, seeds[i]);
    struct strategy_context context = {
        .space = &self->space,
        .active = self->active,
        .active_count = self->active_count,
        .seeds = &self->seeds,
        .tie = 0.01,
        .seed = seed,
        .recall = evaluator_recall,
        .data = &self->evaluator,
    };
    struct best best = {0};
    bool ok =
        evaluator_set_zero(&self->evaluator, &self->seeds.items[0], err) &&
        evaluator_drive(&self->evaluator, strategy, &context, &best, err);
    double score = -HUGE_VAL;
    if (ok && best.candidate.values)
        score = fake_score(&self->space, &best.candidate);
    best_release(&best);
    return score;
}

static void rig_stop(struct rig *self)
{
    ck_assert_uint_eq(self->fake.live_arms, 0);
    track_release(&self->track);
    builder_release(&self->builder);
    ledger_release(&self->ledger);
    candidate_list_release(&self->seeds);
    space_release(&self->space);
    fake_workload_free(&self->fake);
    free(self->active);
}

/* How many of the seeds end within `short_of` of the optimum. */
static int count_optimal(const struct strategy *strategy, double noise,
                         double short_of)
{
    int optimal = 0;
    struct space space = {0};
    fake_space(&space);
    double best = fake_best(&space);
    space_release(&space);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct rig rig;
        struct error err = {0};
        rig_start(&rig, noise, seed);
        double score = rig_run(&rig, strategy, seed, &err);
        ck_assert_str_eq(err.text, "");
        if (score >= best - short_of)
            optimal++;
        rig_stop(&rig);
    }
    return optimal;
}

START_TEST(greedy_finds_the_optimum_for_all_seeds)
{
    ck_assert_int_eq(count_optimal(&strategy_greedy, 0, 1e-9), SEEDS);
}
END_TEST

START_TEST(genetic_finds_the_optimum_for_all_seeds)
{
    ck_assert_int_eq(count_optimal(&strategy_genetic, 0, 1e-9), SEEDS);
}
END_TEST

START_TEST(portfolio_finds_the_optimum_for_all_seeds)
{
    ck_assert_int_eq(count_optimal(&strategy_portfolio, 0, 1e-9), SEEDS);
}
END_TEST

START_TEST(greedy_comes_near_through_noise)
{
    ck_assert_int_ge(count_optimal(&strategy_greedy, 0.02, 0.06), SEEDS - 2);
}
END_TEST

/* Score of one run with seed 1; counts are the rig's. */
static double run_once(const struct strategy *strategy,
                       struct ledger_counts *counts)
{
    struct rig rig;
    struct error err = {0};
    rig_start(&rig, 0, 1);
    double score = rig_run(&rig, strategy, 1, &err);
    ck_assert_str_eq(err.text, "");
    ledger_count(&rig.ledger, counts);
    rig_stop(&rig);
    return score;
}

START_TEST(genetic_needs_no_timing_for_most_of_what_it_asks)
{
    struct ledger_counts counts;
    run_once(&strategy_genetic, &counts);
    ck_assert_uint_gt(counts.considered, 1000);
    ck_assert_uint_le(counts.measured * 2, counts.considered);
    /* Not counting what it drew again. */
    ck_assert_uint_le(counts.measured * 2,
                      counts.considered - counts.repeated - counts.skipped);
}
END_TEST

START_TEST(no_code_is_timed_twice)
{
    struct ledger_counts counts;
    run_once(&strategy_random, &counts);
    ck_assert_uint_le(counts.measured, counts.classes);
    ck_assert_uint_gt(counts.equal, 0);
}
END_TEST

START_TEST(elimination_is_better_than_its_start)
{
    struct ledger_counts counts;
    ck_assert_double_gt(run_once(&strategy_elimination, &counts), 0.35);
}
END_TEST

START_TEST(exhaustive_refuses_what_is_too_large)
{
    struct rig rig;
    struct error err = {0};
    rig_start(&rig, 0, 1);
    ck_assert_double_lt(rig_run(&rig, &strategy_exhaustive, 1, &err), -1e9);
    ck_assert_int_eq(err.kind, ERROR_UNSUPPORTED);
    ck_assert_ptr_nonnull(strstr(err.text, "too many"));
    rig_stop(&rig);
}
END_TEST

START_TEST(exhaustive_tries_every_combination_once)
{
    struct rig rig;
    struct error err = {0};
    struct ledger_counts counts;
    rig_start(&rig, 0, 1);
    /* Level, machine and the cipher: 4 x 2 x 3, and a flag. */
    static const char *const names[] = {"-O", "machine", "cipher", "-funroll"};
    for (size_t i = 0; i < 4; i++)
        rig.active[i] = space_find(&rig.space, names[i]) - 1;
    rig.active_count = 4;
    ck_assert_double_gt(rig_run(&rig, &strategy_exhaustive, 1, &err), 0.5);
    ledger_count(&rig.ledger, &counts);
    ck_assert_uint_eq(counts.considered, 48);
    ck_assert_uint_eq(counts.repeated, 0);
    rig_stop(&rig);
}
END_TEST

START_TEST(strategies_have_names)
{
    for (const struct strategy *const *at = strategy_table; *at; at++)
        ck_assert_ptr_eq(strategy_find((*at)->name), *at);
    ck_assert_ptr_null(strategy_find("magic"));
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        greedy_finds_the_optimum_for_all_seeds,
        genetic_finds_the_optimum_for_all_seeds,
        portfolio_finds_the_optimum_for_all_seeds,
        greedy_comes_near_through_noise,
        genetic_needs_no_timing_for_most_of_what_it_asks,
        no_code_is_timed_twice,
        elimination_is_better_than_its_start,
        exhaustive_refuses_what_is_too_large,
        exhaustive_tries_every_combination_once,
        strategies_have_names,
    };
    return TAP_RUN("strategy", tests);
}
