/* SPDX-License-Identifier: MIT
 *
 * ARM: which cores the CPUs are.  Layout of a MIDR: Arm Architecture Reference
 * Manual, MIDR_EL1: implementer 31-24, variant 23-20, part 15-4.
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

struct midr {
    bool known;
    unsigned implementer;
    unsigned part;
    unsigned variant;
};

static const struct {
    unsigned implementer;
    const char *name;
} vendors[] = {
    {0x41, "ARM"},      {0x42, "Broadcom"},  {0x43, "Cavium"},
    {0x44, "DEC"},      {0x46, "Fujitsu"},   {0x48, "HiSilicon"},
    {0x49, "Infineon"}, {0x4d, "Motorola"},  {0x4e, "NVIDIA"},
    {0x50, "APM"},      {0x51, "Qualcomm"},  {0x53, "Samsung"},
    {0x56, "Marvell"},  {0x61, "Apple"},     {0x66, "Faraday"},
    {0x69, "Intel"},    {0x6d, "Microsoft"}, {0x70, "Phytium"},
    {0xc0, "Ampere"},
};

static const char *vendor_name(unsigned implementer)
{
    for (size_t i = 0; i < sizeof(vendors) / sizeof(*vendors); i++)
        if (vendors[i].implementer == implementer)
            return vendors[i].name;
    return "";
}

static bool read_sysfs_midr(const char *root, int cpu, struct midr *out)
{
    char path[96];
    unsigned long value;
    snprintf(path, sizeof(path),
             "sys/devices/system/cpu/cpu%d/regs/identification/midr_el1", cpu);
    if (!root_read_ulong(root, path, &value) || value == 0)
        return false;
    *out = (struct midr){.known = true,
                         .implementer = (unsigned)(value >> 24 & 0xff),
                         .variant = (unsigned)(value >> 20 & 0xf),
                         .part = (unsigned)(value >> 4 & 0xfff)};
    return true;
}

/* A number in front of whatever follows it. */
static bool parse_hex(const char *text, unsigned limit, unsigned *out)
{
    unsigned long value;
    char word[16];
    if (!text)
        return false;
    snprintf(word, sizeof(word), "%.*s", (int)strcspn(text, " &,"), text);
    if (!str_parse_ulong(word, &value) || value > limit)
        return false;
    *out = (unsigned)value;
    return true;
}

static struct midr text_midr(const struct cpuinfo *info, size_t cpu)
{
    struct midr midr = {0};
    midr.known =
        parse_hex(cpuinfo_get(info, cpu, CPUINFO_IMPLEMENTER), 0xff,
                  &midr.implementer) &&
        parse_hex(cpuinfo_get(info, cpu, CPUINFO_PART), 0xfff, &midr.part);
    parse_hex(cpuinfo_get(info, cpu, CPUINFO_VARIANT), 0xf, &midr.variant);
    return midr;
}

static bool is_kind(const struct cpu_kind *kind, const struct midr *midr)
{
    if (!midr->known || !kind->has_midr)
        return midr->known == kind->has_midr;
    return kind->implementer == midr->implementer && kind->part == midr->part;
}

static struct cpu_kind *find_kind(struct cpu *self, const struct midr *midr)
{
    for (size_t i = 0; i < self->kind_count; i++)
        if (is_kind(&self->kinds[i], midr))
            return &self->kinds[i];
    return NULL;
}

static struct cpu_kind *add_midr(struct cpu *self,
                                 const struct catalogue *catalogue,
                                 const struct midr *midr)
{
    struct cpu_kind *kind = find_kind(self, midr);
    if (kind)
        return kind;
    kind = cpu_add_kind(self);
    kind->has_midr = midr->known;
    if (!midr->known)
        return kind;
    kind->implementer = midr->implementer;
    kind->part = midr->part;
    kind->variant = midr->variant;
    long row = catalogue_find_core(catalogue, midr->implementer, midr->part,
                                   midr->variant);
    free(kind->core);
    kind->known = row >= 0;
    kind->rank = row;
    kind->core =
        row >= 0 ? xstrdup(table_cell(&catalogue->cores, (size_t)row, "core"))
                 : xasprintf("0x%02x-0x%03x", midr->implementer, midr->part);
    if (row < 0)
        cpu_doubt(self, CPU_PARTIAL, "core 0x%02x/0x%03x has no name here",
                  midr->implementer, midr->part);
    return kind;
}

