/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/str.h"
#include "base/strvec.h"
#include "tests/unit/tap.h"

/* How often to look whether a process has gone, 10 ms apart: a minute. */
enum { DEATH_TRIES = 6000 };

/* An argv of writable texts, as exec wants them. */
#define SHELL(script)                                                          \
    (char *const[])                                                            \
    {                                                                          \
        (char[]){"sh"}, (char[]){"-c"}, (char[]){script}, NULL                 \
    }

static struct child_result run(const struct child_options *options)
{
    struct child_result result = {0};
    struct error err = {0};
    ck_assert_msg(child_run(options, &result, &err), "%s", err.text);
    return result;
}

static struct child_result run_shell(char *script)
{
    char *argv[] = {(char[]){"sh"}, (char[]){"-c"}, script, NULL};
    return run(&(struct child_options){.argv = argv});
}

START_TEST(keeps_both_streams_and_the_code)
{
    struct child_result r =
        run_shell((char[]){"echo out; echo err >&2; exit 3"});
    ck_assert_int_eq(r.end, CHILD_EXITED);
    ck_assert_int_eq(r.code, 3);
    ck_assert_str_eq(str_text(&r.out), "out\n");
    ck_assert_str_eq(str_text(&r.err), "err\n");
    ck_assert(!child_succeeded(&r));
    ck_assert(!r.truncated);
    struct str how = {0};
    child_describe_end(&r, &how);
    ck_assert_str_eq(str_text(&how), "exit 3");
    str_release(&how);
    child_result_release(&r);
}
END_TEST

START_TEST(a_signal_is_told)
{
    struct child_result r = run_shell((char[]){"kill -ILL $$"});
    ck_assert_int_eq(r.end, CHILD_SIGNALED);
    ck_assert_int_eq(r.code, SIGILL);
    struct str how = {0};
    child_describe_end(&r, &how);
    ck_assert_ptr_nonnull(strstr(str_text(&how), "Illegal instruction"));
    str_release(&how);
    child_result_release(&r);
}
END_TEST

