/* SPDX-License-Identifier: MIT
 *
 * Time, and a loop of known length to hold it against.
 */
#ifndef CORE_DRIVER_CLOCK_H
#define CORE_DRIVER_CLOCK_H

#include <stdint.h>

struct driver_time {
    uint64_t cpu_ns;  /* of this thread */
    uint64_t wall_ns; /* since an unknown start */
};

/* The difference between the time before and now. */
struct driver_time driver_time_since(const struct driver_time *before);

struct driver_time driver_time_now(void);

/*
 * `count` additions, each of which needs the one before: one cycle each on
 * any processor of today, whatever the compiler. Returns their sum.
 */
uint64_t driver_add_chain(uint64_t count);

#endif
