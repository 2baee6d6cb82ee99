/* SPDX-License-Identifier: MIT
 *
 * The core as a workload, built by the compiler that is here.
 */
#include <config.h>

#include "search/workload_core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/pool.h"
#include "search/arm.h"
#include "search/runner.h"
#include "search/workload.h"
#include "tests/unit/tap.h"
#include "tests/unit/temporary_folder.h"

/* A core in small: what is tested needs no ciphers, and compiles in no
 * time. */
static const char conf[] =
    "[core]\n compile = -std=gnu11\n unit = work\n unit = other\n"
    "[driver]\n compile = -O1\n source = driver.c\n"
    "[padding]\n source = padding.S\n macro = PADDING\n"
    "[unit \"work\"]\n source = work.c\n macro = WORK\n"
    " implementation = 3\n implementation = 5\n"
    "[unit \"other\"]\n source = other.c\n"
    "[kernel \"work\"]\n unit = work\n measure = MB/s\n work = 1\n"
    " blocks = 4\n default = true\n"
    "[kernel \"other\"]\n unit = other\n measure = x/s\n work = 2\n"
    " better = lower\n";
static const char work_source[] =
    "unsigned long work(unsigned long n)\n{\n"
    "    unsigned long sum = n;\n"
    "    for (int i = 0; i < 64; i++)\n"
    "        sum = sum * WORK + (sum >> 7);\n    return sum;\n}\n";
static const char other_source[] = "unsigned long other(void) { return 1; }\n";
static const char driver_source[] =
    "#include <stdio.h>\n#include <string.h>\n#include <time.h>\n"
    "unsigned long work(unsigned long n), other(void);\n"
    "static unsigned long now(void)\n{\n    struct timespec t;\n"
    "    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);\n"
    "    return t.tv_sec * 1000000000ul + t.tv_nsec;\n}\n"
    "int main(int argc, char **argv)\n{\n    char line[99], name[99];\n"
    "    unsigned long count, sum = other();\n"
    "    if (argc < 2 || strcmp(argv[1], \"verify\") == 0)\n"
    "        return 0;\n"
    "    while (fgets(line, sizeof line, stdin)) {\n"
    "        unsigned long start = now(), took;\n"
    "        if (sscanf(line, \"time %98s %lu\", name, &count) != 2 &&\n"
    "            sscanf(line, \"clock %lu\", &count) != 1)\n"
    "            return 1;\n"
    "        for (unsigned long i = sum = 0; i < count; i++)\n"
    "            sum += work(i);\n"
    "        took = now() - start + 1;\n"
    "        printf(\"%lu %lu %lx\\n\", took, took, sum);\n"
    "        fflush(stdout);\n    }\n    return 0;\n}\n";
static const char padding_source[] =
    "    .text\n    .balign 64\n    .skip PADDING\n"
    "    .section .note.GNU-stack, \"\", %progbits\n";

static struct str sources;
static struct runner *runner;
static struct workload *workload;
static size_t choices[1];

static const char *compiler(void)
{
    const char *cc = getenv("TEST_CC");
    return cc && *cc ? cc : "cc";
}

static void put(const char *name, const char *text)
{
    struct str path = {0};
    struct error err = {0};
    ck_assert_msg(
        file_write(path_in(&sources, name, &path), text, strlen(text), &err),
        "%s", err.text);
    str_release(&path);
}

static struct workload *new_core(const char *metric, struct error *err)
{
    struct strvec metrics = {0};
    if (metric)
        strvec_add(&metrics, metric);
    struct workload_core_settings settings = {
        .directory = str_text(&sources), .runner = runner, .metrics = &metrics};
    struct workload *made = workload_core_new(&settings, err);
    strvec_release(&metrics);
    return made;
}

static void open_core(const char *metric)
{
    struct error err = {0};
    sources = temporary_folder();
    put("kernels.conf", conf);
    put("work.c", work_source);
    put("other.c", other_source);
    put("driver.c", driver_source);
    put("padding.S", padding_source);
    runner = runner_new("", compiler(), &err);
    workload = new_core(metric, &err);
    ck_assert_msg(workload != NULL, "%s", err.text);
}

static void close_core(void)
{
    workload_free(workload);
    runner_free(runner);
    temporary_folder_remove(&sources);
}