START_TEST(a_signal_is_known_from_a_shells_exit_code)
{
    static const struct {
        struct child_result result;
        int signal;
    } rows[] = {{{.end = CHILD_SIGNALED, .code = SIGILL}, SIGILL},
                {{.end = CHILD_EXITED, .code = 128 + SIGILL}, SIGILL},
                {{.end = CHILD_EXITED, .code = 128}, 0},
                {{.end = CHILD_EXITED, .code = SIGILL}, 0},
                {{.end = CHILD_EXITED, .code = 255}, 0},
                {{.end = CHILD_TIMEOUT}, 0}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        ck_assert_int_eq(child_signal(&rows[i].result), rows[i].signal);
}
END_TEST

START_TEST(a_file_that_may_not_be_run_is_named_as_such)
{
    struct child_result r = {0};
    struct error err = {0};
    char *argv[] = {(char[]){"/etc/passwd"}, NULL};
    ck_assert(!child_run(&(struct child_options){.argv = argv}, &r, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "'/etc/passwd' may not be run"));
}
END_TEST

START_TEST(a_missing_program_is_an_error)
{
    struct child_result r = {0};
    struct error err = {0};
    char *argv[] = {(char[]){"no-such-program-here"}, NULL};
    ck_assert(!child_run(&(struct child_options){.argv = argv}, &r, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "no-such-program-here"));
    ck_assert(!child_find_program("no-such-program-here", NULL));
    struct str path = {0};
    ck_assert(child_find_program("sh", &path));
    ck_assert_int_eq(str_text(&path)[0], '/');
    str_release(&path);
}
END_TEST

START_TEST(a_relative_name_starts_from_our_folder)
{
    struct str folder = {0}, path = {0};
    ck_assert(file_make_temporary("tuner-child", &folder, NULL));
    ck_assert_int_eq(chdir("/usr/bin"), 0);
    ck_assert(child_find_program("./sh", &path));
    ck_assert_str_eq(str_text(&path), "/usr/bin/./sh");
    char *argv[] = {(char[]){"./sh"}, (char[]){"-c"}, (char[]){"exit 7"}, NULL};
    struct child_options options = {.argv = argv,
                                    .directory = str_text(&folder)};
    struct child_result r = run(&options);
    ck_assert_int_eq(r.code, 7);
    child_result_release(&r);
    file_remove_tree(str_text(&folder), NULL);
    str_release(&folder);
    str_release(&path);
}
END_TEST

START_TEST(a_timeout_ends_the_whole_group)
{
    struct child_options options = {
        .argv = SHELL("trap '' TERM; sleep 60 & echo $!; sleep 60; sleep 60"),
        .timeout_ms = 2000};
    struct child_result r = run(&options);
    ck_assert_int_eq(r.end, CHILD_TIMEOUT);
    pid_t grandchild = (pid_t)strtol(str_text(&r.out), NULL, 10);
    ck_assert_int_gt(grandchild, 1);
    for (int i = 0; i < DEATH_TRIES && kill(grandchild, 0) == 0; i++)
        clock_sleep_s(0.01);
    ck_assert_int_eq(kill(grandchild, 0), -1);
    ck_assert_int_eq(errno, ESRCH);
    child_result_release(&r);
}
END_TEST

START_TEST(a_group_left_behind_is_ended)
{
    /* The grandchild keeps the pipe open, yet the run ends with the child. */
    struct child_result r = run_shell((char[]){"sleep 60 & echo $!"});
    ck_assert_int_eq(r.end, CHILD_EXITED);
    pid_t grandchild = (pid_t)strtol(str_text(&r.out), NULL, 10);
    for (int i = 0; i < DEATH_TRIES && kill(grandchild, 0) == 0; i++)
        clock_sleep_s(0.01);
    ck_assert_int_eq(kill(grandchild, 0), -1);
    child_result_release(&r);
}
END_TEST

START_TEST(output_is_kept_up_to_a_limit)
{
    struct child_options options = {
        .argv = SHELL("head -c 300000 /dev/zero | tr '\\0' x; echo e >&2"),
        .output_max = 1000};
    struct child_result r = run(&options);
    ck_assert(child_succeeded(&r));
    ck_assert(r.truncated);
    ck_assert_uint_eq(r.out.length, 1000);
    ck_assert_str_eq(str_text(&r.err), "e\n");
    child_result_release(&r);
}
END_TEST

START_TEST(input_goes_in_whole)
{
    static char big[200000];
    memset(big, 'y', sizeof(big));
    struct child_options options = {
        .argv = SHELL("wc -c"), .input = big, .input_length = sizeof(big)};
    struct child_result r = run(&options);
    ck_assert_int_eq(strtol(str_text(&r.out), NULL, 10), sizeof(big));
    child_result_release(&r);
    /* A child that does not read it must not end us by SIGPIPE. */
    options.argv = SHELL("exit 0");
    r = run(&options);
    ck_assert(child_succeeded(&r));
    child_result_release(&r);
}
END_TEST

START_TEST(merged_output_keeps_its_order)
{
    struct child_options options = {.argv = SHELL("echo a; echo b >&2; echo c"),
                                    .merge_output = true};
    struct child_result r = run(&options);
    ck_assert_str_eq(str_text(&r.out), "a\nb\nc\n");
    ck_assert_uint_eq(r.err.length, 0);
    child_result_release(&r);
}
END_TEST

START_TEST(no_descriptor_is_inherited)
{
    int fd = open("/dev/null", O_RDONLY); /* no O_CLOEXEC on purpose */
    ck_assert_int_gt(fd, 2);
    struct child_result r = run_shell((char[]){"ls /proc/self/fd | wc -l"});
    /* 0, 1, 2 and the folder that ls reads. */
    ck_assert_int_eq(strtol(str_text(&r.out), NULL, 10), 4);
    close(fd);
    child_result_release(&r);
}
END_TEST

START_TEST(directory_and_environment_are_set)
{
    struct strvec changes = {0}, environment = {0};
    setenv("TUNER_UNIT_GONE", "1", 1);
    strvec_add_list(&changes, "TUNER_UNIT_NEW=a b", "TUNER_UNIT_GONE", NULL);
    child_environment(&changes, &environment);
    struct child_options options = {
        .argv = SHELL("pwd; echo \"$TUNER_UNIT_NEW/${TUNER_UNIT_GONE-gone}\""),
        .directory = "/",
        .environment = strvec_argv(&environment)};
    struct child_result r = run(&options);
    ck_assert_str_eq(str_text(&r.out), "/\na b/gone\n");
    child_result_release(&r);
    strvec_release(&changes);
    strvec_release(&environment);
}
END_TEST

START_TEST(limits_hold)
{
    struct child_options options = {.argv = SHELL("ulimit -t; ulimit -v; "
                                                  "ulimit -f; ulimit -c"),
                                    .cpu_seconds = 7,
                                    .memory_bytes = 1u << 30,
                                    .file_bytes = 1u << 20};
    struct child_result r = run(&options);
    ck_assert_str_eq(str_text(&r.out), "7\n1048576\n2048\n0\n");
    child_result_release(&r);
}
END_TEST

START_TEST(own_use_is_measured)
{
    struct child_result r =
        run_shell((char[]){"i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done"});
    ck_assert_double_gt(r.user_s + r.system_s, 0);
    ck_assert_double_ge(r.wall_s, 0);
    ck_assert_int_gt(r.peak_memory_kib, 100);
    child_result_release(&r);
}
END_TEST

START_TEST(a_server_answers_line_by_line)
{
    struct child child = {0};
    struct error err = {0};
    struct str line = {0};
    struct child_options options = {
        .argv = SHELL("while read x; do echo \"<$x>\"; echo more; done")};
    ck_assert_msg(child_start(&options, &child, &err), "%s", err.text);
    ck_assert(child_is_alive(&child));
    for (int i = 0; i < 3; i++) {
        ck_assert(child_send_line(&child, "hello", &err));
        ck_assert(child_read_line(&child, 5000, &line, &err));
        ck_assert_str_eq(str_text(&line), "<hello>");
        ck_assert(child_read_line(&child, 5000, &line, &err));
        ck_assert_str_eq(str_text(&line), "more");
    }
    ck_assert(!child_read_line(&child, 10, &line, &err));
    pid_t pid = child.pid;
    child_stop(&child);
    ck_assert_int_eq(child.pid, 0);
    ck_assert_int_eq(kill(pid, 0), -1);
    child_stop(&child);
    str_release(&line);
}
END_TEST

START_TEST(a_dead_server_is_an_error_not_a_hang)
{
    struct child child = {0};
    struct error err = {0};
    struct str line = {0};
    struct child_options options = {.argv = SHELL("read x; exit 7")};
    ck_assert(child_start(&options, &child, &err));
    ck_assert(child_send_line(&child, "x", &err));
    ck_assert(!child_read_line(&child, 5000, &line, &err));
    ck_assert_msg(strstr(err.text, "7"), "%s", err.text);
    for (int i = 0; i < DEATH_TRIES && child_is_alive(&child); i++)
        clock_sleep_s(0.01);
    ck_assert(!child_is_alive(&child));
    for (int i = 0; i < 3; i++)
        child_send_line(&child, "x", NULL);
    ck_assert(!child_send_line(&child, "x", &err));
    child_stop(&child);
    str_release(&line);
}
END_TEST

START_TEST(an_endless_line_is_refused)
{
    struct child child = {0};
    struct error err = {0};
    struct str line = {0};
    struct child_options options = {
        .argv = SHELL("head -c 1000000 /dev/zero | tr '\\0' x")};
    ck_assert(child_start(&options, &child, &err));
    ck_assert(!child_read_line(&child, 5000, &line, &err));
    child_stop(&child);
    str_release(&line);
}
END_TEST

START_TEST(cancelling_ends_children_and_later_ones)
{
    child_cancel_all();
    ck_assert(child_cancelled());
    struct child_result r = {0};
    struct error err = {0};
    struct child_options options = {.argv = SHELL("sleep 60")};
    ck_assert(!child_run(&options, &r, &err));
    ck_assert_int_eq(err.kind, ERROR_CANCELLED);
    child_cancel_reset();
    ck_assert(!child_cancelled());
    r = run_shell((char[]){"exit 0"});
    ck_assert(child_succeeded(&r));
    child_result_release(&r);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {keeps_both_streams_and_the_code,
                            a_signal_is_told,
                            a_signal_is_known_from_a_shells_exit_code,
                            a_missing_program_is_an_error,
                            a_file_that_may_not_be_run_is_named_as_such,
                            a_relative_name_starts_from_our_folder,
                            a_timeout_ends_the_whole_group,
                            a_group_left_behind_is_ended,
                            output_is_kept_up_to_a_limit,
                            input_goes_in_whole,
                            merged_output_keeps_its_order,
                            no_descriptor_is_inherited,
                            directory_and_environment_are_set,
                            limits_hold,
                            own_use_is_measured,
                            a_server_answers_line_by_line,
                            a_dead_server_is_an_error_not_a_hang,
                            an_endless_line_is_refused,
                            cancelling_ends_children_and_later_ones};
    return TAP_RUN("child", tests);
}
