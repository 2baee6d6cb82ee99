/* SPDX-License-Identifier: MIT
 *
 * The numbers of the measuring protocol.  "Experiment" is the one on a shared
 * two-processor virtual machine that HACKING.md sums up.
 */
#include <config.h>

#include "search/protocol.h"

#include "base/child.h"
#include "base/clock.h"

const struct protocol protocol_standard = {
    /* Each look half as far again as the last: a large difference ends the
     * race after 12 rounds, one of 1 % after 350-640 (experiment).  Eleven
     * looks at 0.0016 spend under 0.02 in all (Bonferroni). */
    .looks = {8, 12, 18, 27, 40, 60, 90, 135, 200, 300, 450},
    .look_error = 0.0016,
    /* Layout alone moves aligned code by about 1 % (experiment; Mytkowicz et
     * al., "Producing Wrong Data Without Doing Anything Obviously Wrong",
     * ASPLOS 2009). */
    .tie = 0.01,
    /* A layout's four rounds give a median, eight layouts an interval: a true
     * 5 % shows.  Twelve looks at 0.0016 still spend under 0.02. */
    .early_look = 4,
    /* With 60 rounds over eight layouts a true 5 % stands clear of the noise
     * of a shared machine, with 200 a true 2 % does (experiment). */
    .quick_rounds = 60,
    .normal_rounds = 200,
    .confidence = 0.99,
    /* What two processes of one file differ by (experiment, canary). */
    .smallest_gain = 0.005,
    /* Quarters of a 64-byte cache line, and two sizes of the environment,
     * which moves the stack (Mytkowicz et al.). */
    .paddings = {0, 16, 32, 48},
    .environments = {0, 1040},
    /* Short enough for many rounds, since what disturbs lasts for several
     * samples (lag-1 autocorrelation 0.8, experiment), and at least 1000 times
     * what reading a CPU clock costs (0.84 us there). */
    .sample_s = 0.0012,
    .sample_least_s = 0.001,
    .sample_most_s = 0.005,
    .clock_s = 0.001,
    /* User cycles of a chain repeat to some parts in a thousand; 2 % still is
     * less than any clock step.  The chain's loop costs a small in-order core
     * up to 4 cycles for its 64 additions (64-bit count on a 32-bit core). */
    .counter_spread = 0.02,
    .counter_ratio = 0.10,
    /* A chain of additions runs at the core's clock whatever else is in the
     * caches; thermal steps of boards are 5 % and more (raspberrypi/linux
     * issue 1337: 1200 to 600 MHz; longsleep/build-pine64-image issue 3: 1152
     * to 1056 MHz). */
    .slow_clock = 0.97,
    .slow_rounds = 3,
    .void_share = 0.20,
    /* A board cools by some degrees in a second; nobody should have to wait
     * for more than two minutes in all without a result. */
    .pause_s = 1,
    .short_pause_s = 0.1,
    .wait_most_s = 120,
    .pause_doublings = 6,
    /* Readings before the clock's level is known, by their median, and before
     * its best level is held on to: the first few are of a processor that is
     * still waking up. */
    .level_least = 3,
    .level_sure = 20,
    /* Void rounds on end after which a slow clock without any sign of heat is
     * the clock that there is: neighbours on a shared machine take their part
     * for good, and comparisons within rounds do not mind. */
    .level_patience = 6,
    /* A connection that breaks in so many rounds on end is no connection. */
    .void_run_most = 20,
};

double protocol_now_s(const struct protocol_world *world)
{
    if (world && world->now_s)
        return world->now_s(world->data);
    return clock_now_s();
}

void protocol_wait(const struct protocol_world *world, double seconds,
                   const char *reason)
{
    if (world && world->wait)
        world->wait(world->data, seconds, reason);
    else
        clock_sleep_s(seconds);
}

double protocol_suspended_s(const struct protocol_world *world)
{
    if (world && world->suspended_s)
        return world->suspended_s(world->data);
    return clock_suspended_s();
}

bool protocol_cancelled(const struct protocol_world *world)
{
    if (world && world->cancelled)
        return world->cancelled(world->data);
    return child_cancelled();
}
