/* SPDX-License-Identifier: MIT
 *
 * A user's program as a workload: building, refusing, verifying, measuring.
 */
#include <config.h>

#include "search/workload_program.h"

#include <math.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "search/arm.h"
#include "search/runner.h"
#include "search/workload.h"
#include "tests/unit/tap.h"

/* A folder with a workload in it, and everything that stands on it. */
static struct str folder;
static struct runner *runner;
static struct workload *workload;
static struct strvec flags;

static void put(const char *name, const char *text)
{
    struct error err = {0};
    struct str path = {0};
    file_join(&path, folder.text, name);
    ck_assert_msg(file_write(path.text, text, strlen(text), &err), "%s",
                  err.text);
    str_release(&path);
}

/* `body` of the [workload] section and what follows it; name with blanks,
 * quotes, a newline and non-ASCII in the folder's. */
static void open_workload(const char *program, const char *body)
{
    struct error err = {0};
    struct str text = {0}, path = {0}, temporary = {0};
    ck_assert(file_make_temporary("tests", &temporary, &err));
    ck_assert_int_eq(setenv("TMPDIR", temporary.text, 1), 0);
    ck_assert(file_make_temporary("w \"o\nr'k \xc3\xa4", &folder, &err));
    put("prog.c", program);
    str_addf(&text, "[workload \"test\"]\n%s", body);
    put("w.conf", text.text);
    file_join(&path, folder.text, "w.conf");
    runner = runner_new("", "cc", &err);
    struct workload_program_settings settings = {.path = path.text,
                                                 .runner = runner};
    workload = workload_program_new(&settings, &err);
    ck_assert_msg(workload != NULL, "%s", err.text);
    str_release(&text);
    str_release(&path);
    str_release(&temporary);
}

static void close_workload(void)
{
    struct error err = {0};
    struct strvec left = {0};
    workload_free(workload);
    runner_free(runner);
    strvec_release(&flags);
    ck_assert(file_remove_tree(folder.text, &err));
    str_release(&folder);
    ck_assert(file_list(getenv("TMPDIR"), &left, &err));
    ck_assert_msg(left.count == 0, "left behind: %s",
                  left.count ? left.items[0] : "");
    ck_assert(file_remove_tree(getenv("TMPDIR"), &err));
    ck_assert_int_eq(unsetenv("TMPDIR"), 0);
    strvec_release(&left);
}

static bool try_build(const char *words, struct build *build, struct error *err)
{
    strvec_reset(&flags);
    strvec_split(&flags, words, " ");
    struct build_request request = {.cc = "cc", .flags = &flags};
    return workload->operations->build(workload, &request, build, err);
}

static struct build build(const char *words)
{
    struct build made = {0};
    struct error err = {0};
    ck_assert_msg(try_build(words, &made, &err), "%s", err.text);
    return made;
}

static void verify(struct build *made)
{
    struct error err = {0};
    ck_assert_msg(workload->operations->verify(workload, made, &err), "%s",
                  err.text);
}

static enum arm_status read(const struct build *made, struct sample *samples,
                            struct error *err)
{
    struct arm *arm = workload->operations->open(workload, made, NULL, err);
    ck_assert_ptr_nonnull(arm);
    ck_assert(arm->together);
    enum arm_status status = arm->operations->sample(arm, 0, samples, err);
    arm_free(arm);
    return status;
}

static void is_refused(const struct build *made, enum refusal refusal,
                       const char *words)
{
    ck_assert_msg(made->refusal == refusal, "refusal %d: %s",
                  (int)made->refusal, made->message);
    ck_assert_msg(strstr(made->message, words) != NULL, "'%s' is not in: %s",
                  words, made->message);
}

#define HELLO                                                                  \
    "#include <stdio.h>\n"                                                     \
    "int main(void) { puts(\"speed: 1 kB/s\\nspeed: 2 kB/s\"); return 0; }\n"
#define PLAIN "build = \"$CC $CFLAGS prog.c -o prog\"\nrun = ./prog\n"
#define SPEED                                                                  \
    "[metric \"speed\"]\nbetter = higher\nunit = B/s\n"                        \
    "pattern = ^speed: (\\\\d+) (?<prefix>k)B\n"

