/* SPDX-License-Identifier: MIT
 *
 * Asks hwloc about processors.
 */
#include <config.h>

#include "probes/topology.h"

#include <hwloc.h>

#include "base/error.h"
#include "base/memory.h"
#include "probes/cpu.h"

void topology_release(struct topology *self)
{
    if (!self)
        return;
    free(self->pus);
    *self = (struct topology){0};
}

static hwloc_topology_t load(const char *root, bool live)
{
    hwloc_topology_t topology = NULL;
    if (hwloc_topology_init(&topology) != 0)
        return NULL;
    if (!live)
        setenv("HWLOC_FSROOT", root, 1);
    /* A machine, recorded or in a container, may lack files that hwloc
     * complains about on stderr; a user's own choice stays. */
    setenv("HWLOC_HIDE_ERRORS", "2", 0);
    /* Only processors matter here; looking for devices takes longer. */
    hwloc_topology_set_all_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE);
    hwloc_topology_set_type_filter(topology, HWLOC_OBJ_CORE,
                                   HWLOC_TYPE_FILTER_KEEP_ALL);
    hwloc_topology_set_type_filter(topology, HWLOC_OBJ_PACKAGE,
                                   HWLOC_TYPE_FILTER_KEEP_ALL);
    if (hwloc_topology_load(topology) != 0) {
        hwloc_topology_destroy(topology);
        topology = NULL;
    }
    if (!live)
        unsetenv("HWLOC_FSROOT");
    return topology;
}

/* Affinity of the caller; all where it cannot be had. */
static hwloc_bitmap_t allowed_set(hwloc_topology_t topology, bool live)
{
    hwloc_bitmap_t set = memory_checked(
        hwloc_bitmap_dup(hwloc_topology_get_allowed_cpuset(topology)));
    hwloc_bitmap_t bound = memory_checked(hwloc_bitmap_alloc());
    if (live && hwloc_get_cpubind(topology, bound, HWLOC_CPUBIND_PROCESS) == 0)
        hwloc_bitmap_and(set, set, bound);
    hwloc_bitmap_free(bound);
    return set;
}

static int parent_index(hwloc_topology_t topology, hwloc_obj_t pu,
                        hwloc_obj_type_t type)
{
    hwloc_obj_t parent = hwloc_get_ancestor_obj_by_type(topology, type, pu);
    return parent ? (int)parent->logical_index : -1;
}

static void add_pu(struct topology *self, hwloc_topology_t topology,
                   hwloc_obj_t pu, hwloc_const_bitmap_t allowed)
{
    int core = parent_index(topology, pu, HWLOC_OBJ_CORE);
    hwloc_obj_t core_object =
        hwloc_get_ancestor_obj_by_type(topology, HWLOC_OBJ_CORE, pu);
    self->pus[self->count++] = (struct topology_pu){
        .cpu = (int)pu->os_index,
        .core = core < 0 ? (int)pu->logical_index : core,
        .package = parent_index(topology, pu, HWLOC_OBJ_PACKAGE),
        .kind = hwloc_cpukinds_get_by_cpuset(topology, pu->cpuset, 0),
        .allowed = hwloc_bitmap_isset(allowed, pu->os_index) != 0,
        .first = !core_object ||
                 hwloc_bitmap_first(core_object->cpuset) == (int)pu->os_index,
    };
    self->allowed_count += self->pus[self->count - 1].allowed;
}

static int compare_pus(const void *a, const void *b)
{
    const struct topology_pu *x = a, *y = b;
    return (x->cpu > y->cpu) - (x->cpu < y->cpu);
}

static size_t object_count(hwloc_topology_t topology, hwloc_obj_type_t type,
                           size_t otherwise)
{
    int count = hwloc_get_nbobjs_by_type(topology, type);
    return count > 0 ? (size_t)count : otherwise;
}

static void fill(struct topology *self, hwloc_topology_t topology)
{
    int count = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_PU);
    hwloc_bitmap_t allowed = allowed_set(topology, self->live);
    self->pus = xcalloc(count > 0 ? (size_t)count : 1, sizeof(*self->pus));
    for (int i = 0; i < count; i++)
        add_pu(self, topology,
               hwloc_get_obj_by_type(topology, HWLOC_OBJ_PU, (unsigned)i),
               allowed);
    if (self->count)
        qsort(self->pus, self->count, sizeof(*self->pus), compare_pus);
    int kinds = hwloc_cpukinds_get_nr(topology, 0);
    self->kind_count = kinds > 0 ? (size_t)kinds : 1;
    self->core_count = object_count(topology, HWLOC_OBJ_CORE, self->count);
    self->package_count = object_count(topology, HWLOC_OBJ_PACKAGE, 1);
    hwloc_bitmap_free(allowed);
}

bool topology_probe(struct topology *self, const char *root, struct error *err)
{
    *self = (struct topology){.live = !root || !*root};
    hwloc_topology_t topology = load(root, self->live);
    if (!topology)
        return error_set(err, ERROR_UNSUPPORTED,
                         "hwloc cannot read the processors of '%s'",
                         self->live ? "this machine" : root);
    fill(self, topology);
    hwloc_topology_destroy(topology);
    return true;
}

bool topology_allows(const struct topology *self, int cpu)
{
    for (size_t i = 0; i < self->count; i++)
        if (self->pus[i].cpu == cpu)
            return self->pus[i].allowed;
    return false;
}

static bool is_of_kind(const struct cpu_kind *kind, int cpu)
{
    if (!kind || kind->cpu_count == 0)
        return true;
    for (size_t i = 0; i < kind->cpu_count; i++)
        if (kind->cpus[i] == cpu)
            return true;
    return false;
}

int topology_pick(const struct topology *self, const struct cpu_kind *kind)
{
    int best = -1, best_score = -1;
    for (size_t i = 0; i < self->count; i++) {
        const struct topology_pu *pu = &self->pus[i];
        if (!pu->allowed || !is_of_kind(kind, pu->cpu))
            continue;
        int score = 2 * pu->first + (pu->cpu != 0);
        if (score > best_score) {
            best = pu->cpu;
            best_score = score;
        }
    }
    return best;
}
