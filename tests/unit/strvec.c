/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "base/strvec.h"

#include <string.h>

#include "base/memory.h"
#include "base/str.h"
#include "tests/unit/tap.h"

static void assert_joined(const struct strvec *v, const char *wanted)
{
    char *text = strvec_join(v, "|");
    ck_assert_str_eq(text, wanted);
    free(text);
}

START_TEST(empty_is_an_argv)
{
    struct strvec v = {0};
    ck_assert_ptr_null(strvec_argv(&v)[0]);
    assert_joined(&v, "");
    strvec_release(&v);
    strvec_release(NULL);
}
END_TEST

START_TEST(adds_in_order_and_ends_with_null)
{
    struct strvec v = {0}, w = {0};
    strvec_add(&v, "a");
    strvec_addf(&v, "b%d", 2);
    strvec_add_take(&v, xstrdup("c"));
    strvec_add_list(&w, "d", "", "f", NULL);
    strvec_add_all(&v, &w);
    assert_joined(&v, "a|b2|c|d||f");
    ck_assert_ptr_null(v.items[v.count]);
    strvec_reset(&v);
    ck_assert_uint_eq(v.count, 0);
    ck_assert_ptr_null(strvec_argv(&v)[0]);
    strvec_release(&v);
    strvec_release(&w);
}
END_TEST

START_TEST(removes_first_middle_and_last)
{
    struct strvec v = {0};
    strvec_split(&v, "a b c d", " ");
    strvec_remove(&v, 3);
    strvec_remove(&v, 1);
    strvec_remove(&v, 0);
    assert_joined(&v, "c");
    ck_assert_ptr_null(v.items[1]);
    strvec_release(&v);
}
END_TEST

START_TEST(compares_and_finds)
{
    struct strvec v = {0}, w = {0};
    strvec_add_list(&v, "a", "b", NULL);
    strvec_add_list(&w, "a", "c", NULL);
    ck_assert(strvec_contains(&v, "b"));
    ck_assert(!strvec_contains(&v, "c"));
    ck_assert(strvec_equal(&v, &v));
    ck_assert(!strvec_equal(&v, &w));
    strvec_remove(&w, 1);
    ck_assert(!strvec_equal(&v, &w));
    strvec_release(&v);
    strvec_release(&w);
}
END_TEST

START_TEST(sorts_and_drops_doubles)
{
    struct strvec v = {0};
    strvec_sort_unique(&v);
    ck_assert_uint_eq(v.count, 0);
    strvec_split(&v, "b a c a b b", " ");
    strvec_sort_unique(&v);
    assert_joined(&v, "a|b|c");
    ck_assert_ptr_null(v.items[3]);
    strvec_release(&v);
}
END_TEST

START_TEST(splits_without_empty_words)
{
    struct strvec v = {0};
    strvec_split(&v, ",,a,, b;", ",;");
    assert_joined(&v, "a| b");
    strvec_release(&v);
}
END_TEST

START_TEST(splits_as_a_shell_would)
{
    struct strvec v = {0};
    ck_assert(strvec_split_shell(
        &v, " ssh  -o 'a b' \"c \\\"d\\\" \\n\" e\\ f ''  x'y'\"z\" "));
    assert_joined(&v, "ssh|-o|a b|c \"d\" \\n|e f||xyz");
    strvec_release(&v);
}
END_TEST

START_TEST(an_open_quote_is_refused)
{
    struct strvec v = {0};
    ck_assert(!strvec_split_shell(&v, "a 'b"));
    ck_assert(!strvec_split_shell(&v, "\"b\\\""));
    strvec_release(&v);
}
END_TEST

START_TEST(quoting_and_splitting_are_inverse)
{
    static const char *const words[] = {
        "plain",       "",         "two words", "it's",  "\"",
        "$HOME",       "`id`",     "a\\b",      "*?[x]", "a\nb",
        "~",           "\\",       "''",        "#x",    "-DX=\"y\"",
        "a;b&c|d<e>f", "\xc3\xbc", "\t",        "!"};
    struct str line = {0};
    struct strvec v = {0};
    size_t count = sizeof(words) / sizeof(*words);
    for (size_t i = 0; i < count; i++) {
        str_add_char(&line, ' ');
        strvec_quote_shell(&line, words[i]);
    }
    ck_assert(strvec_split_shell(&v, str_text(&line)));
    ck_assert_uint_eq(v.count, count);
    for (size_t i = 0; i < count; i++)
        ck_assert_str_eq(v.items[i], words[i]);
    strvec_release(&v);
    str_release(&line);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {empty_is_an_argv,
                            adds_in_order_and_ends_with_null,
                            removes_first_middle_and_last,
                            compares_and_finds,
                            sorts_and_drops_doubles,
                            splits_without_empty_words,
                            splits_as_a_shell_would,
                            an_open_quote_is_refused,
                            quoting_and_splitting_are_inverse};
    return TAP_RUN("strvec", tests);
}