/* "0xc07 & 0xc0f": the parts are known, which CPU has which is not, unless
 * BogoMIPS falls into as many groups. */
static void add_listed_parts(struct cpu *self,
                             const struct cpu_sources *sources,
                             const char *parts)
{
    struct strvec words = {0}, groups = {0};
    struct midr midr = text_midr(sources->info, 0);
    strvec_split(&words, parts, " &,");
    const struct cpuinfo *info = sources->info;
    for (size_t i = 0; i < info->count; i++) {
        const char *speed = info->cpus[i].fields[CPUINFO_BOGOMIPS];
        if (speed && !strvec_contains(&groups, speed))
            strvec_add(&groups, speed);
    }
    bool split = groups.count == words.count;
    for (size_t p = 0; p < words.count; p++) {
        if (!parse_hex(words.items[p], 0xfff, &midr.part))
            continue;
        struct cpu_kind *kind = add_midr(self, sources->catalogue, &midr);
        for (size_t i = 0; split && i < info->count; i++) {
            const char *speed = info->cpus[i].fields[CPUINFO_BOGOMIPS];
            if (speed && strcmp(speed, groups.items[p]) == 0)
                cpu_kind_add(kind, info->cpus[i].number);
        }
    }
    cpu_doubt(self, CPU_PARTIAL,
              "the kernel does not say which CPU is which ('%s')", parts);
    strvec_release(&words);
    strvec_release(&groups);
}

/* A header's one MIDR is that of the CPU that read the file. */
static void doubt_shared_midr(struct cpu *self, const struct catalogue *known)
{
    if (self->kind_count != 1 || self->kinds[0].cpu_count < 2)
        return;
    const struct cpu_kind *kind = &self->kinds[0];
    unsigned long most = 0;
    long row = catalogue_find_core_name(known, kind->core);
    if (row >= 0)
        str_parse_ulong(table_cell(&known->cores, (size_t)row, "cluster"),
                        &most);
    if (most && kind->cpu_count > most)
        cpu_doubt(self, CPU_PARTIAL,
                  "%zu CPUs behind one MIDR, but a cluster of %s has at most "
                  "%lu: others are hidden",
                  kind->cpu_count, kind->core, most);
    else
        cpu_doubt(self, CPU_PARTIAL, "one MIDR for %zu CPUs", kind->cpu_count);
}

/* A CPU whose block is cut off or empty is taken for one like the last. */
static void add_text_cpus(struct cpu *self, const struct cpu_sources *sources)
{
    const struct cpuinfo *info = sources->info;
    struct midr last = {0};
    bool from_sysfs = false, from_text = false;
    for (size_t i = 0; i < info->count; i++) {
        struct midr midr = text_midr(info, i), real;
        if (read_sysfs_midr(sources->root, info->cpus[i].number, &real)) {
            if (midr.known && !info->shared_midr &&
                (midr.part != real.part ||
                 midr.implementer != real.implementer))
                cpu_doubt(self, CPU_PARTIAL,
                          "cpuinfo and sysfs differ about CPU %d",
                          info->cpus[i].number);
            midr = real;
            from_sysfs = true;
        } else if (midr.known) {
            from_text = true;
        } else if (info->cut && last.known && i + 1 == info->count) {
            midr = last;
        }
        last = midr;
        cpu_kind_add(add_midr(self, sources->catalogue, &midr),
                     info->cpus[i].number);
    }
    if (info->shared_midr && !from_sysfs)
        doubt_shared_midr(self, sources->catalogue);
    else if (info->shared_midr && from_text)
        cpu_doubt(self, CPU_PARTIAL, "sysfs has the MIDR of some CPUs only");
}

/* No usable text: the CPUs that sysfs shows. */
static void add_sysfs_cpus(struct cpu *self, const struct cpu_sources *sources)
{
    int *cpus = NULL;
    size_t count = 0;
    if (!root_read_cpu_list(sources->root, "sys/devices/system/cpu/online",
                            &cpus, &count) &&
        !root_read_cpu_list(sources->root, "sys/devices/system/cpu/present",
                            &cpus, &count))
        return;
    for (size_t i = 0; i < count; i++) {
        struct midr midr = {0};
        read_sysfs_midr(sources->root, cpus[i], &midr);
        cpu_kind_add(add_midr(self, sources->catalogue, &midr), cpus[i]);
    }
    free(cpus);
    cpu_doubt(self, CPU_PARTIAL, "/proc/cpuinfo lists no CPU");
}

