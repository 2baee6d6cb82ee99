/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "tuner/wording.h"

#include "base/str.h"
#include "db/record.h"
#include "tests/unit/tap.h"

static void expect_number(double value, const char *wanted)
{
    struct str out = {0};
    wording_number(&out, value);
    ck_assert_str_eq(str_text(&out), wanted);
    str_release(&out);
}

START_TEST(numbers_have_groups_and_few_digits)
{
    expect_number(0, "0");
    expect_number(87013, "87 013");
    expect_number(1234567, "1 234 567");
    expect_number(999.96, "1 000");
    expect_number(123.456, "123.5");
    expect_number(12.5, "12.5");
    expect_number(0.27, "0.27");
    expect_number(0.0421, "0.0421");
    expect_number(-3000, "-3 000");
    expect_number(-0.00001, "0");
    expect_number(7, "7");
}
END_TEST

static void expect_ratio(double ratio, const char *wanted)
{
    struct str out = {0};
    wording_ratio(&out, ratio);
    ck_assert_str_eq(str_text(&out), wanted);
    str_release(&out);
}

START_TEST(ratios_are_percents_and_then_factors)
{
    expect_ratio(1, "+0.0 %");
    expect_ratio(0.99999, "+0.0 %");
    expect_ratio(1.018, "+1.8 %");
    expect_ratio(0.9, "-10.0 %");
    expect_ratio(1.999, "+99.9 %");
    expect_ratio(2, "2.00 x");
    expect_ratio(9.768, "9.77 x");
}
END_TEST

static void expect_gain(double ratio, double low, double high,
                        const char *wanted)
{
    struct str out = {0};
    wording_gain(&out, ratio, low, high);
    ck_assert_str_eq(str_text(&out), wanted);
    str_release(&out);
}

START_TEST(a_gain_and_its_interval_have_one_form)
{
    expect_gain(1.123, 1.119, 1.128, "+12.3 % [+11.9 %, +12.8 %]");
    expect_gain(2.02, 1.995, 2.05, "2.02 x [2.00 x, 2.05 x]");
    expect_gain(1.95, 1.9, 2.01, "1.95 x [1.90 x, 2.01 x]");
    expect_gain(1.25, 0, 0, "+25.0 %");
    expect_gain(0, 0, 0, "not measured");
}
END_TEST

static void expect_duration(double seconds, const char *wanted)
{
    struct str out = {0};
    wording_duration(&out, seconds);
    ck_assert_str_eq(str_text(&out), wanted);
    str_release(&out);
}

START_TEST(durations_have_two_units_at_most)
{
    expect_duration(0.42, "0.4 s");
    expect_duration(58.9, "59 s");
    expect_duration(200, "3 min 20 s");
    expect_duration(3725, "1 h 2 min");
}
END_TEST

static void expect_verdict(const struct record *record, double ratio,
                           double low, double high, const char *wanted)
{
    struct record_metric metric = {.ratio = ratio, .low = low, .high = high};
    ck_assert_str_eq(wording_metric_verdict(record, &metric), wanted);
}

START_TEST(a_gain_must_clear_the_floor)
{
    struct record record = {0};
    expect_verdict(&record, 1.018, 1.01, 1.02, "proven");
    expect_verdict(&record, 1.004, 1.002, 1.006, "no proven gain");
    expect_verdict(&record, 1.02, 0.99, 1.05, "no proven gain");
    expect_verdict(&record, 0.9, 0.89, 0.91, "slower");
    expect_verdict(&record, 0, 0, 0, "not measured");
    expect_verdict(&record, 1.5, 0, 0, "no interval");
    record.confirmation.layout_floor = 0.03;
    expect_verdict(&record, 1.018, 1.01, 1.02, "no proven gain");
    record.confirmation.layout_floor = 0;
    record.confirmation.canary =
        (struct record_canary){.ratio = 1, .low = 0.96, .high = 1.01};
    expect_verdict(&record, 1.03, 1.02, 1.04, "no proven gain");
}
END_TEST

START_TEST(whose_proof_it_is_is_said)
{
    struct record record = {0};
    record_set(&record.winner.verdict, "proven");
    ck_assert_str_eq(wording_verdict(&record, &record.winner), "proven");
    record.published = true;
    ck_assert_str_eq(wording_verdict(&record, &record.winner), "published");
    expect_verdict(&record, 1.5, 1.4, 1.6, "published");
    record.emulated = true;
    ck_assert_str_eq(wording_verdict(&record, &record.winner),
                     "emulated, not a result");
    expect_verdict(&record, 1.5, 1.4, 1.6, "emulated, not a result");
    record_set(&record.winner.verdict, "no-proven-gain");
    record.emulated = false;
    ck_assert_str_eq(wording_verdict(&record, &record.winner),
                     "no proven gain");
    ck_assert_str_eq(wording_verdict(&record, &record.plain), "not measured");
    record_release(&record);
}
END_TEST

START_TEST(an_empty_record_can_be_described)
{
    struct record record = {0};
    struct str out = {0};
    wording_machine(&out, &record);
    wording_compiler(&out, &record);
    wording_workload(&out, &record);
    wording_code(&out, &record.winner);
    wording_evidence(&out, &record);
    wording_flags(&out, &record.winner.flags);
    ck_assert(!wording_caveat(&out, &record));
    str_release(&out);
}
END_TEST

START_TEST(a_workload_is_named_once)
{
    struct record record = {0};
    struct str out = {0};
    record_set(&record.workload.name, "cjdns");
    record_set(&record.workload.version, "cjdns-v19.1");
    wording_workload(&out, &record);
    ck_assert_str_eq(str_text(&out), "cjdns-v19.1");
    str_reset(&out);
    record_set(&record.workload.version, "19.1");
    wording_workload(&out, &record);
    ck_assert_str_eq(str_text(&out), "cjdns 19.1");
    str_release(&out);
    record_release(&record);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {numbers_have_groups_and_few_digits,
                            ratios_are_percents_and_then_factors,
                            a_gain_and_its_interval_have_one_form,
                            durations_have_two_units_at_most,
                            a_gain_must_clear_the_floor,
                            whose_proof_it_is_is_said,
                            an_empty_record_can_be_described,
                            a_workload_is_named_once};
    return TAP_RUN("wording", tests);
}