START_TEST(builds_and_measures)
{
    open_workload(HELLO, PLAIN "[metric \"time\"]\n[metric \"wall\"]\n"
                               "[metric \"cpu\"]\n[metric \"peak-memory\"]\n"
                               "[metric \"size\"]\n" SPEED "match = last\n");
    struct build made = build("-O1");
    ck_assert_int_eq(made.refusal, REFUSAL_NONE);
    ck_assert_uint_eq(made.unit_count, 1);
    ck_assert_uint_eq(strlen(made.code.hex), 40);
    verify(&made);
    ck_assert(made.verified);
    struct sample samples[ARM_METRICS_MAX] = {0};
    struct error err = {0};
    ck_assert_msg(read(&made, samples, &err) == ARM_OK, "%s", err.text);
    for (size_t i = 0; i < workload->metric_count; i++)
        ck_assert(samples[i].value > 0 && samples[i].wall > 0);
    ck_assert_double_eq(samples[5].value, 2000);
    ck_assert_double_eq(samples[4].value, (double)made.code_size);
    struct strvec notes = {0};
    workload_take_notes(workload, &notes);
    ck_assert_uint_eq(notes.count, 1);
    ck_assert_ptr_nonnull(strstr(notes.items[0], "starting the program"));
    strvec_release(&notes);
    build_release(&made);
    close_workload();
}
END_TEST

START_TEST(tells_code_apart)
{
    open_workload("int f(int *p) { int s = 0; for (int i = 0; i < 99; i++) "
                  "s += p[i]; return s; }\nint main(void) { return 0; }\n",
                  PLAIN);
    struct build a = build("-O1"), b = build("-O3"), c = build("-O1 -g");
    ck_assert_str_ne(a.code.hex, b.code.hex);
    ck_assert_str_eq(a.code.hex, c.code.hex);
    build_release(&a);
    build_release(&b);
    build_release(&c);
    close_workload();
}
END_TEST

START_TEST(shares_equal_builds)
{
    open_workload(HELLO, PLAIN);
    struct build a = build("-O1"), b = build("-O1");
    ck_assert_str_eq(a.directory, b.directory);
    build_release(&a);
    ck_assert(file_exists(b.directory));
    char *gone = xstrdup(b.directory);
    build_release(&b);
    ck_assert(!file_exists(gone));
    free(gone);
    close_workload();
}
END_TEST

START_TEST(refuses_with_the_compilers_words)
{
    open_workload(HELLO, PLAIN);
    struct build made = build("-O1 -fno-such-flag");
    is_refused(&made, REFUSAL_UNKNOWN_FLAG, "-fno-such-flag");
    build_release(&made);
    close_workload();
    open_workload("int main(void) { return x; }\n", PLAIN);
    made = build("-O1");
    is_refused(&made, REFUSAL_COMPILE, "error: ");
    build_release(&made);
    close_workload();
    open_workload("int f(void); int main(void) { return f(); }\n", PLAIN);
    made = build("-O1");
    is_refused(&made, REFUSAL_LINK, "undefined reference");
    build_release(&made);
    close_workload();
}
END_TEST

START_TEST(ends_a_build_that_hangs)
{
    open_workload(HELLO, "build = \"echo busy; $CC $CFLAGS prog.c; sleep 600\""
                         "\nrun = ./a.out\nbuild-timeout = 1s\n");
    struct build made = build("-O1");
    is_refused(&made, REFUSAL_TIMEOUT, "busy");
    ck_assert_ptr_nonnull(strstr(made.message, "no end within 1"));
    build_release(&made);
    close_workload();
}
END_TEST

START_TEST(tries_out_of_memory_again_alone)
{
    open_workload(HELLO,
                  "build = \"echo x >>\\\"$TMPDIR\\\"/count; echo 'cc: fatal "
                  "error: Killed signal terminated program cc1'; exit 1\"\n"
                  "run = ./prog\n");
    struct str path = {0}, text = {0};
    struct error err = {0};
    struct build made = build("-O1");
    is_refused(&made, REFUSAL_OUT_OF_MEMORY, "Killed signal");
    build_release(&made);
    file_join(&path, getenv("TMPDIR"), "count");
    ck_assert(file_read(path.text, 0, &text, &err));
    ck_assert_str_eq(text.text, "x\nx\n");
    ck_assert(file_remove_tree(path.text, &err));
    str_release(&path);
    str_release(&text);
    close_workload();
}
END_TEST

START_TEST(a_build_that_eats_memory_is_ended)
{
    open_workload("#include <stdlib.h>\n#include <string.h>\n"
                  "int main(void) { for (;;) { char *p = malloc(1 << 20);\n"
                  "if (!p) abort(); memset(p, 1, 1 << 20); } }\n",
                  "build = \"$CC $CFLAGS prog.c -o prog && ./prog\"\n"
                  "run = ./prog\nmemory = 256m\nbuild-timeout = 60s\n");
    struct build made = build("-O1");
    ck_assert_int_ne(made.refusal, REFUSAL_NONE);
    ck_assert_int_ne(made.refusal, REFUSAL_TIMEOUT);
    build_release(&made);
    close_workload();
}
END_TEST

