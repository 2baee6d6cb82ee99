/* SPDX-License-Identifier: MIT
 *
 * What tests of rounds share: two metrics, and running a number of rounds.
 */
#ifndef TESTS_UNIT_ROUNDS_H
#define TESTS_UNIT_ROUNDS_H

#include <check.h>

#include "base/error.h"
#include "search/measure.h"
#include "search/workload.h"

static char speed_name[] = "speed", time_name[] = "time", rate_unit[] = "x/s",
            time_unit[] = "s";

static struct metric metrics[] = {
    {speed_name, rate_unit, true, 1},
    {time_name, time_unit, false, 1},
};

static inline struct measure_setup setup_of(const struct protocol_world *world,
                                            size_t metric_count, uint64_t seed)
{
    struct measure_setup setup = {
        .metrics = metrics, .metric_count = metric_count, .world = world};
    rng_init(&setup.rng, seed);
    return setup;
}

static inline void run(struct measure *measure, size_t rounds)
{
    struct error err = {0};
    for (size_t i = 0; i < rounds; i++)
        ck_assert_msg(measure_round(measure, &err) == MEASURE_OK, "%s",
                      err.text);
}

#endif
