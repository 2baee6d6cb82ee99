/* SPDX-License-Identifier: MIT
 *
 * Puts together what a machine says of its CPUs.
 */
#include <config.h>

#include "probes/cpu.h"

#include <sys/utsname.h>

#include "base/map.h"
#include "base/memory.h"
#include "base/str.h"
#include "probes/catalogue.h"
#include "probes/cpu_parts.h"
#include "probes/cpuinfo.h"
#include "probes/root.h"
#include "probes/words.h"

/* Features that every CPU lists; a CPU without a list does not count. */
static void common_features(struct cpu *self, const struct cpuinfo *info)
{
    const char *last = NULL;
    for (size_t i = 0; i < info->count; i++) {
        const char *text = cpuinfo_get(info, i, CPUINFO_FEATURES);
        if (!text || (last && strcmp(text, last) == 0))
            continue;
        struct strvec words = {0};
        words_parse(text, &words);
        size_t before = self->features.count;
        if (self->listed)
            words_intersect(&self->features, &words);
        else
            strvec_add_all(&self->features, &words);
        self->differ |= self->listed && (self->features.count != before ||
                                         self->features.count != words.count);
        self->listed = true;
        last = text;
        strvec_release(&words);
    }
}

static bool is_arm_text(const struct cpuinfo *info)
{
    const char *name = cpuinfo_any(info, CPUINFO_PROCESSOR);
    return cpuinfo_any(info, CPUINFO_IMPLEMENTER) ||
           cpuinfo_any(info, CPUINFO_PART) ||
           (name && (strstr(name, "ARM") || strstr(name, "AArch64")));
}

static bool is_x86_text(const struct cpuinfo *info)
{
    return cpuinfo_any(info, CPUINFO_FAMILY) ||
           cpuinfo_any(info, CPUINFO_VENDOR);
}

static const char *text_arch(const struct cpu *self, const struct cpuinfo *info)
{
    if (info->foreign)
        return info->foreign;
    if (is_arm_text(info) ||
        (!is_x86_text(info) && self->listed &&
         words_satisfy(&self->features, "half asimd neon")))
        return self->wide ? "aarch64" : "arm";
    if (is_x86_text(info))
        return self->wide ? "x86_64" : "i386";
    return NULL;
}

/* 64-bit words, or the MIDR files that only 64-bit kernels have. */
static bool is_wide(const struct cpu *self, const struct cpuinfo *info)
{
    const char *arch = cpuinfo_any(info, CPUINFO_ARCHITECTURE);
    const char *name = cpuinfo_any(info, CPUINFO_PROCESSOR);
    return words_satisfy(&self->features, "asimd fp+evtstrm lm") ||
           (arch && strcmp(arch, "AArch64") == 0) ||
           (name && strstr(name, "AArch64"));
}

static const struct {
    const char *machine;
    const char *arch;
} machines[] = {
    {"aarch64", "aarch64"}, {"armv8l", "arm"},    {"armv7l", "arm"},
    {"armv6l", "arm"},      {"armv5tel", "arm"},  {"armv5tejl", "arm"},
    {"x86_64", "x86_64"},   {"i686", "i386"},     {"i386", "i386"},
    {"riscv64", "riscv64"}, {"ppc64le", "ppc64"},
};

static const char *machine_arch(const char *machine)
{
    for (size_t i = 0; i < sizeof(machines) / sizeof(*machines); i++)
        if (strcmp(machines[i].machine, machine) == 0)
            return machines[i].arch;
    return NULL;
}

/* What uname says, of the live machine or from a recorded line.  It only
 * serves to notice text of another machine, never to choose flags. */