static struct build build_with(const char *flags, bool align, unsigned padding)
{
    struct strvec words = {0};
    struct build build = {0};
    struct error err = {0};
    strvec_split(&words, flags, " ");
    struct build_request request = {.cc = compiler(),
                                    .flags = &words,
                                    .choices = choices,
                                    .layout = {.padding_bytes = padding},
                                    .align = align};
    ck_assert_msg(workload->operations->build(workload, &request, &build, &err),
                  "%s", err.text);
    strvec_release(&words);
    return build;
}

static struct build build_flags(const char *flags)
{
    return build_with(flags, false, 0);
}

static void expect_good(const struct build *build)
{
    ck_assert_msg(build->refusal == REFUSAL_NONE, "%s: %s",
                  refusal_word(build->refusal),
                  build->message ? build->message : "");
    ck_assert(file_exists(build->program));
    ck_assert_uint_gt(build->code_size, 10);
    ck_assert_uint_eq(build->unit_count, workload->unit_count);
}

START_TEST(default_metric_names_its_units)
{
    open_core(NULL);
    ck_assert_uint_eq(workload->metric_count, 1);
    ck_assert_str_eq(workload->metrics[0].name, "work");
    ck_assert_str_eq(workload->metrics[0].unit, "MB/s");
    ck_assert(workload->metrics[0].higher_is_better);
    ck_assert_uint_eq(workload->metric_units[0], 1);
    ck_assert_uint_eq(workload->unit_count, 1); /* other is not needed */
    ck_assert_uint_eq(workload->choice_count, 1);
    ck_assert_str_eq(workload->choices[0].values.items[1], "5");
    close_core();
}
END_TEST

START_TEST(metric_may_be_cycles_where_there_are_blocks)
{
    struct error err = {0};
    open_core("work:cycles");
    ck_assert_str_eq(workload->metrics[0].unit, "cycles/block");
    ck_assert(!workload->metrics[0].higher_is_better);
    ck_assert_ptr_null(new_core("other:cycles", &err));
    close_core();
}
END_TEST

START_TEST(unknown_metric_lists_the_known)
{
    struct error err = {0};
    open_core(NULL);
    ck_assert_ptr_null(new_core("speed", &err));
    ck_assert_int_eq(err.kind, ERROR_USAGE);
    ck_assert_ptr_nonnull(strstr(err.text, "'speed'"));
    ck_assert_ptr_nonnull(strstr(err.text, "work, other"));
    close_core();
}
END_TEST

/* Each line of kernels.conf is needed: without it, one clear error. */
START_TEST(broken_conf_is_an_error)
{
    static const char *const lines[] = {" unit = work\n unit = other\n",
                                        " source = padding.S\n",
                                        " macro = PADDING\n",
                                        " source = work.c\n",
                                        " macro = WORK\n",
                                        " measure = MB/s\n",
                                        " work = 1\n",
                                        " default = true\n"};
    open_core(NULL);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct error err = {0};
        struct str text = {0};
        const char *at = strstr(conf, lines[i]);
        str_add_bytes(&text, conf, (size_t)(at - conf));
        str_add(&text, at + strlen(lines[i]));
        put("kernels.conf", str_text(&text));
        ck_assert_msg(!new_core(NULL, &err), "without '%s'", lines[i]);
        ck_assert_int_eq(err.kind, ERROR_FORMAT);
        ck_assert_str_ne(err.text, "");
        str_release(&text);
    }
    close_core();
}
END_TEST

START_TEST(equal_code_has_one_name)
{
    open_core(NULL);
    struct build plain = build_flags("-O2");
    struct build twice = build_flags("-O2 -fno-ident");
    struct build other = build_flags("-O1");
    expect_good(&plain);
    expect_good(&twice);
    expect_good(&other);
    ck_assert_str_eq(plain.code.hex, twice.code.hex);
    ck_assert_str_eq(plain.units[0].hex, twice.units[0].hex);
    ck_assert_str_ne(plain.code.hex, other.code.hex);
    ck_assert_str_ne(plain.directory, twice.directory);
    struct stat a, b;
    ck_assert_int_eq(stat(plain.program, &a), 0);
    ck_assert_int_eq(stat(twice.program, &b), 0);
    ck_assert_uint_eq(a.st_ino, b.st_ino); /* linked once */
    build_release(&plain);
    ck_assert(file_exists(twice.program));
    build_release(&twice);
    build_release(&other);
    close_core();
}
END_TEST

