/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "base/settings.h"

#include <string.h>

#include "base/error.h"
#include "base/str.h"
#include "base/strvec.h"
#include "tests/unit/tap.h"

static const char sample[] = "# a comment\n"
                             "[workload \"Zstd Fast\"]\n"
                             "    build = make \\\n"
                             "        all\n"
                             "    Env = A=1\n"
                             "    env = \"B=two words\"\n"
                             "    bare\n"
                             "[metric \"speed\"]\n"
                             "    pattern = \"([0-9]+) MB/s\"\n"
                             "    weight = 1\n"
                             "    weight = 2 ; the last one counts\n"
                             "[metric \"ratio\"]\n"
                             "    pattern = x\n";

static void parse(struct settings *settings, const char *text)
{
    struct error err = {0};
    ck_assert_msg(settings_parse(settings, text, "w.conf", &err), "%s",
                  err.text);
}

START_TEST(reads_sections_keys_and_values)
{
    struct settings s = {0};
    parse(&s, sample);
    ck_assert_str_eq(settings_find(&s, "metric", "speed", "pattern"),
                     "([0-9]+) MB/s");
    ck_assert_str_eq(settings_find(&s, "metric", "speed", "weight"), "2");
    ck_assert_str_eq(settings_find(&s, "workload", "Zstd Fast", "bare"),
                     "true");
    ck_assert_ptr_null(settings_find(&s, "metric", "Speed", "pattern"));
    ck_assert_ptr_null(settings_find(&s, "metric", "speed", "absent"));
    settings_release(&s);
    settings_release(NULL);
}
END_TEST

START_TEST(repeated_keys_keep_their_order)
{
    struct settings s = {0};
    struct strvec values = {0};
    parse(&s, sample);
    settings_find_all(&s, "workload", "Zstd Fast", "env", &values);
    ck_assert_uint_eq(values.count, 2);
    ck_assert_str_eq(values.items[0], "A=1");
    ck_assert_str_eq(values.items[1], "B=two words");
    strvec_release(&values);
    settings_release(&s);
}
END_TEST

START_TEST(lists_subsections_once)
{
    struct settings s = {0};
    struct strvec names = {0};
    parse(&s, sample);
    settings_subsections(&s, "metric", &names);
    ck_assert_uint_eq(names.count, 2);
    ck_assert_str_eq(names.items[0], "speed");
    ck_assert_str_eq(names.items[1], "ratio");
    strvec_release(&names);
    settings_release(&s);
}
END_TEST

START_TEST(entries_know_their_line)
{
    struct settings s = {0};
    parse(&s, sample);
    struct error err = {0};
    for (size_t i = 0; i < s.count; i++) {
        if (strcmp(s.entries[i].key, "weight") != 0)
            continue;
        ck_assert(!settings_error(&s, &s.entries[i], &err, "bad '%s'", "x"));
        ck_assert_msg(str_starts(err.text, "w.conf:10: bad 'x'"), "%s",
                      err.text);
        break;
    }
    ck_assert_int_ne(err.kind, ERROR_NONE);
    settings_release(&s);
}
END_TEST

START_TEST(a_wrong_line_is_named)
{
    struct settings s = {0};
    struct error err = {0};
    ck_assert(!settings_parse(&s, "[a]\n  b = 1\n[broken\n", "w.conf", &err));
    ck_assert_msg(strstr(err.text, "w.conf") && strstr(err.text, "3"), "%s",
                  err.text);
    settings_release(&s);
}
END_TEST

START_TEST(other_files_are_never_opened)
{
    struct settings s = {0};
    struct error err = {0};
    static const char *const texts[] = {
        "[include]\n path = /etc/hostname\n",
        "[includeIf \"gitdir:/\"]\n path = /etc/hostname\n",
        "[INCLUDE]\n PATH = x\n"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
        ck_assert(!settings_parse(&s, texts[i], "w.conf", &err));
        ck_assert_msg(strstr(err.text, "include"), "%s", err.text);
        settings_release(&s);
    }
}
END_TEST

START_TEST(an_absent_file_is_named)
{
    struct settings s = {0};
    struct error err = {0};
    ck_assert(!settings_load(&s, "no/such/file.conf", &err));
    ck_assert_ptr_nonnull(strstr(err.text, "no/such/file.conf"));
    settings_release(&s);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        reads_sections_keys_and_values, repeated_keys_keep_their_order,
        lists_subsections_once,         entries_know_their_line,
        a_wrong_line_is_named,          other_files_are_never_opened,
        an_absent_file_is_named};
    return TAP_RUN("settings", tests);
}
