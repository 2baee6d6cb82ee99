/* SPDX-License-Identifier: MIT
 *
 * Whether the machine ran as fast as before while a round was measured: the
 * add-chain's clock against its level, and the throttle watch.  Rounds that
 * fail are void; pauses let the machine recover, no longer in all than the
 * protocol allows.  Internal to search/measure.c.
 */
#ifndef SEARCH_STEADY_H
#define SEARCH_STEADY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct protocol;
struct protocol_world;
struct throttle;

struct steady {
    const struct protocol *protocol;
    const struct protocol_world *world;
    struct throttle *throttle; /* NULL: not watched */
    double deadline_s;         /* no pause beyond it; 0: none */
    double *clocks;            /* one a round that counts */
    size_t rounds;
    size_t capacity;
    size_t void_rounds;
    size_t level_start; /* round from which the clock's level counts */
    double best_level;
    unsigned slow_run;  /* rounds on end with a slow clock */
    unsigned void_run;  /* void rounds on end */
    bool watching;      /* the throttle's files have been read */
    double suspended_s; /* that the machine had slept at the last look */
    double waited_s;
    bool unsteady; /* no more waiting: rounds count as they are */
    struct str reason;
};

void steady_release(struct steady *self);
/* Before a round: forgets what happened since the last. */
void steady_begin(struct steady *self);
/* After one, with its clock (0: none; cpufreq's is taken then).  Returns how
 * many rounds are void, the last ones: the one just run and perhaps some
 * before it; 0 when it counts.  Pauses where that helps. */
size_t steady_judge(struct steady *self, double clock);
/* A round that was cut short for another reason. */
void steady_void(struct steady *self, const char *reason);

#endif
