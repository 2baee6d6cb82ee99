/* SPDX-License-Identifier: MIT
 *
 * Void rounds and pauses: a fake sysfs and a clock that falls.
 */
#include <config.h>

#include "search/throttle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/str.h"
#include "tests/unit/fake_arm.h"
#include "tests/unit/rounds.h"
#include "tests/unit/tap.h"

struct board {
    char *root;
    struct fake_machine machine;
    struct protocol_world world;
    struct fake_arm clock, a, b;
    struct throttle throttle;
    struct measure *measure;
};

static void put(const char *root, const char *path, const char *text)
{
    struct str whole = {0}, folder = {0};
    struct error err = {0};
    str_addf(&whole, "%s%s", root, path);
    str_add(&folder, str_text(&whole));
    folder.text[folder.length - strlen(file_base_name(path))] = '\0';
    ck_assert_msg(file_make_directories(folder.text, &err), "%s", err.text);
    ck_assert_msg(file_write(str_text(&whole), text, strlen(text), &err), "%s",
                  err.text);
    str_release(&whole);
    str_release(&folder);
}

static void board_new(struct board *self)
{
    struct str root = {0};
    *self = (struct board){0};
    ck_assert(file_make_temporary("tuner-test", &root, NULL));
    self->root = str_detach(&root);
    fake_machine_init(&self->machine, 0.001, 1);
    self->world = fake_world(&self->machine);
    self->a = fake_arm(&self->machine, 1);
    self->b = fake_arm(&self->machine, 1.1);
    self->clock = fake_arm(&self->machine, 1);
    self->clock.is_clock = true;
}

static void board_start(struct board *self, bool with_clock)
{
    struct measure_setup setup = setup_of(&self->world, 1, 1);
    throttle_init(&self->throttle, throttle_root_reader(self->root), 0);
    setup.throttle = &self->throttle;
    setup.clock = with_clock ? &self->clock.arm : NULL;
    self->measure = measure_new(&setup);
    measure_add(self->measure, &self->a.arm, 0, NULL);
    measure_add(self->measure, &self->b.arm, 0, NULL);
}

static void board_free(struct board *self)
{
    measure_free(self->measure);
    throttle_release(&self->throttle);
    file_remove_tree(self->root, NULL);
    free(self->root);
}

#define PI_BITS "/sys/devices/platform/soc/soc:firmware/get_throttled"
#define X86_COUNT                                                              \
    "/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count"
#define COOLING "/sys/class/thermal/cooling_device0/"
#define FREQUENCY "/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq"

/* Once, at a certain call, writes a file of the board. */
struct event {
    struct board *board;
    size_t at;
    const char *path;
    const char *text;
    double speed; /* of the processor from then on; 0: as before */
};

static void happen(struct fake_machine *machine, void *data)
{
    const struct event *event = data;
    if (machine->calls != event->at)
        return;
    if (event->path)
        put(event->board->root, event->path, event->text);
    if (event->speed > 0)
        machine->speed = event->speed;
}

static void expect_one_void(const char *path, const char *before,
                            const char *after, size_t voids)
{
    struct board board;
    board_new(&board);
    put(board.root, COOLING "type", "cpufreq-cpu0\n");
    put(board.root, path, before);
    struct event event = {&board, 12, path, after, 0};
    board.machine.before = happen;
    board.machine.data = &event;
    board_start(&board, true);
    run(board.measure, 10);
    ck_assert_uint_eq(measure_void_rounds(board.measure), voids);
    ck_assert_uint_eq(board.machine.waits, voids);
    if (voids)
        ck_assert_str_ne(measure_void_reason(board.measure), "");
    board_free(&board);
}

START_TEST(x86_throttle_count_voids_a_round)
{
    expect_one_void(X86_COUNT, "7\n", "8\n", 1);
}
END_TEST

START_TEST(pi_bits_void_a_round_when_new)
{
    expect_one_void(PI_BITS, "0\n", "50005\n", 1);
    expect_one_void(PI_BITS, "50000\n", "50000\n", 0);
    expect_one_void(PI_BITS, "50005\n", "50000\n", 0);
}
END_TEST

START_TEST(cooling_state_voids_a_round_when_it_rises)
{
    expect_one_void(COOLING "cur_state", "0\n", "3\n", 1);
    expect_one_void(COOLING "cur_state", "3\n", "0\n", 0);
}
END_TEST

START_TEST(fan_is_no_throttling)
{
    struct board board;
    board_new(&board);
    put(board.root, COOLING "type", "pwm-fan\n");
    put(board.root, COOLING "cur_state", "0\n");
    struct event event = {&board, 12, COOLING "cur_state", "3\n", 0};
    board.machine.before = happen;
    board.machine.data = &event;
    board_start(&board, true);
    run(board.measure, 10);
    ck_assert_uint_eq(measure_void_rounds(board.measure), 0);
    board_free(&board);
}
END_TEST

/* cases.md A16, a Pi 3 at 86 C: its clock halves in the middle of the run,
 * and stays there for a while. */
static void recover_after_pauses(struct fake_machine *machine, void *data)
{
    happen(machine, data);
    if (machine->waited_s > 0.5)
        machine->speed = 1;
}

