/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "db/verify.h"

#include <string.h>

#include "db/store.h"
#include "tests/unit/sample_record.h"
#include "tests/unit/tap.h"
#include "tests/unit/temporary_folder.h"

static void save(const struct str *folder, const struct record *record)
{
    struct error err = {0};
    ck_assert_msg(store_save(str_text(folder), record, NULL, &err), "%s",
                  err.text);
}

START_TEST(good_records_verify)
{
    struct str folder = temporary_folder();
    struct verify_result result;
    struct error err = {0};
    for (int i = 0; i < 20; i++) {
        struct record record = sample_record("pine64", 1.5);
        record.provenance.seed = i;
        save(&folder, &record);
        record_release(&record);
    }
    ck_assert_msg(verify_database(str_text(&folder), &result, &err), "%s",
                  err.text);
    ck_assert_uint_eq(result.records, 20);
    ck_assert_uint_eq(result.fault_count, 0);
    verify_result_release(&result);
    temporary_folder_remove(&folder);
}
END_TEST

START_TEST(a_gain_that_does_not_follow_is_a_fault)
{
    struct str folder = temporary_folder();
    struct verify_result result;
    struct error err = {0};
    struct record record = sample_record("pine64", 1.5);
    save(&folder, &record);
    record.winner.gain = 1.6;
    record.winner.high = 1.7;
    save(&folder, &record);
    ck_assert(verify_database(str_text(&folder), &result, &err));
    ck_assert_uint_eq(result.records, 2);
    ck_assert_uint_eq(result.fault_count, 1);
    ck_assert(str_starts(result.faults[0].reason, result.faults[0].place));
    ck_assert_ptr_nonnull(
        strstr(result.faults[0].reason, "gain is 1.6, but its samples give"));
    verify_result_release(&result);
    record_release(&record);
    temporary_folder_remove(&folder);
}
END_TEST

START_TEST(a_record_says_what_it_holds_for)
{
    struct error err = {0};
    struct record record = sample_record("pine64", 1.5);
    record_set(&record.workload.source, NULL);
    ck_assert(!verify_record(&record, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "workload: source"));
    record.published = true;
    ck_assert_msg(verify_record(&record, &err), "%s", err.text);
    record_release(&record);
}
END_TEST

START_TEST(faults_are_in_order_of_place)
{
    static const char *const boards[] = {"wandboard", "pine64", "cubieboard2"};
    struct str folder = temporary_folder(), path = {0};
    struct verify_result result;
    struct error err = {0};
    for (size_t i = 0; i < 3; i++) {
        ck_assert(
            file_make_directories(path_in(&folder, boards[i], &path), &err));
        str_add(&path, "/x.json");
        ck_assert(file_write(str_text(&path), "{}", 2, &err));
    }
    ck_assert(verify_database(str_text(&folder), &result, &err));
    ck_assert_uint_eq(result.fault_count, 3);
    ck_assert_str_eq(result.faults[0].place, "cubieboard2/x.json");
    ck_assert_str_eq(result.faults[2].place, "wandboard/x.json");
    verify_result_release(&result);
    str_release(&path);
    temporary_folder_remove(&folder);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        good_records_verify, a_gain_that_does_not_follow_is_a_fault,
        a_record_says_what_it_holds_for, faults_are_in_order_of_place};
    return TAP_RUN("verify", tests);
}
