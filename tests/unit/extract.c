/* SPDX-License-Identifier: MIT
 *
 * The metric engine.
 */
#include <config.h>

#include "search/extract.h"

#include <locale.h>
#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/str.h"
#include "tests/unit/tap.h"

static double value_in(const char *pattern, enum extract_match match,
                       const char *text, size_t length)
{
    struct error err = {0};
    struct extract *extract = extract_new(pattern, &err);
    ck_assert_msg(extract != NULL, "%s", err.text);
    double value = NAN;
    struct extract_question question = {match, text, length};
    bool found = extract_value(extract, &question, &value, &err);
    ck_assert_msg(found == !isnan(value), "value without an answer");
    extract_free(extract);
    return value;
}

static double first(const char *pattern, const char *text)
{
    return value_in(pattern, EXTRACT_FIRST, text, strlen(text));
}

static double last(const char *pattern, const char *text)
{
    return value_in(pattern, EXTRACT_LAST, text, strlen(text));
}

static void none(const char *pattern, const char *text)
{
    ck_assert_msg(isnan(first(pattern, text)), "'%s' finds a value in '%s'",
                  pattern, text);
}

static void is(double got, double want)
{
    ck_assert_double_eq_tol(got, want, fabs(want) * 1e-12);
}

START_TEST(takes_value_before_other_groups)
{
    is(first("(\\w+): (?<value>\\d+)", "speed: 17"), 17);
    is(first("(\\d+) of (\\d+)", "3 of 4"), 3);
    is(first("(?<prefix>k)?: (\\d+)", "k: 5"), 5000);
}
END_TEST

START_TEST(takes_first_and_last)
{
    const char *text = "1 fps\n2 fps\n3 fps\n";
    is(first("^(\\d) fps$", text), 1);
    is(last("^(\\d) fps$", text), 3);
}
END_TEST

START_TEST(ends_lines_at_carriage_returns)
{
    const char *text = "fps=1 x\rfps=2 y\r\nfps=3 z";
    is(first("^fps=(\\d) y$", text), 2);
    is(last("^fps=(\\d) .$", text), 3);
    none("fps=1 .+y(\\d)?", text);
}
END_TEST

START_TEST(scales_by_prefix)
{
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        {"2 B", 2},
        {"2 kB", 2e3},
        {"2 KB", 2e3},
        {"2 MB", 2e6},
        {"2 GB", 2e9},
        {"2 TB", 2e12},
        {"2 KiB", 2048},
        {"2 MiB", 2097152},
        {"2 GiB", 2147483648.0},
        {"2 TiB", 2199023255552.0},
        {"2 mB", 2e-3},
        {"2 uB", 2e-6},
        {"2 \xc2\xb5"
         "B",
         2e-6},
        {"2 nB", 2e-9},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
        is(first("(?<value>\\d) (?<prefix>[^ B]*)B", cases[i].text),
           cases[i].value);
    none("(?<value>\\d) (?<prefix>\\w)B", "2 XB");
    is(first("(?<value>\\d)(?: (?<prefix>[kM]))?", "2"), 2);
}
END_TEST

START_TEST(adds_hours_minutes_seconds)
{
    const char *pattern = "(?:(?<h>\\d+)h )?(?:(?<m>\\d+)m )?(?<s>[\\d.]+)s";
    is(first(pattern, "1h 2m 3.5s"), 3723.5);
    is(first(pattern, "2m 0.5s"), 120.5);
    is(first(pattern, "9s"), 9);
    none("(?<m>\\S+)m (?<s>\\S+)s", "Nm 4s");
    none("(?:(?<h>\\d)h)?x", "x");
}
END_TEST

