/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "tuner/text_style.h"

#include <string.h>

#include "base/str.h"
#include "base/strvec.h"
#include "tests/unit/tap.h"

static const struct text_style plain = {.colour = false};

START_TEST(lines_are_no_wider_than_the_terminal)
{
    struct str text = {0}, out = {0};
    for (unsigned i = 0; i < 200; i++)
        str_addf(&text, "%s%.*s", i ? " " : "", (int)(i % 17 + 1),
                 "abcdefghijklmnopqrstuvwxyz");
    text_style_wrapped(&plain, TEXT_PLAIN, "Word", str_text(&text), &out);
    struct strvec lines = {0};
    strvec_split(&lines, str_text(&out), "\n");
    ck_assert_uint_gt(lines.count, 10);
    for (size_t i = 0; i < lines.count; i++) {
        ck_assert_uint_le(text_columns(lines.items[i]), TEXT_WIDTH);
        ck_assert(i == 0 || str_starts(lines.items[i], "            "));
    }
    strvec_release(&lines);
    str_release(&text);
    str_release(&out);
}
END_TEST

START_TEST(a_word_that_is_too_long_stays_whole)
{
    struct str text = {0}, out = {0};
    for (int i = 0; i < 100; i++)
        str_add_char(&text, 'x');
    text_style_line(&plain, TEXT_PLAIN, str_text(&text), &out);
    str_add_char(&text, '\n');
    ck_assert_str_eq(str_text(&out), str_text(&text));
    str_release(&text);
    str_release(&out);
}
END_TEST

START_TEST(columns_count_characters)
{
    ck_assert_uint_eq(text_columns("a\xc3\xa4\xe2\x82\xac"), 3);
    ck_assert_uint_eq(text_prefix("a\xc3\xa4\xe2\x82\xac", 2), 3);
    ck_assert_uint_eq(text_prefix("ab", 5), 2);
}
END_TEST

START_TEST(control_characters_cannot_move_the_cursor)
{
    struct str out = {0};
    text_style_line(&plain, TEXT_PLAIN, "a\033[31mb\rc", &out);
    ck_assert_str_eq(str_text(&out), "a?[31mb?c\n");
    str_release(&out);
}
END_TEST

START_TEST(colours_only_where_they_may_be)
{
    struct str out = {0};
    struct text_style coloured = {.colour = true};
    text_style_add(&coloured, TEXT_GOOD, "x", &out);
    ck_assert_str_eq(str_text(&out), "\033[32mx\033[0m");
    str_reset(&out);
    text_style_add(&plain, TEXT_GOOD, "x", &out);
    ck_assert_str_eq(str_text(&out), "x");
    str_reset(&out);
    text_style_padded(&plain, TEXT_PLAIN, "ab", 4, &out);
    text_style_padded(&plain, TEXT_PLAIN, "ab", -4, &out);
    text_style_padded(&plain, TEXT_PLAIN, "abcdef", 4, &out);
    ck_assert_str_eq(str_text(&out), "  abab  abcdef");
    str_release(&out);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {lines_are_no_wider_than_the_terminal,
                            a_word_that_is_too_long_stays_whole,
                            columns_count_characters,
                            control_characters_cannot_move_the_cursor,
                            colours_only_where_they_may_be};
    return TAP_RUN("text_style", tests);
}
