/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "db/store.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/rng.h"
#include "base/strvec.h"
#include "tests/unit/sample_record.h"
#include "tests/unit/tap.h"
#include "tests/unit/temporary_folder.h"

/* Saves a sample that the seed tells from others; its place is added. */
static void save(const struct str *folder, const char *board, double seed,
                 struct str *place)
{
    struct record record = sample_record(board, 1.5);
    struct error err = {0};
    record.provenance.seed = seed;
    ck_assert_msg(store_save(str_text(folder), &record, place, &err), "%s",
                  err.text);
    record_release(&record);
}

static size_t count_places(const struct str *folder)
{
    struct strvec places = {0};
    struct error err = {0};
    ck_assert_msg(store_list(str_text(folder), &places, &err), "%s", err.text);
    size_t count = places.count;
    strvec_release(&places);
    return count;
}

static void check_load_fails(const struct str *folder, const char *place,
                             const char *reason)
{
    struct record record = {0};
    struct error err = {0};
    ck_assert(!store_load(str_text(folder), place, &record, &err));
    ck_assert_msg(strstr(err.text, reason) != NULL, "%s", err.text);
}

START_TEST(what_is_saved_is_listed_and_loaded)
{
    struct str folder = temporary_folder(), place = {0};
    struct record record = {0};
    struct error err = {0};
    struct strvec places = {0};
    save(&folder, "pine64", 1, NULL);
    save(&folder, "orangepi-zero", 2, &place);
    ck_assert(store_list(str_text(&folder), &places, &err));
    ck_assert_uint_eq(places.count, 2);
    ck_assert_str_eq(places.items[0], str_text(&place));
    ck_assert(str_starts(places.items[1], "pine64/"));
    ck_assert_msg(
        store_load(str_text(&folder), str_text(&place), &record, &err), "%s",
        err.text);
    ck_assert_str_eq(record.board.id, "orangepi-zero");
    record_release(&record);
    strvec_release(&places);
    str_release(&place);
    temporary_folder_remove(&folder);
}
END_TEST

START_TEST(a_folder_that_does_not_exist_is_empty)
{
    struct strvec places = {0};
    struct error err = {0};
    ck_assert(store_list("/nonexistent/db", &places, &err));
    ck_assert_uint_eq(places.count, 0);
    ck_assert(!store_list("/dev/null", &places, &err));
}
END_TEST

START_TEST(the_same_record_twice_is_one)
{
    struct str folder = temporary_folder();
    save(&folder, "pine64", 1, NULL);
    save(&folder, "pine64", 1, NULL);
    ck_assert_uint_eq(count_places(&folder), 1);
    temporary_folder_remove(&folder);
}
END_TEST

START_TEST(an_unfit_record_leaves_nothing)
{
    struct str folder = temporary_folder();
    struct record record = sample_record("pine64", 1.5);
    struct error err = {0};
    strvec_add(&record.winner.flags, "-fplugin=evil");
    ck_assert(!store_save(str_text(&folder), &record, NULL, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "plugin"));
    struct strvec names = {0};
    ck_assert(file_list(str_text(&folder), &names, &err));
    ck_assert_uint_eq(names.count, 0);
    record_release(&record);
    temporary_folder_remove(&folder);
}
END_TEST

START_TEST(edited_moved_and_linked_records_are_refused)
{
    struct str folder = temporary_folder(), place = {0}, path = {0}, to = {0};
    struct str text = {0};
    struct error err = {0};
    save(&folder, "pine64", 1, &place);
    const char *name = strchr(str_text(&place), '/') + 1;
    path_in(&folder, str_text(&place), &path);
    ck_assert(file_read(str_text(&path), 0, &text, &err));
    /* Moved to another board, whose id ends like the right one. */
    ck_assert(file_make_directories(path_in(&folder, "xpine64", &to), &err));
    struct str moved = {0};
    str_addf(&moved, "xpine64/%s", name);
    ck_assert(file_write(path_in(&folder, str_text(&moved), &to), text.text,
                         text.length, &err));
    check_load_fails(&folder, str_text(&moved), "name of its content");
    ck_assert_int_eq(unlink(str_text(&to)), 0);
    ck_assert_int_eq(symlink(str_text(&path), str_text(&to)), 0);
    check_load_fails(&folder, str_text(&moved), "symbolic link");
    ck_assert_uint_eq(count_places(&folder), 1);
    /* Edited. */
    memcpy(strstr(text.text, "passively"), "actively ", 9);
    ck_assert(file_write(str_text(&path), text.text, text.length, &err));
    check_load_fails(&folder, str_text(&place), "edited");
    struct record record = sample_record("pine64", 1.5);
    record.provenance.seed = 1;
    ck_assert(!store_save(str_text(&folder), &record, NULL, &err));
    ck_assert_int_eq(err.kind, ERROR_CONFLICT);
    record_release(&record);
    str_release(&place);
    str_release(&path);
    str_release(&to);
    str_release(&text);
    str_release(&moved);
    temporary_folder_remove(&folder);
}
END_TEST

