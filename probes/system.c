/* SPDX-License-Identifier: MIT
 *
 * Reads governor, temperatures, throttling, pressure and limits.
 */
#include <config.h>

#include "probes/system.h"

#include "base/memory.h"
#include "base/str.h"
#include "probes/cpu.h"
#include "probes/quota.h"
#include "probes/root.h"

#define CPUFREQ "sys/devices/system/cpu/cpu%d/cpufreq/"

enum { PRESSURE_HIGH = 10, HOT_C = 80, MILLI = 1000, PATH_BYTES = 128 };

void system_release(struct system_state *self)
{
    if (!self)
        return;
    free(self->kernel);
    free(self->governor);
    free(self->boost);
    free(self->hypervisor);
    free(self->scheduler_quota);
    strvec_release(&self->warnings);
    *self = (struct system_state){0};
}

static double read_number(const char *root, const char *path)
{
    unsigned long value;
    return root_read_ulong(root, path, &value) ? (double)value : SYSTEM_UNKNOWN;
}

static char *read_text(const char *root, const char *path)
{
    struct str line = {0};
    root_read_line(root, path, &line);
    return line.text ? str_detach(&line) : xstrdup("");
}

/* The largest (or the sum) of one file in all sub-folders with a prefix. */
static double over_folders(const char *root, const char *folder,
                           const char *prefix, const char *file, bool sum)
{
    struct strvec names = {0};
    double result = SYSTEM_UNKNOWN;
    root_list(root, folder, &names);
    for (size_t i = 0; i < names.count; i++) {
        if (!str_starts(names.items[i], prefix))
            continue;
        char *path = xasprintf("%s/%s/%s", folder, names.items[i], file);
        double value = read_number(root, path);
        free(path);
        if (value < 0)
            continue;
        if (sum && result >= 0)
            result += value;
        else if (value > result)
            result = value;
    }
    strvec_release(&names);
    return result;
}

/* The number after a key, as in meminfo, or after a mark in a line, as in
 * the pressure files. */
static double number_after(const char *text, const char *mark)
{
    const char *at = strstr(text, mark);
    char word[32];
    double value;
    if (!at)
        return SYSTEM_UNKNOWN;
    at += strlen(mark);
    at += strspn(at, " \t");
    snprintf(word, sizeof(word), "%.*s", (int)strcspn(at, " \t\r\n"), at);
    return str_parse_double(word, &value) ? value : SYSTEM_UNKNOWN;
}

static double read_mark(const char *root, const char *path, const char *mark)
{
    struct str text = {0};
    double value = SYSTEM_UNKNOWN;
    if (root_read(root, path, &text))
        value = number_after(str_text(&text), mark);
    str_release(&text);
    return value;
}

static void read_memory(struct system_state *self, const char *root)
{
    struct str text = {0};
    root_read(root, "proc/meminfo", &text);
    self->memory_total_kib = number_after(str_text(&text), "MemTotal:");
    self->memory_available_kib = number_after(str_text(&text), "MemAvailable:");
    double swap = number_after(str_text(&text), "SwapTotal:");
    double unused = number_after(str_text(&text), "SwapFree:");
    self->swap_used_kib =
        swap < 0 || unused < 0 ? SYSTEM_UNKNOWN : swap - unused;
    str_release(&text);
}

static void read_frequency(struct system_state *self, const struct cpu *cpu,
                           const char *root)
{
    char path[PATH_BYTES];
    self->frequency_khz = self->frequency_max_khz = SYSTEM_UNKNOWN;
    self->governor = xstrdup("");
    for (size_t k = 0; k < cpu->kind_count; k++) {
        for (size_t i = 0; i < cpu->kinds[k].cpu_count; i++) {
            int number = cpu->kinds[k].cpus[i];
            snprintf(path, sizeof(path), CPUFREQ "scaling_governor", number);
            char *one = read_text(root, path);
            bool differs = *self->governor && strcmp(one, self->governor) != 0;
            if (*one && (differs || !*self->governor)) {
                free(self->governor);
                self->governor = xstrdup(differs ? "mixed" : one);
            }
            free(one);
        }
    }
    const struct cpu_kind *fast = cpu_fastest_kind(cpu);
    int first = fast && fast->cpu_count ? fast->cpus[0] : 0;
    snprintf(path, sizeof(path), CPUFREQ "scaling_cur_freq", first);
    self->frequency_khz = read_number(root, path);
    snprintf(path, sizeof(path), CPUFREQ "cpuinfo_max_freq", first);
    self->frequency_max_khz = read_number(root, path);
}

/* Some drivers say what is on, Intel's says what is off. */
static char *read_boost(const char *root)
{
    double boost = read_number(root, "sys/devices/system/cpu/cpufreq/boost");
    if (boost >= 0)
        return xstrdup(boost > 0 ? "on" : "off");
    double no_turbo =
        read_number(root, "sys/devices/system/cpu/intel_pstate/no_turbo");
    if (no_turbo >= 0)
        return xstrdup(no_turbo > 0 ? "off" : "on");
    return xstrdup("");
}

