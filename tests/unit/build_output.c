/* SPDX-License-Identifier: MIT
 *
 * What failed builds and programs say.
 */
#include <config.h>

#include "search/build_output.h"

#include "base/child.h"
#include "base/memory.h"
#include "base/str.h"
#include "tests/unit/tap.h"

static void tail_is(const char *text, size_t lines, size_t bytes,
                    const char *want)
{
    struct str all = {0}, out = {0};
    str_add(&all, text);
    build_output_tail(&all, lines, bytes, &out);
    ck_assert_str_eq(str_text(&out), want);
    str_release(&all);
    str_release(&out);
}

START_TEST(keeps_the_last_lines)
{
    tail_is("a\nb\nc\n", 2, 100, "b\nc");
    tail_is("a\nb\nc", 9, 100, "a\nb\nc");
    tail_is("50%\r100%\r\n\n", 1, 100, "100%");
    tail_is("abcdef", 1, 3, "def");
    tail_is("x\x1b[31mred\x01", 1, 100, "x?[31mred?");
    tail_is("", 3, 100, "");
    tail_is("\n\n", 3, 100, "");
}
END_TEST

static enum refusal said(const char *text, enum child_end end, int code)
{
    struct child_result result = {.end = end, .code = code};
    str_add(&result.out, text);
    enum refusal refusal = build_output_refusal(&result);
    child_result_release(&result);
    return refusal;
}

START_TEST(reads_how_builds_failed)
{
    static const struct {
        const char *text;
        enum refusal refusal;
    } cases[] = {
        {"cc: fatal error: Killed signal terminated program cc1",
         REFUSAL_OUT_OF_MEMORY},
        {"cc1: out of memory allocating 65536 bytes", REFUSAL_OUT_OF_MEMORY},
        {"make: *** [x.o] Error 137\nKilled\n", REFUSAL_OUT_OF_MEMORY},
        {"x.c:1:1: internal compiler error: Segmentation fault",
         REFUSAL_COMPILER_CRASH},
        {"gcc: error: unrecognized command-line option '-fx'",
         REFUSAL_UNKNOWN_FLAG},
        {"clang: error: unknown argument: '-fx'", REFUSAL_UNKNOWN_FLAG},
        {"{standard input}: Assembler messages:\n{standard input}:3: Error",
         REFUSAL_ASSEMBLE},
        {"x.c:(.text+0x5): undefined reference to `f'", REFUSAL_LINK},
        {"clang: error: linker command failed with exit code 1", REFUSAL_LINK},
        {"x.c:1:5: error: 'x' undeclared", REFUSAL_COMPILE},
        {"", REFUSAL_COMPILE},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
        ck_assert_msg(said(cases[i].text, CHILD_EXITED, 2) == cases[i].refusal,
                      "%s", cases[i].text);
    ck_assert_int_eq(said("", CHILD_TIMEOUT, 0), REFUSAL_TIMEOUT);
    ck_assert_int_eq(said("", CHILD_SIGNALED, 9), REFUSAL_OUT_OF_MEMORY);
    ck_assert_int_eq(said("", CHILD_EXITED, 137), REFUSAL_OUT_OF_MEMORY);
    ck_assert_int_eq(said("out of memory", CHILD_EXITED, 0), REFUSAL_NONE);
    ck_assert_int_eq(said("cc1: warning: switch '-mcpu=cortex-a8' conflicts "
                          "with switch '-march=armv7-a+simd'",
                          CHILD_EXITED, 0),
                     REFUSAL_CONFLICT);
}
END_TEST

START_TEST(reads_how_programs_ended)
{
    static const struct {
        enum child_end end;
        int code;
        enum refusal refusal;
    } cases[] = {
        {CHILD_EXITED, 0, REFUSAL_NONE},
        {CHILD_EXITED, 1, REFUSAL_WRONG_OUTPUT},
        {CHILD_EXITED, 255, REFUSAL_WRONG_OUTPUT},
        {CHILD_EXITED, 132, REFUSAL_ILLEGAL_INSTRUCTION},
        {CHILD_SIGNALED, 4, REFUSAL_ILLEGAL_INSTRUCTION},
        {CHILD_SIGNALED, 11, REFUSAL_CRASH},
        {CHILD_EXITED, 134, REFUSAL_CRASH},
        {CHILD_SIGNALED, 9, REFUSAL_OUT_OF_MEMORY},
        {CHILD_TIMEOUT, 0, REFUSAL_TIMEOUT},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct child_result result = {.end = cases[i].end,
                                      .code = cases[i].code};
        ck_assert_int_eq(build_output_run_refusal(&result), cases[i].refusal);
    }
    struct child_result result = {.end = CHILD_EXITED, .code = 139};
    struct str text = {0};
    build_output_describe(&result, &text);
    ck_assert_str_eq(text.text, "signal 11 (Segmentation fault)");
    str_release(&text);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        keeps_the_last_lines,
        reads_how_builds_failed,
        reads_how_programs_ended,
    };
    return TAP_RUN("build_output", tests);
}
