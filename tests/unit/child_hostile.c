/* SPDX-License-Identifier: MIT
 *
 * Children that want more than they were given, or do not want to end.
 */
#include <config.h>

#include "base/child.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/orphans.h"
#include "base/rights.h"
#include "base/str.h"
#include "base/strvec.h"
#include "base/temporary.h"
#include "tests/unit/tap.h"

/* All that a child started is gone so long after its end. */
static const double gone_s = 2;

static struct child_result run(char *script, struct child_options options)
{
    char *argv[] = {(char[]){"sh"}, (char[]){"-c"}, script, NULL};
    struct child_result result = {0};
    struct error err = {0};
    options.argv = argv;
    ck_assert_msg(child_run(&options, &result, &err), "%s", err.text);
    return result;
}

/* Also when nobody has waited for it yet: that is not for us to do where it
 * was adopted by another. */
static bool has_ended(pid_t pid)
{
    struct str path = {0}, text = {0};
    str_addf(&path, "/proc/%ld/stat", (long)pid);
    bool there = file_read(str_text(&path), 0, &text, NULL);
    const char *name_end = there ? strrchr(str_text(&text), ')') : NULL;
    bool waits = name_end && str_starts(name_end, ") Z");
    str_release(&path);
    str_release(&text);
    return waits || (kill(pid, 0) != 0 && errno == ESRCH);
}

static bool is_gone(pid_t pid)
{
    double deadline = clock_now_s() + gone_s;
    while (!has_ended(pid) && clock_now_s() < deadline)
        clock_sleep_s(0.01);
    return has_ended(pid);
}

/* Every word of the output is the number of a process that must be gone. */
static void assert_all_gone(struct child_result *result, size_t count)
{
    struct strvec pids = {0};
    strvec_split(&pids, str_text(&result->out), " \n");
    ck_assert_uint_eq(pids.count, count);
    for (size_t i = 0; i < pids.count; i++) {
        pid_t pid = (pid_t)strtol(pids.items[i], NULL, 10);
        ck_assert_int_gt(pid, 1);
        ck_assert_msg(is_gone(pid), "%s is still there", pids.items[i]);
    }
    strvec_release(&pids);
    child_result_release(result);
}

START_TEST(one_that_ignores_all_signals_ends)
{
    char script[] = "trap '' TERM INT HUP QUIT PIPE; echo $$;"
                    "while :; do sleep 60; done";
    struct child_result r =
        run(script, (struct child_options){.timeout_ms = 1500});
    ck_assert_int_eq(r.end, CHILD_TIMEOUT);
    assert_all_gone(&r, 1);
}
END_TEST

START_TEST(one_that_forks_away_ends)
{
    /* A session and a group of its own, and no parent. */
    char script[] = "(setsid sh -c 'echo $$; exec sleep 60' &);"
                    "(setsid setsid sh -c 'echo $$; exec sleep 60' &);"
                    "sleep 0.5";
    struct child_result r = run(script, (struct child_options){0});
    ck_assert_int_eq(r.end, CHILD_EXITED);
    assert_all_gone(&r, 2);
}
END_TEST

START_TEST(one_that_forks_away_and_hides_its_mark_ends)
{
    char script[] =
        "(setsid env -i /bin/sh -c 'echo $$; exec /bin/sleep 60' &); sleep 0.5";
    struct child_result r = run(script, (struct child_options){0});
    assert_all_gone(&r, 1);
}
END_TEST

START_TEST(one_that_fills_its_pipe_ends)
{
    char script[] = "echo $$; exec cat /dev/zero";
    struct child_options options = {.timeout_ms = 1500, .output_max = 1000};
    struct child_result r = run(script, options);
    ck_assert_int_eq(r.end, CHILD_TIMEOUT);
    ck_assert(r.truncated);
    ck_assert_uint_eq(r.out.length, 1000);
    ck_assert(is_gone((pid_t)strtol(str_text(&r.out), NULL, 10)));
    child_result_release(&r);
}
END_TEST

START_TEST(one_that_closes_its_pipes_ends)
{
    char script[] = "echo $$; exec >&- 2>&- <&-; sleep 60";
    struct child_result r =
        run(script, (struct child_options){.timeout_ms = 1500});
    ck_assert_int_eq(r.end, CHILD_TIMEOUT);
    assert_all_gone(&r, 1);
}
END_TEST