static void read_heat(struct system_state *self, const char *root)
{
    double milli =
        over_folders(root, "sys/class/thermal", "thermal_zone", "temp", false);
    self->temperature_c = milli < 0 ? SYSTEM_UNKNOWN : milli / MILLI;
    self->cooling_state = over_folders(root, "sys/class/thermal",
                                       "cooling_device", "cur_state", false);
    double cores = over_folders(root, "sys/devices/system/cpu", "cpu",
                                "thermal_throttle/core_throttle_count", true);
    double packages =
        over_folders(root, "sys/devices/system/cpu", "cpu",
                     "thermal_throttle/package_throttle_count", true);
    self->throttle_count = cores < 0      ? packages
                           : packages < 0 ? cores
                                          : cores + packages;
    char *bits = read_text(root, "sys/devices/platform/soc/soc:firmware/"
                                 "get_throttled");
    char *hex = xasprintf("0x%s", bits);
    unsigned long value;
    self->pi_throttled =
        *bits && (str_parse_ulong(hex, &value) || str_parse_ulong(bits, &value))
            ? (double)value
            : SYSTEM_UNKNOWN;
    free(hex);
    free(bits);
}

static const struct {
    const char *vendor;
    const char *name;
} virtual_vendors[] = {
    {"QEMU", "kvm"},     {"KVM", "kvm"},
    {"Xen", "xen"},      {"VMware", "vm"},
    {"innotek", "vm"},   {"Amazon EC2", "kvm"},
    {"Google", "kvm"},   {"OpenStack", "kvm"},
    {"Parallels", "vm"}, {"Microsoft Corporation Virtual Machine", "vm"},
    {"Bochs", "vm"},
};

static char *find_hypervisor(const struct cpu *cpu, const char *root)
{
    char *type = read_text(root, "sys/hypervisor/type");
    char *vendor = read_text(root, "sys/class/dmi/id/sys_vendor");
    char *product = read_text(root, "sys/class/dmi/id/product_name");
    char *both = xasprintf("%s %s", vendor, product);
    const char *found = *type ? type : "";
    for (size_t i = 0;
         !*found && i < sizeof(virtual_vendors) / sizeof(*virtual_vendors); i++)
        if (strstr(both, virtual_vendors[i].vendor))
            found = virtual_vendors[i].name;
    if (!*found && cpu->hypervisor)
        found = "vm";
    if (!*found && (root_exists(root, ".dockerenv") ||
                    root_exists(root, "run/.containerenv")))
        found = "container";
    /* x86 firmware that names a maker, and no hypervisor bit: a real PC. */
    if (!*found && *vendor && cpu->listed)
        found = "none";
    char *result = xstrdup(found);
    free(type);
    free(vendor);
    free(product);
    free(both);
    return result;
}

static char *read_quota(const char *root)
{
    enum { PERCENT = 100 };
    double quota = quota_probe(root);
    if (quota > 0)
        return xasprintf("%.0f%%", quota * PERCENT);
    return xstrdup(quota < 0 ? "" : "max");
}

/* get_throttled: bits 0 to 3 are what happens now (raspberrypi.com,
 * "vcgencmd get_throttled"). */
static void add_warnings(struct system_state *self)
{
    enum { PI_NOW = 0xf };
    struct strvec *out = &self->warnings;
    if (self->temperature_c >= HOT_C)
        strvec_addf(out, "hot: %.0f C", self->temperature_c);
    if (self->cooling_state > 0)
        strvec_addf(out, "a cooling device is at work (state %.0f)",
                    self->cooling_state);
    if (self->pi_throttled > 0 && (unsigned long)self->pi_throttled & PI_NOW)
        strvec_addf(out, "the firmware throttles now (0x%lx)",
                    (unsigned long)self->pi_throttled);
    if (self->cpu_pressure >= PRESSURE_HIGH)
        strvec_addf(out, "others want the processors (pressure %.0f %%)",
                    self->cpu_pressure);
    if (self->memory_pressure >= PRESSURE_HIGH)
        strvec_addf(out, "memory is short (pressure %.0f %%)",
                    self->memory_pressure);
    if (*self->governor && strcmp(self->governor, "performance") != 0)
        strvec_addf(out, "the governor is '%s': the clock varies",
                    self->governor);
    if (*self->scheduler_quota && strcmp(self->scheduler_quota, "max") != 0)
        strvec_addf(out, "a cgroup limits the processors to %s",
                    self->scheduler_quota);
    if (*self->hypervisor && strcmp(self->hypervisor, "none") != 0)
        strvec_addf(out, "virtual machine (%s): other guests are noise",
                    self->hypervisor);
}

void system_probe(struct system_state *self, const struct cpu *cpu,
                  const char *root)
{
    *self = (struct system_state){0};
    self->kernel = read_text(root, "proc/sys/kernel/osrelease");
    read_frequency(self, cpu, root);
    self->boost = read_boost(root);
    read_heat(self, root);
    self->hypervisor = find_hypervisor(cpu, root);
    self->scheduler_quota = read_quota(root);
    self->load = SYSTEM_UNKNOWN;
    char *load = read_text(root, "proc/loadavg");
    load[strcspn(load, " ")] = '\0';
    str_parse_double(load, &self->load);
    free(load);
    self->cpu_pressure = read_mark(root, "proc/pressure/cpu", "avg10=");
    self->memory_pressure = read_mark(root, "proc/pressure/memory", "avg10=");
    read_memory(self, root);
    add_warnings(self);
}