START_TEST(order_of_flags_does_not_matter_to_the_code)
{
    open_core(NULL);
    struct build one = build_flags("-O2 -fno-tree-vectorize -funroll-loops");
    struct build two = build_flags("-funroll-loops -O2 -fno-tree-vectorize");
    ck_assert_str_eq(one.code.hex, two.code.hex);
    build_release(&one);
    build_release(&two);
    close_core();
}
END_TEST

START_TEST(link_flags_make_another_program)
{
    open_core(NULL);
    struct build plain = build_flags("-O2");
    struct build still = build_flags("-O2 -static");
    if (still.refusal == REFUSAL_NONE) /* there may be no static libc */
        ck_assert_str_ne(plain.code.hex, still.code.hex);
    build_release(&plain);
    build_release(&still);
    close_core();
}
END_TEST

START_TEST(implementations_and_alignment_change_code)
{
    open_core(NULL);
    struct build plain = build_flags("-O2");
    choices[0] = 1;
    struct build lanes = build_flags("-O2");
    choices[0] = 0;
    struct build aligned = build_with("-O2", true, 0);
    expect_good(&lanes);
    expect_good(&aligned);
    ck_assert_str_ne(plain.code.hex, lanes.code.hex);
    ck_assert_str_ne(plain.code.hex, aligned.code.hex);
    build_release(&plain);
    build_release(&lanes);
    build_release(&aligned);
    close_core();
}
END_TEST

START_TEST(padding_moves_but_does_not_rename)
{
    struct error err = {0};
    open_core(NULL);
    struct build plain = build_flags("-O2");
    struct build moved = build_with("-O2", false, 48);
    expect_good(&moved);
    ck_assert_str_eq(plain.code.hex, moved.code.hex);
    struct stat a, b;
    ck_assert_int_eq(stat(plain.program, &a), 0);
    ck_assert_int_eq(stat(moved.program, &b), 0);
    ck_assert_uint_ne(a.st_ino, b.st_ino);
    ck_assert(workload->operations->verify(workload, &moved, &err));
    ck_assert(moved.verified);
    build_release(&plain);
    build_release(&moved);
    close_core();
}
END_TEST

/* clang speaks of what the linker alone would use while it compiles. */
#ifdef __clang__
static const enum refusal missing_library = REFUSAL_CONFLICT;
#else
static const enum refusal missing_library = REFUSAL_LINK;
#endif

START_TEST(refusals_have_the_compilers_words)
{
    open_core(NULL);
    struct build unknown = build_flags("-O2 -fno-such-flag-at-all");
    ck_assert_int_eq(unknown.refusal, REFUSAL_UNKNOWN_FLAG);
    ck_assert_ptr_nonnull(strstr(unknown.message, "-fno-such-flag-at-all"));
    ck_assert_str_eq(unknown.code.hex, "");
    ck_assert_ptr_null(unknown.directory);
    struct build missing = build_flags("-O2 -lno-such-library-at-all");
    ck_assert_int_eq(missing.refusal, missing_library);
    ck_assert_str_eq(missing.code.hex, "");
    build_release(&unknown);
    build_release(&missing);
    close_core();
}
END_TEST

static void build_one(size_t index, void *data)
{
    static const char *const flags[] = {"-O2", "-O2 -fno-ident", "-O1", "-O2"};
    struct build *builds = data;
    builds[index] = build_flags(flags[index % 4]);
}

START_TEST(threads_share_the_work)
{
    struct build builds[8];
    open_core(NULL);
    pool_run(8, 4, build_one, builds);
    for (size_t i = 0; i < 8; i++) {
        expect_good(&builds[i]);
        ck_assert_str_eq(builds[i].code.hex, builds[i % 4].code.hex);
        if (i % 4 != 2)
            ck_assert_str_eq(builds[i].code.hex, builds[0].code.hex);
    }
    for (size_t i = 0; i < 8; i++)
        build_release(&builds[i]);
    close_core();
}
END_TEST

static double sample(struct arm *arm, size_t metric)
{
    struct sample sample = {0, 0};
    struct error err = {0};
    ck_assert_msg(arm->operations->sample(arm, metric, &sample, &err) == ARM_OK,
                  "%s", err.text);
    ck_assert_double_gt(sample.value, 0);
    ck_assert_double_gt(sample.wall, 0);
    return sample.value;
}

