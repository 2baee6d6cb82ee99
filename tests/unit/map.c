/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "base/map.h"

#include <stdio.h>

#include "tests/unit/tap.h"

START_TEST(empty_map_finds_nothing)
{
    struct map map = {0};
    ck_assert_ptr_null(map_find(&map, "a"));
    ck_assert(!map_has(&map, ""));
    map_release(&map);
    map_release(NULL);
}
END_TEST

START_TEST(set_adds_then_replaces)
{
    struct map map = {0};
    int one = 1, two = 2;
    ck_assert(map_set(&map, "k", &one));
    ck_assert(!map_set(&map, "k", &two));
    ck_assert_ptr_eq(map_find(&map, "k"), &two);
    ck_assert_uint_eq(map.count, 1);
    map_release(&map);
    ck_assert_uint_eq(map.count, 0);
}
END_TEST

START_TEST(null_value_is_present)
{
    struct map map = {0};
    map_set(&map, "k", NULL);
    ck_assert(map_has(&map, "k"));
    ck_assert_ptr_null(map_find(&map, "k"));
    map_release(&map);
}
END_TEST

START_TEST(keys_are_copied)
{
    struct map map = {0};
    char key[] = "first";
    map_set(&map, key, key);
    key[0] = 'F';
    ck_assert(map_has(&map, "first"));
    ck_assert(!map_has(&map, "First"));
    map_release(&map);
}
END_TEST

START_TEST(many_keys_stay_in_order_of_insertion)
{
    enum { MANY = 5000 };
    static int values[MANY];
    struct map map = {0};
    char key[16];
    for (int i = 0; i < MANY; i++) {
        snprintf(key, sizeof(key), "key%d", i);
        ck_assert(map_set(&map, key, &values[i]));
    }
    ck_assert_uint_eq(map.count, MANY);
    for (int i = 0; i < MANY; i++) {
        snprintf(key, sizeof(key), "key%d", i);
        ck_assert_str_eq(map.entries[i].key, key);
        ck_assert_ptr_eq(map_find(&map, key), &values[i]);
    }
    ck_assert(!map_has(&map, "key5000"));
    map_release(&map);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {empty_map_finds_nothing, set_adds_then_replaces,
                            null_value_is_present, keys_are_copied,
                            many_keys_stay_in_order_of_insertion};
    return TAP_RUN("map", tests);
}
