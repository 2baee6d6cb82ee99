/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "base/str.h"

#include <locale.h>
#include <string.h>

#include "base/memory.h"
#include "tests/unit/tap.h"

START_TEST(empty_reads_as_empty_text)
{
    struct str s = {0};
    ck_assert_str_eq(str_text(&s), "");
    str_release(&s);
    str_release(NULL);
}
END_TEST

START_TEST(grows_by_every_kind_of_add)
{
    struct str s = {0};
    str_add(&s, "ab");
    str_add_char(&s, '-');
    str_addf(&s, "%03d|%s", 7, "x");
    str_add_bytes(&s, "\0z", 2);
    ck_assert_uint_eq(s.length, 10);
    ck_assert_mem_eq(s.text, "ab-007|x\0z", 11);
    str_reset(&s);
    ck_assert_str_eq(str_text(&s), "");
    ck_assert_uint_eq(s.length, 0);
    str_release(&s);
}
END_TEST

START_TEST(long_content_survives_growing)
{
    struct str s = {0};
    for (int i = 0; i < 10000; i++)
        str_addf(&s, "%d,", i % 10);
    ck_assert_uint_eq(s.length, 20000);
    ck_assert_str_eq(s.text + 19990, "5,6,7,8,9,");
    str_release(&s);
}
END_TEST

START_TEST(detach_hands_over_and_empties)
{
    struct str s = {0};
    str_add(&s, "mine");
    char *text = str_detach(&s);
    ck_assert_str_eq(text, "mine");
    ck_assert_ptr_null(s.text);
    free(text);
    text = str_detach(&s);
    ck_assert_str_eq(text, "");
    free(text);
}
END_TEST

START_TEST(knows_beginnings_and_ends)
{
    ck_assert(str_starts("-march=native", "-march="));
    ck_assert(str_starts("a", ""));
    ck_assert(!str_starts("-m", "-march="));
    ck_assert(str_ends("a.json", ".json"));
    ck_assert(!str_ends("json", ".json"));
    ck_assert(str_ends("", ""));
}
END_TEST

START_TEST(fits_a_name_or_its_beginning)
{
    ck_assert(str_fits("-flto", "-flto"));
    ck_assert(!str_fits("-flto=2", "-flto"));
    ck_assert(str_fits("-flto=2", "-flto*"));
    ck_assert(str_fits("-flto", "-flto*"));
    ck_assert(!str_fits("-flt", "-flto*"));
    ck_assert(!str_fits("-flto", ""));
}
END_TEST

START_TEST(trims_both_ends)
{
    char text[] = " \t a b\r\n";
    ck_assert_str_eq(str_trim(text), "a b");
    char blank[] = " \n ";
    ck_assert_str_eq(str_trim(blank), "");
}
END_TEST

START_TEST(parses_whole_unsigned_numbers_only)
{
    static const char *const bad[] = {
        "",    " 1",  "+1", "-1",  "1 ",  "0x",
        "1.0", "12a", "xx", "0xg", "1e3", "99999999999999999999999"};
    unsigned long value = 42;
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
        ck_assert_msg(!str_parse_ulong(bad[i], &value), "took '%s'", bad[i]);
    ck_assert_uint_eq(value, 42);
    ck_assert(str_parse_ulong("0x1F", &value) && value == 31);
    ck_assert(str_parse_ulong("010", &value) && value == 10);
    ck_assert(str_parse_ulong("0", &value) && value == 0);
}
END_TEST

START_TEST(parses_signed_numbers)
{
    long value = 42;
    ck_assert(!str_parse_long("--1", &value));
    ck_assert(!str_parse_long("-", &value));
    ck_assert(!str_parse_long("- 1", &value));
    ck_assert(!str_parse_long("0x10", &value));
    ck_assert_int_eq(value, 42);
    ck_assert(str_parse_long("-17", &value) && value == -17);
}
END_TEST

START_TEST(parses_finite_decimals_only)
{
    static const char *const bad[] = {"",     "nan", "inf", "0x1p3", "1,5",
                                      "1.5 ", " 1",  "e5",  "1e",    "1e999",
                                      ".",    "-",   "+-1", "1.2.3"};
    double value = 42;
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
        ck_assert_msg(!str_parse_double(bad[i], &value), "took '%s'", bad[i]);
    ck_assert_double_eq(value, 42);
    ck_assert(str_parse_double("-1.5e3", &value));
    ck_assert_double_eq(value, -1500);
    ck_assert(str_parse_double(".25", &value));
    ck_assert_double_eq(value, 0.25);
}
END_TEST

START_TEST(decimals_do_not_follow_the_locale)
{
    /* Where no such locale is installed the test still holds in C. */
    if (!setlocale(LC_ALL, "de_DE.UTF-8"))
        setlocale(LC_ALL, "C");
    double value;
    ck_assert(str_parse_double("1.5", &value));
    ck_assert_double_eq(value, 1.5);
    ck_assert(!str_parse_double("1,5", &value));
}
END_TEST

START_TEST(parses_durations)
{
    double s = 42;
    ck_assert(str_parse_duration("90", &s) && s == 90);
    ck_assert(str_parse_duration("90s", &s) && s == 90);
    ck_assert(str_parse_duration("5m", &s) && s == 300);
    ck_assert(str_parse_duration("1.5h", &s) && s == 5400);
    static const char *const bad[] = {"", "s", "0", "-1s", "5d", "5 m", "5mm"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
        ck_assert_msg(!str_parse_duration(bad[i], &s), "took '%s'", bad[i]);
    ck_assert_double_eq(s, 5400);
}
END_TEST

START_TEST(counts_edits_between_words)
{
    ck_assert_uint_eq(str_edit_distance("", ""), 0);
    ck_assert_uint_eq(str_edit_distance("auto", ""), 4);
    ck_assert_uint_eq(str_edit_distance("export", "exprot"), 1);
    ck_assert_uint_eq(str_edit_distance("kitten", "sitting"), 3);
    char a[1000], b[1000];
    memset(a, 'a', sizeof(a));
    memset(b, 'b', sizeof(b));
    a[999] = b[999] = '\0';
    ck_assert_uint_gt(str_edit_distance(a, b), 0);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {empty_reads_as_empty_text,
                            grows_by_every_kind_of_add,
                            long_content_survives_growing,
                            detach_hands_over_and_empties,
                            knows_beginnings_and_ends,
                            fits_a_name_or_its_beginning,
                            trims_both_ends,
                            parses_whole_unsigned_numbers_only,
                            parses_signed_numbers,
                            parses_finite_decimals_only,
                            decimals_do_not_follow_the_locale,
                            parses_durations,
                            counts_edits_between_words};
    return TAP_RUN("str", tests);
}
