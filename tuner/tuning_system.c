/* SPDX-License-Identifier: MIT
 *
 * The preflight of the protocol, as words.
 */
#include <config.h>

#include "tuner/tuning_system.h"

#include <stddef.h>

#include "base/str.h"
#include "db/record.h"
#include "probes/system.h"
#include "search/workload.h"
#include "tuner/tuning.h"

static const char unknown[] = "unknown";

static const struct {
    const char *key;
    size_t offset;
} texts[] = {
    {"kernel", offsetof(struct system_state, kernel)},
    {"governor", offsetof(struct system_state, governor)},
    {"boost", offsetof(struct system_state, boost)},
    {"hypervisor", offsetof(struct system_state, hypervisor)},
    {"scheduler-quota", offsetof(struct system_state, scheduler_quota)},
};

static const struct {
    const char *key;
    size_t offset;
    int decimals;
    const char *unit;
} numbers[] = {
    {"temperature", offsetof(struct system_state, temperature_c), 0, " C"},
    {"throttle-events", offsetof(struct system_state, throttle_count), 0, ""},
    {"cooling-state", offsetof(struct system_state, cooling_state), 0, ""},
    {"pi-throttled", offsetof(struct system_state, pi_throttled), 0, ""},
    {"load", offsetof(struct system_state, load), 1, ""},
    {"cpu-pressure", offsetof(struct system_state, cpu_pressure), 0, " %"},
    {"memory-pressure", offsetof(struct system_state, memory_pressure), 0,
     " %"},
};

static void set(struct record *out, const char *key, const char *text)
{
    record_pair_set(&out->system, key, text && *text ? text : unknown);
}

/* "0-3,6". */
static void list_allowed(const struct topology *topology, struct str *out)
{
    for (size_t i = 0; i < topology->count; i++) {
        size_t last = i;
        if (!topology->pus[i].allowed)
            continue;
        while (last + 1 < topology->count && topology->pus[last + 1].allowed &&
               topology->pus[last + 1].cpu == topology->pus[last].cpu + 1)
            last++;
        str_addf(out, "%s%d", out->length ? "," : "", topology->pus[i].cpu);
        if (last > i)
            str_addf(out, "-%d", topology->pus[last].cpu);
        i = last;
    }
}

static void set_numbers(const struct system_state *state, struct record *out)
{
    for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
        const char *member = (const char *)state + numbers[i].offset;
        double value = *(const double *)(const void *)member;
        struct str text = {0};
        if (value != SYSTEM_UNKNOWN)
            str_addf(&text, "%.*f%s", numbers[i].decimals, value,
                     numbers[i].unit);
        set(out, numbers[i].key, str_text(&text));
        str_release(&text);
    }
}

void tuning_system(const struct tuning *tuning, bool lasting,
                   struct record *out)
{
    const struct system_state *state = &tuning->machine.state;
    struct str allowed = {0};
    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
        const char *member = (const char *)state + texts[i].offset;
        set(out, texts[i].key, *(char *const *)(const void *)member);
    }
    list_allowed(&tuning->machine.topology, &allowed);
    set(out, "allowed-cpus", str_text(&allowed));
    set(out, "cycle-clock", tuning->workload->cycle_clock);
    if (!lasting)
        set_numbers(state, out);
    str_release(&allowed);
}