/* "(v7l)", "(v6l)", "(aarch64)" in the header or a model name. */
static unsigned header_version(const struct cpuinfo *info)
{
    static const enum cpuinfo_field fields[] = {CPUINFO_PROCESSOR,
                                                CPUINFO_MODEL_NAME};
    for (size_t f = 0; f < 2; f++) {
        const char *text = cpuinfo_any(info, fields[f]);
        const char *mark = text ? strstr(text, "(v") : NULL;
        if (mark && mark[2] >= '4' && mark[2] <= '9')
            return (unsigned)(mark[2] - '0');
        if (text && strstr(text, "(aarch64)"))
            return 8;
    }
    return 0;
}

static unsigned core_version(const struct catalogue *catalogue,
                             const struct cpu_kind *kind)
{
    long row = catalogue_find_core_name(catalogue, kind->core);
    if (row < 0)
        return 0;
    const char *arch = table_cell(&catalogue->cores, (size_t)row, "arch");
    if (!str_starts(arch, "armv") || arch[4] < '4' || arch[4] > '9')
        return 0;
    return arch[4] == '9' ? 8 : (unsigned)(arch[4] - '0');
}

/* The lowest of the known cores; the header only where none is known, and
 * "CPU architecture" last: it says 7 on an ARM1176. */
static unsigned find_version(const struct cpu *self,
                             const struct cpu_sources *sources)
{
    unsigned version = 0;
    for (size_t i = 0; i < self->kind_count; i++) {
        unsigned one = core_version(sources->catalogue, &self->kinds[i]);
        if (one && (version == 0 || one < version))
            version = one;
    }
    if (version == 0 && self->wide)
        version = 8;
    if (version == 0)
        version = header_version(sources->info);
    unsigned field = 0;
    const char *text = cpuinfo_any(sources->info, CPUINFO_ARCHITECTURE);
    if (version == 0 && text && *text >= '4' && *text <= '9')
        field = (unsigned)(*text - '0');
    return version ? version : field;
}

void cpu_arm_probe(struct cpu *self, const struct cpu_sources *sources)
{
    const char *parts = sources->info->shared.fields[CPUINFO_PART];
    if (sources->info->count == 0)
        add_sysfs_cpus(self, sources);
    else if (parts && strpbrk(parts, "&,"))
        add_listed_parts(self, sources, parts);
    else
        add_text_cpus(self, sources);

    for (size_t i = 0; i < self->kind_count; i++) {
        const struct cpu_kind *kind = &self->kinds[i];
        if (!kind->has_midr && kind->cpu_count)
            cpu_doubt(self, self->kind_count > 1 ? CPU_PARTIAL : CPU_UNKNOWN,
                      "%zu CPUs without implementer and part", kind->cpu_count);
    }
    if (self->kind_count && self->kinds[0].has_midr) {
        free(self->vendor);
        self->vendor = xstrdup(vendor_name(self->kinds[0].implementer));
    }
    self->version = find_version(self, sources);
    self->wide_kernel = self->wide || header_version(sources->info) == 8;
}

static const char *core_lacks(const struct catalogue *catalogue,
                              const struct cpu_kind *kind)
{
    long core = catalogue_find_core_name(catalogue, kind->core);
    if (core < 0)
        return "";
    const char *arch = table_cell(&catalogue->cores, (size_t)core, "arch");
    long level = catalogue_find_level(catalogue, "aarch64", arch);
    if (level < 0)
        level = catalogue_find_level(catalogue, "arm", arch);
    return level < 0 ? ""
                     : table_cell(&catalogue->levels, (size_t)level, "lacks");
}

void cpu_arm_limit(struct cpu *self, const struct catalogue *catalogue)
{
    for (size_t i = 0; i < self->kind_count; i++) {
        struct strvec lacks = {0};
        strvec_split(&lacks, core_lacks(catalogue, &self->kinds[i]), " ");
        for (size_t w = 0; w < lacks.count; w++) {
            if (!strvec_contains(&self->features, lacks.items[w]))
                continue;
            words_drop(&self->features, lacks.items[w]);
            strvec_add(&self->untrusted, lacks.items[w]);
            cpu_doubt(self, CPU_PARTIAL, "'%s' is listed, but %s has it not",
                      lacks.items[w], self->kinds[i].core);
        }
        strvec_release(&lacks);
    }
}
