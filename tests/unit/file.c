/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "base/file.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/strvec.h"
#include "tests/unit/tap.h"

static struct str folder;

static void enter_folder(void)
{
    struct error err = {0};
    ck_assert_msg(file_make_temporary("tuner-unit", &folder, &err), "%s",
                  err.text);
    ck_assert_int_eq(chdir(str_text(&folder)), 0);
}

static void leave_folder(void)
{
    struct error err = {0};
    ck_assert_int_eq(chdir("/"), 0);
    ck_assert_msg(file_remove_tree(str_text(&folder), &err), "%s", err.text);
    ck_assert(!file_exists(str_text(&folder)));
    str_release(&folder);
}

static void put(const char *path, const char *text)
{
    struct error err = {0};
    ck_assert_msg(file_write(path, text, strlen(text), &err), "%s", err.text);
}

static void assert_content(const char *path, const char *wanted)
{
    struct str got = {0};
    struct error err = {0};
    ck_assert_msg(file_read(path, 0, &got, &err), "%s", err.text);
    ck_assert_str_eq(str_text(&got), wanted);
    str_release(&got);
}

START_TEST(writes_replace_whole_files)
{
    enter_folder();
    put("a", "one");
    put("a", "two two");
    assert_content("a", "two two");
    struct strvec names = {0};
    ck_assert(file_list(".", &names, NULL));
    ck_assert_uint_eq(names.count, 1);
    strvec_release(&names);
    leave_folder();
}
END_TEST

START_TEST(a_written_file_has_the_rights_of_the_umask)
{
    struct stat status;
    enter_folder();
    mode_t before = umask(027);
    put("file", "x");
    ck_assert_int_eq(stat("file", &status), 0);
    ck_assert_uint_eq(status.st_mode & 07777, 0640);
    ck_assert_uint_eq(umask(before), 027);
    leave_folder();
}
END_TEST

START_TEST(a_failed_write_leaves_nothing)
{
    enter_folder();
    struct error err = {0};
    ck_assert(!file_write("no/such/a", "x", 1, &err));
    ck_assert_int_eq(err.kind, ERROR_IO);
    ck_assert_ptr_nonnull(strstr(err.text, "no/such/a"));
    ck_assert(!file_exists("no"));
    ck_assert_int_eq(mkdir("folder", 0700), 0);
    ck_assert(!file_write("folder", "x", 1, &err));
    ck_assert(file_is_directory("folder"));
    struct strvec names = {0};
    ck_assert(file_list(".", &names, NULL));
    ck_assert_uint_eq(names.count, 1);
    strvec_release(&names);
    leave_folder();
}
END_TEST

START_TEST(a_pipe_is_not_replaced)
{
    enter_folder();
    struct error err = {0};
    struct stat info;
    ck_assert_int_eq(mkfifo("pipe", 0600), 0);
    ck_assert(!file_write("pipe", "x", 1, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "'pipe': it is not a regular"));
    ck_assert(!file_write_new("pipe", "x", 1, NULL));
    ck_assert_int_eq(lstat("pipe", &info), 0);
    ck_assert(S_ISFIFO(info.st_mode));
    leave_folder();
}
END_TEST

START_TEST(temporary_folders_have_absolute_names)
{
    enter_folder();
    struct str made = {0};
    char *before = getenv("TMPDIR") ? xstrdup(getenv("TMPDIR")) : NULL;
    setenv("TMPDIR", ".", 1);
    ck_assert(file_make_temporary("tuner-unit", &made, NULL));
    ck_assert_int_eq(str_text(&made)[0], '/');
    ck_assert(file_remove_tree(str_text(&made), NULL));
    before ? setenv("TMPDIR", before, 1) : unsetenv("TMPDIR");
    free(before);
    str_release(&made);
    leave_folder();
}
END_TEST

START_TEST(write_new_keeps_what_is_there)
{
    enter_folder();
    struct error err = {0};
    ck_assert(file_write_new("a", "one", 3, &err));
    ck_assert(!file_write_new("a", "two", 3, &err));
    ck_assert_int_eq(err.kind, ERROR_CONFLICT);
    assert_content("a", "one");
    struct strvec names = {0};
    ck_assert(file_list(".", &names, NULL));
    ck_assert_uint_eq(names.count, 1);
    strvec_release(&names);
    leave_folder();
}
END_TEST

START_TEST(reads_append_and_have_a_limit)
{
    enter_folder();
    put("a", "12345");
    struct str got = {0};
    struct error err = {0};
    str_add(&got, "0");
    ck_assert(file_read("a", 5, &got, &err));
    ck_assert_str_eq(str_text(&got), "012345");
    ck_assert(!file_read("a", 4, &got, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "'a'"));
    ck_assert_str_eq(str_text(&got), "012345");
    str_release(&got);
    leave_folder();
}
END_TEST

