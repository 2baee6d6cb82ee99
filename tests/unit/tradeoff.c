/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "tuner/tradeoff.h"

#include "base/str.h"
#include "db/record.h"
#include "tests/unit/tap.h"

static void add(struct record *record, double code_bytes, double gain)
{
    struct record_choice *choice = record_add_choice(record);
    choice->code_bytes = code_bytes;
    choice->gain = gain;
}

/* "size:gain" of all, those of the front with a star. */
static void expect(const struct record *record, const char *wanted)
{
    struct tradeoffs tradeoffs;
    struct str out = {0};
    tradeoffs_init(&tradeoffs, record);
    for (size_t i = 0; i < tradeoffs.count; i++)
        str_addf(&out, "%s%g:%g%s", i ? " " : "", tradeoffs.items[i].code_bytes,
                 tradeoffs.items[i].gain, tradeoffs.items[i].front ? "*" : "");
    ck_assert_str_eq(str_text(&out), wanted);
    str_release(&out);
    tradeoffs_release(&tradeoffs);
}

START_TEST(the_front_is_what_nobody_beats_in_both)
{
    struct record record = {0};
    struct record_baseline *baseline = record_add_baseline(&record);
    baseline->reference = true;
    baseline->code_bytes = 100;
    add(&record, 120, 1.5);
    add(&record, 90, 1.2);
    add(&record, 130, 1.4);
    add(&record, 80, 0.9);
    expect(&record, "80:0.9* 90:1.2* 100:1 120:1.5* 130:1.4");
    record_release(&record);
}
END_TEST

START_TEST(equal_sizes_keep_the_faster)
{
    struct record record = {0};
    add(&record, 100, 1.1);
    add(&record, 100, 1.3);
    add(&record, 100, 1.3);
    expect(&record, "100:1.3* 100:1.3 100:1.1");
    record_release(&record);
}
END_TEST

START_TEST(one_or_unmeasured_is_no_choice)
{
    struct record record = {0};
    expect(&record, "");
    add(&record, 100, 1.1);
    expect(&record, "");
    add(&record, 0, 1.2);
    add(&record, 100, 0);
    expect(&record, "");
    record_release(&record);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {the_front_is_what_nobody_beats_in_both,
                            equal_sizes_keep_the_faster,
                            one_or_unmeasured_is_no_choice};
    return TAP_RUN("tradeoff", tests);
}
