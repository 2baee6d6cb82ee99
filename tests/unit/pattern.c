/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "base/pattern.h"

#include <string.h>

#include "base/error.h"
#include "tests/unit/tap.h"

static struct pattern *compile(const char *text, unsigned flags)
{
    struct error err = {0};
    struct pattern *pattern = pattern_new(text, flags, &err);
    ck_assert_msg(pattern, "'%s': %s", text, err.text);
    return pattern;
}

START_TEST(finds_groups_by_number_and_name)
{
    struct pattern *p = compile("(?<value>[0-9.]+) (?<unit>[a-z]+)", 0);
    struct pattern_span groups[4];
    const char *text = "speed: 12.5 kbit";
    ck_assert(pattern_match(p, (struct pattern_text){text, strlen(text), 0},
                            groups, 4));
    ck_assert_uint_eq(groups[0].start, 7);
    ck_assert_uint_eq(groups[0].length, 9);
    ck_assert_uint_eq(pattern_group(p, "value"), 1);
    ck_assert_uint_eq(pattern_group(p, "unit"), 2);
    ck_assert_uint_eq(pattern_group(p, "other"), 0);
    ck_assert_uint_eq(pattern_group_count(p), 2);
    ck_assert(groups[2].set && groups[2].length == 4);
    ck_assert(!groups[3].set);
    pattern_free(p);
    pattern_free(NULL);
}
END_TEST

START_TEST(an_unused_group_is_unset)
{
    struct pattern *p = compile("(a)|(b)", 0);
    struct pattern_span groups[3];
    ck_assert(pattern_match(p, (struct pattern_text){"b", 1, 0}, groups, 3));
    ck_assert(!groups[1].set);
    ck_assert(groups[2].set);
    pattern_free(p);
}
END_TEST

START_TEST(goes_on_from_where_it_is_told)
{
    struct pattern *p = compile("[0-9]+", 0);
    struct pattern_span whole;
    ck_assert(
        pattern_match(p, (struct pattern_text){"1 22 3", 6, 1}, &whole, 1));
    ck_assert_uint_eq(whole.start, 2);
    ck_assert(
        !pattern_match(p, (struct pattern_text){"1 22 3", 6, 6}, &whole, 1));
    ck_assert(!pattern_match(p, (struct pattern_text){"", 0, 0}, &whole, 1));
    pattern_free(p);
}
END_TEST

START_TEST(lines_end_as_the_flags_say)
{
    struct pattern *p = compile("^b$", 0);
    ck_assert(!pattern_found(p, "a\nb\nc"));
    pattern_free(p);
    p = compile("^b$", PATTERN_MULTILINE);
    ck_assert(pattern_found(p, "a\nb\nc"));
    ck_assert(!pattern_found(p, "a\rb\rc"));
    pattern_free(p);
    p = compile("^b$", PATTERN_MULTILINE | PATTERN_ANY_NEWLINE);
    ck_assert(pattern_found(p, "a\rb\rc"));
    ck_assert(pattern_found(p, "a\r\nb\r\nc"));
    pattern_free(p);
    p = compile("ABC", PATTERN_CASELESS);
    ck_assert(pattern_found(p, "xabcx"));
    pattern_free(p);
}
END_TEST

START_TEST(text_may_hold_nul)
{
    struct pattern *p = compile("b", 0);
    struct pattern_span whole;
    ck_assert(pattern_match(p, (struct pattern_text){"a\0b", 3, 0}, &whole, 1));
    ck_assert_uint_eq(whole.start, 2);
    pattern_free(p);
}
END_TEST

START_TEST(a_wrong_pattern_is_explained)
{
    struct error err = {0};
    ck_assert_ptr_null(pattern_new("abc(", 0, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "abc("));
    ck_assert_ptr_nonnull(strstr(err.text, "parenthesis"));
    ck_assert_ptr_null(pattern_new("[z-a]", 0, NULL));
}
END_TEST

START_TEST(a_runaway_pattern_ends)
{
    char text[40];
    memset(text, 'a', sizeof(text));
    text[sizeof(text) - 1] = '\0';
    struct pattern *p = compile("^(a+)+$|(?=b)\\1", 0);
    pattern_found(p, text);
    text[sizeof(text) - 2] = 'b';
    ck_assert(!pattern_found(p, text));
    pattern_free(p);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {finds_groups_by_number_and_name,
                            an_unused_group_is_unset,
                            goes_on_from_where_it_is_told,
                            lines_end_as_the_flags_say,
                            text_may_hold_nul,
                            a_wrong_pattern_is_explained,
                            a_runaway_pattern_ends};
    return TAP_RUN("pattern", tests);
}
