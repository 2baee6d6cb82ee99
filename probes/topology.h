/* SPDX-License-Identifier: MIT
 *
 * Processors as hwloc sees them: which this process may use, which share a
 * core, which kinds there are, and which one to measure on.
 */
#ifndef PROBES_TOPOLOGY_H
#define PROBES_TOPOLOGY_H

#include <stdbool.h>
#include <stddef.h>

struct cpu_kind;
struct error;

struct topology_pu {
    int cpu;      /* the operating system's number */
    int core;     /* logical number of its core */
    int package;  /* logical number, -1 unknown */
    int kind;     /* hwloc's CPU kind, least efficient... lowest first;
                     -1: one kind only */
    bool allowed; /* by affinity mask and cgroup; of a recorded root: all */
    bool first;   /* the first of its core */
};

struct topology {
    struct topology_pu *pus; /* by number */
    size_t count;
    size_t allowed_count;
    size_t core_count;
    size_t package_count;
    size_t kind_count;
    bool live;
};

/* root "" or NULL: the live machine.  Reads HWLOC_FSROOT's tree otherwise
 * (sets and restores the variable: call it while no other thread runs).
 * False only when hwloc cannot work at all. */
bool topology_probe(struct topology *self, const char *root, struct error *err);
void topology_release(struct topology *self);
/* The CPU to measure on: allowed, of this kind (NULL: any), the first of its
 * core, not CPU 0, which gets most interrupts, where there is another.  -1
 * when the kind has no allowed CPU. */
int topology_pick(const struct topology *self, const struct cpu_kind *kind);
bool topology_allows(const struct topology *self, int cpu);

#endif
