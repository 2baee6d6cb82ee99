/* SPDX-License-Identifier: MIT
 *
 * Exports: every format carries exactly the flags that went in, and refuses
 * those that it cannot carry.
 */
#include <config.h>

#include "tuner/export.h"

#include "base/child.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/rng.h"
#include "base/str.h"
#include "db/record.h"
#include "tests/unit/tap.h"
#include "tuner/rustc.h"

static void fill(struct record *record, const char *const *flags)
{
    *record = (struct record){0};
    record_set(&record->board.id, "test-board");
    record_set(&record->compiler.family, "gcc");
    record_set(&record->compiler.version, "12.2.0");
    record_set(&record->compiler.target, "aarch64-linux-gnu");
    record_set(&record->workload.name, "core");
    record_set(&record->winner.verdict, "proven");
    record->winner.gain = 1.5;
    for (; *flags; flags++)
        strvec_add(&record->winner.flags, *flags);
}

static char *write_flags(const char *format, const char *const *flags,
                         struct error *err)
{
    struct record record;
    struct export_input input;
    struct str out = {0};
    fill(&record, flags);
    ck_assert(export_input_init(&input, &record, "free", err));
    bool done = export_write(export_find(format), &input, &out, err);
    export_input_release(&input);
    record_release(&record);
    char *text = str_detach(&out);
    if (done)
        return text;
    ck_assert_str_eq(text, "");
    free(text);
    return NULL;
}

static void expect_refused(const char *flag, enum error_kind kind)
{
    for (size_t i = 0; export_table[i]; i++) {
        struct error err = {0};
        const char *flags[] = {"-O2", flag, NULL};
        ck_assert_ptr_null(write_flags(export_table[i]->name, flags, &err));
        ck_assert_int_eq(err.kind, kind);
    }
}

START_TEST(no_format_takes_what_no_build_should_get)
{
    expect_refused("-march=native", ERROR_UNTRUSTED);
    expect_refused("-mcpu=native+crypto", ERROR_UNTRUSTED);
    expect_refused("-march=", ERROR_UNTRUSTED);
    expect_refused("", ERROR_UNTRUSTED);
    expect_refused("-DX=a\nb", ERROR_UNTRUSTED);
    expect_refused("-DX=\x7f", ERROR_UNTRUSTED);
}
END_TEST

START_TEST(formats_refuse_what_they_cannot_carry)
{
    for (size_t i = 0; export_table[i]; i++)
        for (const char *bad = export_table[i]->forbidden; *bad; bad++) {
            char flag[] = {'-', 'D', 'X', '=', *bad, 'y', '\0'};
            const char *flags[] = {flag, NULL};
            struct error err = {0};
            enum error_kind kind =
                *bad == '\t' ? ERROR_UNTRUSTED : ERROR_UNSUPPORTED;
            ck_assert_ptr_null(write_flags(export_table[i]->name, flags, &err));
            ck_assert_int_eq(err.kind, kind);
        }
}
END_TEST

START_TEST(no_flags_give_no_empty_values)
{
    static const char *const nothing[] = {NULL};
    for (size_t i = 0; export_table[i]; i++) {
        struct error err = {0};
        char *text = write_flags(export_table[i]->name, nothing, &err);
        ck_assert_ptr_nonnull(text);
        if (strcmp(export_table[i]->name, "json") != 0)
            ck_assert_msg(!strstr(text, "''") && !strstr(text, "\"\""),
                          "%s:\n%s", export_table[i]->name, text);
        free(text);
    }
}
END_TEST

START_TEST(formats_are_complete)
{
    for (size_t i = 0; export_table[i]; i++) {
        const struct export_format *format = export_table[i];
        ck_assert_ptr_eq(export_find(format->name), format);
        ck_assert(format->file && format->summary && format->forbidden);
        ck_assert_uint_lt(strlen(format->summary), 60);
    }
    ck_assert_ptr_null(export_find("no-such-format"));
}
END_TEST

