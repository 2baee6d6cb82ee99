/* SPDX-License-Identifier: MIT
 *
 * The state of a machine, read from a recorded one; hwloc on the same.
 */
#include <config.h>

#include "probes/system.h"

#include "probes/cpu.h"
#include "probes/quota.h"
#include "probes/topology.h"
#include "tests/unit/fake_root.h"
#include "tests/unit/tap.h"

static struct system_state state;

static void probe(const char *root)
{
    struct catalogue catalogue = fake_catalogue();
    struct cpu cpu;
    cpu_probe(&cpu, &catalogue, root);
    system_probe(&state, &cpu, root);
    cpu_release(&cpu);
    catalogue_release(&catalogue);
}

static void equals(double value, double wanted)
{
    ck_assert_msg(value > wanted - 1e-9 && value < wanted + 1e-9,
                  "%g, wanted %g", value, wanted);
}

START_TEST(says_unknown_where_nothing_is_shown)
{
    char *root = fake_root_new();
    probe(root);
    equals(state.temperature_c, SYSTEM_UNKNOWN);
    equals(state.pi_throttled, SYSTEM_UNKNOWN);
    equals(state.cpu_pressure, SYSTEM_UNKNOWN);
    equals(state.swap_used_kib, SYSTEM_UNKNOWN);
    ck_assert_str_eq(state.governor, "");
    ck_assert_str_eq(state.hypervisor, "");
    ck_assert_str_eq(state.boost, "");
    ck_assert_uint_eq(state.warnings.count, 0);
    system_release(&state);
    fake_root_free(root);
}
END_TEST

START_TEST(reads_what_bends_a_measurement)
{
    char *root = fake_root_new();
    fake_root_put(root, "proc/cpuinfo",
                  "processor\t: 0\nFeatures\t: fp asimd\n"
                  "CPU implementer\t: 0x41\nCPU part\t: 0xd03\n\n"
                  "processor\t: 1\nFeatures\t: fp asimd\n"
                  "CPU implementer\t: 0x41\nCPU part\t: 0xd03\n");
    fake_root_put(root, "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor",
                  "performance\n");
    fake_root_put(root, "sys/devices/system/cpu/cpu1/cpufreq/scaling_governor",
                  "ondemand\n");
    fake_root_put(root, "sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq",
                  "600000\n");
    fake_root_put(root, "sys/devices/system/cpu/cpufreq/boost", "1\n");
    fake_root_put(root, "sys/class/thermal/thermal_zone0/temp", "45000\n");
    fake_root_put(root, "sys/class/thermal/thermal_zone1/temp", "85000\n");
    fake_root_put(root, "sys/class/thermal/cooling_device0/cur_state", "2\n");
    fake_root_put(root, "sys/devices/platform/soc/soc:firmware/get_throttled",
                  "50005\n");
    fake_root_put(root, "proc/pressure/cpu",
                  "some avg10=12.50 avg60=1.00 avg300=0.10 total=7\n");
    fake_root_put(root, "proc/meminfo",
                  "MemTotal:   1000 kB\nMemAvailable:  400 kB\n"
                  "SwapTotal:  500 kB\nSwapFree:  450 kB\n");
    fake_root_put(root, "proc/self/cgroup", "0::/user\n");
    fake_root_put(root, "sys/fs/cgroup/user/cpu.max", "150000 100000\n");
    probe(root);
    ck_assert_str_eq(state.governor, "mixed");
    ck_assert_str_eq(state.boost, "on");
    ck_assert_str_eq(state.scheduler_quota, "150%");
    equals(state.frequency_khz, 600000);
    equals(state.temperature_c, 85);
    equals(state.cooling_state, 2);
    equals(state.pi_throttled, 0x50005);
    equals(state.cpu_pressure, 12.5);
    equals(state.memory_available_kib, 400);
    equals(state.swap_used_kib, 50);
    ck_assert_uint_ge(state.warnings.count, 5);
    system_release(&state);
    fake_root_free(root);
}
END_TEST

/* Relative to what is asked for, and with the numbers of the kernel's texts. */
static void quota_is(const char *root, double wanted)
{
    equals(quota_probe(root), wanted);
}

START_TEST(takes_the_smallest_quota_of_all_groups)
{
    char *root = fake_root_new();
    quota_is(root, QUOTA_UNKNOWN);
    fake_root_put(root, "proc/self/cgroup", "0::/a/b/c\n");
    quota_is(root, QUOTA_UNKNOWN);
    fake_root_put(root, "sys/fs/cgroup/a/b/c/cpu.max", "max 100000\n");
    quota_is(root, QUOTA_NONE);
    fake_root_put(root, "sys/fs/cgroup/a/b/cpu.max", "250000 100000\n");
    quota_is(root, 2.5);
    fake_root_put(root, "sys/fs/cgroup/a/cpu.max", "75000 50000\n");
    quota_is(root, 1.5);
    fake_root_put(root, "sys/fs/cgroup/a/b/c/cpu.max", "200000 100000\n");
    quota_is(root, 1.5);
    fake_root_put(root, "sys/fs/cgroup/other/cpu.max", "1000 100000\n");
    quota_is(root, 1.5);
    /* A container that sees its own group as the top. */
    fake_root_put(root, "sys/fs/cgroup/cpu.max", "50000 100000\n");
    quota_is(root, 0.5);
    fake_root_put(root, "proc/self/cgroup", "0::/../../elsewhere\n");
    quota_is(root, 0.5);
    fake_root_put(root, "sys/fs/cgroup/cpu.max", "0 100000\n");
    quota_is(root, QUOTA_UNKNOWN);
    fake_root_put(root, "sys/fs/cgroup/cpu.max", "50000 0\n");
    quota_is(root, QUOTA_UNKNOWN);
    fake_root_put(root, "sys/fs/cgroup/cpu.max", "50000");
    quota_is(root, QUOTA_UNKNOWN);
    fake_root_free(root);
}
END_TEST

