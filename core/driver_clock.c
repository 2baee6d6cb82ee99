/* SPDX-License-Identifier: MIT
 *
 * Clocks: POSIX, and an add chain.
 */
#include "driver_clock.h"

#include <time.h>

#ifdef CLOCK_MONOTONIC_RAW
#define WALL_CLOCK CLOCK_MONOTONIC_RAW
#else
#define WALL_CLOCK CLOCK_MONOTONIC
#endif

static uint64_t read_ns(clockid_t clock)
{
    struct timespec time = {0, 0};
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

struct driver_time driver_time_now(void)
{
    struct driver_time now;
    now.wall_ns = read_ns(WALL_CLOCK);
    now.cpu_ns = read_ns(CLOCK_THREAD_CPUTIME_ID);
    return now;
}

struct driver_time driver_time_since(const struct driver_time *before)
{
    struct driver_time spent;
    spent.cpu_ns = read_ns(CLOCK_THREAD_CPUTIME_ID) - before->cpu_ns;
    spent.wall_ns = read_ns(WALL_CLOCK) - before->wall_ns;
    return spent;
}

/*
 * An empty asm that claims to change the sum: the compiler can neither fold
 * two additions into one nor see the addend, which is kept in a register
 * because some processors add small constants for nothing. A machine word, so
 * that 32-bit targets need one instruction as well.
 */
#define ADD(sum, addend)                                                       \
    do {                                                                       \
        (sum) += (addend);                                                     \
        __asm__ volatile("" : "+r"(sum), "+r"(addend));                        \
    } while (0)
#define ADD8(sum, addend)                                                      \
    do {                                                                       \
        ADD(sum, addend);                                                      \
        ADD(sum, addend);                                                      \
        ADD(sum, addend);                                                      \
        ADD(sum, addend);                                                      \
        ADD(sum, addend);                                                      \
        ADD(sum, addend);                                                      \
        ADD(sum, addend);                                                      \
        ADD(sum, addend);                                                      \
    } while (0)

uint64_t driver_add_chain(uint64_t count)
{
    unsigned long sum = 0, addend = 1;
    __asm__ volatile("" : "+r"(sum), "+r"(addend));
    for (uint64_t i = 0; i < count / 64; i++) {
        ADD8(sum, addend);
        ADD8(sum, addend);
        ADD8(sum, addend);
        ADD8(sum, addend);
        ADD8(sum, addend);
        ADD8(sum, addend);
        ADD8(sum, addend);
        ADD8(sum, addend);
    }
    for (uint64_t i = 0; i < count % 64; i++)
        ADD(sum, addend);
    return sum;
}
