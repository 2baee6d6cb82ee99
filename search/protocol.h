/* SPDX-License-Identifier: MIT
 *
 * Every number of the measuring protocol in one table, each with its source,
 * and the outside world that the protocol needs: a clock, pauses and a way
 * to be stopped.  Tests give their own table and their own world.
 */
#ifndef SEARCH_PROTOCOL_H
#define SEARCH_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>

enum { PROTOCOL_LOOKS = 11, PROTOCOL_PADDINGS = 4, PROTOCOL_ENVIRONMENTS = 2 };

struct protocol {
    /* Race: rounds after which it looks, and the error spent at each. */
    unsigned looks[PROTOCOL_LOOKS];
    double look_error;
    double tie; /* two that differ by less are equal: 0.01 is 1 % */
    /* Confirmation; one that may stop early looks once before the race's. */
    unsigned early_look;
    unsigned quick_rounds;
    unsigned normal_rounds;
    double confidence;
    double smallest_gain;
    unsigned paddings[PROTOCOL_PADDINGS];
    unsigned environments[PROTOCOL_ENVIRONMENTS];
    /* Samples. */
    double sample_s;
    double sample_least_s;
    double sample_most_s;
    double clock_s;
    /* A hardware counter that counts cycles: how far its counts for an
     * addition may lie apart, and how far from one. */
    double counter_spread;
    double counter_ratio;
    /* Throttling. */
    double slow_clock;
    unsigned slow_rounds;
    double void_share;
    double pause_s;
    double short_pause_s;
    double wait_most_s;
    unsigned pause_doublings;
    unsigned level_least;
    unsigned level_sure;
    unsigned level_patience;
    unsigned void_run_most;
};

extern const struct protocol protocol_standard;

/* NULL members stand for the real thing. */
struct protocol_world {
    double (*now_s)(void *data);
    /* Sleeps; `reason` is for people. */
    void (*wait)(void *data, double seconds, const char *reason);
    bool (*cancelled)(void *data);
    void *data;
    /* Seconds that the machine has slept since it was started. */
    double (*suspended_s)(void *data);
};

/* The member of the world, or the machine's own clock, sleep and Ctrl-C.
 * `world` may be NULL. */
double protocol_now_s(const struct protocol_world *world);
void protocol_wait(const struct protocol_world *world, double seconds,
                   const char *reason);
double protocol_suspended_s(const struct protocol_world *world);
bool protocol_cancelled(const struct protocol_world *world);

#endif
