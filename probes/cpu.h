/* SPDX-License-Identifier: MIT
 *
 * What CPUs a machine has and what they can do.
 *
 * Trust, best first: the MIDR of each CPU from sysfs, implementer and part of
 * each CPU in /proc/cpuinfo, the "(v7l)" of its header.  Features come from
 * the kernel's list, cut to what all CPUs have and to what their cores can
 * have; the HWCAP words of the auxiliary vector stand in where the list is
 * missing or another machine's.
 */
#ifndef PROBES_CPU_H
#define PROBES_CPU_H

#include <stdbool.h>
#include <stddef.h>

#include "base/digest.h"
#include "base/strvec.h"

struct catalogue;

enum cpu_confidence {
    CPU_UNKNOWN, /* only guesses are left */
    CPU_PARTIAL, /* something is hidden or contradicts; see reasons */
    CPU_EXACT    /* every CPU's core is known */
};

/* A set of equal CPUs. */
struct cpu_kind {
    char *core;    /* "cortex-a53", "znver3"; "0x70-0x663" where only
                      the numbers are known; "unknown" */
    bool known;    /* core has a line in configs/ */
    bool has_midr; /* implementer, part and variant are set */
    unsigned implementer;
    unsigned part;
    unsigned variant;
    unsigned family; /* x86 */
    unsigned model;
    int *cpus; /* numbers, ascending; may be empty where a kernel
                  does not say which CPU is which */
    size_t cpu_count;
    unsigned long speed; /* cpu_capacity or top frequency: the larger the
                            faster; 0 unknown */
    long rank;           /* line in configs/cores.tsv, where the cores of
                            one chip stand in rising order of speed */
};

struct cpu {
    char *arch;   /* "arm", "aarch64", "x86_64", "i386", "riscv", "unknown":
                     of the text, not of the compiler */
    char *vendor; /* "ARM", "Qualcomm", "GenuineIntel"; "" unknown */
    char *name;   /* model name for people; "" unknown */
    struct strvec features;  /* words of all CPUs, in the kernel's order */
    struct strvec untrusted; /* listed, but no core of this kind has them */
    struct cpu_kind *kinds;  /* in order of their first CPU */
    size_t kind_count;
    size_t cpu_count; /* CPUs in the text, or in sysfs */
    unsigned version; /* ARM architecture: 5, 6, 7, 8; 0 unknown */
    bool wide;        /* aarch64 words or x86's lm were seen */
    bool wide_kernel; /* wide, or what a 64-bit kernel shows to 32-bit
                         processes: "(v8l)" */
    bool hypervisor;
    bool differ; /* not all CPUs list the same features */
    bool listed; /* the feature list is this machine's own */
    enum cpu_confidence confidence;
    struct strvec reasons;     /* why it is not exact */
    struct digest fingerprint; /* kinds and features: where a result holds */
};

/* root: "" for the live machine, else a recorded one.  Never fails: what
 * cannot be found out is unknown. */
void cpu_probe(struct cpu *self, const struct catalogue *catalogue,
               const char *root);
void cpu_release(struct cpu *self);

/* Of an architecture's name, of 32 or 64 bits. */
bool cpu_is_arm(const char *arch);
bool cpu_is_x86(const char *arch);

/* "exact", "partial", "unknown". */
const char *cpu_confidence_word(enum cpu_confidence confidence);
/* The kind with the highest speed, or rank where speeds are not known; NULL
 * when there is none. */
const struct cpu_kind *cpu_fastest_kind(const struct cpu *self);
/* The kind of a core's name ("cortex-a76") or "fast", "slow"; or NULL. */
const struct cpu_kind *cpu_find_kind(const struct cpu *self, const char *name);
bool cpu_has(const struct cpu *self, const char *word);
/* Lowers the confidence and keeps the reason, once. */
void cpu_doubt(struct cpu *self, enum cpu_confidence at_most,
               const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
