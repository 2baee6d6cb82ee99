/* SPDX-License-Identifier: MIT
 *
 * Runners for another machine, over a stand-in for ssh that runs its command
 * here; tests/cli has the real one.
 */
#include <config.h>

#include "search/runner.h"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "tests/unit/tap.h"

/* Options and host go; what is left is one string for a shell.  Its process
 * id is kept, so that a test can cut the connection. */
static const char ssh[] = "#!/bin/sh\n"
                          "while [ $# -gt 0 ]; do case $1 in\n"
                          "-o) shift 2 ;; -T) shift ;; *) break ;; esac; done\n"
                          "shift\n"
                          "echo $$ >\"$TUNER_TESTS/pid\"\n"
                          "[ ! -e \"$TUNER_TESTS/down\" ] || exit 255\n"
                          "echo 'Welcome to the board'\n"
                          "exec /bin/sh -c \"$*\"\n";

static struct str folder;
static struct runner *runner;
static struct error err;

static const char *path(const char *name)
{
    static struct str full;
    str_reset(&full);
    file_join(&full, folder.text, name);
    return full.text;
}

static void put(const char *name, const char *text, mode_t mode)
{
    ck_assert_msg(file_write(path(name), text, strlen(text), &err), "%s",
                  err.text);
    ck_assert_int_eq(chmod(path(name), mode), 0);
}

static void make(void)
{
    ck_assert(file_make_temporary("t \"q'\n\xc3\xa4", &folder, &err));
    ck_assert_int_eq(setenv("TUNER_TESTS", folder.text, 1), 0);
    ck_assert_int_eq(mkdir(path("tmp"), 0700), 0);
    ck_assert_int_eq(setenv("TMPDIR", path("tmp"), 1), 0);
    put("ssh", ssh, 0755);
    struct str words = {0};
    strvec_quote_shell(&words, path("ssh"));
    str_add(&words, " board");
    runner = runner_new(words.text, "cc", &err);
    ck_assert(runner_is_remote(runner));
    str_release(&words);
}

/* Nothing may be left on the other machine. */
static void unmake(void)
{
    struct strvec left = {0};
    runner_free(runner);
    ck_assert(file_list(path("tmp"), &left, &err));
    ck_assert_msg(left.count == 0, "left: %s", left.count ? left.items[0] : "");
    ck_assert(file_remove_tree(folder.text, &err));
    strvec_release(&left);
    str_release(&folder);
}

static enum runner_status run(const struct runner_job *job,
                              struct child_result *result)
{
    enum runner_status status = runner_run(runner, job, result, &err);
    ck_assert_msg(status != RUNNER_ERROR, "%s", err.text);
    return status;
}

static void gives(const struct runner_job *job, const char *want)
{
    struct child_result result;
    ck_assert_int_eq(run(job, &result), RUNNER_OK);
    ck_assert_str_eq(str_text(&result.out), want);
    child_result_release(&result);
}

START_TEST(runs_over_there)
{
    make();
    struct child_result result;
    struct strvec changes = {0};
    strvec_add(&changes, "A=x  y");
    struct runner_job job = {.shell = "echo \"$A\"; echo b >&2; exit 3",
                             .environment = &changes};
    ck_assert_int_eq(run(&job, &result), RUNNER_OK);
    ck_assert_str_eq(str_text(&result.out), "x  y\nb\n");
    ck_assert(result.end == CHILD_EXITED && result.code == 3);
    ck_assert(result.wall_s > 0 && result.peak_memory_kib > 0);
    child_result_release(&result);
    job = (struct runner_job){.shell = "{runner} echo hi"};
    gives(&job, "hi\n");
    job = (struct runner_job){.shell = "kill -SEGV $$"};
    ck_assert_int_eq(run(&job, &result), RUNNER_OK);
    ck_assert(result.end == CHILD_SIGNALED && result.code == SIGSEGV);
    child_result_release(&result);
    strvec_release(&changes);
    unmake();
}
END_TEST