START_TEST(a_server_that_forks_away_ends_with_its_stop)
{
    struct child child = {0};
    struct error err = {0};
    struct str line = {0};
    char *argv[] = {
        (char[]){"sh"}, (char[]){"-c"},
        (char[]){"trap '' TERM; (setsid sh -c 'echo $$; exec sleep 60' &);"
                 "while :; do sleep 60; done"},
        NULL};
    struct child_options options = {.argv = argv};
    ck_assert_msg(child_start(&options, &child, &err), "%s", err.text);
    ck_assert(child_read_line(&child, 5000, &line, &err));
    pid_t leader = child.pid;
    child_stop(&child);
    ck_assert(is_gone((pid_t)strtol(str_text(&line), NULL, 10)));
    ck_assert(is_gone(leader));
    str_release(&line);
}
END_TEST

/* What a killed parent leaves: a process that starts a child and prints its
 * number is killed. */
START_TEST(one_ends_when_its_parent_is_killed)
{
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    pid_t parent = fork();
    if (parent == 0) {
        dup2(ends[1], 1);
        struct child_result r = {0};
        char *argv[] = {(char[]){"sh"}, (char[]){"-c"},
                        (char[]){"echo $$ >/proc/$PPID/fd/1; exec sleep 60"},
                        NULL};
        child_run(&(struct child_options){.argv = argv}, &r, NULL);
        _exit(0);
    }
    char text[32] = "";
    ck_assert_int_gt(read(ends[0], text, sizeof(text) - 1), 0);
    pid_t grandchild = (pid_t)strtol(text, NULL, 10);
    ck_assert_int_gt(grandchild, 1);
    kill(parent, SIGKILL);
    ck_assert(is_gone(grandchild));
    close(ends[0]);
    close(ends[1]);
}
END_TEST

/* Until it has become `name`: in the middle of an exec a process has no
 * environment to be known by. */
static void await_name(pid_t pid, const char *name)
{
    struct str path = {0}, text = {0};
    str_addf(&path, "/proc/%ld/comm", (long)pid);
    for (int i = 0; i < 1000 && !str_starts(str_text(&text), name); i++) {
        clock_sleep_s(0.01);
        str_reset(&text);
        file_read(str_text(&path), 0, &text, NULL);
    }
    ck_assert(str_starts(str_text(&text), name));
    str_release(&path);
    str_release(&text);
}

/* PDEATHSIG ends the child; what that had started goes when it is looked
 * for. */
START_TEST(what_killed_parents_left_is_ended)
{
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    pid_t parent = fork();
    if (parent == 0) {
        char *argv[] = {
            (char[]){"sh"}, (char[]){"-c"},
            (char[]){"out=/proc/$PPID/fd/1; setsid sh -c \"echo \\$\\$ >$out; "
                     "exec sleep 60\" & exec sleep 60"},
            NULL};
        struct child_result r = {0};
        dup2(ends[1], 1);
        child_run(&(struct child_options){.argv = argv}, &r, NULL);
        _exit(0);
    }
    char text[32] = "";
    ck_assert_int_gt(read(ends[0], text, sizeof(text) - 1), 0);
    pid_t left = (pid_t)strtol(text, NULL, 10);
    kill(parent, SIGKILL);
    ck_assert_int_eq(waitpid(parent, NULL, 0), parent);
    await_name(left, "sleep");
    orphans_end_abandoned();
    ck_assert(is_gone(left));
    close(ends[0]);
    close(ends[1]);
}
END_TEST

START_TEST(what_a_living_parent_has_goes_on)
{
    char *argv[] = {(char[]){"cat"}, NULL};
    struct child child = {0};
    struct str line = {0};
    struct error err = {0};
    ck_assert(child_start(&(struct child_options){.argv = argv}, &child, &err));
    orphans_end_abandoned();
    ck_assert_msg(child_send_line(&child, "hello", &err) &&
                      child_read_line(&child, 10000, &line, &err),
                  "%s", err.text);
    ck_assert_str_eq(str_text(&line), "hello");
    child_stop(&child);
    str_release(&line);
}
END_TEST

START_TEST(no_privileges_can_be_gained)
{
    struct child_result r =
        run((char[]){"sed -n 's/^NoNewPrivs:[^0-9]*//p' /proc/self/status"},
            (struct child_options){0});
    ck_assert_str_eq(str_text(&r.out), "1\n");
    child_result_release(&r);
}
END_TEST

