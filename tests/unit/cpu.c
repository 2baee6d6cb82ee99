/* SPDX-License-Identifier: MIT
 *
 * What CPUs a machine has, from texts and from sysfs.
 */
#include <config.h>

#include "probes/cpu.h"

#include <stdint.h>

#include "probes/cpu_parts.h"
#include "tests/unit/fake_root.h"
#include "tests/unit/tap.h"

static struct catalogue catalogue;
static char *root;
static struct cpu cpu;

static void start(const char *cpuinfo)
{
    catalogue = fake_catalogue();
    root = fake_root_new();
    if (cpuinfo)
        fake_root_put(root, "proc/cpuinfo", cpuinfo);
}

static void probe(void)
{
    cpu_probe(&cpu, &catalogue, root);
}

static void stop(void)
{
    cpu_release(&cpu);
    fake_root_free(root);
    catalogue_release(&catalogue);
}

static const char four_a53[] =
    "Processor\t: AArch64 Processor rev 4 (aarch64)\n"
    "processor\t: 0\nprocessor\t: 1\nprocessor\t: 2\nprocessor\t: 3\n"
    "processor\t: 4\nprocessor\t: 5\n"
    "Features\t: fp asimd aes pmull sha1 sha2 crc32\n"
    "CPU implementer\t: 0x41\nCPU architecture: AArch64\n"
    "CPU part\t: 0xd03\n";

START_TEST(doubts_one_midr_for_more_than_a_cluster)
{
    start(four_a53);
    probe();
    ck_assert_str_eq(cpu.arch, "aarch64");
    ck_assert_uint_eq(cpu.kind_count, 1);
    ck_assert_uint_eq(cpu.kinds[0].cpu_count, 6);
    ck_assert_int_eq(cpu.confidence, CPU_PARTIAL);
    ck_assert_uint_eq(cpu.reasons.count, 1);
    stop();
}
END_TEST

START_TEST(believes_the_midr_of_sysfs_more_than_the_text)
{
    start(four_a53);
    for (int i = 0; i < 6; i++) {
        char *path = xasprintf("sys/devices/system/cpu/cpu%d/regs/"
                               "identification/midr_el1",
                               i);
        fake_root_put(root, path,
                      i < 4 ? "0x00000000410fd034\n" : "0x00000000410fd080\n");
        free(path);
    }
    probe();
    ck_assert_uint_eq(cpu.kind_count, 2);
    ck_assert_str_eq(cpu.kinds[0].core, "cortex-a53");
    ck_assert_str_eq(cpu.kinds[1].core, "cortex-a72");
    ck_assert_uint_eq(cpu.kinds[1].cpu_count, 2);
    ck_assert_int_eq(cpu.kinds[1].cpus[0], 4);
    ck_assert_int_eq(cpu.confidence, CPU_EXACT);
    ck_assert_str_eq(cpu_fastest_kind(&cpu)->core, "cortex-a72");
    ck_assert_str_eq(cpu_find_kind(&cpu, "slow")->core, "cortex-a53");
    ck_assert_ptr_null(cpu_find_kind(&cpu, "cortex-a7"));
    stop();
}
END_TEST

START_TEST(uses_sysfs_alone_where_there_is_no_text)
{
    start(NULL);
    fake_root_put(root, "sys/devices/system/cpu/online", "0-1\n");
    fake_root_put(root,
                  "sys/devices/system/cpu/cpu0/regs/identification/midr_el1",
                  "0x410fd083");
    fake_root_put(root,
                  "sys/devices/system/cpu/cpu1/regs/identification/midr_el1",
                  "0x410fd083");
    probe();
    ck_assert_str_eq(cpu.arch, "aarch64");
    ck_assert_uint_eq(cpu.kinds[0].cpu_count, 2);
    ck_assert_str_eq(cpu.kinds[0].core, "cortex-a72");
    ck_assert_int_eq(cpu.confidence, CPU_PARTIAL);
    stop();
}
END_TEST

/* golang/go#28431: the kernel lists what only one of the kinds has. */
START_TEST(does_not_trust_what_a_known_core_lacks)
{
    start("processor\t: 0\nFeatures\t: fp asimd crc32 atomics fphp\n"
          "CPU implementer\t: 0x53\nCPU part\t: 0x002\n\n"
          "processor\t: 1\nFeatures\t: fp asimd crc32 atomics fphp\n"
          "CPU implementer\t: 0x41\nCPU part\t: 0xd05\n");
    probe();
    ck_assert_uint_eq(cpu.kind_count, 2);
    ck_assert(cpu_has(&cpu, "crc32"));
    ck_assert(!cpu_has(&cpu, "atomics"));
    ck_assert(strvec_contains(&cpu.untrusted, "atomics"));
    ck_assert_int_eq(cpu.confidence, CPU_PARTIAL);
    stop();
}
END_TEST

START_TEST(takes_features_that_all_cpus_list)
{
    start("processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\n"
          "model\t: 60\nflags\t: lm sse2 avx2\n\n"
          "processor\t: 1\nvendor_id\t: GenuineIntel\ncpu family\t: 6\n"
          "model\t: 60\nflags\t: lm sse2\n");
    probe();
    ck_assert_str_eq(cpu.arch, "x86_64");
    ck_assert_str_eq(cpu.kinds[0].core, "haswell");
    ck_assert(!cpu_has(&cpu, "avx2"));
    ck_assert_int_eq(cpu.confidence, CPU_PARTIAL);
    stop();
}
END_TEST

