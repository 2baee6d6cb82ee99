/* SPDX-License-Identifier: MIT
 *
 * A chain of additions in our own process.
 */
#include <config.h>

#include "search/chain_clock.h"

#include <sched.h>
#include <stdint.h>
#include <time.h>

#include "base/memory.h"
#include "search/arm.h"
#include "search/protocol.h"

/* Some microseconds; the first one wakes the processor. */
enum { FIRST_ADDITIONS = 10000 };

struct chain_clock {
    struct arm arm; /* first */
    int cpu_plus_one;
    uint64_t additions; /* of a reading */
};

/* The empty asm keeps the compiler from folding additions into one, and the
 * addend in a register. */
#define ADD(sum, addend)                                                       \
    do {                                                                       \
        (sum) += (addend);                                                     \
        __asm__ volatile("" : "+r"(sum), "+r"(addend));                        \
    } while (0)

static void add_chain(uint64_t count)
{
    unsigned long sum = 0, addend = 1;
    for (uint64_t i = 0; i < count / 8; i++) {
        ADD(sum, addend);
        ADD(sum, addend);
        ADD(sum, addend);
        ADD(sum, addend);
        ADD(sum, addend);
        ADD(sum, addend);
        ADD(sum, addend);
        ADD(sum, addend);
    }
}

static double thread_s(void)
{
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double time_chain(uint64_t additions)
{
    double start = thread_s();
    add_chain(additions);
    return thread_s() - start;
}

/* Goes where programs are timed; *before is where it was. */
static bool go_there(const struct chain_clock *self, cpu_set_t *before)
{
    cpu_set_t there;
    if (self->cpu_plus_one <= 0 || self->cpu_plus_one > CPU_SETSIZE ||
        sched_getaffinity(0, sizeof(*before), before) != 0)
        return false;
    CPU_ZERO(&there);
    CPU_SET((size_t)self->cpu_plus_one - 1, &there);
    return sched_setaffinity(0, sizeof(there), &there) == 0;
}

static double read_rate(struct chain_clock *self)
{
    cpu_set_t before;
    bool gone = go_there(self, &before);
    double first_s = time_chain(FIRST_ADDITIONS);
    if (self->additions == 0 && first_s > 0)
        self->additions =
            (uint64_t)(FIRST_ADDITIONS / first_s * protocol_standard.clock_s);
    double seconds = time_chain(self->additions);
    if (gone)
        sched_setaffinity(0, sizeof(before), &before);
    return seconds > 0 ? (double)self->additions / (seconds * 1e9) : 0;
}

static enum arm_status sample(struct arm *arm, size_t metric,
                              struct sample *samples, struct error *err)
{
    double rate = read_rate((struct chain_clock *)arm);
    (void)metric;
    (void)err;
    samples[0] = (struct sample){rate, rate};
    return ARM_OK;
}

static void close_clock(struct arm *arm)
{
    (void)arm;
}

static const struct arm_operations operations = {.sample = sample,
                                                 .close = close_clock};

struct arm *chain_clock_open(int cpu_plus_one)
{
    struct chain_clock *self = xcalloc(1, sizeof(*self));
    self->arm.operations = &operations;
    self->cpu_plus_one = cpu_plus_one;
    return &self->arm;
}