START_TEST(files_and_processes_are_limited)
{
    struct child_options options = {.open_files = 77, .processes = 10};
    struct child_result r =
        run((char[]){"ulimit -n; ulimit -Hn; sed -n 's/^Max processes *"
                     "\\([0-9a-z]*\\).*/\\1/p' /proc/self/limits"},
            options);
    unsigned soft, hard;
    unsigned long processes;
    ck_assert_int_eq(
        sscanf(str_text(&r.out), "%u %u %lu", &soft, &hard, &processes), 3);
    /* Valgrind keeps limits of files for itself. */
    if (!getenv("TUNER_TEST_SLOWDOWN")) {
        ck_assert_uint_eq(soft, 77);
        ck_assert_uint_eq(hard, 77);
    }
    /* The sum of what runs now and the ten. */
    ck_assert_uint_gt(processes, 10);
    ck_assert_uint_lt(processes, 1000000);
    child_result_release(&r);
}
END_TEST

START_TEST(the_kernel_ends_a_child_before_us)
{
    struct child_result r = run((char[]){"cat /proc/self/oom_score_adj"},
                                (struct child_options){0});
    ck_assert_int_ge(strtol(str_text(&r.out), NULL, 10), 500);
    child_result_release(&r);
}
END_TEST

START_TEST(a_compiler_has_no_network)
{
    static char script[] = "sed -n 's/^ *\\([^:]*\\):.*/\\1/p' /proc/net/dev; "
                           "id -u; id -g";
    char *argv[] = {(char[]){"unshare"}, (char[]){"--net"}, (char[]){"true"},
                    NULL};
    struct str wanted = {0};
    if (geteuid() != 0)
        argv[1] = (char[]){"-nU"};
    struct child_result r = {0};
    bool can = child_run(&(struct child_options){.argv = argv}, &r, NULL) &&
               child_succeeded(&r);
    child_result_release(&r);
    if (!can)
        return; /* this kernel does not let us, nor does it have to */
    r = run(script, (struct child_options){.offline = true});
    str_addf(&wanted, "lo\n%u\n%u\n", geteuid(), getegid());
    ck_assert_str_eq(str_text(&r.out), str_text(&wanted));
    child_result_release(&r);
    str_release(&wanted);
}
END_TEST

START_TEST(another_user_has_its_own_rights_only)
{
    struct error err = {0};
    struct str folder = {0};
    if (geteuid() != 0 || !rights_use("nobody", &err))
        return;
    ck_assert(temporary_make("unit", &folder, &err));
    struct child_options options = {.directory = str_text(&folder)};
    struct child_result r =
        run((char[]){"id -un; echo \"$USER\"; touch own && ls;"
                     "cat /etc/shadow 2>/dev/null || echo closed;"
                     "kill -0 $PPID 2>/dev/null || echo apart;"
                     "id -G | tr ' ' '\\n' | grep -c '^0$';"
                     "grep '^CapEff' /proc/self/status"},
            options);
    ck_assert_str_eq(str_text(&r.out), "nobody\nnobody\nown\nclosed\napart\n0\n"
                                       "CapEff:\t0000000000000000\n");
    temporary_remove(str_text(&folder));
    ck_assert(!file_exists(str_text(&folder)));
    child_result_release(&r);
    str_release(&folder);
}
END_TEST

START_TEST(only_root_has_the_choice_of_user)
{
    struct error err = {0};
    ck_assert(!rights_use("no-such-user-here", &err));
    ck_assert_int_eq(err.kind, ERROR_USAGE);
    ck_assert_ptr_nonnull(strstr(err.text, "no-such-user-here"));
    ck_assert_ptr_null(rights_get());
    if (geteuid() == 0)
        ck_assert_int_eq(setuid(65534), 0);
    ck_assert(!rights_use("root", &err));
    ck_assert_ptr_nonnull(strstr(err.text, "only root"));
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        one_that_ignores_all_signals_ends,
        one_that_forks_away_ends,
        one_that_forks_away_and_hides_its_mark_ends,
        one_that_fills_its_pipe_ends,
        one_that_closes_its_pipes_ends,
        a_server_that_forks_away_ends_with_its_stop,
        one_ends_when_its_parent_is_killed,
        what_killed_parents_left_is_ended,
        what_a_living_parent_has_goes_on,
        no_privileges_can_be_gained,
        files_and_processes_are_limited,
        the_kernel_ends_a_child_before_us,
        a_compiler_has_no_network,
        another_user_has_its_own_rights_only,
        only_root_has_the_choice_of_user,
    };
    return TAP_RUN("child_hostile", tests);
}
