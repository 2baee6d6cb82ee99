/* SPDX-License-Identifier: MIT
 *
 * The forms of /proc/cpuinfo.
 */
#include <config.h>

#include "probes/cpuinfo.h"

#include "base/memory.h"
#include "base/str.h"
#include "tests/unit/tap.h"

static struct cpuinfo parse(const char *text)
{
    struct cpuinfo info;
    cpuinfo_parse(&info, text, strlen(text));
    return info;
}

START_TEST(reads_one_block_a_cpu)
{
    struct cpuinfo info = parse("processor\t: 0\nFeatures\t: a b\n"
                                "CPU part\t: 0xd03\n\n"
                                "processor\t: 4\nFeatures\t: a\n"
                                "CPU part\t: 0xd08\n\nHardware\t: X\n");
    ck_assert_uint_eq(info.count, 2);
    ck_assert_int_eq(info.cpus[1].number, 4);
    ck_assert_str_eq(cpuinfo_get(&info, 0, CPUINFO_PART), "0xd03");
    ck_assert_str_eq(cpuinfo_get(&info, 1, CPUINFO_PART), "0xd08");
    ck_assert_str_eq(cpuinfo_get(&info, 0, CPUINFO_HARDWARE), "X");
    ck_assert(!info.shared_midr && !info.cut);
    cpuinfo_release(&info);
}
END_TEST

START_TEST(shares_the_fields_of_a_header_text)
{
    struct cpuinfo info = parse(
        "Processor\t: ARMv7 Processor rev 5 (v7l)\n"
        "processor\t: 0\nBogoMIPS\t: 10\n\nprocessor\t: 1\nBogoMIPS\t: 11\n\n"
        "Features\t: neon\nCPU part\t: 0xc07\n");
    ck_assert_uint_eq(info.count, 2);
    ck_assert(info.shared_midr);
    ck_assert_str_eq(cpuinfo_get(&info, 0, CPUINFO_PART), "0xc07");
    ck_assert_str_eq(cpuinfo_get(&info, 0, CPUINFO_FEATURES), "neon");
    ck_assert_str_eq(cpuinfo_get(&info, 1, CPUINFO_BOGOMIPS), "11");
    ck_assert_str_eq(cpuinfo_any(&info, CPUINFO_PROCESSOR),
                     "ARMv7 Processor rev 5 (v7l)");
    cpuinfo_release(&info);
}
END_TEST

START_TEST(counts_one_cpu_without_a_processor_line)
{
    struct cpuinfo info = parse("Processor\t: ARMv6-compatible (v6l)\n"
                                "Features\t: vfp\nCPU part\t: 0xb76\n");
    ck_assert_uint_eq(info.count, 1);
    ck_assert_int_eq(info.cpus[0].number, 0);
    ck_assert_str_eq(cpuinfo_get(&info, 0, CPUINFO_PART), "0xb76");
    cpuinfo_release(&info);
}
END_TEST

START_TEST(takes_any_spacing_and_line_end)
{
    struct cpuinfo info = parse("processor       : 0\r\n"
                                "  CPU part:0xc08  \r\nFeatures :  a  b \r\n");
    ck_assert_uint_eq(info.count, 1);
    ck_assert_str_eq(cpuinfo_get(&info, 0, CPUINFO_PART), "0xc08");
    ck_assert_str_eq(cpuinfo_get(&info, 0, CPUINFO_FEATURES), "a  b");
    cpuinfo_release(&info);
}
END_TEST

START_TEST(tells_model_from_Model)
{
    struct cpuinfo info = parse("processor\t: 0\nmodel\t\t: 94\n"
                                "cpu family\t: 6\nModel\t\t: A Board\n");
    ck_assert_str_eq(cpuinfo_get(&info, 0, CPUINFO_MODEL), "94");
    ck_assert_str_eq(cpuinfo_any(&info, CPUINFO_BOARD), "A Board");
    cpuinfo_release(&info);
}
END_TEST

START_TEST(joins_two_parts_of_one_block)
{
    struct cpuinfo info = parse("processor\t: 0\nCPU part\t: 0xc07\n"
                                "CPU part\t: 0xc0f\nCPU part\t: 0xc0f\n");
    const char *part = cpuinfo_get(&info, 0, CPUINFO_PART);
    ck_assert_msg(str_starts(part, "0xc07 & 0xc0f"), "%s", part);
    cpuinfo_release(&info);
}
END_TEST

START_TEST(drops_values_that_the_end_cuts)
{
    struct cpuinfo info = parse("processor\t: 0\nFeatures\t: neon vfpv4\n"
                                "CPU part\t: 0xc07\n\n"
                                "processor\t: 1\nFeatures\t: neon vf");
    ck_assert(info.cut);
    ck_assert_ptr_null(cpuinfo_get(&info, 1, CPUINFO_FEATURES));
    cpuinfo_release(&info);

    info = parse("processor\t: 0\nFeatures\t: neon vfpv4\nCPU part\t: 0xc");
    ck_assert(info.cut);
    ck_assert_ptr_null(cpuinfo_get(&info, 0, CPUINFO_PART));
    cpuinfo_release(&info);

    /* The only list there is: without the half word. */
    info = parse("processor\t: 0\nFeatures\t: neon vfpv4 idi");
    ck_assert(info.cut);
    ck_assert_str_eq(cpuinfo_get(&info, 0, CPUINFO_FEATURES), "neon vfpv4");
    cpuinfo_release(&info);
}
END_TEST

START_TEST(takes_whole_values_without_a_final_newline)
{
    struct cpuinfo info = parse("processor\t: 0\nCPU part\t: 0xc07");
    ck_assert_str_eq(cpuinfo_get(&info, 0, CPUINFO_PART), "0xc07");
    ck_assert(!info.cut);
    cpuinfo_release(&info);
}
END_TEST

START_TEST(knows_text_of_other_architectures)
{
    struct cpuinfo info = parse("processor\t: 0\nhart\t: 1\nisa\t: rv64gc\n");
    ck_assert_str_eq(info.foreign, "riscv64");
    cpuinfo_release(&info);
}
END_TEST

START_TEST(survives_hostile_text)
{
    struct str text = {0};
    for (int i = 0; i < 200000; i++)
        str_add(&text, i % 7 ? " " : ":");
    str_add(&text, "\nprocessor : 99999999999999999999\nprocessor: -1\n"
                   "processor : 3\nprocessor : 3\nModel : \033[31mred\n");
    struct cpuinfo info;
    cpuinfo_parse(&info, text.text, text.length);
    ck_assert_uint_eq(info.count, 1);
    ck_assert_int_eq(info.cpus[0].number, 3);
    cpuinfo_release(&info);
    info = parse("");
    ck_assert_uint_eq(info.count, 0);
    cpuinfo_release(&info);
    /* Control characters never get through. */
    info = parse("Model : \033[31mred\n");
    ck_assert_str_eq(cpuinfo_any(&info, CPUINFO_BOARD), "?[31mred");
    cpuinfo_release(&info);
    str_release(&text);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {reads_one_block_a_cpu,
                            shares_the_fields_of_a_header_text,
                            counts_one_cpu_without_a_processor_line,
                            takes_any_spacing_and_line_end,
                            tells_model_from_Model,
                            joins_two_parts_of_one_block,
                            drops_values_that_the_end_cuts,
                            takes_whole_values_without_a_final_newline,
                            knows_text_of_other_architectures,
                            survives_hostile_text};
    return TAP_RUN("cpuinfo", tests);
}
