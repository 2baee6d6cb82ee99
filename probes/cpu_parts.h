/* SPDX-License-Identifier: MIT
 *
 * Steps of cpu_probe(), one file each; for cpu.c only.
 */
#ifndef PROBES_CPU_PARTS_H
#define PROBES_CPU_PARTS_H

#include <stdbool.h>
#include <stddef.h>

struct catalogue;
struct cpu;
struct cpuinfo;
struct strvec;

/* What the steps share. */
struct cpu_sources {
    const struct catalogue *catalogue;
    const char *root;
    const struct cpuinfo *info;
};

/* ARM: kinds from MIDRs, version, confidence. */
void cpu_arm_probe(struct cpu *self, const struct cpu_sources *sources);
/* Takes from the features what the known cores cannot have. */
void cpu_arm_limit(struct cpu *self, const struct catalogue *catalogue);
/* x86: kinds from family, model and the sets of hybrids. */
void cpu_x86_probe(struct cpu *self, const struct cpu_sources *sources);

/* Feature words of AT_HWCAP and AT_HWCAP2 in an auxiliary vector, as
 * /proc/self/auxv holds it: pairs of longs of `word_bytes` (4 or 8).
 * Returns the architecture that the words are of ("arm", "aarch64"), or NULL
 * when there are none.  *platform is AT_BASE_PLATFORM's number or 0. */
const char *hwcap_words(const char *bytes, size_t length,
                        const char *architecture, struct strvec *words);

/* Appends a kind; its core is "unknown". */
struct cpu_kind *cpu_add_kind(struct cpu *self);
/* Appends a CPU number to a kind. */
void cpu_kind_add(struct cpu_kind *kind, int number);

#endif
