/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/tap.h"

START_TEST(goes_forward)
{
    uint64_t before = clock_now_ns();
    double seconds = clock_now_s();
    for (int i = 0; i < 1000; i++) {
        uint64_t now = clock_now_ns();
        ck_assert_uint_ge(now, before);
        before = now;
    }
    ck_assert_double_ge(clock_now_s(), seconds);
    ck_assert_double_ge((double)before / 1e9, seconds - 1e-6);
}
END_TEST

START_TEST(cpu_time_grows_with_work)
{
    double before = clock_own_cpu_s();
    volatile unsigned sink = 0;
    for (unsigned i = 0; i < 5000000; i++)
        sink += i;
    ck_assert_uint_ne(sink, 0);
    ck_assert_double_gt(clock_own_cpu_s(), before);
}
END_TEST

START_TEST(sleeps_at_least_as_long_as_asked)
{
    double before = clock_now_s();
    clock_sleep_s(0.01);
    ck_assert_double_ge(clock_now_s() - before, 0.009);
    clock_sleep_s(0);
    clock_sleep_s(-1);
}
END_TEST

START_TEST(date_is_iso_8601_utc)
{
    char date[CLOCK_DATE_SIZE];
    unsetenv("SOURCE_DATE_EPOCH");
    clock_date(date);
    ck_assert_uint_eq(strlen(date), 20);
    ck_assert_int_eq(date[10], 'T');
    ck_assert_int_eq(date[19], 'Z');
    ck_assert_str_ge(date, "2024-01-01T00:00:00Z");
}
END_TEST

START_TEST(date_can_be_given)
{
    char date[CLOCK_DATE_SIZE];
    setenv("SOURCE_DATE_EPOCH", "1000000000", 1);
    clock_date(date);
    ck_assert_str_eq(date, "2001-09-09T01:46:40Z");
}
END_TEST

START_TEST(a_bad_given_date_is_ignored)
{
    char date[CLOCK_DATE_SIZE];
    setenv("SOURCE_DATE_EPOCH", "yesterday", 1);
    clock_date(date);
    ck_assert_str_ge(date, "2024-01-01T00:00:00Z");
}
END_TEST

int main(void)
{
    const TTest *tests[] = {goes_forward,
                            cpu_time_grows_with_work,
                            sleeps_at_least_as_long_as_asked,
                            date_is_iso_8601_utc,
                            date_can_be_given,
                            a_bad_given_date_is_ignored};
    return TAP_RUN("clock", tests);
}
