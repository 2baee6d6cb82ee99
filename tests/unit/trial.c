/* SPDX-License-Identifier: MIT
 *
 * What compilers' words mean, and flags that must not be tried.  The texts
 * are those of real compilers (gcc 4.9 to 12, clang 14 to 22) in the C
 * locale.
 */
#include <config.h>

#include "probes/trial.h"

#include <signal.h>
#include <sys/stat.h>

#include "base/child.h"
#include "probes/check.h"
#include "probes/compiler.h"
#include "tests/unit/fake_root.h"
#include "tests/unit/tap.h"

static const struct {
    int code;
    const char *text;
    enum refusal refusal;
} wordings[] = {
    {0, "", REFUSAL_NONE},
    {0, "a.c:3:1: warning: unused variable 'x' [-Wunused]", REFUSAL_NONE},
    {0, "In file included from a.c:1:\nb.h:2:2: warning: old header",
     REFUSAL_NONE},
    {0,
     "cc1: warning: switch '-mcpu=cortex-a7' conflicts with switch "
     "'-march=armv7-a+fp'",
     REFUSAL_CONFLICT},
    {0,
     "clang: warning: argument unused during compilation: '-mfpu=neon' "
     "[-Wunused-command-line-argument]",
     REFUSAL_CONFLICT},
    {0, "gcc: warning: '-mcpu=' is deprecated; use '-mtune=' or '-march='",
     REFUSAL_CONFLICT},
    {1,
     "cc1: warning: switch '-mcpu=cortex-a8' conflicts with switch "
     "'-march=armv7-a'\ncc1: error: '-mfloat-abi=hard': selected "
     "architecture lacks an FPU",
     REFUSAL_CONFLICT},
    {1,
     "cc1: warning: switch '-mcpu=cortex-a8' conflicts with switch "
     "'-march=armv7-a'\n/usr/include/gnu/stubs.h:7:11: fatal error: "
     "gnu/stubs-soft.h: No such file or directory",
     REFUSAL_CONFLICT},
    {1, "cc1: error: '-mfloat-abi=hard': selected architecture lacks an FPU",
     REFUSAL_CONFLICT},
    {1, "gcc: error: unrecognized command-line option '-mfpu=neon'",
     REFUSAL_UNKNOWN_FLAG},
    {1, "gcc: error: unrecognized command line option '-mfpu=neon'",
     REFUSAL_UNKNOWN_FLAG},
    {1,
     "cc: error: unrecognized -mcpu target: foo\ncc: note: valid arguments "
     "are: a b\ncc: error: missing argument to '-march='",
     REFUSAL_UNKNOWN_FLAG},
    {1,
     "error: unrecognized argument in option '-mcpu=foo'\nnote: valid "
     "arguments to '-mcpu=' are: arm10e native",
     REFUSAL_UNKNOWN_FLAG},
    {1, "cc1: error: unknown value 'foo' for '-mcpu'", REFUSAL_UNKNOWN_FLAG},
    {1, "cc1: error: bad value 'foo' for '-march=' switch",
     REFUSAL_UNKNOWN_FLAG},
    {1, "a.c:1:0: error: bad value (foo) for -march= switch", REFUSAL_COMPILE},
    {1, "cc1: error: invalid feature modifier 'foo' in '-mcpu=x+foo'",
     REFUSAL_UNKNOWN_FLAG},
    {1, "error: the clang compiler does not support '-mcpu=foo'",
     REFUSAL_UNKNOWN_FLAG},
    {1, "clang: error: unsupported option '-mfpu=' for target 'aarch64'",
     REFUSAL_UNKNOWN_FLAG},
    {1, "clang: error: unsupported argument 'foo' to option '-mcpu='",
     REFUSAL_UNKNOWN_FLAG},
    {1, "error: unknown target CPU 'foo'", REFUSAL_UNKNOWN_FLAG},
    {1, "stdio.h:40:1: sorry, unimplemented: Thumb-1 'hard-float' VFP ABI",
     REFUSAL_COMPILE},
    {1,
     "stubs.h:7:11: fatal error: gnu/stubs-soft.h: No such file or directory",
     REFUSAL_COMPILE},
    {1,
     "/tmp/x.s: Assembler messages:\n/tmp/x.s:3: Error: selected "
     "processor does not support `vfma.f32 s0,s0,s0'",
     REFUSAL_ASSEMBLE},
    {1,
     "/usr/bin/ld: error: x.o uses VFP register arguments, a.out does not\n"
     "collect2: error: ld returned 1 exit status",
     REFUSAL_LINK},
    {4,
     "gcc: internal compiler error: Segmentation fault signal terminated "
     "program cc1\nPlease submit a full bug report",
     REFUSAL_COMPILER_CRASH},
    {1, "a.c:3:1: internal compiler error: in foo, at bar.c:12",
     REFUSAL_COMPILER_CRASH},
    {0, "*** Error in `gcc': double free or corruption (top): 0x1 ***",
     REFUSAL_COMPILER_CRASH},
    {1, "cc: fatal error: Killed signal terminated program cc1",
     REFUSAL_OUT_OF_MEMORY},
    {4, "gcc: internal compiler error: Killed (program cc1)",
     REFUSAL_OUT_OF_MEMORY},
    {1, "cc1: out of memory allocating 65536 bytes after a total of 1 bytes",
     REFUSAL_OUT_OF_MEMORY},
    {1, "virtual memory exhausted: Cannot allocate memory",
     REFUSAL_OUT_OF_MEMORY},
};