START_TEST(verified_build_can_be_measured)
{
    struct error err = {0};
    struct layout layout = {.environment_bytes = 1040};
    open_core("work:cycles");
    struct build build = build_flags("-O2");
    ck_assert(workload->operations->verify(workload, &build, &err));
    ck_assert_msg(build.verified, "%s", build.message ? build.message : "");
    struct arm *arm =
        workload->operations->open(workload, &build, &layout, &err);
    ck_assert_msg(arm != NULL, "%s", err.text);
    struct arm *clock =
        workload->operations->open_clock(workload, &build, &err);
    ck_assert_msg(clock != NULL, "%s", err.text);
    sample(arm, 0);
    sample(clock, 0);
    arm_free(arm);
    arm_free(clock);
    build_release(&build);
    close_core();
}
END_TEST

/* A driver that lies: its answers differ from the baseline's. */
START_TEST(wrong_results_fail_the_arm)
{
    static const char liar[] =
        "#!/bin/sh\nwhile read -r line; do echo 1500000 1500000 bad; done\n";
    struct error err = {0};
    open_core(NULL);
    struct build good = build_flags("-O2"), bad = build_flags("-O1");
    struct arm *arm = workload->operations->open(workload, &good, NULL, &err);
    ck_assert_ptr_nonnull(arm);
    ck_assert_int_eq(remove(bad.program), 0);
    ck_assert(file_write(bad.program, liar, strlen(liar), &err));
    ck_assert_int_eq(chmod(bad.program, 0755), 0);
    ck_assert_ptr_null(workload->operations->open(workload, &bad, NULL, &err));
    ck_assert_int_eq(err.kind, ERROR_CHILD);
    ck_assert_str_eq(err.text, "the result of 'work' is wrong");
    arm_free(arm);
    build_release(&good);
    build_release(&bad);
    close_core();
}
END_TEST

START_TEST(program_that_dies_is_refused_by_its_signal)
{
    static const char *const scripts[] = {
        "#!/bin/sh\nkill -ILL $$\n", "#!/bin/sh\nexit 132\n",
        "#!/bin/sh\nkill -SEGV $$\n", "#!/bin/sh\necho wrong; exit 1\n"};
    static const enum refusal refusals[] = {
        REFUSAL_ILLEGAL_INSTRUCTION, REFUSAL_ILLEGAL_INSTRUCTION, REFUSAL_CRASH,
        REFUSAL_WRONG_OUTPUT};
    open_core(NULL);
    for (size_t i = 0; i < 4; i++) {
        struct error err = {0};
        struct build build = build_flags("-O2");
        ck_assert_int_eq(remove(build.program), 0);
        ck_assert(
            file_write(build.program, scripts[i], strlen(scripts[i]), &err));
        ck_assert_int_eq(chmod(build.program, 0755), 0);
        ck_assert(workload->operations->verify(workload, &build, &err));
        ck_assert_int_eq(build.refusal, refusals[i]);
        ck_assert_ptr_nonnull(build.message);
        build_release(&build);
    }
    close_core();
}
END_TEST

START_TEST(nothing_is_left_behind)
{
    struct str folder = temporary_folder();
    struct strvec names = {0};
    setenv("TMPDIR", str_text(&folder), 1);
    open_core(NULL);
    struct build build = build_flags("-O2");
    file_list(str_text(&folder), &names, NULL);
    ck_assert_uint_eq(names.count, 2); /* its own, and our sources */
    build_release(&build);
    close_core();
    strvec_reset(&names);
    file_list(str_text(&folder), &names, NULL);
    ck_assert_uint_eq(names.count, 0);
    strvec_release(&names);
    temporary_folder_remove(&folder);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        default_metric_names_its_units,
        metric_may_be_cycles_where_there_are_blocks,
        broken_conf_is_an_error,
        unknown_metric_lists_the_known,
        equal_code_has_one_name,
        order_of_flags_does_not_matter_to_the_code,
        link_flags_make_another_program,
        implementations_and_alignment_change_code,
        padding_moves_but_does_not_rename,
        refusals_have_the_compilers_words,
        threads_share_the_work,
        verified_build_can_be_measured,
        wrong_results_fail_the_arm,
        program_that_dies_is_refused_by_its_signal,
        nothing_is_left_behind,
    };
    return TAP_RUN("workload_core", tests);
}
