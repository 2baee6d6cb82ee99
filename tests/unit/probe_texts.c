/* SPDX-License-Identifier: MIT
 *
 * Small readers of the probes: tables, roots, words, what is blanked.
 */
#include <config.h>

#include "probes/blank.h"
#include "probes/refusal.h"
#include "probes/root.h"
#include "probes/table.h"
#include "probes/words.h"
#include "tests/unit/fake_root.h"
#include "tests/unit/tap.h"

START_TEST(a_refusal_has_a_word_of_its_own)
{
    for (int i = 0; i < REFUSAL_COUNT; i++) {
        enum refusal back;
        ck_assert(refusal_parse(refusal_word((enum refusal)i), &back));
        ck_assert_int_eq((int)back, i);
    }
    enum refusal none;
    ck_assert(!refusal_parse("no-such-word", &none));
    ck_assert(!refusal_blames_flags(REFUSAL_OUT_OF_MEMORY));
    ck_assert(!refusal_blames_flags(REFUSAL_TIMEOUT));
    ck_assert(!refusal_blames_flags(REFUSAL_NONE));
    ck_assert(refusal_blames_flags(REFUSAL_ILLEGAL_INSTRUCTION));
}
END_TEST

START_TEST(a_table_has_comments_columns_and_empty_cells)
{
    char *root = fake_root_new();
    fake_root_put(root, "t.tsv", "# comment\na\tb\n1\t-\n\n2\tx y\n");
    char *path = xasprintf("%s/t.tsv", root);
    struct table table;
    struct error err = {0};
    ck_assert_msg(table_load(&table, path, &err), "%s", err.text);
    ck_assert_uint_eq(table.rows, 2);
    ck_assert_str_eq(table_cell(&table, 0, "b"), "");
    ck_assert_str_eq(table_cell(&table, 1, "b"), "x y");
    ck_assert_str_eq(table_cell(&table, 1, "none"), "");
    static const char *const wanted[] = {"a", "c", NULL};
    ck_assert(!table_require(&table, wanted, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "'c'"));
    table_release(&table);

    fake_root_put(root, "t.tsv", "a\tb\n1\n");
    ck_assert(!table_load(&table, path, &err));
    ck_assert_ptr_nonnull(strstr(err.text, ":2:"));
    free(path);
    fake_root_free(root);
}
END_TEST

START_TEST(cpu_lists_are_read_or_refused)
{
    int *cpus = NULL;
    size_t count = 0;
    ck_assert(root_parse_cpu_list("0-2,5\n", &cpus, &count));
    ck_assert_uint_eq(count, 4);
    ck_assert_int_eq(cpus[3], 5);
    free(cpus);
    ck_assert(root_parse_cpu_list("", &cpus, &count));
    ck_assert_uint_eq(count, 0);
    free(cpus);
    static const char *const bad[] = {"3-1", "x",         "1,0", "0,0",
                                      "-1",  "0-9999999", "1-"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
        ck_assert_msg(!root_parse_cpu_list(bad[i], &cpus, &count), "%s",
                      bad[i]);
}
END_TEST

START_TEST(words_are_plausible_and_appear_once)
{
    struct strvec words = {0};
    words_parse("neon vfpv4 neon $(x) `y` NEON averyveryverylongwordthatisnone"
                "_at_all ok",
                &words);
    char *text = strvec_join(&words, " ");
    ck_assert_str_eq(text, "neon vfpv4 ok");
    ck_assert(words_satisfy(&words, "asimd neon"));
    ck_assert(words_satisfy(&words, "vfpv4+neon"));
    ck_assert(!words_satisfy(&words, "vfpv4+asimd"));
    ck_assert(words_satisfy(&words, ""));
    free(text);
    strvec_release(&words);
}
END_TEST

static void blanks(const char *text, const char *wanted)
{
    struct str copy = {0};
    str_add(&copy, text);
    blank_private(&copy, "box");
    ck_assert_str_eq(str_text(&copy), wanted);
    str_release(&copy);
}

START_TEST(blanks_what_is_private_and_nothing_else)
{
    blanks("Serial\t\t: 00000000abcd1234\nRevision\t: 000e\n",
           "Serial\t\t: 0000000000000000\nRevision\t: 000e\n");
    blanks("Serial\t\t: \nHardware\t: X\n", "Serial\t\t: \nHardware\t: X\n");
    blanks("eth0 00:1a:2b:3c:4d:5e up", "eth0 00:00:00:00:00:00 up");
    blanks("uuid 12345678-1234-abcd-1234-1234567890ab",
           "uuid 00000000-0000-0000-0000-000000000000");
    blanks("box: inbox box-1 (box)", "host: inbox host-1 (host)");
    blanks("MIDR 0x00000000410fd034", "MIDR 0x00000000410fd034");
    blanks("", "");
}
END_TEST

int main(void)
{
    const TTest *tests[] = {a_refusal_has_a_word_of_its_own,
                            a_table_has_comments_columns_and_empty_cells,
                            cpu_lists_are_read_or_refused,
                            words_are_plausible_and_appear_once,
                            blanks_what_is_private_and_nothing_else};
    return TAP_RUN("probe_texts", tests);
}