START_TEST(knows_what_compilers_mean)
{
    for (size_t i = 0; i < sizeof(wordings) / sizeof(*wordings); i++) {
        struct child_result result = {.end = CHILD_EXITED,
                                      .code = wordings[i].code};
        char *message = NULL;
        str_add(&result.err, wordings[i].text);
        enum refusal refusal = trial_classify(&result, &message);
        ck_assert_msg(refusal == wordings[i].refusal, "%s: %s, wanted %s",
                      wordings[i].text, refusal_word(refusal),
                      refusal_word(wordings[i].refusal));
        ck_assert((message != NULL) == (refusal != REFUSAL_NONE));
        free(message);
        child_result_release(&result);
    }
}
END_TEST

START_TEST(knows_how_compilers_end)
{
    static const struct {
        enum child_end end;
        int code;
        enum refusal refusal;
    } ends[] = {
        {CHILD_TIMEOUT, 0, REFUSAL_TIMEOUT},
        {CHILD_SIGNALED, 9, REFUSAL_OUT_OF_MEMORY},
        {CHILD_SIGNALED, 6, REFUSAL_COMPILER_CRASH},
        {CHILD_SIGNALED, 11, REFUSAL_COMPILER_CRASH},
        {CHILD_EXITED, 1, REFUSAL_COMPILE},
    };
    for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
        struct child_result result = {.end = ends[i].end, .code = ends[i].code};
        char *message = NULL;
        ck_assert_int_eq(trial_classify(&result, &message), ends[i].refusal);
        ck_assert_ptr_nonnull(message);
        free(message);
    }
}
END_TEST

START_TEST(messages_are_printable)
{
    struct child_result result = {.end = CHILD_EXITED, .code = 1};
    char *message = NULL;
    str_add(&result.err, "cc: error: unknown \033[31m\xff\xfe thing\n");
    trial_classify(&result, &message);
    ck_assert_str_eq(message, "cc: error: unknown ?[31m?? thing");
    free(message);
    child_result_release(&result);
}
END_TEST

static const char *const bad_flags[] = {"@file",
                                        "-fplugin=x.so",
                                        "-fpass-plugin=x",
                                        "-specs=x",
                                        "--specs=x",
                                        "-wrapper",
                                        "-B/tmp",
                                        "--sysroot=/x",
                                        "-o",
                                        "-ofile",
                                        "-c",
                                        "-S",
                                        "-E",
                                        "-save-temps",
                                        "--save-temps=obj",
                                        "-MD",
                                        "-MF",
                                        "-fdump-tree-all",
                                        "-Xclang",
                                        "-Wl,-plugin,x",
                                        "-Wl,-T,x",
                                        "-Wl,x.o",
                                        "-Wa,-x",
                                        "-include",
                                        "-fuse-ld=/tmp/ld",
                                        "-fmodule-mapper=|x",
                                        "--help",
                                        "-v",
                                        "-xc",
                                        "-",
                                        "file.c",
                                        "",
                                        "-T",
                                        "-gsplit-dwarf",
                                        "-aux-info",
                                        "--config=x"};
static const char *const good_flags[] = {"-O2",
                                         "-Ofast",
                                         "-march=x",
                                         "-mcpu=a+b",
                                         "-funroll-loops",
                                         "-fmodulo-sched",
                                         "-fuse-ld=gold",
                                         "-static",
                                         "-s",
                                         "-Wall",
                                         "-flto",
                                         "-Wl,-O1",
                                         "-Wl,-z,relro,-z,now",
                                         "--param=max-unroll-times=4",
                                         "-fno-plt",
                                         "-g",
                                         "-pipe",
                                         "-DX=1",
                                         "-fsched-pressure",
                                         "-fmerge-constants",
                                         "-Wl,--gc-sections",
                                         "-fopenmp",
                                         "-mthumb",
                                         "-ftree-vectorize",
                                         "-fdata-sections"};

