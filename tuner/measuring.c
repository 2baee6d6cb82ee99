/* SPDX-License-Identifier: MIT
 *
 * Opens what measuring needs.
 */
#include <config.h>

#include "tuner/measuring.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/strvec.h"
#include "probes/machine.h"
#include "probes/quota.h"
#include "search/runner.h"
#include "search/workload.h"
#include "search/workload_open.h"
#include "tuner/data.h"
#include "tuner/machine.h"
#include "tuner/message.h"
#include "tuner/options.h"

static void wait_a_little(void *data, double seconds, const char *reason)
{
    (void)data;
    message_info("waiting for %.1f s: %s", seconds, reason);
    clock_sleep_s(seconds);
}

const struct protocol_world measuring_world = {.wait = wait_a_little};

enum { CPU_MOST = 65535 };

bool measuring_take_cpu(const struct options *options,
                        const struct topology *topology, int *cpu,
                        struct error *err)
{
    unsigned long given = 0;
    if (!options_has(options, "cpu"))
        return true;
    if (!options_unsigned(options, "cpu", (struct options_range){0, CPU_MOST},
                          &given, err))
        return false;
    if (topology && !topology_allows(topology, (int)given))
        return error_set(err, ERROR_USAGE,
                         "--cpu %lu: there is no such processor, or it may "
                         "not be used here",
                         given);
    *cpu = (int)given;
    return true;
}

/* Which processor to time on, unless told, and how many to build on. */
static bool choose_processors(struct measuring *self,
                              const struct options *options, struct error *err)
{
    struct machine machine = {0};
    if (!machine_probe(&machine, str_text(&self->data), "", err))
        return false;
    const struct topology *topology = &machine.topology;
    self->cpu = topology_pick(topology, cpu_fastest_kind(&machine.cpu));
    self->workers = quota_processors(quota_probe(""), topology->allowed_count);
    bool ok = measuring_take_cpu(
        options, options_has(options, "runner") ? NULL : topology, &self->cpu,
        err);
    machine_release(&machine);
    return ok;
}

static bool open_workload(struct measuring *self, const struct options *options,
                          struct error *err)
{
    self->runner =
        runner_new(options_text(options, "runner", ""), self->cc, err);
    if (!self->runner || runner_open(self->runner, err) != RUNNER_OK)
        return false;
    if (runner_is_remote(self->runner) && !options_has(options, "cpu"))
        self->cpu = -1; /* its processors are not ours */
    struct workload_open_settings settings = {
        .name = options_text(options, "workload", "core"),
        .data = str_text(&self->data),
        .runner = self->runner,
        .metrics = options_all(options, "metric"),
        .pin_cpu_plus_one = self->cpu + 1,
    };
    self->workload = workload_open(&settings, err);
    return self->workload != NULL;
}

bool measuring_open(struct measuring *self, const struct options *options,
                    struct error *err)
{
    *self = (struct measuring){.cc = machine_cc(options)};
    if (!data_directory(&self->data, err) ||
        !choose_processors(self, options, err) ||
        !open_workload(self, options, err)) {
        measuring_release(self);
        return false;
    }
    throttle_init(&self->throttle, throttle_runner_reader(self->runner),
                  self->cpu < 0 ? 0 : (unsigned)self->cpu);
    return true;
}

void measuring_release(struct measuring *self)
{
    throttle_release(&self->throttle);
    workload_free(self->workload);
    runner_free(self->runner);
    str_release(&self->data);
    *self = (struct measuring){0};
}

void measuring_say_notes(struct measuring *self)
{
    struct strvec notes = {0};
    workload_take_notes(self->workload, &notes);
    for (size_t i = 0; i < notes.count; i++)
        message_info("%s", notes.items[i]);
    strvec_release(&notes);
}
