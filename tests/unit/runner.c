/* SPDX-License-Identifier: MIT
 *
 * Runners on this machine: what a prefix does, how programs end, servers,
 * the probe's files.
 */
#include <config.h>

#include "search/runner.h"

#include <sys/stat.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "search/runner_kinds.h"
#include "tests/unit/tap.h"

static struct runner *make(const char *text)
{
    struct error err = {0};
    struct runner *runner = runner_new(text, "cc", &err);
    ck_assert_msg(runner != NULL, "%s", err.text);
    return runner;
}

/* Runs the words in a folder; the output is the caller's. */
static char *shell(const char *prefix, const char *words, const char *folder)
{
    struct runner *runner = make(prefix);
    struct runner_place place;
    struct error err = {0};
    runner_place_init(&place, folder, NULL);
    struct runner_job job = {.place = &place, .shell = words};
    struct child_result result;
    ck_assert_msg(runner_run(runner, &job, &result, &err) == RUNNER_OK, "%s",
                  err.text);
    ck_assert(child_succeeded(&result));
    char *out = xstrdup(str_text(&result.out));
    child_result_release(&result);
    runner_place_release(&place, runner);
    runner_free(runner);
    return out;
}

static void gives(const char *prefix, const char *words, const char *want)
{
    char *out = shell(prefix, words, "/");
    ck_assert_str_eq(out, want);
    free(out);
}

START_TEST(knows_the_kinds)
{
    static const struct {
        const char *text;
        bool remote, emulated;
    } cases[] = {
        {"", false, false},
        {"env A=1", false, false},
        {"taskset -c 0", false, false},
        {"qemu-arm -cpu cortex-a7", false, true},
        {"/usr/bin/qemu-aarch64-static", false, true},
        {"env A=1 qemu-arm", false, true},
        {"ssh -p 22 board", true, false},
        {"env A=1 /usr/bin/ssh board", true, false},
        {"srun -w node7", true, false},
        {"./sshfake", false, false},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct runner *runner = make(cases[i].text);
        ck_assert_int_eq(runner_is_remote(runner), cases[i].remote);
        ck_assert_int_eq(runner_is_emulated(runner), cases[i].emulated);
        ck_assert_str_eq(runner_text(runner), cases[i].text);
        runner_free(runner);
    }
}
END_TEST

START_TEST(refuses_an_open_quote)
{
    struct error err = {0};
    ck_assert_ptr_null(runner_new("ssh 'board", "cc", &err));
    ck_assert_int_eq(err.kind, ERROR_USAGE);
}
END_TEST

START_TEST(runs_the_users_words)
{
    gives(NULL, "echo a; echo b >&2", "a\nb\n");
    gives("", "pwd", "/\n");
}
END_TEST

START_TEST(puts_a_prefix_before_the_whole_command)
{
    gives("env A=x", "B=$A; echo $B$A", "xx\n");
    gives("env 'A=x  y'", "echo \"$A\"", "x  y\n");
}
END_TEST

START_TEST(puts_a_prefix_where_it_is_asked_for)
{
    gives("echo 'p  q'", "echo a; {runner} b; {runner}", "a\np  q b\np  q\n");
}
END_TEST

START_TEST(finds_programs_in_the_place)
{
    static const char script[] = "#!/bin/sh\necho \"$# $PWD\"\n";
    struct str folder = {0};
    struct error err = {0};
    ck_assert(file_make_temporary("t \"q'\n\xc3\xa4", &folder, &err));
    struct str path = {0};
    file_join(&path, folder.text, "prog");
    ck_assert(file_write(path.text, script, strlen(script), &err));
    ck_assert_int_eq(chmod(path.text, 0700), 0);

    struct runner *runner = make("env A=1");
    struct runner_place place;
    runner_place_init(&place, folder.text, NULL);
    char first[] = "./prog", second[] = "x y";
    char *argv[] = {first, second, NULL};
    struct runner_job job = {.place = &place, .argv = argv};
    struct child_result result;
    ck_assert(runner_run(runner, &job, &result, &err) == RUNNER_OK);
    ck_assert_ptr_nonnull(strstr(str_text(&result.out), "1 /"));
    ck_assert_ptr_nonnull(strstr(str_text(&result.out), folder.text));
    child_result_release(&result);
    runner_place_release(&place, runner);
    runner_free(runner);
    ck_assert(file_remove_tree(folder.text, &err));
    str_release(&path);
    str_release(&folder);
}
END_TEST

START_TEST(sets_and_pads_the_environment)
{
    struct runner *runner = make("");
    struct strvec changes = {0};
    struct error err = {0};
    strvec_add(&changes, "TUNER_TEST=a b");
    struct runner_job job = {.shell = "echo \"$TUNER_TEST\" ${#TUNER_PADDING}",
                             .environment = &changes,
                             .environment_bytes = 1000};
    struct child_result result;
    ck_assert(runner_run(runner, &job, &result, &err) == RUNNER_OK);
    ck_assert_str_eq(str_text(&result.out), "a b 1000\n");
    child_result_release(&result);
    strvec_release(&changes);
    runner_free(runner);
}
END_TEST