START_TEST(reads_quotas_of_version_1)
{
    char *root = fake_root_new();
    fake_root_put(root, "proc/self/cgroup",
                  "11:cpuset:/docker/1\n4:cpu,cpuacct:/docker/1\n"
                  "1:name=systemd:/docker/1\n0::/docker/1\n");
    fake_root_put(root, "sys/fs/cgroup/cpu/docker/1/cpu.cfs_quota_us", "-1\n");
    quota_is(root, QUOTA_NONE);
    fake_root_put(root, "sys/fs/cgroup/cpu/docker/cpu.cfs_quota_us",
                  "300000\n");
    fake_root_put(root, "sys/fs/cgroup/cpu/docker/cpu.cfs_period_us",
                  "100000\n");
    quota_is(root, 3);
    fake_root_put(root, "sys/fs/cgroup/cpuset/docker/1/cpu.cfs_quota_us",
                  "1000\n");
    quota_is(root, 3);
    fake_root_put(root, "proc/self/cgroup", "11:cpuset,cpuacct:/docker\n4\n");
    quota_is(root, QUOTA_UNKNOWN);
    fake_root_free(root);
}
END_TEST

START_TEST(a_quota_is_rounded_up_to_processors)
{
    ck_assert_uint_eq(quota_processors(QUOTA_UNKNOWN, 8), 8);
    ck_assert_uint_eq(quota_processors(QUOTA_NONE, 8), 8);
    ck_assert_uint_eq(quota_processors(QUOTA_NONE, 0), 1);
    ck_assert_uint_eq(quota_processors(0.2, 8), 1);
    ck_assert_uint_eq(quota_processors(1.5, 8), 2);
    ck_assert_uint_eq(quota_processors(2, 8), 2);
    ck_assert_uint_eq(quota_processors(16, 8), 8);
    ck_assert_uint_eq(quota_processors(1e300, 8), 8);
}
END_TEST

START_TEST(sums_throttle_events_of_x86)
{
    char *root = fake_root_new();
    fake_root_put(root, "proc/cpuinfo",
                  "processor\t: 0\nvendor_id\t: GenuineIntel\n"
                  "cpu family\t: 6\nmodel\t: 94\nflags\t: lm hypervisor\n");
    fake_root_put(root,
                  "sys/devices/system/cpu/cpu0/thermal_throttle/"
                  "core_throttle_count",
                  "3\n");
    fake_root_put(root,
                  "sys/devices/system/cpu/cpu1/thermal_throttle/"
                  "core_throttle_count",
                  "4\n");
    fake_root_put(root, "sys/devices/system/cpu/intel_pstate/no_turbo", "1\n");
    probe(root);
    equals(state.throttle_count, 7);
    ck_assert_str_eq(state.boost, "off");
    ck_assert_str_eq(state.hypervisor, "vm");
    system_release(&state);
    fake_root_free(root);
}
END_TEST

START_TEST(hwloc_reads_the_live_machine)
{
    struct topology topology;
    struct error err = {0};
    ck_assert_msg(topology_probe(&topology, "", &err), "%s", err.text);
    ck_assert_uint_ge(topology.allowed_count, 1);
    int cpu = topology_pick(&topology, NULL);
    ck_assert_int_ge(cpu, 0);
    ck_assert(topology_allows(&topology, cpu));
    ck_assert(!topology_allows(&topology, 65535));
    int none[] = {65535};
    struct cpu_kind elsewhere = {.cpus = none, .cpu_count = 1};
    ck_assert_int_eq(topology_pick(&topology, &elsewhere), -1);
    topology_release(&topology);
}
END_TEST

/* Two cores of two threads: not CPU 0, and the first thread of a core. */
START_TEST(picks_a_core_of_its_own_to_measure_on)
{
    char *root = fake_root_new();
    static const char *const masks[] = {"3", "3", "c", "c"};
    fake_root_put(root, "sys/devices/system/cpu/online", "0-3\n");
    fake_root_put(root, "sys/devices/system/cpu/possible", "0-3\n");
    fake_root_put(root, "sys/devices/system/cpu/present", "0-3\n");
    for (int i = 0; i < 4; i++) {
        static const char *const files[] = {"thread_siblings", "core_cpus"};
        for (size_t f = 0; f < 2; f++) {
            char *path = xasprintf("sys/devices/system/cpu/cpu%d/topology/%s",
                                   i, files[f]);
            fake_root_put(root, path, masks[i]);
            free(path);
        }
        char *path =
            xasprintf("sys/devices/system/cpu/cpu%d/topology/core_siblings", i);
        fake_root_put(root, path, "f");
        free(path);
    }
    struct topology topology;
    struct error err = {0};
    ck_assert_msg(topology_probe(&topology, root, &err), "%s", err.text);
    ck_assert_uint_eq(topology.count, 4);
    ck_assert_uint_eq(topology.core_count, 2);
    ck_assert_int_eq(topology_pick(&topology, NULL), 2);
    topology_release(&topology);
    fake_root_free(root);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {says_unknown_where_nothing_is_shown,
                            reads_what_bends_a_measurement,
                            takes_the_smallest_quota_of_all_groups,
                            reads_quotas_of_version_1,
                            a_quota_is_rounded_up_to_processors,
                            sums_throttle_events_of_x86,
                            hwloc_reads_the_live_machine,
                            picks_a_core_of_its_own_to_measure_on};
    return TAP_RUN("system", tests);
}
