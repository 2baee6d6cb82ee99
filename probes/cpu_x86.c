/* SPDX-License-Identifier: MIT
 *
 * x86: the core's name from vendor, family and model, where these can be
 * believed, and the two kinds of a hybrid from sysfs: P and E cores read
 * alike in /proc/cpuinfo.
 */
#include <config.h>

#include "base/memory.h"
#include "base/str.h"
#include "probes/catalogue.h"
#include "probes/cpu.h"
#include "probes/cpu_parts.h"
#include "probes/cpuinfo.h"
#include "probes/root.h"
#include "probes/words.h"

/* "16-31,96" or "*". */
static bool in_ranges(const char *ranges, unsigned value)
{
    if (strcmp(ranges, "*") == 0)
        return true;
    struct strvec items = {0};
    bool found = false;
    strvec_split(&items, ranges, ",");
    for (size_t i = 0; !found && i < items.count; i++) {
        unsigned long low, high;
        char *dash = strchr(items.items[i], '-');
        if (dash)
            *dash = '\0';
        found = str_parse_ulong(items.items[i], &low) &&
                str_parse_ulong(dash ? dash + 1 : items.items[i], &high) &&
                value >= low && value <= high;
    }
    strvec_release(&items);
    return found;
}

static long find_row(const struct table *x86, const struct cpu *cpu,
                     const struct cpu_kind *kind)
{
    for (size_t i = 0; i < x86->rows; i++)
        if (strcmp(table_cell(x86, i, "vendor"), cpu->vendor) == 0 &&
            in_ranges(table_cell(x86, i, "family"), kind->family) &&
            in_ranges(table_cell(x86, i, "models"), kind->model) &&
            words_satisfy(&cpu->features, table_cell(x86, i, "needs")))
            return (long)i;
    return CATALOGUE_NONE;
}

static unsigned number_or_zero(const char *text)
{
    unsigned long value;
    return text && str_parse_ulong(text, &value) && value < 1 << 16
               ? (unsigned)value
               : 0;
}

static struct cpu_kind *add_model(struct cpu *self, unsigned family,
                                  unsigned model)
{
    for (size_t i = 0; i < self->kind_count; i++)
        if (self->kinds[i].family == family && self->kinds[i].model == model)
            return &self->kinds[i];
    struct cpu_kind *kind = cpu_add_kind(self);
    kind->family = family;
    kind->model = model;
    return kind;
}

static void name_kind(struct cpu *self, struct cpu_kind *kind,
                      const struct catalogue *catalogue)
{
    long row = find_row(&catalogue->x86, self, kind);
    kind->known = row >= 0;
    if (row < 0) {
        cpu_doubt(self, kind->family ? CPU_PARTIAL : CPU_UNKNOWN,
                  "family %u model %u of '%s' has no name here", kind->family,
                  kind->model, self->vendor);
        return;
    }
    free(kind->core);
    kind->core = xstrdup(table_cell(&catalogue->x86, (size_t)row, "core"));
}

/* Moves the CPUs of a sysfs set out of the one kind into one of their own. */
static void split_set(struct cpu *self, const char *root, const char *path,
                      const char *suffix)
{
    int *cpus = NULL;
    size_t count = 0;
    if (!root_read_cpu_list(root, path, &cpus, &count) || count == 0) {
        free(cpus);
        return;
    }
    struct cpu_kind *kind = cpu_add_kind(self);
    struct cpu_kind *whole = &self->kinds[0]; /* may have moved */
    free(kind->core);
    kind->core = xasprintf("%s-%s", whole->core, suffix);
    kind->known = whole->known;
    kind->family = whole->family;
    kind->model = whole->model;
    size_t kept = 0;
    for (size_t i = 0; i < whole->cpu_count; i++) {
        bool inside = false;
        for (size_t c = 0; c < count; c++)
            inside |= cpus[c] == whole->cpus[i];
        if (inside)
            cpu_kind_add(kind, whole->cpus[i]);
        else
            whole->cpus[kept++] = whole->cpus[i];
    }
    whole->cpu_count = kept;
    free(cpus);
}

static void drop_empty_kinds(struct cpu *self)
{
    size_t kept = 0;
    for (size_t i = 0; i < self->kind_count; i++) {
        if (self->kinds[i].cpu_count) {
            self->kinds[kept++] = self->kinds[i];
        } else {
            free(self->kinds[i].core);
            free(self->kinds[i].cpus);
        }
    }
    self->kind_count = kept;
}

static void split_hybrid(struct cpu *self, const char *root)
{
    if (self->kind_count != 1 ||
        !root_exists(root, "sys/devices/cpu_atom/cpus"))
        return;
    split_set(self, root, "sys/devices/cpu_core/cpus", "core");
    split_set(self, root, "sys/devices/cpu_atom/cpus", "atom");
    drop_empty_kinds(self);
}

void cpu_x86_probe(struct cpu *self, const struct cpu_sources *sources)
{
    const struct cpuinfo *info = sources->info;
    const char *vendor = cpuinfo_any(info, CPUINFO_VENDOR);
    char *copy = xstrdup(vendor ? vendor : "");
    free(self->vendor);
    self->vendor = xstrdup(str_trim(copy));
    free(copy);
    for (size_t i = 0; i < info->count; i++) {
        unsigned family = number_or_zero(cpuinfo_get(info, i, CPUINFO_FAMILY));
        unsigned model = number_or_zero(cpuinfo_get(info, i, CPUINFO_MODEL));
        bool lost = info->cut && i + 1 == info->count && self->kind_count;
        struct cpu_kind *kind = lost && family == 0
                                    ? &self->kinds[self->kind_count - 1]
                                    : add_model(self, family, model);
        cpu_kind_add(kind, info->cpus[i].number);
    }
    for (size_t i = 0; i < self->kind_count; i++)
        name_kind(self, &self->kinds[i], sources->catalogue);
    split_hybrid(self, sources->root);
    self->wide_kernel = self->wide;
    if (self->differ)
        cpu_doubt(self, CPU_PARTIAL, "not all CPUs list the same flags");
    self->hypervisor = cpu_has(self, "hypervisor");
    if (self->hypervisor)
        cpu_doubt(self, CPU_PARTIAL,
                  "a hypervisor may show another model than the real one");
}
