/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "base/temporary.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "tests/unit/tap.h"
#include "tests/unit/temporary_folder.h"

static struct str parent;

static void enter(void)
{
    parent = temporary_folder();
    ck_assert_int_eq(chdir(str_text(&parent)), 0);
    ck_assert_int_eq(setenv("TMPDIR", str_text(&parent), 1), 0);
}

static void leave(void)
{
    ck_assert_int_eq(chdir("/"), 0);
    ck_assert_int_eq(unsetenv("TMPDIR"), 0);
    temporary_folder_remove(&parent);
}

static struct str make(const char *purpose)
{
    struct str path = {0};
    struct error err = {0};
    ck_assert_msg(temporary_make(purpose, &path, &err), "%s", err.text);
    return path;
}

/* A folder with a file in it, as a killed run leaves it. */
static void leave_stale(const char *name, mode_t mode)
{
    struct str file = {0};
    ck_assert_int_eq(mkdir(name, 0700), 0);
    str_addf(&file, "%s/content", name);
    ck_assert(file_write(str_text(&file), "x", 1, NULL));
    ck_assert_int_eq(chmod(name, mode), 0);
    str_release(&file);
}

START_TEST(a_folder_is_private_and_has_no_predictable_name)
{
    enter();
    struct str a = make("unit"), b = make("unit");
    struct stat info;
    ck_assert_str_ne(str_text(&a), str_text(&b));
    ck_assert_int_eq(stat(str_text(&a), &info), 0);
    ck_assert_uint_eq(info.st_mode & 07777, 0700);
    ck_assert_uint_eq(info.st_uid, geteuid());
    temporary_remove(str_text(&a));
    ck_assert(!file_exists(str_text(&a)));
    ck_assert(file_exists(str_text(&b)));
    temporary_remove(str_text(&b));
    temporary_remove(NULL);
    str_release(&a);
    str_release(&b);
    leave();
}
END_TEST

START_TEST(what_killed_runs_left_is_removed)
{
    enter();
    leave_stale("tuner-private-core-abcdef", 0700);
    leave_stale("tuner-private-build-ABC123", 0700);
    ck_assert_int_eq(symlink("/", "tuner-private-core-abcdef/root"), 0);
    temporary_sweep();
    ck_assert(!file_exists("tuner-private-core-abcdef"));
    ck_assert(!file_exists("tuner-private-build-ABC123"));
    leave();
}
END_TEST

START_TEST(what_is_in_use_stays)
{
    enter();
    struct str own = make("unit");
    leave_stale("tuner-private-core-abcdef", 0700);
    int fd = open("tuner-private-core-abcdef", O_RDONLY | O_DIRECTORY);
    ck_assert_int_eq(flock(fd, LOCK_EX), 0);
    temporary_sweep();
    ck_assert(file_exists(str_text(&own)));
    ck_assert(file_exists("tuner-private-core-abcdef/content"));
    close(fd);
    temporary_sweep();
    ck_assert(!file_exists("tuner-private-core-abcdef"));
    temporary_remove(str_text(&own));
    str_release(&own);
    leave();
}
END_TEST

START_TEST(what_may_be_somebody_elses_stays)
{
    enter();
    leave_stale("elsewhere", 0700);
    leave_stale("tuner-private-open-abcdef", 0755);
    leave_stale("tuner-private-longer-abcdefg", 0700);
    leave_stale("tuner-private-abcdef", 0700);
    leave_stale("other-private-core-abcdef", 0700);
    ck_assert(file_write("tuner-private-file-abcdef", "x", 1, NULL));
    ck_assert_int_eq(symlink("elsewhere", "tuner-private-link-abcdef"), 0);
    if (geteuid() == 0) {
        leave_stale("tuner-private-owner-abcdef", 0700);
        ck_assert_int_eq(chown("tuner-private-owner-abcdef", 1, 1), 0);
    }
    temporary_sweep();
    ck_assert(file_exists("elsewhere/content"));
    ck_assert(file_exists("tuner-private-open-abcdef/content"));
    ck_assert(file_exists("tuner-private-longer-abcdefg/content"));
    ck_assert(file_exists("tuner-private-abcdef/content"));
    ck_assert(file_exists("other-private-core-abcdef/content"));
    ck_assert(file_exists("tuner-private-file-abcdef"));
    ck_assert(file_exists("tuner-private-link-abcdef/content"));
    if (geteuid() == 0)
        ck_assert(file_exists("tuner-private-owner-abcdef/content"));
    leave();
}
END_TEST

START_TEST(a_folder_that_cannot_be_made_is_an_error)
{
    struct str path = {0};
    struct error err = {0};
    setenv("TMPDIR", "/no/such/folder", 1);
    ck_assert(!temporary_make("unit", &path, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "/no/such/folder"));
    ck_assert_uint_eq(path.length, 0);
    unsetenv("TMPDIR");
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        a_folder_is_private_and_has_no_predictable_name,
        what_killed_runs_left_is_removed,
        what_is_in_use_stays,
        what_may_be_somebody_elses_stays,
        a_folder_that_cannot_be_made_is_an_error,
    };
    return TAP_RUN("temporary", tests);
}
