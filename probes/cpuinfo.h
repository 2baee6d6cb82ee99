/* SPDX-License-Identifier: MIT
 *
 * The text of /proc/cpuinfo, in all the forms that kernels and vendors have
 * given it: one block a CPU, or a header with one list of fields for all, or
 * no "processor" line at all; any spacing, CR LF, cut anywhere.
 *
 * Only reads; what it means is for cpu.c.
 */
#ifndef PROBES_CPUINFO_H
#define PROBES_CPUINFO_H

#include <stdbool.h>
#include <stddef.h>

enum cpuinfo_field {
    CPUINFO_FEATURES, /* ARM "Features", x86 "flags" */
    CPUINFO_IMPLEMENTER,
    CPUINFO_ARCHITECTURE,
    CPUINFO_VARIANT,
    CPUINFO_PART,
    CPUINFO_REVISION,
    CPUINFO_VENDOR,
    CPUINFO_FAMILY,
    CPUINFO_MODEL,
    CPUINFO_STEPPING,
    CPUINFO_MODEL_NAME,
    CPUINFO_PROCESSOR, /* ARM's header line: "ARMv7 Processor rev 5 (v7l)" */
    CPUINFO_BOGOMIPS,
    CPUINFO_HARDWARE,
    CPUINFO_BOARD, /* "Model" of a Raspberry Pi: the board's name */
    CPUINFO_FIELD_COUNT
};

struct cpuinfo_cpu {
    int number;
    /* NULL where the text has none; printable ASCII; values that differ
     * within one block are joined by " & ". */
    char *fields[CPUINFO_FIELD_COUNT];
};

struct cpuinfo {
    struct cpuinfo_cpu *cpus; /* one each, in the order of the text */
    size_t count;
    size_t capacity;
    /* Fields that stand outside of all blocks, or once for all CPUs. */
    struct cpuinfo_cpu shared;
    const char *foreign; /* "riscv64", ...: text of another kind; or NULL */
    bool shared_midr;    /* several CPUs, one MIDR for all */
    bool cut;            /* the text ends in the middle of a block */
};

/* Never fails: what makes no sense is skipped. */
void cpuinfo_parse(struct cpuinfo *self, const char *text, size_t length);
void cpuinfo_release(struct cpuinfo *self);
/* The CPU's own value, else the shared one, else NULL; borrowed. */
const char *cpuinfo_get(const struct cpuinfo *self, size_t cpu,
                        enum cpuinfo_field field);
/* The first CPU's, or shared, value that is there, or NULL. */
const char *cpuinfo_any(const struct cpuinfo *self, enum cpuinfo_field field);

#endif