START_TEST(rounds_at_half_the_clock_are_void_and_run_again)
{
    struct board board;
    board_new(&board);
    struct event event = {&board, 40, NULL, NULL, 0.5};
    board.machine.before = recover_after_pauses;
    board.machine.data = &event;
    board_start(&board, true);
    run(board.measure, 40);
    ck_assert_uint_ge(measure_void_rounds(board.measure), 3);
    for (size_t r = 0; r < measure_rounds(board.measure); r++)
        ck_assert_double_ge(measure_clock(board.measure, r), 0.97);
    double waited = measure_waited_s(board.measure);
    ck_assert_double_eq_tol(waited, board.machine.waited_s, 1e-9);
    ck_assert_double_le(waited, 2);
    board_free(&board);
}
END_TEST

START_TEST(frequency_stands_in_where_there_is_no_clock)
{
    struct board board;
    board_new(&board);
    put(board.root, FREQUENCY, "1200000\n");
    struct event event = {&board, 10, FREQUENCY, "600000\n", 0.5};
    board.machine.before = happen;
    board.machine.data = &event;
    board_start(&board, false);
    run(board.measure, 30);
    ck_assert_uint_ge(measure_void_rounds(board.measure), 3);
    /* The ranking is the one without throttling. */
    double gains[30];
    size_t count = measure_gains(board.measure, 0, 0, 1, gains);
    for (size_t i = 0; i < count; i++)
        ck_assert_double_gt(gains[i], 0);
    board_free(&board);
}
END_TEST

START_TEST(clock_that_stays_low_is_taken_as_it_is)
{
    struct board board;
    board_new(&board);
    struct event event = {&board, 40, NULL, NULL, 0.9};
    board.machine.before = happen;
    board.machine.data = &event;
    board_start(&board, true);
    run(board.measure, 60);
    ck_assert_double_le(measure_waited_s(board.measure), 10);
    ck_assert(!measure_is_unsteady(board.measure));
    board_free(&board);
}
END_TEST

static void always_hot(struct fake_machine *machine, void *data)
{
    struct board *board = data;
    char text[32];
    snprintf(text, sizeof text, "%zu\n", machine->calls);
    put(board->root, X86_COUNT, text);
}

START_TEST(waits_end_at_the_longest_and_say_so)
{
    struct board board;
    board_new(&board);
    put(board.root, X86_COUNT, "0\n");
    board.machine.before = always_hot;
    board.machine.data = &board;
    board_start(&board, true);
    run(board.measure, 5);
    ck_assert_double_eq_tol(board.machine.waited_s,
                            protocol_standard.wait_most_s, 1e-9);
    ck_assert(measure_is_unsteady(board.measure));
    ck_assert_ptr_nonnull(
        strstr(measure_void_reason(board.measure), "rounds were void"));
    board_free(&board);
}
END_TEST

#define ONLINE "/sys/devices/system/cpu/cpu0/online"

/* The processor is gone until somebody waited for it. */
static void come_back(struct fake_machine *machine, void *data)
{
    const struct event *event = data;
    happen(machine, data);
    if (machine->waited_s >= 3)
        put(event->board->root, ONLINE, "1\n");
}

START_TEST(a_processor_that_is_switched_off_is_waited_for)
{
    struct board board;
    board_new(&board);
    put(board.root, ONLINE, "1\n");
    struct event event = {&board, 12, ONLINE, "0\n", 0};
    board.machine.before = come_back;
    board.machine.data = &event;
    board_start(&board, true);
    run(board.measure, 10);
    ck_assert_uint_ge(measure_void_rounds(board.measure), 2);
    ck_assert_double_ge(board.machine.waited_s, 3);
    ck_assert_ptr_nonnull(
        strstr(measure_void_reason(board.measure), "switched off"));
    ck_assert(!measure_is_unsteady(board.measure));
    board_free(&board);
}
END_TEST

static void fall_asleep(struct fake_machine *machine, void *data)
{
    (void)data;
    if (machine->calls == 12)
        machine->suspended_s += 3600;
}

START_TEST(a_round_with_a_suspend_in_it_is_void)
{
    struct board board;
    board_new(&board);
    board.machine.before = fall_asleep;
    board_start(&board, true);
    run(board.measure, 10);
    ck_assert_uint_eq(measure_void_rounds(board.measure), 1);
    ck_assert_uint_eq(board.machine.waits, 0);
    ck_assert_ptr_nonnull(
        strstr(measure_void_reason(board.measure), "suspended"));
    board_free(&board);
}
END_TEST

START_TEST(no_pause_goes_beyond_the_deadline)
{
    struct board board;
    board_new(&board);
    put(board.root, X86_COUNT, "0\n");
    board.machine.before = always_hot;
    board.machine.data = &board;
    struct measure_setup setup = setup_of(&board.world, 1, 1);
    throttle_init(&board.throttle, throttle_root_reader(board.root), 0);
    setup.throttle = &board.throttle;
    setup.deadline_s = 5;
    board.measure = measure_new(&setup);
    measure_add(board.measure, &board.a.arm, 0, NULL);
    ck_assert(measure_round(board.measure, NULL) == MEASURE_TIME);
    ck_assert_double_le(board.machine.now_s, 5.01);
    board_free(&board);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        x86_throttle_count_voids_a_round,
        pi_bits_void_a_round_when_new,
        cooling_state_voids_a_round_when_it_rises,
        fan_is_no_throttling,
        rounds_at_half_the_clock_are_void_and_run_again,
        frequency_stands_in_where_there_is_no_clock,
        clock_that_stays_low_is_taken_as_it_is,
        waits_end_at_the_longest_and_say_so,
        a_processor_that_is_switched_off_is_waited_for,
        a_round_with_a_suspend_in_it_is_void,
        no_pause_goes_beyond_the_deadline,
    };
    return TAP_RUN("throttle", tests);
}