START_TEST(never_tries_what_does_more_than_compile)
{
    for (size_t i = 0; i < sizeof(bad_flags) / sizeof(*bad_flags); i++)
        ck_assert_msg(trial_forbids(bad_flags[i]) != NULL, "'%s'",
                      bad_flags[i]);
    for (size_t i = 0; i < sizeof(good_flags) / sizeof(*good_flags); i++)
        ck_assert_msg(!trial_forbids(good_flags[i]), "'%s' %s", good_flags[i],
                      trial_forbids(good_flags[i]));
}
END_TEST

/* Runs nothing: the program ends as the test says. */
static bool end_as_told(void *data, const char *directory, const char *program,
                        struct child_result *result, struct error *err)
{
    (void)directory;
    (void)program;
    (void)err;
    *result = *(const struct child_result *)data;
    return true;
}

START_TEST(knows_how_test_programs_end)
{
    static struct {
        struct child_result result;
        enum refusal refusal;
    } ends[] = {
        {{.end = CHILD_EXITED}, REFUSAL_NONE},
        {{.end = CHILD_SIGNALED, .code = SIGILL}, REFUSAL_ILLEGAL_INSTRUCTION},
        {{.end = CHILD_EXITED, .code = 132}, REFUSAL_ILLEGAL_INSTRUCTION},
        {{.end = CHILD_SIGNALED, .code = SIGKILL}, REFUSAL_OUT_OF_MEMORY},
        {{.end = CHILD_SIGNALED, .code = SIGSEGV}, REFUSAL_CRASH},
        {{.end = CHILD_EXITED, .code = 3}, REFUSAL_WRONG_OUTPUT},
        {{.end = CHILD_EXITED, .code = 1}, REFUSAL_CRASH},
        {{.end = CHILD_TIMEOUT}, REFUSAL_TIMEOUT},
    };
    const char *cc = getenv("TEST_CC");
    struct catalogue catalogue = fake_catalogue();
    struct compiler compiler;
    struct error err = {0};
    struct strvec none = {0};
    ck_assert_msg(compiler_probe(&compiler, cc ? cc : "cc", &err), "%s",
                  err.text);
    for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
        struct trial_runner runner = {.run = end_as_told,
                                      .data = &ends[i].result};
        struct trial trial = {.compiler = &compiler,
                              .catalogue = &catalogue,
                              .depth = TRIAL_RUN,
                              .runner = &runner};
        struct trial_result result;
        ck_assert_msg(trial_run(&trial, &none, &result, &err), "%s", err.text);
        ck_assert_str_eq(refusal_word(result.refusal),
                         refusal_word(ends[i].refusal));
        trial_result_release(&result);
    }
    compiler_release(&compiler);
    catalogue_release(&catalogue);
}
END_TEST

/* A compiler that hangs refuses the flag and nothing else. */
START_TEST(a_compiler_that_hangs_refuses_one_flag)
{
    char *root = fake_root_new();
    const char *real = getenv("TEST_CC");
    /* Compiles nothing, so that only the hanging takes time. */
    char *script = xasprintf("#!/bin/sh\n"
                             "case \"$*\" in\n"
                             "*-fhang*) sleep 600 ;;\n"
                             "*-dM*) exec %s \"$@\" ;;\n"
                             "esac\n",
                             real ? real : "cc");
    char *path = xasprintf("%s/hangs", root);
    fake_root_put(root, "hangs", script);
    ck_assert_int_eq(chmod(path, 0755), 0);

    struct catalogue catalogue = fake_catalogue();
    struct compiler compiler;
    struct error err = {0};
    ck_assert_msg(compiler_probe(&compiler, path, &err), "%s", err.text);
    compiler.timeout_ms = tap_slowdown() > 1 ? 30000 : 10000;
    struct trial trial = {
        .compiler = &compiler, .catalogue = &catalogue, .depth = TRIAL_COMPILE};
    struct strvec flags = {0};
    struct check check;
    strvec_add_list(&flags, "-fhang", "-O2", NULL);
    ck_assert_msg(check_flags(&check, &trial, &flags, &err), "%s", err.text);
    ck_assert_int_eq(check.flags[0].verdict, REFUSAL_TIMEOUT);
    ck_assert_int_eq(check.flags[1].verdict, REFUSAL_NONE);
    check_release(&check);
    strvec_release(&flags);
    compiler_release(&compiler);
    catalogue_release(&catalogue);
    free(path);
    free(script);
    fake_root_free(root);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        knows_what_compilers_mean,   knows_how_compilers_end,
        messages_are_printable,      never_tries_what_does_more_than_compile,
        knows_how_test_programs_end, a_compiler_that_hangs_refuses_one_flag};
    return TAP_RUN("trial", tests);
}
