/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "base/printable.h"

#include <string.h>

#include "base/memory.h"
#include "tests/unit/tap.h"

static void expect_cleaned(const char *text, const char *kept,
                           const char *wanted)
{
    char *copy = xstrdup(text);
    printable_clean(copy, kept);
    ck_assert_str_eq(copy, wanted);
    free(copy);
}

START_TEST(plain_text_stays)
{
    expect_cleaned("", "", "");
    expect_cleaned("-O3 ~ 'x'", "", "-O3 ~ 'x'");
    expect_cleaned("gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x90\x9f", "",
                   "gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x90\x9f");
}
END_TEST

START_TEST(controls_go_but_for_those_that_are_kept)
{
    expect_cleaned("a\nb\tc\033[2Jd\177\r", "", "a?b?c?[2Jd??");
    expect_cleaned("a\nb\tc\033[2Jd\177\r", "\n\t", "a\nb\tc?[2Jd??");
}
END_TEST

/* U+009B starts a sequence of a terminal as ESC [ does. */
START_TEST(what_steers_terminals_or_turns_text_goes)
{
    expect_cleaned("\xc2\x9b"
                   "31m",
                   "\n", "??31m");
    expect_cleaned("a\xe2\x80\xae"
                   "b\xe2\x80\xa8\xe2\x81\xa9\xef\xbb\xbf",
                   "\n", "a???b?????????");
    expect_cleaned("\xc2\xa0\xe2\x80\x90\xe2\x80\xaf", "",
                   "\xc2\xa0\xe2\x80\x90\xe2\x80\xaf");
}
END_TEST

START_TEST(what_is_no_utf8_goes)
{
    expect_cleaned("\xff\xfe", "", "??");
    expect_cleaned("\x9b"
                   "31m",
                   "", "?31m");
    expect_cleaned("cut \xe2\x82", "", "cut ??");
    expect_cleaned("\xc0\xaf \xed\xa0\x80 \xf4\x90\x80\x80", "", "?? ??? ????");
}
END_TEST

START_TEST(each_character_is_judged)
{
    static const enum printable_fault wanted[] = {
        PRINTABLE_GOOD,   PRINTABLE_CONTROL, PRINTABLE_GOOD,
        PRINTABLE_HIDDEN, PRINTABLE_BROKEN,  PRINTABLE_GOOD,
    };
    const char *at = "a\n\xc3\xbc\xc2\x80\xc3!";
    for (size_t i = 0; i < sizeof(wanted) / sizeof(*wanted); i++)
        ck_assert_int_eq(printable_next(&at), wanted[i]);
    ck_assert_str_eq(at, "");
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        plain_text_stays,
        controls_go_but_for_those_that_are_kept,
        what_steers_terminals_or_turns_text_goes,
        what_is_no_utf8_goes,
        each_character_is_judged,
    };
    return TAP_RUN("printable", tests);
}