static const char *uname_arch(const char *root)
{
    struct utsname name;
    if (!root || !*root)
        return uname(&name) == 0 ? machine_arch(name.machine) : NULL;
    struct str line = {0};
    struct strvec words = {0};
    const char *found = NULL;
    if (root_read_line(root, "uname", &line) ||
        root_read_line(root, "proc/sys/kernel/arch", &line))
        strvec_split(&words, str_text(&line), " ");
    for (size_t i = words.count; !found && i-- > 0;)
        found = machine_arch(words.items[i]);
    strvec_release(&words);
    str_release(&line);
    return found;
}

bool cpu_is_arm(const char *arch)
{
    return strcmp(arch, "arm") == 0 || strcmp(arch, "aarch64") == 0;
}

bool cpu_is_x86(const char *arch)
{
    return strcmp(arch, "x86_64") == 0 || strcmp(arch, "i386") == 0;
}

static bool same_family(const char *a, const char *b)
{
    return strcmp(a, b) == 0 || (cpu_is_arm(a) && cpu_is_arm(b)) ||
           (cpu_is_x86(a) && cpu_is_x86(b));
}

/* AT_HWCAP of the process that wrote the tree; for the live machine, ours. */
static const char *take_hwcap(struct cpu *self, const char *root,
                              const char *machine)
{
    struct str bytes = {0};
    struct strvec words = {0};
    const char *arch = NULL;
    if (root_read(root, "proc/self/auxv", &bytes)) {
        if (sizeof(void *) == 4 && (!root || !*root) && cpu_is_arm(machine))
            machine = "arm";
        arch = hwcap_words(str_text(&bytes), bytes.length, machine, &words);
    }
    if (arch) {
        strvec_release(&self->features);
        self->features = words;
        self->listed = true;
        self->wide = strcmp(arch, "aarch64") == 0;
    } else {
        strvec_release(&words);
    }
    str_release(&bytes);
    return arch;
}

/* An emulator in user mode shows its host's cpuinfo: such text is dropped. */
static void drop_foreign_text(struct cpu *self, struct cpuinfo *info,
                              const char *text_is, const char *machine)
{
    cpu_doubt(self, CPU_PARTIAL,
              "/proc/cpuinfo is that of %s, the machine is %s: an emulator "
              "shows its host",
              text_is, machine);
    cpuinfo_release(info);
    strvec_reset(&self->features);
    self->listed = false;
    self->wide = strcmp(machine, "aarch64") == 0;
}

static const char *find_arch(struct cpu *self, struct cpuinfo *info,
                             const char *root)
{
    common_features(self, info);
    self->wide = is_wide(self, info);
    const char *arch = text_arch(self, info);
    const char *machine = uname_arch(root);
    if (arch && machine && !same_family(arch, machine)) {
        drop_foreign_text(self, info, arch, machine);
        arch = machine;
    }
    if (!arch && root_exists(root, "sys/devices/system/cpu/cpu0/regs/"
                                   "identification/midr_el1")) {
        self->wide = true;
        arch = "aarch64";
    }
    if (!arch)
        arch = machine;
    if (!self->listed && arch && cpu_is_arm(arch)) {
        const char *from_hwcap = take_hwcap(self, root, arch);
        arch = from_hwcap ? from_hwcap : arch;
    }
    return arch;
}

/* CPUs that the kernel has but the text does not show. */
static void doubt_missing_cpus(struct cpu *self, const char *root,
                               const struct cpuinfo *info)
{
    int *present = NULL, *online = NULL;
    size_t count = 0, online_count = 0;
    /* Single-block recordings say nothing about the rest. */
    if (root_read_cpu_list(root, "sys/devices/system/cpu/present", &present,
                           &count) &&
        count > self->cpu_count && self->cpu_count)
        cpu_doubt(self, CPU_PARTIAL, "%zu of %zu CPUs are offline or hidden",
                  count - self->cpu_count, count);
    else if (root_read_cpu_list(root, "sys/devices/system/cpu/online", &online,
                                &online_count) &&
             online_count > self->cpu_count && self->cpu_count)
        cpu_doubt(self, CPU_PARTIAL, "%zu of %zu online CPUs are hidden",
                  online_count - self->cpu_count, online_count);
    if (info->cut)
        cpu_doubt(self, CPU_PARTIAL, "/proc/cpuinfo ends in the middle");
    free(present);
    free(online);
}

