/* SPDX-License-Identifier: MIT
 *
 * A machine and a compiler as JSON, with the keys of `tuner probe --json`.
 */
#ifndef TUNER_PROBE_JSON_H
#define TUNER_PROBE_JSON_H

#include <jansson.h>

struct compiler;
struct cpu;
struct machine;
struct system_state;

/* New references. */
json_t *probe_json_board(const struct machine *machine);
json_t *probe_json_cpu(const struct cpu *cpu);
json_t *probe_json_compiler(const struct compiler *compiler);
/* Unknown numbers are null, unknown texts "". */
json_t *probe_json_system(const struct system_state *state);
json_t *probe_json_topology(const struct machine *machine);

#endif