START_TEST(heads_stay_comments)
{
    static const char *const flags[] = {"-O2", NULL};
    struct record record;
    struct export_input input;
    struct error err;
    fill(&record, flags);
    record_set(&record.board.name, "x\\ evil\\\nCFLAGS=boo");
    record_set(&record.workload.name, "w\r\nCFLAGS += boo");
    ck_assert(export_input_init(&input, &record, "free", &err));
    struct str out = {0};
    ck_assert(export_write(export_find("make"), &input, &out, &err));
    struct strvec lines = {0};
    strvec_split(&lines, str_text(&out), "\n");
    for (size_t i = 0; i + 2 < lines.count; i++) {
        ck_assert_int_eq(lines.items[i][0], '#');
        ck_assert(!strchr(lines.items[i], '\\'));
    }
    strvec_release(&lines);
    str_release(&out);
    export_input_release(&input);
    record_release(&record);
}
END_TEST

/* What is given to compile, to link a program and to link a library. */
static void expect_steps(const char *const *flags, const char *const wanted[3])
{
    struct record record;
    struct export_input input;
    struct error err;
    fill(&record, flags);
    ck_assert(export_input_init(&input, &record, "free", &err));
    const struct strvec *steps[] = {&input.compile, &input.link,
                                    &input.link_shared};
    for (size_t i = 0; i < 3; i++) {
        char *got = strvec_join(steps[i], " ");
        ck_assert_str_eq(got, wanted[i]);
        free(got);
    }
    export_input_release(&input);
    record_release(&record);
}

START_TEST(link_flags_go_where_they_belong)
{
    static const char *const flags[] = {"-O2", "-static", "-mfloat-abi=hard",
                                        "-s", NULL};
    static const char *const wanted[] = {"-O2 -mfloat-abi=hard",
                                         "-static -mfloat-abi=hard -s",
                                         "-mfloat-abi=hard -s"};
    expect_steps(flags, wanted);
}
END_TEST

START_TEST(a_link_that_compiles_gets_all_flags)
{
    static const char *const flags[] = {"-O3", "-funroll-loops", "-flto=2",
                                        "-static", NULL};
    static const char *const wanted[] = {"-O3 -funroll-loops -flto=2",
                                         "-O3 -funroll-loops -flto=2 -static",
                                         "-O3 -funroll-loops -flto=2"};
    static const char *const without[] = {"-O3", "-flto", "-fno-lto", NULL};
    static const char *const few[] = {"-O3 -flto -fno-lto", "-flto -fno-lto",
                                      "-flto -fno-lto"};
    expect_steps(flags, wanted);
    expect_steps(without, few);
}
END_TEST

/* Words that only quoting saves, for the programs themselves to read. */
static void random_flags(struct strvec *out)
{
    static const char special[] = "\\\"'$#` ;&|{}()%=-*?~!<>";
    struct rng rng;
    rng_init(&rng, 3);
    for (size_t i = 0; i < 200; i++) {
        struct str word = {0};
        str_add(&word, "-D");
        size_t length = 1 + (size_t)rng_below(&rng, 8);
        for (size_t j = 0; j < length; j++)
            str_add_char(&word, special[rng_below(&rng, sizeof(special) - 1)]);
        str_add_char(&word, 'x');
        strvec_add_take(out, str_detach(&word));
    }
}

/* Runs a program in a folder with the export, and compares the lines that it
 * prints with the flags. */
static void expect_program(const char *format, const char *file,
                           const char *extra, char *const *argv)
{
    struct strvec flags = {0}, lines = {0};
    struct str folder = {0}, path = {0};
    struct error err = {0};
    random_flags(&flags);
    char *text = write_flags(
        format, (const char *const *)(const void *)strvec_argv(&flags), &err);
    ck_assert_msg(text != NULL, "%s", err.text);
    ck_assert(file_make_temporary("export", &folder, &err));
    file_join(&path, str_text(&folder), file);
    char *content = xasprintf("%s%s", text, extra);
    ck_assert(file_write(str_text(&path), content, strlen(content), &err));

    struct strvec changes = {0}, environment = {0};
    strvec_add_list(&changes, "MAKEFLAGS", "MFLAGS", "MAKELEVEL", NULL);
    child_environment(&changes, &environment); /* make check runs us */
    struct child_options options = {.argv = argv,
                                    .environment = strvec_argv(&environment),
                                    .directory = str_text(&folder)};
    struct child_result result;
    ck_assert(child_run(&options, &result, &err));
    ck_assert_msg(child_succeeded(&result), "%s", str_text(&result.err));
    strvec_split(&lines, str_text(&result.out), "\n");
    ck_assert_uint_eq(lines.count, flags.count);
    for (size_t i = 0; i < flags.count; i++)
        ck_assert_str_eq(lines.items[i], flags.items[i]);
    child_result_release(&result);
    ck_assert(file_remove_tree(str_text(&folder), &err));
    free(text);
    free(content);
    strvec_release(&flags);
    strvec_release(&lines);
    strvec_release(&changes);
    strvec_release(&environment);
    str_release(&folder);
    str_release(&path);
}

