/* SPDX-License-Identifier: MIT
 *
 * A plan over the fake workload, for unit tests: baselines, settings and all
 * that is to be released.
 */
#ifndef TESTS_UNIT_PLAN_RIG_H
#define TESTS_UNIT_PLAN_RIG_H

#include "base/memory.h"
#include "search/effort.h"
#include "search/journal.h"
#include "search/planner.h"
#include "search/space.h"
#include "search/strategy.h"
#include "tests/unit/fake_workload.h"
#include "tests/unit/tap.h"

static const struct effort brief = {"brief", 0, 18, 27, 60, 40};

struct rig {
    struct fake_workload fake;
    struct space space;
    struct planner_baseline baselines[3];
    struct candidate_list seeds;
    struct journal journal;
    struct planner planner;
};

/* With what is in place: the space and the fake. */
static void rig_plan(struct rig *self, uint64_t seed, struct journal *journal)
{
    static const char *const names[] = {"-O2", "-O3", "-O3 -mwide"};
    for (size_t i = 0; i < 3; i++) {
        self->baselines[i].name = xstrdup(names[i]);
        candidate_parse_key(&self->baselines[i].candidate, &self->space,
                            names[i]);
    }
    struct planner_settings settings = {.workload = &self->fake.workload,
                                        .cc = "cc",
                                        .space = &self->space,
                                        .baselines = self->baselines,
                                        .baseline_count = 3,
                                        .seeds = &self->seeds,
                                        .strategy = &strategy_greedy,
                                        .effort = &brief,
                                        .seed = seed,
                                        .jobs = 2,
                                        .measures = true,
                                        .plain = true,
                                        .journal = journal};
    planner_init(&self->planner, &settings);
}

static void rig_start(struct rig *self, double noise, double gain,
                      uint64_t seed, struct journal *journal)
{
    *self = (struct rig){0};
    fake_workload_init(&self->fake, noise, seed + 77);
    self->fake.gain = gain;
    fake_space(&self->space);
    rig_plan(self, seed, journal);
}

static void rig_stop(struct rig *self)
{
    planner_release(&self->planner);
    ck_assert_uint_eq(self->fake.live_arms, 0);
    for (size_t i = 0; i < 3; i++) {
        free(self->baselines[i].name);
        candidate_release(&self->baselines[i].candidate);
    }
    space_release(&self->space);
    fake_workload_free(&self->fake);
}

#endif