START_TEST(tells_the_kinds_of_a_hybrid_by_sysfs)
{
    start("processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\n"
          "model\t: 151\nflags\t: lm\n\n"
          "processor\t: 1\nvendor_id\t: GenuineIntel\ncpu family\t: 6\n"
          "model\t: 151\nflags\t: lm\n");
    fake_root_put(root, "sys/devices/cpu_core/cpus", "0\n");
    fake_root_put(root, "sys/devices/cpu_atom/cpus", "1\n");
    probe();
    ck_assert_uint_eq(cpu.kind_count, 2);
    ck_assert_str_eq(cpu.kinds[0].core, "alderlake-core");
    ck_assert_str_eq(cpu.kinds[1].core, "alderlake-atom");
    ck_assert_int_eq(cpu.kinds[1].cpus[0], 1);
    stop();
}
END_TEST

START_TEST(tells_three_cpus_of_one_model_by_flags)
{
    static const struct {
        const char *flag;
        const char *core;
    } cases[] = {{"", "skylake-avx512"},
                 {"avx512_vnni", "cascadelake"},
                 {"avx512_vnni avx512_bf16", "cooperlake"}};
    for (size_t i = 0; i < 3; i++) {
        char *text = xasprintf("processor\t: 0\nvendor_id\t: GenuineIntel\n"
                               "cpu family\t: 6\nmodel\t: 85\n"
                               "flags\t: lm avx512f %s\n",
                               cases[i].flag);
        start(text);
        probe();
        ck_assert_str_eq(cpu.kinds[0].core, cases[i].core);
        stop();
        free(text);
    }
}
END_TEST

START_TEST(doubts_what_is_offline)
{
    start("processor\t: 0\nFeatures\t: neon\nCPU implementer\t: 0x41\n"
          "CPU part\t: 0xc07\n");
    fake_root_put(root, "sys/devices/system/cpu/present", "0-7\n");
    probe();
    ck_assert_int_eq(cpu.confidence, CPU_PARTIAL);
    stop();
}
END_TEST

/* qemu-user shows the host's text; the auxiliary vector is the emulated
 * CPU's. */
START_TEST(drops_the_text_of_an_emulators_host)
{
    uint32_t vector[] = {16, 1u << 6 | 1u << 12, 26, 1u << 4, 0, 0};
    start("processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\n"
          "model\t: 33\nflags\t: lm avx2\n");
    fake_root_put(root, "uname", "Linux host 5.10.0 armv7l\n");
    fake_root_bytes(root, "proc/self/auxv", vector, sizeof(vector));
    probe();
    ck_assert_str_eq(cpu.arch, "arm");
    ck_assert(cpu_has(&cpu, "neon") && cpu_has(&cpu, "vfp"));
    ck_assert(cpu_has(&cpu, "crc32"));
    ck_assert(!cpu_has(&cpu, "avx2"));
    ck_assert_int_ne(cpu.confidence, CPU_EXACT);
    stop();
}
END_TEST

START_TEST(same_cpus_have_the_same_fingerprint)
{
    start("processor\t: 0\nFeatures\t: fp asimd crc32\n"
          "CPU implementer\t: 0x41\nCPU part\t: 0xd03\n");
    probe();
    struct digest first = cpu.fingerprint;
    stop();
    start("processor\t: 0\nFeatures\t: crc32 asimd fp\n"
          "CPU implementer\t: 0x41\nCPU part\t: 0xd03\nSerial\t: 7\n");
    probe();
    ck_assert_str_eq(first.hex, cpu.fingerprint.hex);
    stop();
    start("processor\t: 0\nFeatures\t: asimd fp\n"
          "CPU implementer\t: 0x41\nCPU part\t: 0xd03\n");
    probe();
    ck_assert_str_ne(first.hex, cpu.fingerprint.hex);
    stop();
}
END_TEST

START_TEST(reads_no_words_of_a_vector_of_nothing)
{
    struct strvec words = {0};
    ck_assert_ptr_null(hwcap_words("", 0, "arm", &words));
    ck_assert_ptr_null(hwcap_words("short", 5, "aarch64", &words));
    ck_assert_ptr_null(hwcap_words("12345678", 8, "x86_64", &words));
    strvec_release(&words);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {doubts_one_midr_for_more_than_a_cluster,
                            believes_the_midr_of_sysfs_more_than_the_text,
                            uses_sysfs_alone_where_there_is_no_text,
                            does_not_trust_what_a_known_core_lacks,
                            takes_features_that_all_cpus_list,
                            tells_the_kinds_of_a_hybrid_by_sysfs,
                            tells_three_cpus_of_one_model_by_flags,
                            doubts_what_is_offline,
                            drops_the_text_of_an_emulators_host,
                            same_cpus_have_the_same_fingerprint,
                            reads_no_words_of_a_vector_of_nothing};
    return TAP_RUN("cpu", tests);
}