#define ARGV(...) ((char *const[]){__VA_ARGS__, NULL})

/* The variable is a command line: eval splits it as a recipe would. */
START_TEST(the_shell_gets_every_flag)
{
    char sh[] = "sh", file[] = "t.sh";
    expect_program("sh", file, "eval \"printf '%s\\\\n' $CFLAGS\"\n",
                   ARGV(sh, file));
    expect_program("autoconf", file, "eval \"printf '%s\\\\n' $CFLAGS\"\n",
                   ARGV(sh, file));
}
END_TEST

START_TEST(make_gets_every_flag)
{
    char make[] = "make", quiet[] = "-s";
    if (!child_find_program(make, NULL))
        return;
    expect_program("make", "Makefile", "all:\n\t@printf '%s\\n' $(CFLAGS)\n",
                   ARGV(make, quiet));
}
END_TEST

static void expect_rustc(const char *target, const char *features,
                         const char *flags, const char *wanted)
{
    struct record record;
    static const char *const nothing[] = {NULL};
    fill(&record, nothing);
    record_set(&record.compiler.target, target);
    strvec_split(&record.cpu.features, features, " ");
    struct strvec list = {0};
    strvec_split(&list, flags, " ");
    struct rustc_options options;
    rustc_options_init(&options, &record, &list);
    char *on = strvec_join(&options.features, ",");
    char *left = strvec_join(&options.left_out, " ");
    char *got = xasprintf("%s|%s|%s", options.cpu ? options.cpu : "", on, left);
    ck_assert_str_eq(got, wanted);
    free(on);
    free(left);
    free(got);
    rustc_options_release(&options);
    strvec_release(&list);
    record_release(&record);
}

START_TEST(rustc_gets_no_instructions_that_the_cpu_lacks)
{
    expect_rustc("aarch64-linux-gnu", "fp asimd crc32", "-O3 -mcpu=cortex-a72",
                 "cortex-a72|-aes,-sha2|-O3");
    expect_rustc("aarch64-linux-gnu", "aes asimd sha2", "-mcpu=cortex-a72+crc",
                 "cortex-a72|+crc|");
    expect_rustc("aarch64-linux-gnu", "", "-mcpu=cortex-a53+crypto",
                 "cortex-a53|+aes,+sha2|");
    expect_rustc("aarch64-linux-gnu", "aes sha2", "-mcpu=cortex-a53+nocrypto",
                 "cortex-a53|-aes,-sha2|");
    expect_rustc("aarch64-linux-gnu", "", "-mcpu=cortex-a76.cortex-a55",
                 "cortex-a76|-aes,-sha2|");
    expect_rustc("arm-linux-gnueabihf", "neon",
                 "-mcpu=cortex-a7 -mfpu=neon-vfpv4 -marm -mfloat-abi=hard",
                 "cortex-a7|+neon,+vfp4,-thumb-mode,-aes,-sha2|"
                 "-mfloat-abi=hard");
}
END_TEST

START_TEST(rustc_gets_its_own_names)
{
    expect_rustc("x86_64-linux-gnu", "",
                 "-march=znver3 -mno-avx2 -mbmi -mtune=znver2 -mred-zone",
                 "znver3|-avx2,+bmi1|-mtune=znver2 -mred-zone");
    expect_rustc("x86_64-linux-gnu", "", "-march=knl-of-old",
                 "||-march=knl-of-old");
    expect_rustc("riscv64-linux-gnu", "", "-march=rv64gc", "||-march=rv64gc");
}
END_TEST

int main(void)
{
    const TTest *tests[] = {no_format_takes_what_no_build_should_get,
                            formats_refuse_what_they_cannot_carry,
                            no_flags_give_no_empty_values,
                            formats_are_complete,
                            heads_stay_comments,
                            link_flags_go_where_they_belong,
                            a_link_that_compiles_gets_all_flags,
                            the_shell_gets_every_flag,
                            make_gets_every_flag,
                            rustc_gets_no_instructions_that_the_cpu_lacks,
                            rustc_gets_its_own_names};
    return TAP_RUN("export", tests);
}
