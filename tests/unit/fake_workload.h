/* SPDX-License-Identifier: MIT
 *
 * A workload with a known response surface, for tests of the search: nothing
 * is compiled or run, speeds follow from the flags and implementations.
 *
 * Two units.  `cipher` has three implementations: "one" wants -O3, "lanes"
 * wants -O2 and -mwide and is worst at -O3; `hash` has two.  Some flags help,
 * some only together, some hurt, most change nothing; one is refused alone,
 * one pair is refused, one flag gives wrong output.  fake_space() holds all
 * of them; fake_best() is the optimum, found by looking at everything.
 */
#ifndef TESTS_UNIT_FAKE_WORKLOAD_H
#define TESTS_UNIT_FAKE_WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"
#include "search/candidate.h"
#include "search/protocol.h"
#include "search/space.h"
#include "search/workload.h"

/* On this processor flags change nothing. */
enum { FAKE_DULL_CPU = 3 };

struct fake_workload {
    struct workload workload;
    double noise;     /* standard deviation of a sample's logarithm */
    double gain;      /* 1: as above; 0: flags change code, but not speed */
    int cpu_plus_one; /* that arms are pinned to */
    struct rng rng;
    size_t builds; /* calls of build(), for tests of reuse */
    /* A clock that builds and samples move on. */
    uint64_t now_us;
    unsigned build_us;
    unsigned sample_us;
    size_t opens;
    size_t fail_open; /* the open() that fails, from 1; 0: none */
    size_t live_arms;
};

void fake_workload_init(struct fake_workload *self, double noise,
                        uint64_t seed);
void fake_workload_free(struct fake_workload *self);
void fake_space(struct space *space);
/* The world with the fake's clock. */
struct protocol_world fake_workload_world(struct fake_workload *self);
/* Few dimensions, and one of two flags that make other code, as fast as each
 * other's; that of -flarge is a byte larger. */
void fake_space_large_first(struct space *space);
void fake_space_small_first(struct space *space);
/* As fake_space(), and one more flag that helps: -fone-way. */
void fake_space_nine_help(struct space *space);
/* Few dimensions, and two flags of which either one, -fone-way or -fother-way,
 * gives all that both give. */
void fake_space_two_ways(struct space *space);
/* Mean log speed over both units' metrics, relative to plain -O2; -HUGE_VAL
 * when it is refused. */
double fake_score(const struct space *space, const struct candidate *candidate);
/* The best score that any candidate has. */
double fake_best(const struct space *space);

#endif
