/* SPDX-License-Identifier: MIT
 *
 * Names of boards.
 */
#include <config.h>

#include "probes/board.h"

#include "probes/cpu.h"
#include "tests/unit/fake_root.h"
#include "tests/unit/tap.h"

static void makes(const char *model, const char *wanted)
{
    char *id = board_make_id(model);
    ck_assert_str_eq(id, wanted);
    free(id);
}

START_TEST(makes_ids_of_words_without_revisions)
{
    makes("Radxa ROCK Pi 4B", "radxa-rock-pi-4b");
    makes("Raspberry Pi 400 Rev 1.0", "raspberry-pi-400");
    makes("Some Board rev. C", "some-board");
    makes("Pine64 RockPro64 v2.1", "pine64-rockpro64");
    makes("Pine64 PinePhone (1.2)", "pine64-pinephone");
    makes("AML-S905X-CC (Libre Computer) V2", "aml-s905x-cc-libre-computer");
    makes("Trevally", "trevally"); /* "rev" in a word is none */
    makes("  --  ", "");
    makes("", "");
    makes("\033[0m$(x) ../../etc", "0m-x-etc");
}
END_TEST

START_TEST(makes_short_ids_of_long_texts)
{
    struct str text = {0};
    for (int i = 0; i < 10000; i++)
        str_add(&text, "rev ( ");
    char *id = board_make_id(text.text);
    ck_assert_uint_le(strlen(id), 64);
    free(id);
    str_release(&text);
}
END_TEST

static void finds(const char *path, const char *text, const char *id,
                  const char *evidence)
{
    struct catalogue catalogue = fake_catalogue();
    char *root = fake_root_new();
    struct cpu cpu;
    struct board board;
    fake_root_bytes(root, path, text, strlen(text) + 1); /* ends with NUL */
    cpu_probe(&cpu, &catalogue, root);
    board_probe(&board, &catalogue, &cpu, root);
    ck_assert_str_eq(board.id, id);
    ck_assert_str_eq(board.evidence, evidence);
    board_release(&board);
    cpu_release(&cpu);
    fake_root_free(root);
    catalogue_release(&catalogue);
}

START_TEST(finds_boards_by_model_cpuinfo_hardware_or_host_name)
{
    finds("proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4",
          "raspberrypi-4b", "model");
    finds("sys/firmware/devicetree/base/model", "Pine64+", "pine64", "model");
    finds("proc/device-tree/model", "Wandboard i.MX6 Quad Board", "wandboard",
          "model");
    finds("proc/cpuinfo", "Model\t: Raspberry Pi Model B Rev 2\n",
          "raspberrypi-1b", "cpuinfo");
    finds("proc/cpuinfo", "Hardware\t: ODROID-C2\n", "odroid-c2", "hardware");
    finds("proc/cpuinfo", "Hardware\t: BCM2835\n", "unknown", "cpu");
    finds("proc/sys/kernel/hostname", "orangepizero\n", "orangepi-zero",
          "hostname");
    finds("proc/sys/kernel/hostname", "orangepizero2\n", "unknown", "cpu");
}
END_TEST

/* The ids that records are filed under must be real file names. */
START_TEST(every_board_of_the_table_is_well_formed)
{
    struct catalogue catalogue = fake_catalogue();
    const struct table *boards = &catalogue.boards;
    ck_assert_uint_gt(boards->rows, 20);
    for (size_t i = 0; i < boards->rows; i++) {
        const char *id = table_cell(boards, i, "id");
        ck_assert_uint_eq(strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-"),
                          strlen(id));
        makes(id, id);
        const char *price = table_cell(boards, i, "price_usd");
        double value;
        ck_assert(!*price || str_parse_double(price, &value));
        ck_assert(!*price || *table_cell(boards, i, "source"));
    }
    catalogue_release(&catalogue);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {makes_ids_of_words_without_revisions,
                            makes_short_ids_of_long_texts,
                            finds_boards_by_model_cpuinfo_hardware_or_host_name,
                            every_board_of_the_table_is_well_formed};
    return TAP_RUN("board", tests);
}
