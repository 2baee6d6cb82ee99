/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "base/json.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"
#include "tests/unit/tap.h"

static json_t *parse(const char *text)
{
    struct error err = {0};
    json_t *value = json_parse(text, strlen(text), "t.json", &err);
    ck_assert_msg(value, "%s", err.text);
    return value;
}

static void assert_refused(const char *text, size_t length)
{
    struct error err = {0};
    ck_assert_msg(!json_parse(text, length, "t.json", &err), "took '%s'", text);
    ck_assert_msg(strstr(err.text, "t.json"), "no name in '%s'", err.text);
}

START_TEST(messages_name_file_and_line)
{
    struct error err = {0};
    const char *text = "{\n\"a\": 1,\n\"b\" 2}";
    ck_assert_ptr_null(json_parse(text, strlen(text), "t.json", &err));
    ck_assert_msg(str_starts(err.text, "t.json:3: "), "%s", err.text);
}
END_TEST

START_TEST(hostile_texts_are_refused)
{
    assert_refused("", 0);
    assert_refused("{\"a\":1,\"a\":2}", 13);
    assert_refused("{\"a\":\"\\u0000\"}", 14);
    assert_refused("{\"a\":1} x", 9);
    assert_refused("\"\xff\"", 3);
    enum { DEEP = 100000 };
    char *deep = xmalloc(DEEP);
    memset(deep, '[', DEEP);
    struct error err = {0};
    ck_assert_ptr_null(json_parse(deep, DEEP, "t.json", &err));
    free(deep);
}
END_TEST

START_TEST(keys_are_sorted_one_value_a_line)
{
    json_t *value = parse("{\"b\":[1,2],\"a\":{\"c\":true}}");
    struct str out = {0};
    json_format(value, &out);
    const char *a = strstr(str_text(&out), "\"a\"");
    const char *b = strstr(str_text(&out), "\"b\"");
    ck_assert(a && b && a < b);
    size_t lines = 0;
    for (const char *p = str_text(&out); *p; p++)
        lines += *p == '\n';
    ck_assert_uint_ge(lines, 7);
    ck_assert_int_eq(out.text[out.length - 1], '\n');
    str_reset(&out);
    json_format_line(value, &out);
    ck_assert_ptr_null(memchr(out.text, '\n', out.length - 1));
    str_release(&out);
    json_decref(value);
}
END_TEST

START_TEST(numbers_read_back_as_written)
{
    static const double values[] = {
        0, 1, -1.5, 0.1, 1.0 / 3, 123456789.123, 1e-9, 5e20, -2e-300};
    for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
        json_t *array = json_pack("[o]", json_number(values[i]));
        struct str first = {0}, second = {0};
        json_format(array, &first);
        json_t *again = parse(str_text(&first));
        json_format(again, &second);
        ck_assert_str_eq(str_text(&first), str_text(&second));
        double back = json_number_value(json_array_get(again, 0));
        ck_assert_double_eq(back, json_number_value(json_array_get(array, 0)));
        str_release(&first);
        str_release(&second);
        json_decref(array);
        json_decref(again);
    }
    json_t *rounded = json_number(1052060917195516.2);
    ck_assert_int_eq(json_integer_value(rounded), 1052060917200000);
    json_decref(rounded);
}
END_TEST

START_TEST(members_are_taken_by_type)
{
    json_t *o = parse("{\"s\":\"x\",\"n\":1.5,\"i\":7,\"l\":[\"a\",\"b\"],"
                      "\"o\":{}}");
    const char *text = NULL;
    double number = 0;
    long long integer = 0;
    json_t *part = NULL;
    struct strvec list = {0};
    ck_assert(json_get_string(o, "s", &text, NULL));
    ck_assert_str_eq(text, "x");
    ck_assert(json_get_number(o, "n", &number, NULL) && number == 1.5);
    ck_assert(json_get_number(o, "i", &number, NULL) && number == 7);
    ck_assert(json_get_integer(o, "i", &integer, NULL) && integer == 7);
    ck_assert(json_get_object(o, "o", &part, NULL) && json_is_object(part));
    ck_assert(json_get_array(o, "l", &part, NULL) && json_is_array(part));
    ck_assert(json_get_strings(o, "l", &list, NULL));
    ck_assert_uint_eq(list.count, 2);
    strvec_release(&list);
    json_decref(o);
}
END_TEST

START_TEST(a_wrong_member_is_named)
{
    json_t *o = parse("{\"s\":\"x\",\"l\":[\"a\",1]}");
    struct error err = {0};
    double number = 42;
    ck_assert(!json_get_number(o, "s", &number, &err));
    ck_assert_int_eq(err.kind, ERROR_FORMAT);
    ck_assert_ptr_nonnull(strstr(err.text, "'s'"));
    ck_assert(!json_get_number(o, "absent", &number, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "'absent'"));
    ck_assert_double_eq(number, 42);
    struct strvec list = {0};
    ck_assert(!json_get_strings(o, "l", &list, &err));
    strvec_release(&list);
    ck_assert_str_eq(json_string_or(o, "absent", "d"), "d");
    ck_assert_double_eq(json_number_or(o, "absent", 3), 3);
    json_decref(o);
}
END_TEST

START_TEST(strings_become_an_array)
{
    struct strvec v = {0};
    strvec_add_list(&v, "-O2", "\xc3\xbc", NULL);
    json_t *array = json_strings(&v);
    ck_assert_uint_eq(json_array_size(array), 2);
    ck_assert_str_eq(json_string_value(json_array_get(array, 0)), "-O2");
    json_decref(array);
    strvec_release(&v);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        messages_name_file_and_line,      hostile_texts_are_refused,
        keys_are_sorted_one_value_a_line, numbers_read_back_as_written,
        members_are_taken_by_type,        a_wrong_member_is_named,
        strings_become_an_array};
    return TAP_RUN("json", tests);
}
