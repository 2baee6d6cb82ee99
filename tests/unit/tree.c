/* SPDX-License-Identifier: MIT
 *
 * Folders: what is listed, what a copy keeps, what a digest tells apart.
 */
#include <config.h>

#include "base/tree.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "tests/unit/tap.h"

static struct str root;

static const char *at(const char *path)
{
    static struct str full;
    str_reset(&full);
    file_join(&full, root.text, path);
    return full.text;
}

static void put(const char *path, const char *text)
{
    struct error err = {0};
    ck_assert_msg(file_write(at(path), text, strlen(text), &err), "%s",
                  err.text);
}

static void make(void)
{
    struct error err = {0};
    ck_assert(file_make_temporary("tree", &root, &err));
    ck_assert_int_eq(mkdir(at("s"), 0755), 0);
    ck_assert_int_eq(mkdir(at("s/sub"), 0500), 0);
    ck_assert_int_eq(mkdir(at("s/.git"), 0700), 0);
    put("s/a \"b'\n\xc3\xa4", "odd name");
    put("s/prog", "#!/bin/sh\n");
    put("s/fixed", "read only");
    put("s/.git/config", "x");
    ck_assert_int_eq(chmod(at("s/prog"), 0755), 0);
    ck_assert_int_eq(chmod(at("s/fixed"), 0444), 0);
    ck_assert_int_eq(symlink("/nowhere", at("s/link")), 0);
    ck_assert_int_eq(mkfifo(at("s/pipe"), 0600), 0);
    struct timespec times[2] = {{.tv_sec = 1000000000, .tv_nsec = 5},
                                {.tv_sec = 1000000000, .tv_nsec = 5}};
    ck_assert_int_eq(utimensat(AT_FDCWD, at("s/prog"), times, 0), 0);
}

static void unmake(void)
{
    struct error err = {0};
    ck_assert(file_remove_tree(root.text, &err));
}

static struct tree list(const char *path, const struct tree_limits *limits)
{
    struct tree tree = {0};
    struct error err = {0};
    ck_assert_msg(tree_list(at(path), limits, &tree, &err), "%s", err.text);
    return tree;
}

START_TEST(lists_files_folders_and_links)
{
    make();
    struct tree all = list("s", NULL);
    ck_assert_uint_eq(all.count, 7);
    ck_assert_str_eq(all.entries[0].path, ".git");
    ck_assert_str_eq(all.entries[1].path, ".git/config");
    ck_assert_ptr_nonnull(tree_find(&all, "sub"));
    ck_assert_ptr_nonnull(tree_find(&all, "a \"b'\n\xc3\xa4"));
    ck_assert_ptr_null(tree_find(&all, "pipe"));
    ck_assert_uint_eq(tree_find(&all, "prog")->size, 10);
    tree_release(&all);
    struct tree_limits limits = {.skip = ".git"};
    struct tree some = list("s", &limits);
    ck_assert_uint_eq(some.count, 5);
    tree_release(&some);
    unmake();
}
END_TEST

START_TEST(keeps_within_limits)
{
    make();
    struct tree tree = {0};
    struct error err = {0};
    struct tree_limits few = {.entries = 3}, small = {.bytes = 5};
    ck_assert(!tree_list(at("s"), &few, &tree, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "over 3 files"));
    ck_assert(!tree_list(at("s"), &small, &tree, &err));
    ck_assert(!tree_list(at("none"), NULL, &tree, &err));
    ck_assert_uint_eq(tree.count, 0);
    unmake();
}
END_TEST

START_TEST(copies_what_matters)
{
    make();
    struct tree tree = list("s", NULL);
    struct error err = {0};
    char *from = xstrdup(at("s")), *to = xstrdup(at("t"));
    ck_assert_msg(tree_copy(&tree, from, to, TREE_OWN, &err), "%s", err.text);
    struct stat info;
    ck_assert_int_eq(stat(at("t/prog"), &info), 0);
    ck_assert_int_eq(info.st_mode & 0777, 0755);
    ck_assert_int_eq(info.st_mtim.tv_sec, 1000000000);
    ck_assert_int_eq(info.st_mtim.tv_nsec, 5);
    ck_assert_int_eq(stat(at("t/fixed"), &info), 0);
    ck_assert_int_eq(info.st_mode & 0777, 0444);
    ck_assert_int_eq(lstat(at("t/link"), &info), 0);
    ck_assert(S_ISLNK(info.st_mode));
    ck_assert(!tree_copy(&tree, from, to, TREE_OWN, &err));

    struct tree again = list("t", NULL);
    struct digest one, two;
    ck_assert(tree_digest(&tree, from, &one, &err));
    ck_assert(tree_digest(&again, to, &two, &err));
    ck_assert_str_eq(one.hex, two.hex);
    free(from);
    free(to);
    tree_release(&tree);
    tree_release(&again);
    unmake();
}
END_TEST

START_TEST(a_copy_is_its_own)
{
    make();
    struct tree tree = list("s", NULL);
    struct error err = {0};
    char *from = xstrdup(at("s")), *to = xstrdup(at("t"));
    ck_assert(tree_copy(&tree, from, to, TREE_LINK, &err));
    int fd = open(at("t/prog"), O_WRONLY | O_TRUNC);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, "changed", 7), 7);
    close(fd);
    struct str text = {0};
    ck_assert(file_read(at("s/prog"), 0, &text, &err));
    ck_assert_str_eq(text.text, "#!/bin/sh\n");
    str_release(&text);
    free(from);
    free(to);
    tree_release(&tree);
    unmake();
}
END_TEST

static struct digest digest_now(void)
{
    struct tree tree = list("s", NULL);
    struct error err = {0};
    struct digest digest = {0};
    ck_assert(tree_digest(&tree, at("s"), &digest, &err));
    tree_release(&tree);
    return digest;
}

START_TEST(a_digest_tells_contents_apart)
{
    make();
    struct digest before = digest_now();
    ck_assert_int_eq(utimensat(AT_FDCWD, at("s/prog"), NULL, 0), 0);
    ck_assert_str_eq(digest_now().hex, before.hex);
    ck_assert_int_eq(chmod(at("s/prog"), 0644), 0);
    ck_assert_str_ne(digest_now().hex, before.hex);
    ck_assert_int_eq(chmod(at("s/prog"), 0755), 0);
    put("s/.git/config", "y");
    ck_assert_str_ne(digest_now().hex, before.hex);
    unmake();
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        lists_files_folders_and_links, keeps_within_limits,
        copies_what_matters,           a_copy_is_its_own,
        a_digest_tells_contents_apart,
    };
    return TAP_RUN("tree", tests);
}
