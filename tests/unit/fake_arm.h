/* SPDX-License-Identifier: MIT
 *
 * Arms with a speed of our choice in a machine of our choice: noise, drift,
 * failures and a clock that tests move by hand.
 */
#ifndef TESTS_UNIT_FAKE_ARM_H
#define TESTS_UNIT_FAKE_ARM_H

#include <math.h>

#include "base/error.h"
#include "base/rng.h"
#include "search/arm.h"
#include "search/protocol.h"

/* The machine that all arms of a test share. */
struct fake_machine {
    struct rng rng;
    double noise;    /* deviation of one sample, as log */
    double drift;    /* each sample is that much slower than the last */
    double speed;    /* of the processor's clock; 1 is full */
    double sample_s; /* a sample at full speed */
    double now_s;
    double waited_s;
    double suspended_s; /* that it slept */
    size_t waits;
    size_t calls;
    /* Called before each sample; may change the machine. */
    void (*before)(struct fake_machine *self, void *data);
    void *data;
};

struct fake_arm {
    struct arm arm;
    struct fake_machine *machine;
    double rate[4]; /* of each metric; higher is better */
    double wall;    /* by wall time the rate is so many times that */
    size_t calls;
    size_t fail_at; /* the call that fails, from 1; 0: none */
    size_t void_at; /* the call that is void */
    bool is_clock;
};

static inline enum arm_status fake_sample(struct arm *arm, size_t metric,
                                          struct sample *samples,
                                          struct error *err)
{
    struct fake_arm *self = (struct fake_arm *)arm;
    struct fake_machine *machine = self->machine;
    self->calls++;
    machine->calls++;
    if (machine->before)
        machine->before(machine, machine->data);
    machine->now_s += machine->sample_s / machine->speed;
    if (self->calls == self->fail_at) {
        error_set(err, ERROR_CHILD, "it crashed");
        return ARM_FAILED;
    }
    if (self->calls == self->void_at) {
        error_set(err, ERROR_CHILD, "the line went dead");
        return ARM_VOID;
    }
    double noise = self->is_clock ? 0 : machine->noise;
    double slow = pow(1 + machine->drift, (double)machine->calls);
    if (self->is_clock)
        slow = 1;
    size_t count = arm->together ? 2 : 1;
    for (size_t i = 0; i < count; i++) {
        double rate = self->rate[metric + i] * machine->speed / slow *
                      exp(noise * rng_normal(&machine->rng));
        samples[i] =
            (struct sample){rate, self->wall > 0 ? rate * self->wall : rate};
    }
    return ARM_OK;
}

static inline void fake_close(struct arm *arm)
{
    (void)arm;
}

static const struct arm_operations fake_operations = {fake_sample, fake_close};

static inline void fake_machine_init(struct fake_machine *self, double noise,
                                     uint64_t seed)
{
    *self =
        (struct fake_machine){.noise = noise, .speed = 1, .sample_s = 0.0015};
    rng_init(&self->rng, seed);
}

/* The same rate in every metric. */
static inline struct fake_arm fake_arm(struct fake_machine *machine,
                                       double rate)
{
    return (struct fake_arm){.arm = {.operations = &fake_operations},
                             .machine = machine,
                             .rate = {rate, rate, rate, rate}};
}

static inline double fake_now(void *data)
{
    return ((struct fake_machine *)data)->now_s;
}

static inline void fake_wait(void *data, double seconds, const char *reason)
{
    struct fake_machine *self = data;
    (void)reason;
    self->now_s += seconds;
    self->waited_s += seconds;
    self->waits++;
}

static inline double fake_suspended(void *data)
{
    return ((struct fake_machine *)data)->suspended_s;
}

static inline bool fake_cancelled(void *data)
{
    (void)data;
    return false;
}

static inline struct protocol_world fake_world(struct fake_machine *machine)
{
    return (struct protocol_world){.now_s = fake_now,
                                   .wait = fake_wait,
                                   .cancelled = fake_cancelled,
                                   .suspended_s = fake_suspended,
                                   .data = machine};
}

#endif
