/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "base/error.h"

#include <string.h>

#include "tests/unit/tap.h"

START_TEST(keeps_kind_and_text)
{
    struct error err = {0};
    ck_assert(!error_set(&err, ERROR_IO, "cannot open '%s': %d", "x", 7));
    ck_assert_int_eq(err.kind, ERROR_IO);
    ck_assert_str_eq(err.text, "cannot open 'x': 7");
}
END_TEST

START_TEST(wrap_puts_context_before_the_text)
{
    struct error err = {0};
    error_set(&err, ERROR_FORMAT, "no such key");
    ck_assert(!error_wrap(&err, "loading '%s'", "a.json"));
    ck_assert_int_eq(err.kind, ERROR_FORMAT);
    ck_assert_str_eq(err.text, "loading 'a.json': no such key");
}
END_TEST

START_TEST(takes_null)
{
    ck_assert(!error_set(NULL, ERROR_IO, "lost"));
    ck_assert(!error_wrap(NULL, "lost"));
    error_clear(NULL);
}
END_TEST

START_TEST(hostile_text_stays_one_line)
{
    struct error err = {0};
    error_set(&err, ERROR_IO, "file '%s'", "a\nb\033[2J\177");
    ck_assert_str_eq(err.text, "file 'a?b?[2J?'");
    error_wrap(&err, "in '%s'", "c\rd");
    ck_assert_str_eq(err.text, "in 'c?d': file 'a?b?[2J?'");
}
END_TEST

START_TEST(utf8_is_left_alone)
{
    struct error err = {0};
    error_set(&err, ERROR_IO, "'%s'", "gr\xc3\xbc\xc3\x9f");
    ck_assert_str_eq(err.text, "'gr\xc3\xbc\xc3\x9f'");
}
END_TEST

START_TEST(long_texts_are_cut)
{
    char big[2 * ERROR_TEXT_MAX];
    memset(big, 'a', sizeof(big));
    big[sizeof(big) - 1] = '\0';
    struct error err = {0};
    error_set(&err, ERROR_IO, "%s", big);
    ck_assert_uint_eq(strlen(err.text), ERROR_TEXT_MAX - 1);
    error_wrap(&err, "%s", big);
    ck_assert_uint_eq(strlen(err.text), ERROR_TEXT_MAX - 1);
    error_set(&err, ERROR_IO, "%s", big);
    error_wrap(&err, "context");
    ck_assert_int_eq(strncmp(err.text, "context: aaa", 12), 0);
}
END_TEST

START_TEST(clear_forgets)
{
    struct error err = {0};
    error_set(&err, ERROR_IO, "x");
    error_clear(&err);
    ck_assert_int_eq(err.kind, ERROR_NONE);
    ck_assert_str_eq(err.text, "");
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        keeps_kind_and_text, wrap_puts_context_before_the_text,
        takes_null,          hostile_text_stays_one_line,
        utf8_is_left_alone,  long_texts_are_cut,
        clear_forgets};
    return TAP_RUN("error", tests);
}