static unsigned long read_speed(const char *root, int cpu)
{
    static const char *const files[] = {"cpu_capacity",
                                        "cpufreq/cpuinfo_max_freq"};
    unsigned long value = 0;
    for (size_t i = 0; i < 2 && value == 0; i++) {
        char path[96];
        snprintf(path, sizeof(path), "sys/devices/system/cpu/cpu%d/%s", cpu,
                 files[i]);
        root_read_ulong(root, path, &value);
    }
    return value;
}

static int compare_numbers(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static void finish_kinds(struct cpu *self, const char *root)
{
    for (size_t i = 0; i < self->kind_count; i++) {
        struct cpu_kind *kind = &self->kinds[i];
        if (kind->cpu_count == 0)
            continue;
        qsort(kind->cpus, kind->cpu_count, sizeof(*kind->cpus),
              compare_numbers);
        kind->speed = read_speed(root, kind->cpus[0]);
    }
}

/* Kinds with their counts, and the features in order of the alphabet: two
 * kernels may list them in another order. */
static struct digest make_fingerprint(const struct cpu *self)
{
    struct str text = {0};
    struct strvec sorted = {0};
    strvec_add_all(&sorted, &self->features);
    strvec_sort(&sorted);
    str_addf(&text, "%s\n", self->arch);
    for (size_t i = 0; i < self->kind_count; i++)
        str_addf(&text, "%s %zu\n", self->kinds[i].core,
                 self->kinds[i].cpu_count);
    for (size_t i = 0; i < sorted.count; i++)
        str_addf(&text, "%s ", sorted.items[i]);
    struct digest digest = digest_text(str_text(&text));
    strvec_release(&sorted);
    str_release(&text);
    return digest;
}

static char *people_name(const struct cpuinfo *info)
{
    const char *name = cpuinfo_any(info, CPUINFO_MODEL_NAME);
    if (!name)
        name = cpuinfo_any(info, CPUINFO_PROCESSOR);
    return xstrdup(name ? name : "");
}

static void probe_kinds(struct cpu *self, const struct cpu_sources *sources)
{
    if (cpu_is_arm(self->arch)) {
        cpu_arm_probe(self, sources);
        cpu_arm_limit(self, sources->catalogue);
    } else if (cpu_is_x86(self->arch) && sources->info->count) {
        cpu_x86_probe(self, sources);
    }
    for (size_t i = 0; i < self->kind_count; i++)
        self->cpu_count += self->kinds[i].cpu_count;
    if (self->cpu_count < sources->info->count)
        self->cpu_count = sources->info->count;
    if (self->kind_count == 0)
        cpu_doubt(self, CPU_UNKNOWN, "nothing names the CPU");
    if (!self->listed)
        cpu_doubt(self, CPU_PARTIAL, "no list of features");
}

void cpu_probe(struct cpu *self, const struct catalogue *catalogue,
               const char *root)
{
    *self = (struct cpu){.confidence = CPU_EXACT, .vendor = xstrdup("")};
    struct str text = {0};
    struct cpuinfo info = {0};
    if (root_read(root, "proc/cpuinfo", &text))
        cpuinfo_parse(&info, str_text(&text), text.length);
    self->name = people_name(&info);
    const char *arch = find_arch(self, &info, root);
    self->arch = xstrdup(arch ? arch : "unknown");

    struct cpu_sources sources = {
        .catalogue = catalogue, .root = root, .info = &info};
    probe_kinds(self, &sources);
    finish_kinds(self, root);
    doubt_missing_cpus(self, root, &info);
    self->fingerprint = make_fingerprint(self);
    cpuinfo_release(&info);
    str_release(&text);
}
