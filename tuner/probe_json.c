/* SPDX-License-Identifier: MIT
 *
 * Writes probes' structs as JSON.
 */
#include <config.h>

#include "tuner/probe_json.h"

#include <stddef.h>

#include "base/json.h"
#include "base/memory.h"
#include "probes/compiler.h"
#include "probes/machine.h"

/* With a fixed number of digits, as kernels print them. */
static json_t *hex(int digits, unsigned value)
{
    char text[16];
    snprintf(text, sizeof(text), "0x%0*x", digits, value);
    return json_string(text);
}

json_t *probe_json_board(const struct machine *machine)
{
    const struct board *board = &machine->board;
    json_t *out =
        json_pack("{s:s, s:s, s:s, s:s}", "id", board->id, "name", board->name,
                  "soc", board->soc, "evidence", board->evidence);
    if (board->price_usd > 0)
        json_object_set_new(out, "price_usd", json_number(board->price_usd));
    return out;
}

static json_t *kind_json(const struct cpu_kind *kind)
{
    json_t *out = json_object();
    json_t *cpus = json_array();
    for (size_t i = 0; i < kind->cpu_count; i++)
        json_array_append_new(cpus, json_integer(kind->cpus[i]));
    json_object_set_new(out, "core", json_string(kind->core));
    json_object_set_new(out, "cpus", cpus);
    if (kind->has_midr) {
        json_object_set_new(out, "implementer", hex(2, kind->implementer));
        json_object_set_new(out, "part", hex(3, kind->part));
        json_object_set_new(out, "variant", hex(1, kind->variant));
    }
    if (kind->family) {
        json_object_set_new(out, "family", json_integer(kind->family));
        json_object_set_new(out, "model", json_integer(kind->model));
    }
    if (kind->speed)
        json_object_set_new(out, "speed",
                            json_integer((json_int_t)kind->speed));
    return out;
}

json_t *probe_json_cpu(const struct cpu *cpu)
{
    json_t *kinds = json_array();
    for (size_t i = 0; i < cpu->kind_count; i++)
        json_array_append_new(kinds, kind_json(&cpu->kinds[i]));
    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:s, s:s}", "arch",
                     cpu->arch, "vendor", cpu->vendor, "name", cpu->name,
                     "features", json_strings(&cpu->features), "untrusted",
                     json_strings(&cpu->untrusted), "kinds", kinds, "reasons",
                     json_strings(&cpu->reasons), "confidence",
                     cpu_confidence_word(cpu->confidence), "fingerprint",
                     cpu->fingerprint.hex);
}

json_t *probe_json_compiler(const struct compiler *compiler)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:b, s:o}", "cc",
                     compiler->cc, "path", compiler->path, "family",
                     compiler_family_word(compiler->family), "version",
                     compiler->version, "target", compiler->target, "float_abi",
                     compiler->float_abi, "thumb", compiler->thumb, "machine",
                     json_strings(&compiler->machine));
}

static json_t *number_or_null(double value)
{
    return value < 0 ? json_null() : json_number(value);
}

json_t *probe_json_system(const struct system_state *state)
{
    static const struct {
        const char *key;
        size_t offset;
    } numbers[] = {
        {"frequency_khz", offsetof(struct system_state, frequency_khz)},
        {"frequency_max_khz", offsetof(struct system_state, frequency_max_khz)},
        {"temperature_c", offsetof(struct system_state, temperature_c)},
        {"throttle_count", offsetof(struct system_state, throttle_count)},
        {"cooling_state", offsetof(struct system_state, cooling_state)},
        {"pi_throttled", offsetof(struct system_state, pi_throttled)},
        {"load", offsetof(struct system_state, load)},
        {"cpu_pressure", offsetof(struct system_state, cpu_pressure)},
        {"memory_pressure", offsetof(struct system_state, memory_pressure)},
        {"memory_available_kib",
         offsetof(struct system_state, memory_available_kib)},
        {"memory_total_kib", offsetof(struct system_state, memory_total_kib)},
        {"swap_used_kib", offsetof(struct system_state, swap_used_kib)},
    };
    json_t *out = json_pack("{s:s, s:s, s:s, s:s, s:s, s:o}", "kernel",
                            state->kernel, "governor", state->governor, "boost",
                            state->boost, "hypervisor", state->hypervisor,
                            "scheduler_quota", state->scheduler_quota,
                            "warnings", json_strings(&state->warnings));
    for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
        double value;
        memcpy(&value, (const char *)state + numbers[i].offset, sizeof(value));
        json_object_set_new(out, numbers[i].key, number_or_null(value));
    }
    return out;
}

json_t *probe_json_topology(const struct machine *machine)
{
    const struct topology *topology = &machine->topology;
    json_t *allowed = json_array();
    for (size_t i = 0; i < topology->count; i++)
        if (topology->pus[i].allowed)
            json_array_append_new(allowed, json_integer(topology->pus[i].cpu));
    return json_pack("{s:o, s:i, s:i, s:i, s:i}", "allowed", allowed, "cores",
                     (int)topology->core_count, "packages",
                     (int)topology->package_count, "kinds",
                     (int)topology->kind_count, "measure_on",
                     topology_pick(topology, cpu_fastest_kind(&machine->cpu)));
}