START_TEST(is_no_match_where_it_is_no_number)
{
    static const char *const texts[] = {
        "v=N/A", "v=nan", "v=inf",   "v=0x10", "v=1,5",
        "v=",    "v=-",   "v=1e999", "v=1..2", "v=--1",
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
        none("v=(\\S*)", texts[i]);
    is(first("v=(\\S*)", "v=N/A v=7"), 7);
    none("v=(?<value>\\d+)?", "v=");
}
END_TEST

START_TEST(reads_signs_fractions_exponents)
{
    is(first("v=(\\S+)", "v=-1.5e-3"), -1.5e-3);
    is(first("v=(\\S+)", "v=+2904040966.3535547"), 2904040966.3535547);
    is(first("v=(\\S+)", "v=0.027722483000000003"), 0.027722483000000003);
}
END_TEST

START_TEST(reads_a_point_whatever_the_locale)
{
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE"};
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        setlocale(LC_ALL, names[i]); /* whichever is installed */
    is(first("(\\S+) s", "25.390 s"), 25.39);
}
END_TEST

START_TEST(reads_past_nul_bytes)
{
    static const char text[] = "a\0b v=1\0\nv=2";
    is(value_in("v=(\\d)", EXTRACT_FIRST, text, sizeof(text) - 1), 1);
    is(value_in("v=(\\d)", EXTRACT_LAST, text, sizeof(text) - 1), 2);
    ck_assert(isnan(
        value_in("v=(1\\x00?)\\n", EXTRACT_FIRST, text, sizeof(text) - 1)));
}
END_TEST

START_TEST(lists_all_values_in_order)
{
    struct error err = {0};
    struct extract *extract = extract_new("(\\d+)", &err);
    struct extract_values values = {0};
    const char *text = "3 1 2";
    ck_assert(extract_all(extract, text, strlen(text), &values, &err));
    ck_assert_uint_eq(values.count, 3);
    is(values.items[0], 3);
    is(values.items[2], 2);
    extract_values_release(&values);
    extract_free(extract);
}
END_TEST

START_TEST(refuses_bad_patterns)
{
    struct error err = {0};
    ck_assert(!extract_new("v=([0-9", &err));
    ck_assert_ptr_nonnull(strstr(err.text, "character 8"));
    ck_assert(!extract_new("v=\\d+", &err));
    ck_assert_ptr_nonnull(strstr(err.text, "( )"));
    ck_assert(!extract_new("(?<prefix>k)\\d", &err));
}
END_TEST

START_TEST(tells_no_match_from_no_number)
{
    struct error err = {0};
    struct extract *extract = extract_new("v=(\\S+)", &err);
    double value = 7;
    ck_assert(!extract_value(extract,
                             &(struct extract_question){EXTRACT_FIRST, "x", 1},
                             &value, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "no match"));
    ck_assert(!extract_value(
        extract, &(struct extract_question){EXTRACT_FIRST, "v=x", 3}, &value,
        &err));
    ck_assert_ptr_nonnull(strstr(err.text, "no number"));
    ck_assert_double_eq(value, 7);
    extract_free(extract);
}
END_TEST

START_TEST(survives_hostile_patterns)
{
    static const char *const patterns[] = {
        "(a+)+$b(\\d)", "(?:a|a)*z(\\d)", "(?:.|\\n)*z(\\d)", "(a*)*b", "()",
    };
    struct str text = {0};
    for (size_t i = 0; i < 200000; i++)
        str_add_char(&text, 'a');
    for (size_t i = 0; i < sizeof(patterns) / sizeof(*patterns); i++)
        ck_assert(
            isnan(value_in(patterns[i], EXTRACT_LAST, text.text, text.length)));
    str_release(&text);
}
END_TEST

START_TEST(reads_a_million_lines)
{
    struct str text = {0};
    unsigned lines = 1000000 / tap_slowdown();
    for (unsigned i = 1; i <= lines; i++)
        str_addf(&text, "%u it\n", i);
    text.length--; /* no final newline */
    is(value_in("^(\\d+) it$", EXTRACT_LAST, text.text, text.length), lines);
    is(value_in("^(\\d+) it$", EXTRACT_FIRST, text.text, text.length), 1);
    str_release(&text);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        takes_value_before_other_groups,
        takes_first_and_last,
        ends_lines_at_carriage_returns,
        scales_by_prefix,
        adds_hours_minutes_seconds,
        is_no_match_where_it_is_no_number,
        reads_signs_fractions_exponents,
        reads_a_point_whatever_the_locale,
        reads_past_nul_bytes,
        lists_all_values_in_order,
        refuses_bad_patterns,
        tells_no_match_from_no_number,
        survives_hostile_patterns,
        reads_a_million_lines,
    };
    return TAP_RUN("extract", tests);
}