START_TEST(places_stay_within_the_folder)
{
    static const char *const bad[] = {"",
                                      "x",
                                      "a/../b.json",
                                      "../x/b.json",
                                      "/etc/b.json",
                                      "a//b.json",
                                      "a/.b.json",
                                      "a/b.txt",
                                      "a/b/c.json",
                                      "A/b.json",
                                      "a/b c.json",
                                      ".git/b.json",
                                      "a/.json"};
    struct str folder = temporary_folder();
    ck_assert(store_is_place("orangepi-zero/arm-gcc-4.9.2-core-12ab.json"));
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
        ck_assert_msg(!store_is_place(bad[i]), "took '%s'", bad[i]);
        check_load_fails(&folder, bad[i], "no place of a record");
    }
    temporary_folder_remove(&folder);
}
END_TEST

START_TEST(foreign_files_are_left_alone)
{
    static const char *const names[] = {"README", "pine64/notes.txt",
                                        "pine64/.hidden.json", "Upper/x.json"};
    struct str folder = temporary_folder(), path = {0};
    struct error err = {0};
    ck_assert(file_make_directories(path_in(&folder, "pine64", &path), &err));
    ck_assert(file_make_directories(path_in(&folder, "Upper", &path), &err));
    for (size_t i = 0; i < 4; i++)
        ck_assert(file_write(path_in(&folder, names[i], &path), "{}", 2, &err));
    ck_assert_uint_eq(count_places(&folder), 0);
    save(&folder, "pine64", 1, NULL);
    for (size_t i = 0; i < 4; i++)
        ck_assert(file_exists(path_in(&folder, names[i], &path)));
    str_release(&path);
    temporary_folder_remove(&folder);
}
END_TEST

START_TEST(a_writer_waits_for_another)
{
    struct str folder = temporary_folder();
    struct error err = {0};
    int lock;
    ck_assert(store_lock(str_text(&folder), &lock, &err));
    pid_t child = fork();
    if (child == 0) {
        store_unlock(lock);
        save(&folder, "pine64", 1, NULL);
        _exit(0);
    }
    /* The child's copy of the descriptor shares the lock until it closes
     * it, which it does first. */
    clock_sleep_s(0.1);
    ck_assert_uint_eq(count_places(&folder), 0);
    store_unlock(lock);
    int status;
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    ck_assert_uint_eq(count_places(&folder), 1);
    temporary_folder_remove(&folder);
}
END_TEST

/* Saves until it is killed, and tells each place that was saved. */
static void save_forever(const struct str *folder, int tell, double seed)
{
    for (;; seed++) {
        struct str place = {0};
        save(folder, "pine64", seed, &place);
        str_add_char(&place, '\n');
        if (write(tell, str_text(&place), place.length) < 0)
            _exit(1);
        str_release(&place);
    }
}

/* Places told by one killed child are added. */
static void kill_one(const struct str *folder, struct rng *rng, double seed,
                     struct strvec *told)
{
    int ends[2];
    char buffer[65536];
    ck_assert_int_eq(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0)
        save_forever(folder, ends[1], seed);
    close(ends[1]);
    clock_sleep_s(rng_unit(rng) * 0.008);
    kill(child, SIGKILL);
    ck_assert_int_eq(waitpid(child, NULL, 0), child);
    ssize_t got = read(ends[0], buffer, sizeof(buffer) - 1);
    close(ends[0]);
    buffer[got > 0 ? got : 0] = '\0';
    strvec_split(told, buffer, "\n");
}

START_TEST(two_hundred_kills_leave_every_record_whole)
{
    enum { KILLS = 200 };
    struct str folder = temporary_folder();
    struct strvec told = {0}, places = {0}, names = {0};
    struct error err = {0};
    struct rng rng;
    rng_init(&rng, 1);
    for (int i = 0; i < KILLS; i++)
        kill_one(&folder, &rng, i * 1000.0 + 1, &told);
    ck_assert(store_list(str_text(&folder), &places, &err));
    for (size_t i = 0; i < told.count; i++)
        ck_assert_msg(strvec_contains(&places, told.items[i]), "lost %s",
                      told.items[i]);
    for (size_t i = 0; i < places.count; i++) {
        struct record record = {0};
        ck_assert_msg(
            store_load(str_text(&folder), places.items[i], &record, &err), "%s",
            err.text);
        record_release(&record);
    }
    /* The next save goes through and clears what the killed ones left. */
    save(&folder, "pine64", 0, NULL);
    struct str path = {0};
    ck_assert(file_list(path_in(&folder, "pine64", &path), &names, &err));
    ck_assert_uint_eq(names.count, places.count + 1);
    strvec_release(&told);
    strvec_release(&places);
    strvec_release(&names);
    str_release(&path);
    temporary_folder_remove(&folder);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {what_is_saved_is_listed_and_loaded,
                            a_folder_that_does_not_exist_is_empty,
                            the_same_record_twice_is_one,
                            an_unfit_record_leaves_nothing,
                            edited_moved_and_linked_records_are_refused,
                            places_stay_within_the_folder,
                            foreign_files_are_left_alone,
                            a_writer_waits_for_another,
                            two_hundred_kills_leave_every_record_whole};
    return TAP_RUN("store", tests);
}
