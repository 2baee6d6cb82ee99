/* SPDX-License-Identifier: MIT
 *
 * How many builds may run at once.  The first one runs alone, so that its
 * peak memory is known before others join; a build that ran out of memory is
 * tried again alone, too.
 */
#ifndef SEARCH_BUILD_GATE_H
#define SEARCH_BUILD_GATE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct build_gate {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned running;
    unsigned alone_waiting; /* those that want it alone go first */
    bool held_alone;
    uint64_t peak_bytes; /* of the largest build so far; 0: none ended yet */
};

void build_gate_init(struct build_gate *self);
void build_gate_release(struct build_gate *self);

/* Waits for its turn.  Leave with what the build took at most, or 0 where
 * that is not known. */
void build_gate_enter(struct build_gate *self, bool alone);
void build_gate_leave(struct build_gate *self, uint64_t peak_bytes);

/* MemAvailable of /proc/meminfo; 0 when it cannot be read. */
uint64_t build_gate_available(void);

#endif