START_TEST(devices_pipes_and_folders_are_not_read)
{
    enter_folder();
    struct str got = {0};
    struct error err = {0};
    ck_assert_int_eq(mkfifo("pipe", 0600), 0);
    ck_assert(!file_read("pipe", 0, &got, &err));
    ck_assert(!file_read(".", 0, &got, &err));
    ck_assert(!file_read("/dev/zero", 0, &got, &err));
    ck_assert(!file_read("absent", 0, &got, &err));
    ck_assert_uint_eq(got.length, 0);
    str_release(&got);
    leave_folder();
}
END_TEST

START_TEST(reads_files_without_a_size)
{
    struct str got = {0};
    if (!file_exists("/proc/self/status"))
        return;
    ck_assert(file_read("/proc/self/status", 0, &got, NULL));
    ck_assert_uint_gt(got.length, 100);
    str_release(&got);
}
END_TEST

START_TEST(temporary_folders_are_private_and_distinct)
{
    struct str a = {0}, b = {0};
    ck_assert(file_make_temporary("tuner-unit", &a, NULL));
    ck_assert(file_make_temporary("tuner-unit", &b, NULL));
    ck_assert_str_ne(str_text(&a), str_text(&b));
    struct stat status;
    ck_assert_int_eq(stat(str_text(&a), &status), 0);
    ck_assert_uint_eq(status.st_mode & 07777, 0700);
    ck_assert(file_remove_tree(str_text(&a), NULL));
    ck_assert(file_remove_tree(str_text(&b), NULL));
    str_release(&a);
    str_release(&b);
}
END_TEST

START_TEST(removal_does_not_follow_links)
{
    enter_folder();
    ck_assert(file_make_directories("keep/inner", NULL));
    ck_assert(file_make_directories("tree/deep/er", NULL));
    put("keep/inner/file", "x");
    put("tree/deep/file", "x");
    ck_assert_int_eq(symlink("../keep", "tree/link"), 0);
    ck_assert_int_eq(symlink("keep", "link"), 0);
    struct error err = {0};
    ck_assert_msg(file_remove_tree("tree", &err), "%s", err.text);
    ck_assert(!file_exists("tree"));
    ck_assert_msg(file_remove_tree("link", &err), "%s", err.text);
    assert_content("keep/inner/file", "x");
    ck_assert(file_remove_tree("absent", &err));
    leave_folder();
}
END_TEST

START_TEST(directories_are_made_once)
{
    enter_folder();
    struct error err = {0};
    ck_assert(file_make_directories("a/b/c", &err));
    ck_assert(file_make_directories("a/b/c/", &err));
    ck_assert(file_is_directory("a/b/c"));
    put("a/file", "x");
    ck_assert(!file_make_directories("a/file/d", &err));
    ck_assert_ptr_nonnull(strstr(err.text, "a/file"));
    leave_folder();
}
END_TEST

START_TEST(lists_are_sorted)
{
    enter_folder();
    put("b", "");
    put("a", "");
    put(".hidden", "");
    struct strvec names = {0};
    ck_assert(file_list(".", &names, NULL));
    char *joined = strvec_join(&names, " ");
    ck_assert_str_eq(joined, ".hidden a b");
    free(joined);
    strvec_release(&names);
    ck_assert(!file_list("absent", &names, NULL));
    leave_folder();
}
END_TEST

static void assert_join(const char *a, const char *b, const char *wanted)
{
    struct str path = {0};
    file_join(&path, a, b);
    ck_assert_str_eq(str_text(&path), wanted);
    str_release(&path);
}

START_TEST(joins_with_one_slash)
{
    assert_join("a", "b", "a/b");
    assert_join("a/", "b", "a/b");
    assert_join("a", "/b", "a/b");
    assert_join("/", "b", "/b");
    ck_assert_str_eq(file_base_name("a/b/c.json"), "c.json");
    ck_assert_str_eq(file_base_name("c.json"), "c.json");
}
END_TEST

START_TEST(a_lock_is_held_by_one)
{
    enter_folder();
    struct error err = {0};
    int first = -1, second = -1;
    ck_assert_msg(file_lock("lock", 0, &first, &err), "%s", err.text);
    ck_assert(!file_lock("lock", 20, &second, &err));
    ck_assert_int_eq(err.kind, ERROR_CONFLICT);
    ck_assert_int_eq(second, -1);
    file_unlock(first);
    ck_assert(file_lock("lock", 0, &second, &err));
    file_unlock(second);
    leave_folder();
}
END_TEST

int main(void)
{
    const TTest *tests[] = {writes_replace_whole_files,
                            a_written_file_has_the_rights_of_the_umask,
                            a_failed_write_leaves_nothing,
                            a_pipe_is_not_replaced,
                            temporary_folders_have_absolute_names,
                            write_new_keeps_what_is_there,
                            reads_append_and_have_a_limit,
                            devices_pipes_and_folders_are_not_read,
                            reads_files_without_a_size,
                            temporary_folders_are_private_and_distinct,
                            removal_does_not_follow_links,
                            directories_are_made_once,
                            lists_are_sorted,
                            joins_with_one_slash,
                            a_lock_is_held_by_one};
    return TAP_RUN("file", tests);
}
