/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "db/index.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/strvec.h"
#include "db/store.h"
#include "tests/unit/sample_record.h"
#include "tests/unit/tap.h"
#include "tests/unit/temporary_folder.h"

static void save(const struct str *folder, const char *board, double seed)
{
    struct record record = sample_record(board, 1.5);
    struct error err = {0};
    record.provenance.seed = seed;
    ck_assert_msg(store_save(str_text(folder), &record, NULL, &err), "%s",
                  err.text);
    record_release(&record);
}

static struct index *open_index(const struct str *folder,
                                const struct str *cache)
{
    struct index *index = NULL;
    struct error err = {0};
    ck_assert_msg(index_open(str_text(folder), cache ? str_text(cache) : NULL,
                             &index, &err),
                  "%s", err.text);
    return index;
}

/* Opens, checks how many records there are and how many had to be read. */
static void check_open(const struct str *folder, const struct str *cache,
                       size_t count, size_t reads)
{
    struct index *index = open_index(folder, cache);
    ck_assert_uint_eq(index_count(index), count);
    ck_assert_uint_eq(index_fresh_reads(index), reads);
    index_free(index);
}

/* Makes a folder look as if it had last changed long ago, since one that has
 * just changed is always looked at again. */
static void settle(const struct str *folder, const char *name, long seconds)
{
    struct str path = {0};
    struct timespec times[2] = {{.tv_sec = 1600000000 + seconds},
                                {.tv_sec = 1600000000 + seconds}};
    ck_assert_int_eq(
        utimensat(AT_FDCWD, path_in(folder, name, &path), times, 0), 0);
    str_release(&path);
}

START_TEST(an_entry_says_what_a_record_is_for)
{
    struct str folder = temporary_folder();
    save(&folder, "orangepi-zero", 1);
    struct index *index = open_index(&folder, NULL);
    ck_assert_uint_eq(index_count(index), 1);
    struct index_entry entry = index_get(index, 0);
    ck_assert_str_eq(entry.board, "orangepi-zero");
    ck_assert_str_eq(entry.fault, "");
    ck_assert_str_eq(entry.kinds, "0x41/0xc07");
    ck_assert_str_eq(entry.cores, "cortex-a7");
    ck_assert_str_eq(entry.family, "gcc");
    ck_assert_str_eq(entry.version, "12.2.0");
    ck_assert_str_eq(entry.target, "arm-linux-gnueabihf");
    ck_assert_str_eq(entry.workload, "core");
    ck_assert_str_eq(entry.needs, "neon");
    ck_assert_str_eq(entry.verdict, "proven");
    ck_assert_double_eq_tol(entry.gain, 1.5, 0.01);
    ck_assert(!entry.published && !entry.emulated);
    index_free(index);
    temporary_folder_remove(&folder);
}
END_TEST

START_TEST(nothing_is_an_empty_index)
{
    struct str cache = temporary_folder(), none = {0};
    str_add(&none, "/nonexistent/db");
    check_open(&none, &cache, 0, 0);
    check_open(&none, NULL, 0, 0);
    str_release(&none);
    temporary_folder_remove(&cache);
}
END_TEST

START_TEST(only_what_is_new_is_read)
{
    struct str folder = temporary_folder(), cache = temporary_folder();
    save(&folder, "orangepi-zero", 1);
    save(&folder, "orangepi-zero", 2);
    save(&folder, "pine64", 3);
    check_open(&folder, &cache, 3, 3);
    check_open(&folder, &cache, 3, 0);
    save(&folder, "pine64", 4);
    check_open(&folder, &cache, 4, 1);
    save(&folder, "wandboard", 5);
    check_open(&folder, &cache, 5, 1);
    check_open(&folder, NULL, 5, 5);
    temporary_folder_remove(&folder);
    temporary_folder_remove(&cache);
}
END_TEST

START_TEST(settled_folders_are_not_even_listed)
{
    struct str folder = temporary_folder(), cache = temporary_folder();
    save(&folder, "pine64", 1);
    settle(&folder, "pine64", 0);
    settle(&folder, "", 0);
    check_open(&folder, &cache, 1, 1);
    /* A record that slips in without a change of the folder's time stamp is
     * not seen: proof that the folder is not read again... */
    save(&folder, "pine64", 2);
    settle(&folder, "pine64", 0);
    check_open(&folder, &cache, 1, 0);
    /* ...until the stamp says so. */
    settle(&folder, "pine64", 1);
    check_open(&folder, &cache, 2, 1);
    temporary_folder_remove(&folder);
    temporary_folder_remove(&cache);
}
END_TEST