START_TEST(says_that_flags_did_not_arrive)
{
    open_workload(HELLO, "build = cc -O0 prog.c -o prog\nrun = ./prog\n");
    struct build made = {0};
    struct error err = {0};
    ck_assert(!try_build("-O3 -funroll-loops", &made, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "the flags did not arrive"));
    ck_assert_ptr_nonnull(strstr(err.text, "'cc -O0 prog.c -o prog'"));
    close_workload();
}
END_TEST

START_TEST(says_that_a_level_is_overridden)
{
    open_workload(HELLO, "build = $CC $CFLAGS -O2 prog.c -o prog\n"
                         "run = ./prog\n");
    struct build made = build("-O3");
    struct strvec notes = {0};
    workload_take_notes(workload, &notes);
    ck_assert_uint_eq(notes.count, 1);
    ck_assert_ptr_nonnull(strstr(notes.items[0], "-O3 -O2"));
    strvec_release(&notes);
    build_release(&made);
    close_workload();
}
END_TEST

START_TEST(fills_flags_into_the_command)
{
    open_workload(HELLO, "build = {cc} {flags} prog.c -o prog\n"
                         "run = ./prog\nflags-variable = MYFLAGS\n");
    struct build made = build("-O1 -DX=\"a\"");
    ck_assert_int_eq(made.refusal, REFUSAL_NONE);
    build_release(&made);
    close_workload();
}
END_TEST

START_TEST(a_build_without_a_program_is_refused)
{
    open_workload(HELLO, "build = $CC $CFLAGS -c prog.c\nrun = ./prog\n"
                         "artefacts = prog\n");
    struct build made = build("-O1");
    is_refused(&made, REFUSAL_LINK, "made no 'prog'");
    build_release(&made);
    close_workload();
}
END_TEST

START_TEST(never_touches_the_users_files)
{
    open_workload(HELLO, "build = \"echo changed >>prog.c; rm w.conf; exit 1\""
                         "\nrun = ./prog\n");
    struct build made = build("-O1");
    build_release(&made);
    struct str path = {0}, text = {0};
    struct error err = {0};
    file_join(&path, folder.text, "prog.c");
    ck_assert(file_read(path.text, 0, &text, &err));
    ck_assert_str_eq(text.text, HELLO);
    str_reset(&path);
    file_join(&path, folder.text, "w.conf");
    ck_assert(file_exists(path.text));
    str_release(&path);
    str_release(&text);
    close_workload();
}
END_TEST

/* Runs that fail, each in its own way. */
static void run_fails(const char *program, const char *body,
                      enum refusal refusal, const char *words)
{
    open_workload(program, body);
    struct build made = build("-O1");
    ck_assert_int_eq(made.refusal, REFUSAL_NONE);
    verify(&made);
    is_refused(&made, refusal, words);
    struct error err = {0};
    struct sample samples[ARM_METRICS_MAX];
    made.refusal = REFUSAL_NONE;
    ck_assert_int_eq(read(&made, samples, &err), ARM_FAILED);
    build_release(&made);
    close_workload();
}

START_TEST(a_run_must_give_its_values)
{
    run_fails("int main(void) { return 0; }\n", PLAIN SPEED,
              REFUSAL_WRONG_OUTPUT, "no value");
    run_fails("#include <stdio.h>\nint main(void) { puts(\"speed: nan kB\");"
              " return 0; }\n",
              PLAIN SPEED, REFUSAL_WRONG_OUTPUT, "no value");
    run_fails("#include <stdio.h>\nint main(void) { puts(\"speed: 0 kB\");"
              " return 0; }\n",
              PLAIN SPEED, REFUSAL_WRONG_OUTPUT, "not above 0");
    run_fails("#include <stdio.h>\nint main(void) { puts(\"speed: "
              "7000000000000000 kB\");"
              " return 0; }\n",
              PLAIN SPEED, REFUSAL_WRONG_OUTPUT, "not within 1e-15 and 1e+15");
    run_fails("int main(void) { return 3; }\n", PLAIN, REFUSAL_WRONG_OUTPUT,
              "exit 3");
    run_fails("int main(void) { return *(volatile int *)8; }\n", PLAIN,
              REFUSAL_CRASH, "signal 11");
    run_fails("int main(void) { __builtin_trap(); }\n", PLAIN,
              REFUSAL_ILLEGAL_INSTRUCTION, "signal 4");
    run_fails("int main(void) { for (;;) ; }\n", PLAIN "timeout = 1s\n",
              REFUSAL_TIMEOUT, "no end within 1");
}
END_TEST

