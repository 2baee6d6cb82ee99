/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "base/turn.h"

#include "base/child.h"
#include "base/clock.h"
#include "base/str.h"
#include "tests/unit/tap.h"
#include "tests/unit/temporary_folder.h"

static const double short_s = 0.05;

START_TEST(one_has_it_at_a_time)
{
    struct str folder = temporary_folder();
    struct turn a, b;
    turn_init(&a, str_text(&folder));
    turn_init(&b, str_text(&folder));
    ck_assert_int_eq(turn_take(&a, 0), TURN_FREE);
    ck_assert_int_eq(turn_take(&a, 0), TURN_FREE); /* it is ours already */
    ck_assert_int_eq(turn_take(&b, short_s), TURN_LATE);
    turn_give(&a);
    ck_assert_int_eq(turn_take(&b, short_s), TURN_FREE);
    ck_assert_int_eq(turn_take(&a, short_s), TURN_LATE);
    turn_release(&b);
    ck_assert_int_eq(turn_take(&a, short_s), TURN_FREE);
    turn_release(&a);
    turn_give(&a);
    temporary_folder_remove(&folder);
}
END_TEST

START_TEST(the_next_waits_for_it)
{
    struct str folder = temporary_folder();
    struct turn turn;
    struct child child = {0};
    struct str line = {0};
    char *argv[] = {(char[]){"flock"},
                    (char[]){"-x"},
                    folder.text,
                    (char[]){"sh"},
                    (char[]){"-c"},
                    (char[]){"echo; sleep 2"},
                    NULL};
    turn_init(&turn, str_text(&folder));
    if (child_find_program("flock", NULL)) {
        ck_assert(
            child_start(&(struct child_options){.argv = argv}, &child, NULL));
        ck_assert(child_read_line(&child, 60000, &line, NULL));
        ck_assert_int_eq(turn_take(&turn, 30), TURN_AFTER);
        child_stop(&child);
    }
    turn_release(&turn);
    str_release(&line);
    temporary_folder_remove(&folder);
}
END_TEST

START_TEST(a_stop_ends_the_waiting)
{
    struct str folder = temporary_folder();
    struct turn a, b;
    turn_init(&a, str_text(&folder));
    turn_init(&b, str_text(&folder));
    turn_take(&a, 0);
    child_cancel_all();
    double start = clock_now_s();
    ck_assert_int_eq(turn_take(&b, 600), TURN_LATE);
    ck_assert_double_lt(clock_now_s() - start, 300);
    child_cancel_reset();
    turn_release(&a);
    turn_release(&b);
    temporary_folder_remove(&folder);
}
END_TEST

START_TEST(nothing_to_lock_is_free)
{
    struct turn turn = {0};
    ck_assert_int_eq(turn_take(&turn, 0), TURN_FREE);
    turn_give(&turn);
    turn_release(&turn);
    turn_init(&turn, "/no/such/processor");
    ck_assert_int_eq(turn_take(&turn, 0), TURN_FREE);
    turn_release(&turn);
    turn_init_processor(&turn, 99999);
    ck_assert_int_eq(turn_take(&turn, 0), TURN_FREE);
    turn_release(&turn);
    turn_release(NULL);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {one_has_it_at_a_time, the_next_waits_for_it,
                            a_stop_ends_the_waiting, nothing_to_lock_is_free};
    return TAP_RUN("turn", tests);
}