START_TEST(removed_records_and_boards_go)
{
    struct str folder = temporary_folder(), cache = temporary_folder();
    struct str path = {0};
    struct strvec places = {0};
    struct error err = {0};
    save(&folder, "pine64", 1);
    save(&folder, "pine64", 2);
    save(&folder, "wandboard", 3);
    check_open(&folder, &cache, 3, 3);
    ck_assert(store_list(str_text(&folder), &places, &err));
    unlink(path_in(&folder, places.items[0], &path));
    check_open(&folder, &cache, 2, 0);
    ck_assert(file_remove_tree(path_in(&folder, "wandboard", &path), &err));
    check_open(&folder, &cache, 1, 0);
    strvec_release(&places);
    str_release(&path);
    temporary_folder_remove(&folder);
    temporary_folder_remove(&cache);
}
END_TEST

START_TEST(a_bad_record_is_an_entry_with_its_fault)
{
    struct str folder = temporary_folder(), path = {0};
    struct error err = {0};
    save(&folder, "pine64", 1);
    path_in(&folder, "pine64/evil.json", &path);
    ck_assert(file_write(str_text(&path), "{}", 2, &err));
    struct index *index = open_index(&folder, NULL);
    ck_assert_uint_eq(index_count(index), 2);
    ck_assert_str_eq(index_get(index, 1).name, "evil.json");
    ck_assert_ptr_nonnull(strstr(index_get(index, 1).fault, "schema"));
    index_free(index);
    str_release(&path);
    temporary_folder_remove(&folder);
}
END_TEST

/* Without a sync, for thousands of writes. */
static void write_quickly(const struct str *path, const char *bytes,
                          size_t length)
{
    FILE *file = fopen(str_text(path), "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
    ck_assert_int_eq(fclose(file), 0);
}

/* The only file in the cache. */
static void cache_file(const struct str *cache, struct str *path)
{
    struct strvec names = {0};
    struct error err = {0};
    ck_assert(file_list(str_text(cache), &names, &err));
    ck_assert_uint_eq(names.count, 1);
    path_in(cache, names.items[0], path);
    strvec_release(&names);
}

START_TEST(a_damaged_index_is_built_anew)
{
    struct str folder = temporary_folder(), cache = temporary_folder();
    struct str path = {0}, bytes = {0};
    struct error err = {0};
    save(&folder, "pine64", 1);
    settle(&folder, "pine64", 0);
    settle(&folder, "", 0);
    check_open(&folder, &cache, 1, 1);
    cache_file(&cache, &path);
    ck_assert(file_read(str_text(&path), 0, &bytes, &err));
    for (size_t length = 0; length < bytes.length; length += 29) {
        write_quickly(&path, bytes.text, length);
        check_open(&folder, &cache, 1, 1);
    }
    str_release(&path);
    str_release(&bytes);
    temporary_folder_remove(&folder);
    temporary_folder_remove(&cache);
}
END_TEST

/* Whatever stands in the file, nothing outside of it is read: run under the
 * sanitizers this is the proof. */
START_TEST(any_changed_byte_does_no_harm)
{
    struct str folder = temporary_folder(), cache = temporary_folder();
    struct str path = {0}, bytes = {0};
    struct error err = {0};
    save(&folder, "pine64", 1);
    settle(&folder, "pine64", 0);
    settle(&folder, "", 0);
    check_open(&folder, &cache, 1, 1);
    cache_file(&cache, &path);
    ck_assert(file_read(str_text(&path), 0, &bytes, &err));
    for (size_t i = 0; i < bytes.length; i++) {
        char kept = bytes.text[i];
        bytes.text[i] = (char)(kept ^ 0xff);
        write_quickly(&path, bytes.text, bytes.length);
        struct index *index = open_index(&folder, &cache);
        for (size_t j = 0; j < index_count(index); j++) {
            struct index_entry entry = index_get(index, j);
            ck_assert_uint_le(strlen(entry.name) + strlen(entry.kinds),
                              bytes.length * 2);
        }
        index_free(index);
        bytes.text[i] = kept;
    }
    str_release(&path);
    str_release(&bytes);
    temporary_folder_remove(&folder);
    temporary_folder_remove(&cache);
}
END_TEST

START_TEST(a_cache_that_cannot_be_written_only_costs_time)
{
    struct str folder = temporary_folder(), cache = {0};
    str_add(&cache, "/nonexistent/cache");
    save(&folder, "pine64", 1);
    check_open(&folder, &cache, 1, 1);
    check_open(&folder, &cache, 1, 1);
    str_release(&cache);
    temporary_folder_remove(&folder);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {an_entry_says_what_a_record_is_for,
                            nothing_is_an_empty_index,
                            only_what_is_new_is_read,
                            settled_folders_are_not_even_listed,
                            removed_records_and_boards_go,
                            a_bad_record_is_an_entry_with_its_fault,
                            a_damaged_index_is_built_anew,
                            any_changed_byte_does_no_harm,
                            a_cache_that_cannot_be_written_only_costs_time};
    return TAP_RUN("index", tests);
}
