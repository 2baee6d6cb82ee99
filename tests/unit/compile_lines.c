/* SPDX-License-Identifier: MIT
 *
 * Whether flags reached the compiler, by its command lines.
 */
#include <config.h>

#include "search/compile_lines.h"

#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"
#include "tests/unit/tap.h"

static void judge(const char *lines, const char *flags,
                  enum compile_lines wanted, const char *wanted_line)
{
    struct strvec all = {0}, asked = {0};
    struct str line = {0};
    strvec_split(&all, lines, "\n");
    strvec_split(&asked, flags, " ");
    enum compile_lines got = compile_lines_judge(&all, &asked, &line);
    ck_assert_msg(got == wanted, "'%s' in '%s': %s", flags, lines,
                  compile_lines_text(got));
    ck_assert_str_eq(str_text(&line), wanted_line);
    strvec_release(&all);
    strvec_release(&asked);
    str_release(&line);
}

START_TEST(knows_all_some_and_none)
{
    judge("cc -O2 -mx -c a.c", "-O2 -mx", COMPILE_LINES_ALL,
          "cc -O2 -mx -c a.c");
    judge("cc -O2 -c a.c", "-O2 -mx", COMPILE_LINES_PART, "cc -O2 -c a.c");
    judge("cc -g -c a.cpp", "-O2 -mx", COMPILE_LINES_NONE, "cc -g -c a.cpp");
    judge("", "-O2", COMPILE_LINES_UNKNOWN, "");
    judge("cc -O2 a.c", "", COMPILE_LINES_UNKNOWN, "");
}
END_TEST

START_TEST(one_good_line_is_enough)
{
    judge("cc -c tool.c\ncc -O3 -c a.c\ncc -c b.c", "-O3", COMPILE_LINES_ALL,
          "cc -O3 -c a.c");
}
END_TEST

START_TEST(sees_a_level_that_comes_later)
{
    judge("cc -O3 -O2 -c a.c", "-O3", COMPILE_LINES_OVERRIDDEN,
          "cc -O3 -O2 -c a.c");
    judge("cc -O2 -O3 -c a.c", "-O3", COMPILE_LINES_ALL, "cc -O2 -O3 -c a.c");
}
END_TEST

START_TEST(leaves_out_what_is_no_compilation)
{
    judge("cc -O3 a.o -o a\ncc -E -O3 a.c\ncc --version\ncc @args.rsp -c a.c",
          "-O3", COMPILE_LINES_UNKNOWN, "");
}
END_TEST

START_TEST(trusts_configure_tests_only_without_others)
{
    judge("gcc -O3 conftest.c\ngcc -O2 -c a.c", "-O3", COMPILE_LINES_NONE,
          "gcc -O2 -c a.c");
    judge("gcc -O3 conftest.c", "-O3", COMPILE_LINES_ALL, "gcc -O3 conftest.c");
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        knows_all_some_and_none,
        one_good_line_is_enough,
        sees_a_level_that_comes_later,
        leaves_out_what_is_no_compilation,
        trusts_configure_tests_only_without_others,
    };
    return TAP_RUN("compile_lines", tests);
}
