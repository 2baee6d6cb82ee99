/* SPDX-License-Identifier: MIT
 *
 * Names of code, from objects that a compiler makes here and now.
 */
#include <config.h>

#include "search/object.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/child.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/strvec.h"
#include "tests/unit/tap.h"
#include "tests/unit/temporary_folder.h"

static const char source[] =
    "extern int other(int); static int hidden(int x) { return x * 3; }\n"
    "const char *words[] = {\"one\", \"two\"};\n"
    "int first(int a) { return other(hidden(a)) + 1; }\n"
    "int second(int a) { return other(a) + (int)(long)words[a]; }\n";

/* Objects lie in a folder that is made for each test. */
static struct str folder;

static const char *compiler(void)
{
    const char *cc = getenv("TEST_CC");
    return cc && *cc ? cc : "cc";
}

static void compile_text(const char *text, const char *flags, const char *name)
{
    struct str from = {0}, to = {0};
    struct strvec argv = {0};
    struct child_result result;
    struct error err = {0};
    path_in(&folder, "source.c", &from);
    path_in(&folder, name, &to);
    ck_assert(file_write(str_text(&from), text, strlen(text), &err));
    strvec_split_shell(&argv, compiler());
    strvec_split(&argv, flags, " ");
    strvec_add_list(&argv, "-c", str_text(&from), "-o", str_text(&to), NULL);
    struct child_options options = {.argv = strvec_argv(&argv)};
    ck_assert_msg(child_run(&options, &result, &err), "%s", err.text);
    ck_assert_msg(child_succeeded(&result), "%s", str_text(&result.err));
    child_result_release(&result);
    strvec_release(&argv);
    str_release(&from);
    str_release(&to);
}

static struct object read_object(const char *name)
{
    struct str path = {0};
    struct object object = {0};
    struct error err = {0};
    ck_assert_msg(object_read(path_in(&folder, name, &path), &object, &err),
                  "%s", err.text);
    str_release(&path);
    return object;
}

static struct object compile(const char *text, const char *flags)
{
    compile_text(text, flags, "object.o");
    return read_object("object.o");
}

static void expect_same(struct object a, struct object b)
{
    ck_assert_str_eq(a.code.hex, b.code.hex);
    ck_assert_uint_eq(a.size_bytes, b.size_bytes);
}

static void expect_other(struct object a, struct object b)
{
    ck_assert_str_ne(a.code.hex, b.code.hex);
}

static void open_folder(void)
{
    folder = temporary_folder();
}

static void close_folder(void)
{
    temporary_folder_remove(&folder);
}

START_TEST(flags_that_change_no_code_give_one_name)
{
    open_folder();
    struct object plain = compile(source, "-O2");
    ck_assert(!plain.opaque);
    ck_assert_uint_gt(plain.size_bytes, 20);
    expect_same(plain, compile(source, "-O2"));
    expect_same(plain, compile(source, "-O2 -g"));
    expect_same(plain, compile(source, "-O2 -fno-ident"));
    expect_same(plain, compile(source, "-O2 -fno-asynchronous-unwind-tables"));
    close_folder();
}
END_TEST

START_TEST(code_constants_and_targets_of_calls_count)
{
    open_folder();
    struct object plain = compile(source, "-O2");
    expect_other(plain, compile(source, "-O0"));
    expect_other(plain, compile(source, "-O2 -Dother=another"));
    expect_other(plain, compile(source, "-O2 -Dfirst=third"));
    char *changed = xstrdup(source);
    memcpy(strstr(changed, "\"two\""), "\"ten\"", 5);
    expect_other(plain, compile(changed, "-O2"));
    free(changed);
    close_folder();
}
END_TEST

START_TEST(names_of_local_symbols_do_not_count)
{
    open_folder();
    expect_same(compile(source, "-O0"), compile(source, "-O0 -Dhidden=veiled"));
    close_folder();
}
END_TEST

START_TEST(link_time_optimisation_is_opaque)
{
    open_folder();
    ck_assert(compile(source, "-O2 -flto -fno-fat-lto-objects").opaque);
    close_folder();
}
END_TEST

START_TEST(other_files_are_digested_whole)
{
    struct str path = {0};
    struct error err = {0};
    open_folder();
    path_in(&folder, "text", &path);
    ck_assert(file_write(str_text(&path), "hello", 5, &err));
    struct object text = read_object("text");
    ck_assert(text.opaque);
    ck_assert_uint_eq(text.size_bytes, 5);
    ck_assert(file_write(str_text(&path), "hallo", 5, &err));
    expect_other(text, read_object("text"));
    str_release(&path);
    close_folder();
}
END_TEST

/* Without file_write()'s care, which takes its time. */
static void overwrite(const char *path, const struct str *content)
{
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    fwrite(content->text, 1, content->length, file);
    fclose(file);
}

/* Cut or changed anywhere, it is an error or another name; never a crash. */
START_TEST(broken_objects_are_errors)
{
    struct str path = {0}, whole = {0};
    struct error err = {0};
    struct object object;
    open_folder();
    compile_text(source, "-O2", "object.o");
    path_in(&folder, "object.o", &path);
    ck_assert(file_read(str_text(&path), 0, &whole, &err));
    ck_assert(file_write(str_text(&path), whole.text, whole.length / 2, &err));
    ck_assert(!object_read(str_text(&path), &object, &err));
    ck_assert_int_eq(err.kind, ERROR_FORMAT);
    for (size_t at = 16; at < whole.length; at += 7) {
        char kept = whole.text[at];
        whole.text[at] = (char)~kept;
        overwrite(str_text(&path), &whole);
        object_read(str_text(&path), &object, &err);
        whole.text[at] = kept;
    }
    str_release(&path);
    str_release(&whole);
    close_folder();
}
END_TEST

START_TEST(missing_file_is_an_error)
{
    struct object object;
    struct error err = {0};
    ck_assert(!object_read("/nowhere/at/all", &object, &err));
    ck_assert_int_eq(err.kind, ERROR_IO);
}
END_TEST

/* A compiler may leave anything under the name that it was given. */
START_TEST(a_pipe_is_not_waited_for)
{
    struct object object;
    struct error err = {0};
    struct str path = {0};
    open_folder();
    path_in(&folder, "pipe", &path);
    ck_assert_int_eq(mkfifo(str_text(&path), 0600), 0);
    ck_assert(!object_read(str_text(&path), &object, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "not a regular file"));
    str_release(&path);
    close_folder();
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        flags_that_change_no_code_give_one_name,
        code_constants_and_targets_of_calls_count,
        names_of_local_symbols_do_not_count,
        link_time_optimisation_is_opaque,
        other_files_are_digested_whole,
        broken_objects_are_errors,
        missing_file_is_an_error,
        a_pipe_is_not_waited_for,
    };
    return TAP_RUN("object", tests);
}
