/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "tuner/svg.h"

#include <math.h>
#include <string.h>

#include "base/str.h"
#include "tests/unit/tap.h"

static void expect_ticks(double low, double high, const char *wanted)
{
    double ticks[8];
    size_t count = svg_ticks(low, high, 4, ticks, 8);
    struct str out = {0};
    for (size_t i = 0; i < count; i++)
        str_addf(&out, "%s%g", i ? " " : "", ticks[i]);
    ck_assert_str_eq(str_text(&out), wanted);
    str_release(&out);
}

START_TEST(ticks_are_round_numbers_inside)
{
    expect_ticks(0, 10, "0 5 10");
    expect_ticks(0, 8, "0 2 4 6 8");
    expect_ticks(0.97, 1.93, "1 1.5");
    expect_ticks(0, 8897905, "0 5e+06");
    expect_ticks(-1, 1, "-1 -0.5 0 0.5 1");
}
END_TEST

START_TEST(no_range_has_no_ticks)
{
    expect_ticks(1, 1, "");
    expect_ticks(2, 1, "");
    expect_ticks(NAN, 1, "");
    expect_ticks(0, NAN, "");
}
END_TEST

START_TEST(scales_map_ends_to_ends)
{
    struct svg_scale scale = {.low = 0, .high = 10, .from = 100, .to = 0};
    ck_assert_double_eq_tol(svg_at(&scale, 0), 100, 1e-9);
    ck_assert_double_eq_tol(svg_at(&scale, 10), 0, 1e-9);
    ck_assert_double_eq_tol(svg_at(&scale, 2.5), 75, 1e-9);
    scale = (struct svg_scale){
        .low = 1, .high = 100, .from = 0, .to = 10, .logarithmic = true};
    ck_assert_double_eq_tol(svg_at(&scale, 10), 5, 1e-9);
    scale.high = scale.low;
    ck_assert(isfinite(svg_at(&scale, 1)));
}
END_TEST

START_TEST(texts_are_escaped)
{
    struct str out = {0};
    svg_begin(&out, 10, 10, 5, "a \"label\" <x>");
    svg_text(&out, (struct svg_label){.class = "c", .text = "<b>&</b>"});
    svg_rect(&out, "c", (struct svg_box){0, 0, 1, 1}, "</title><script>");
    svg_end(&out);
    ck_assert_ptr_null(strstr(str_text(&out), "<b>"));
    ck_assert_ptr_null(strstr(str_text(&out), "<script"));
    ck_assert_ptr_null(strstr(str_text(&out), "<x>"));
    ck_assert_ptr_nonnull(strstr(str_text(&out), "&lt;b&gt;&amp;"));
    str_release(&out);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {ticks_are_round_numbers_inside,
                            no_range_has_no_ticks, scales_map_ends_to_ends,
                            texts_are_escaped};
    return TAP_RUN("svg", tests);
}