START_TEST(a_run_must_match)
{
    run_fails(HELLO, PLAIN "must-match = ^all is well$\n", REFUSAL_WRONG_OUTPUT,
              "lacks what it must match");
    run_fails(HELLO, PLAIN SPEED "must-not-match = speed: 2\n",
              REFUSAL_WRONG_OUTPUT, "must not match");
}
END_TEST

START_TEST(verify_decides)
{
    open_workload(HELLO, PLAIN "verify = echo wrong digest && exit 1\n");
    struct build made = build("-O1");
    verify(&made);
    is_refused(&made, REFUSAL_WRONG_OUTPUT, "wrong digest");
    ck_assert(!made.verified);
    build_release(&made);
    close_workload();
}
END_TEST

START_TEST(uses_a_folder_again_after_clean)
{
    open_workload(HELLO, PLAIN "clean = rm -f prog\n");
    struct build a = build("-O1");
    char *first = xstrdup(a.directory);
    build_release(&a);
    struct build b = build("-O2");
    ck_assert_str_eq(b.directory, first);
    struct build c = build("-O3");
    ck_assert_str_ne(c.directory, first);
    build_release(&b);
    build_release(&c);
    free(first);
    close_workload();
}
END_TEST

START_TEST(cleans_a_finished_build_among_the_sources)
{
    open_workload("int main(void) { return 0; }\n",
                  "build = \"test -e prog || $CC $CFLAGS prog.c -o prog\"\n"
                  "run = ./prog\nclean = rm -f prog\n");
    put("prog", "old");
    struct error err = {0};
    struct str path = {0};
    workload_free(workload);
    file_join(&path, folder.text, "w.conf");
    struct workload_program_settings settings = {.path = path.text,
                                                 .runner = runner};
    workload = workload_program_new(&settings, &err);
    ck_assert_msg(workload != NULL, "%s", err.text);
    struct build made = build("-O1");
    ck_assert_int_eq(made.refusal, REFUSAL_NONE);
    verify(&made);
    ck_assert(made.verified);
    build_release(&made);
    str_release(&path);
    close_workload();
}
END_TEST

START_TEST(says_that_another_build_was_there)
{
    open_workload("int f(int *p) { int s = 0; for (int i = 0; i < 99; i++) "
                  "s += p[i]; return s; }\nint main(void) { return 0; }\n",
                  "build = \"cp prog.c prog\"\nrun = true\n"
                  "artefacts = prog\n");
    struct build first = build("-O1"), second = {0};
    struct error err = {0};
    ck_assert(!try_build("-O3", &second, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "no compile line was seen"));
    build_release(&first);
    close_workload();
}
END_TEST

START_TEST(notices_that_incremental_does_not_hold)
{
    open_workload("int f(int *p) { int s = 0; for (int i = 0; i < 99; i++) "
                  "s += p[i]; return s; }\nint main(void) { return 0; }\n",
                  "build = \"test -e prog || $CC $CFLAGS prog.c -o prog\"\n"
                  "run = ./prog\nincremental = true\n");
    struct build a = build("-O1");
    struct digest old = a.code;
    build_release(&a);
    struct build b = build("-O3");
    ck_assert_int_eq(b.refusal, REFUSAL_NONE);
    ck_assert_str_ne(b.code.hex, old.hex);
    build_release(&b);
    close_workload();
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        builds_and_measures,
        tells_code_apart,
        shares_equal_builds,
        refuses_with_the_compilers_words,
        ends_a_build_that_hangs,
        tries_out_of_memory_again_alone,
        a_build_that_eats_memory_is_ended,
        says_that_flags_did_not_arrive,
        says_that_a_level_is_overridden,
        fills_flags_into_the_command,
        a_build_without_a_program_is_refused,
        never_touches_the_users_files,
        a_run_must_give_its_values,
        a_run_must_match,
        verify_decides,
        uses_a_folder_again_after_clean,
        cleans_a_finished_build_among_the_sources,
        says_that_another_build_was_there,
        notices_that_incremental_does_not_hold,
    };
    return TAP_RUN("workload_program", tests);
}