START_TEST(says_how_a_program_ended)
{
    struct runner *runner = make("");
    struct error err = {0};
    struct child_result result;
    struct runner_job job = {.shell = "exit 3"};
    ck_assert(runner_run(runner, &job, &result, &err) == RUNNER_OK);
    ck_assert(result.end == CHILD_EXITED && result.code == 3);
    child_result_release(&result);
    job = (struct runner_job){.shell = "sleep 60", .timeout_ms = 50};
    ck_assert(runner_run(runner, &job, &result, &err) == RUNNER_OK);
    ck_assert(result.end == CHILD_TIMEOUT);
    child_result_release(&result);
    char missing[] = "/no/such/program";
    char *argv[] = {missing, NULL};
    job = (struct runner_job){.argv = argv};
    ck_assert(runner_run(runner, &job, &result, &err) == RUNNER_ENDED);
    ck_assert_ptr_nonnull(strstr(err.text, "/no/such/program"));
    runner_free(runner);
}
END_TEST

START_TEST(keeps_a_server)
{
    struct runner *runner = make("env A=1");
    struct error err = {0};
    struct runner_server server = {0};
    struct str answer = {0};
    struct runner_job job = {
        .shell = "while read x; do [ $x = end ] && exit 2; echo $A$x; done"};
    ck_assert(runner_serve(runner, &job, &server, &err) == RUNNER_OK);
    ck_assert(runner_ask(&server, "a", 10000, &answer, &err) == RUNNER_OK);
    ck_assert_str_eq(answer.text, "1a");
    ck_assert(runner_ask(&server, "b", 10000, &answer, &err) == RUNNER_OK);
    ck_assert_str_eq(answer.text, "1b");
    ck_assert(runner_ask(&server, "end", 10000, &answer, &err) == RUNNER_ENDED);
    runner_server_stop(&server);
    ck_assert(runner_ask(&server, "c", 10000, &answer, &err) == RUNNER_ENDED);
    runner_server_stop(&server);
    str_release(&answer);
    runner_free(runner);
}
END_TEST

START_TEST(captures_the_probes_files)
{
    struct runner *runner = make("");
    struct error err = {0};
    struct str folder = {0}, text = {0};
    struct strvec patterns = {0};
    ck_assert(file_make_temporary("capture", &folder, &err));
    strvec_add_list(&patterns, "/proc/cpuinf*", "/proc/self/nothing*", NULL);
    ck_assert(runner_capture(runner, &patterns, folder.text, &err));
    file_join(&text, folder.text, "proc/cpuinfo");
    ck_assert(file_exists(text.text));
    ck_assert(file_remove_tree(folder.text, &err));
    strvec_release(&patterns);
    str_release(&folder);
    str_release(&text);
    runner_free(runner);
}
END_TEST

static enum runner_status lie(struct runner *self, const char *pattern,
                              struct strvec *paths, struct error *err)
{
    (void)self;
    (void)pattern;
    (void)err;
    strvec_add(paths, "/proc/../escaped");
    return RUNNER_OK;
}

static enum runner_status give_bytes(struct runner *self, const char *path,
                                     struct str *out, struct error *err)
{
    (void)self;
    (void)path;
    (void)err;
    str_add(out, "bytes");
    return RUNNER_OK;
}

START_TEST(captures_nothing_outside_its_folder)
{
    static const struct runner_operations liar = {.read = give_bytes,
                                                  .glob = lie};
    struct runner *runner = make("");
    struct str folder = {0}, root = {0}, escaped = {0};
    struct strvec patterns = {0};
    struct error err = {0};
    ck_assert(file_make_temporary("capture", &folder, &err));
    file_join(&root, folder.text, "root");
    file_join(&escaped, folder.text, "root/escaped");
    runner->operations = &liar;
    strvec_add(&patterns, "/proc/*/cpuinfo");
    ck_assert(!runner_capture(runner, &patterns, root.text, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "'/proc/../escaped' is no answer"));
    ck_assert(!file_exists(escaped.text));
    ck_assert(file_remove_tree(folder.text, &err));
    strvec_release(&patterns);
    str_release(&escaped);
    str_release(&root);
    str_release(&folder);
    runner_free(runner);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        knows_the_kinds,
        refuses_an_open_quote,
        runs_the_users_words,
        puts_a_prefix_before_the_whole_command,
        puts_a_prefix_where_it_is_asked_for,
        finds_programs_in_the_place,
        sets_and_pads_the_environment,
        says_how_a_program_ended,
        keeps_a_server,
        captures_the_probes_files,
        captures_nothing_outside_its_folder,
    };
    return TAP_RUN("runner", tests);
}