START_TEST(measures_there)
{
    make();
    struct child_result result;
    struct runner_job job = {
        .shell = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done"};
    ck_assert_int_eq(run(&job, &result), RUNNER_OK);
    ck_assert(result.user_s + result.system_s > 0.001);
    ck_assert(result.wall_s > 0.001 && result.wall_s < 100);
    child_result_release(&result);
    unmake();
}
END_TEST

START_TEST(keeps_limits)
{
    make();
    struct child_result result;
    struct runner_job job = {.shell = "echo a; sleep 600", .timeout_ms = 2000};
    ck_assert_int_eq(run(&job, &result), RUNNER_OK);
    ck_assert(result.end == CHILD_TIMEOUT);
    ck_assert_str_eq(str_text(&result.out), "a\n");
    child_result_release(&result);
    job = (struct runner_job){
        .shell = "i=0; while [ $i -lt 5000 ]; do echo line; i=$((i+1)); done",
        .output_max = 1000};
    ck_assert_int_eq(run(&job, &result), RUNNER_OK);
    ck_assert(result.truncated);
    ck_assert_uint_eq(result.out.length, 1000);
    child_result_release(&result);
    job = (struct runner_job){.shell = "ulimit -v", .memory_bytes = 1 << 30};
    gives(&job, "1048576\n");
    unmake();
}
END_TEST

START_TEST(ends_what_a_program_leaves)
{
    make();
    put("pids", "", 0600);
    struct runner_job job = {
        .shell = "sleep 600 & echo $! >>\"$TUNER_TESTS/pids\"; "
                 "setsid sleep 601 >/dev/null 2>&1 & "
                 "echo $! >>\"$TUNER_TESTS/pids\"; sleep 0.1; echo done"};
    gives(&job, "done\n");
    struct str text = {0};
    struct strvec pids = {0};
    ck_assert(file_read(path("pids"), 0, &text, &err));
    strvec_split(&pids, text.text, "\n");
    ck_assert_uint_eq(pids.count, 2);
    for (size_t i = 0; i < pids.count; i++) {
        unsigned long pid = 0;
        ck_assert(str_parse_ulong(pids.items[i], &pid));
        ck_assert_int_ne(kill((pid_t)pid, 0), 0);
    }
    strvec_release(&pids);
    str_release(&text);
    unmake();
}
END_TEST

START_TEST(copies_a_place)
{
    make();
    ck_assert_int_eq(mkdir(path("b"), 0700), 0);
    ck_assert_int_eq(mkdir(path("b/d"), 0700), 0);
    put("b/prog \"'\n\xc3\xa4", "#!/bin/sh\ncat d/x \"$1\"\n", 0755);
    put("b/d/x", "data ", 0600);
    put("b/left", "at home", 0600);
    ck_assert_int_eq(symlink("d/x", path("b/link")), 0);
    struct strvec files = {0};
    strvec_add_list(&files, "prog \"'\n\xc3\xa4", "d", "link", NULL);
    struct runner_place place;
    runner_place_init(&place, path("b"), &files);
    char program[] = "./prog \"'\n\xc3\xa4", argument[] = "link";
    char *argv[] = {program, argument, NULL};
    struct runner_job job = {.place = &place, .argv = argv};
    gives(&job, "data data ");
    job = (struct runner_job){.place = &place, .shell = "ls; pwd >&2"};
    struct child_result result;
    ck_assert_int_eq(run(&job, &result), RUNNER_OK);
    ck_assert_ptr_null(strstr(result.out.text, "left"));
    ck_assert_ptr_nonnull(strstr(result.out.text, place.remote));
    child_result_release(&result);
    char *remote = xstrdup(place.remote);
    runner_place_release(&place, runner);
    job = (struct runner_job){.shell = "true"};
    gives(&job, "");
    ck_assert(!file_exists(remote));
    free(remote);
    strvec_release(&files);
    unmake();
}
END_TEST

START_TEST(says_what_cannot_be_copied)
{
    make();
    struct strvec files = {0};
    strvec_add(&files, "missing");
    struct runner_place place;
    runner_place_init(&place, folder.text, &files);
    struct runner_job job = {.place = &place, .shell = "true"};
    struct child_result result;
    ck_assert_int_eq(runner_run(runner, &job, &result, &err), RUNNER_ERROR);
    ck_assert_ptr_nonnull(strstr(err.text, "missing"));
    runner_place_release(&place, runner);
    strvec_release(&files);
    unmake();
}
END_TEST

/* Kills the stand-in, as a cable that is pulled. */
static void cut(void)
{
    struct str text = {0};
    unsigned long pid = 0;
    ck_assert(file_read(path("pid"), 0, &text, &err));
    text.text[strcspn(text.text, "\n")] = '\0';
    ck_assert(str_parse_ulong(text.text, &pid));
    ck_assert_int_eq(kill((pid_t)pid, SIGTERM), 0);
    str_release(&text);
}

START_TEST(comes_back_after_a_loss)
{
    make();
    put("prog", "#!/bin/sh\necho ran\n", 0755);
    struct strvec files = {0};
    strvec_add(&files, "prog");
    struct runner_place place;
    runner_place_init(&place, folder.text, &files);
    struct runner_job job = {.place = &place, .shell = "./prog"};
    struct runner_job server_job = {.shell = "while read x; do echo $x; done"};
    struct runner_server server = {0};
    struct str answer = {0};
    struct child_result result;
    gives(&job, "ran\n");
    ck_assert_int_eq(runner_serve(runner, &server_job, &server, &err),
                     RUNNER_OK);
    ck_assert_int_eq(runner_ask(&server, "1", 10000, &answer, &err), RUNNER_OK);
    cut();
    ck_assert_int_eq(run(&job, &result), RUNNER_LOST);
    gives(&job, "ran\n");
    ck_assert_int_eq(runner_ask(&server, "2", 10000, &answer, &err),
                     RUNNER_LOST);
    runner_server_stop(&server);
    ck_assert_int_eq(runner_serve(runner, &server_job, &server, &err),
                     RUNNER_OK);
    ck_assert_int_eq(runner_ask(&server, "3", 10000, &answer, &err), RUNNER_OK);
    ck_assert_str_eq(answer.text, "3");
    runner_server_stop(&server);
    runner_place_release(&place, runner);
    strvec_release(&files);
    str_release(&answer);
    unmake();
}
END_TEST

START_TEST(gives_up_when_it_stays_down)
{
    make();
    put("down", "", 0600);
    ck_assert_int_eq(runner_open(runner, &err), RUNNER_ERROR);
    ck_assert_ptr_nonnull(strstr(err.text, "exit 255"));
    unmake();
}
END_TEST

START_TEST(keeps_servers)
{
    make();
    struct runner_server server = {0}, other = {0};
    struct str answer = {0};
    struct runner_job job = {
        .shell = "while read x; do [ $x = end ] && exit 2; echo 1$x; done"};
    ck_assert_int_eq(runner_serve(runner, &job, &server, &err), RUNNER_OK);
    ck_assert_int_eq(runner_serve(runner, &job, &other, &err), RUNNER_OK);
    ck_assert_int_eq(runner_ask(&server, "a", 10000, &answer, &err), RUNNER_OK);
    ck_assert_str_eq(answer.text, "1a");
    ck_assert_int_eq(runner_ask(&server, "end", 10000, &answer, &err),
                     RUNNER_ENDED);
    ck_assert_ptr_nonnull(strstr(err.text, "exit 2"));
    ck_assert_int_eq(runner_ask(&other, "b", 10000, &answer, &err), RUNNER_OK);
    ck_assert_str_eq(answer.text, "1b");
    runner_server_stop(&server);
    runner_server_stop(&other);
    job = (struct runner_job){.shell = "sleep 600"};
    ck_assert_int_eq(runner_serve(runner, &job, &server, &err), RUNNER_OK);
    ck_assert_int_eq(runner_ask(&server, "x", 50, &answer, &err), RUNNER_ENDED);
    ck_assert_ptr_nonnull(strstr(err.text, "in time"));
    runner_server_stop(&server);
    str_release(&answer);
    unmake();
}
END_TEST

START_TEST(reads_for_the_probes)
{
    make();
    struct str text = {0};
    struct strvec paths = {0};
    ck_assert_int_eq(runner_read(runner, "/proc/cpuinfo", &text, &err),
                     RUNNER_OK);
    ck_assert_uint_gt(text.length, 10);
    ck_assert_int_eq(runner_read(runner, "/no/such", &text, NULL),
                     RUNNER_ENDED);
    ck_assert_int_eq(runner_glob(runner, "/proc/cpuinf?", &paths, NULL),
                     RUNNER_OK);
    ck_assert_uint_eq(paths.count, 1);
    strvec_reset(&paths);
    strvec_add_list(&paths, "/proc/cpuinfo", "/proc/none*", NULL);
    ck_assert_int_eq(mkdir(path("root"), 0700), 0);
    ck_assert(runner_capture(runner, &paths, path("root"), &err));
    ck_assert(file_exists(path("root/proc/cpuinfo")));
    str_release(&text);
    strvec_release(&paths);
    unmake();
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        runs_over_there,
        measures_there,
        keeps_limits,
        ends_what_a_program_leaves,
        copies_a_place,
        says_what_cannot_be_copied,
        comes_back_after_a_loss,
        gives_up_when_it_stays_down,
        keeps_servers,
        reads_for_the_probes,
    };
    return TAP_RUN("runner_remote", tests);
}
