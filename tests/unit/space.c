/* SPDX-License-Identifier: MIT
 *
 * Spaces, candidates and nogoods.
 */
#include <config.h>

#include "search/space.h"

#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/str.h"
#include "search/candidate.h"
#include "search/lanes.h"
#include "search/nogood.h"
#include "search/space_json.h"
#include "tests/unit/fake_workload.h"
#include "tests/unit/tap.h"

static size_t place(const struct space *space, const char *name)
{
    size_t found = space_find(space, name);
    ck_assert_uint_gt(found, 0);
    return found - 1;
}

/* A candidate of a key, as its canonical key again. */
static char *canonical(const struct space *space, const char *key)
{
    struct candidate candidate;
    struct str out = {0};
    ck_assert(candidate_parse_key(&candidate, space, key));
    candidate_key(&candidate, space, &out);
    candidate_release(&candidate);
    return str_detach(&out);
}

static void check_key(const struct space *space, const char *key,
                      const char *wanted)
{
    char *got = canonical(space, key);
    ck_assert_str_eq(got, wanted);
    free(got);
}

START_TEST(keys_stand_in_one_order_and_parse_back)
{
    struct space space = {0};
    fake_space(&space);
    check_key(&space, "cipher:lanes -funroll -O3 -mwide",
              "-O3 -mwide -funroll cipher:lanes");
    check_key(&space, "", "-O2");
    check_key(&space, "cipher:one", "-O2");
    check_key(&space, "-fno-schedule -fschedule", "-O2 -fschedule");
    space_release(&space);
}
END_TEST

START_TEST(unknown_words_are_named_and_left_out)
{
    struct space space = {0};
    struct strvec words = {0}, unknown = {0};
    struct candidate candidate;
    fake_space(&space);
    strvec_add_list(&words, "-O3", "-fnever", "cipher:none", "-funroll", NULL);
    ck_assert(!candidate_parse(&candidate, &space, &words, &unknown));
    ck_assert_uint_eq(unknown.count, 2);
    ck_assert_str_eq(unknown.items[0], "-fnever");
    ck_assert_uint_eq(candidate_length(&candidate, &space), 2);
    candidate_release(&candidate);
    strvec_release(&words);
    strvec_release(&unknown);
    space_release(&space);
}
END_TEST

static void add_machine(struct space *space, const char *line)
{
    struct strvec flags = {0};
    strvec_split(&flags, line, " ");
    space_add_value(space, space_find(space, "machine") - 1, &flags);
    strvec_release(&flags);
}

/* The line of the Pi 2's record, and of half the forums: the machine's flags
 * stand apart and in another order. */
START_TEST(flags_of_one_value_may_stand_apart)
{
    struct space space = {0};
    struct strvec unknown = {0}, words = {0};
    struct candidate candidate;
    struct str key = {0};
    fake_space(&space);
    add_machine(&space, "-mcpu=cortex-a7");
    add_machine(&space, "-mcpu=cortex-a7 -mfpu=neon-vfpv4");
    add_machine(&space, "-march=armv7ve -mfpu=neon-vfpv4");
    strvec_add_list(&words, "-mfpu=neon-vfpv4", "-funroll", "-mfloat-abi=hard",
                    "-mcpu=cortex-a7", "-O3", "cipher:lanes", NULL);
    ck_assert(!candidate_parse(&candidate, &space, &words, &unknown));
    candidate_key(&candidate, &space, &key);
    ck_assert_str_eq(str_text(&key), "-O3 -mcpu=cortex-a7 "
                                     "-mfpu=neon-vfpv4 -funroll cipher:lanes");
    ck_assert_uint_eq(unknown.count, 1);
    ck_assert_str_eq(unknown.items[0], "-mfloat-abi=hard");
    candidate_release(&candidate);
    str_release(&key);
    /* The last one wins here, too. */
    check_key(&space,
              "-mfpu=neon-vfpv4 -mcpu=cortex-a7 -march=armv7ve "
              "-mfpu=neon-vfpv4 -O3 -O2",
              "-O2 -march=armv7ve -mfpu=neon-vfpv4");
    strvec_release(&words);
    strvec_release(&unknown);
    space_release(&space);
}
END_TEST

START_TEST(what_a_level_implies_is_nothing_to_say)
{
    struct space space = {0};
    fake_space(&space);
    space_set_implied(&space, 1, "-fpeel");
    check_key(&space, "-O3 -fpeel", "-O3");
    check_key(&space, "-O2 -fpeel", "-O2 -fpeel");
    space_release(&space);
}
END_TEST

START_TEST(a_value_without_what_it_needs_falls)
{
    struct space space = {0};
    fake_space(&space);
    ck_assert(space_set_condition(&space, place(&space, "-fpeel"), "-funroll"));
    ck_assert(space_set_condition(&space, place(&space, "-ftrace"), "-fpeel"));
    check_key(&space, "-fpeel -ftrace", "-O2");
    check_key(&space, "-fpeel -ftrace -funroll", "-O2 -fpeel -ftrace -funroll");
    /* Implied by the level is as good as said. */
    space_set_implied(&space, 1, "-funroll");
    check_key(&space, "-O3 -fpeel", "-O3 -fpeel");
    space_release(&space);
}
END_TEST

START_TEST(a_space_survives_json)
{
    struct space space = {0}, copy = {0};
    struct error err = {0};
    fake_space(&space);
    space_set_implied(&space, 1, "-fpeel");
    ck_assert(space_set_condition(&space, place(&space, "-ftrace"), "-fpeel"));
    json_t *value = space_to_json(&space);
    ck_assert(space_from_json(&copy, value, &err));
    ck_assert_str_eq(space_digest(&space).hex, space_digest(&copy).hex);
    json_object_del(value, "base");
    ck_assert(!space_from_json(&copy, value, &err));
    json_decref(value);
    space_release(&space);
    space_release(&copy);
}
END_TEST

/* Refused when both -ftrace and -fpeel are there. */
static bool is_pair(const struct candidate *candidate, void *data)
{
    const struct space *space = data;
    return candidate->values[space_find(space, "-ftrace") - 1] &&
           candidate->values[space_find(space, "-fpeel") - 1];
}

START_TEST(the_smallest_core_is_found)
{
    struct space space = {0};
    struct candidate core;
    struct str key = {0};
    fake_space(&space);
    ck_assert(candidate_parse_key(
        &core, &space,
        "-O3 -mwide -funroll -fpeel -fschedule -ftrace -finline -fidle-a"));
    struct nogood_search search = {.space = &space,
                                   .tests_max = 50,
                                   .is_refused = is_pair,
                                   .data = &space};
    nogood_reduce(&search, &core);
    candidate_key(&core, &space, &key);
    ck_assert_str_eq(str_text(&key), "-O2 -fpeel -ftrace");
    ck_assert_uint_le(search.tests, 20);
    str_release(&key);
    candidate_release(&core);
    space_release(&space);
}
END_TEST

START_TEST(a_quoted_flag_is_found_in_one_test)
{
    struct space space = {0};
    struct candidate core;
    fake_space(&space);
    ck_assert(candidate_parse_key(&core, &space,
                                  "-O3 -ftrace -fpeel -funroll -fidle-a"));
    struct nogood_search search = {
        .space = &space,
        .message = "warning: '-ftrace' and '-fpeel' do not mix",
        .tests_max = 50,
        .is_refused = is_pair,
        .data = &space};
    nogood_reduce(&search, &core);
    ck_assert_uint_eq(candidate_length(&core, &space), 3); /* with -O2 */
    ck_assert_uint_le(search.tests, 3);
    candidate_release(&core);
    space_release(&space);
}
END_TEST

static void add_nogood(struct nogood_set *set, const struct space *space,
                       const char *key, bool added)
{
    struct candidate core;
    ck_assert(candidate_parse_key(&core, space, key));
    ck_assert(nogood_add(set, &core, REFUSAL_CONFLICT, "no") == added);
    candidate_release(&core);
}

static bool holds(struct nogood_set *set, const struct space *space,
                  const char *key)
{
    struct candidate candidate;
    ck_assert(candidate_parse_key(&candidate, space, key));
    bool found = nogood_find(set, &candidate);
    candidate_release(&candidate);
    return found;
}

START_TEST(supersets_of_a_nogood_are_refused)
{
    struct space space = {0};
    struct nogood_set set = {0};
    fake_space(&space);
    add_nogood(&set, &space, "-fpeel -ftrace", true);
    ck_assert(holds(&set, &space, "-O3 -fpeel -ftrace -mwide"));
    ck_assert(!holds(&set, &space, "-O3 -fpeel -mwide"));
    /* What is covered already is not learnt twice; a smaller one replaces. */
    add_nogood(&set, &space, "-fpeel -ftrace -mwide", false);
    add_nogood(&set, &space, "-fpeel", true);
    ck_assert_uint_eq(set.count, 1);
    ck_assert(holds(&set, &space, "-fpeel"));
    ck_assert_uint_eq(set.items[0]->hits, 1);
    nogood_set_release(&set);
    space_release(&space);
}
END_TEST

START_TEST(a_huge_space_costs_its_dimensions_only)
{
    struct space space = {0};
    for (int i = 0; i < 400; i++) {
        char *name = xasprintf("-fdimension-%d", i);
        struct dimension *dimension = space_add(&space, DIMENSION_FLAG, name);
        dimension_add_value(dimension, "", NULL);
        dimension_add_flag(dimension, name);
        free(name);
    }
    space_finish(&space);
    ck_assert(space_log_size(&space) > 270);
    space_release(&space);
}
END_TEST

static void add_choice(struct space *space, const char *name,
                       const char *const *labels, size_t count)
{
    struct dimension *dimension =
        space_add(space, DIMENSION_IMPLEMENTATION, name);
    for (size_t i = 0; i < count; i++)
        dimension_add_value(dimension, labels[i], NULL);
}

START_TEST(implementations_that_fill_a_vector_are_chosen)
{
    static const char *const salsa20[] = {"", "salsa20:lanes8",
                                          "salsa20:lanes16", "salsa20:vector8",
                                          "salsa20:vector16"};
    static const char *const poly1305[] = {
        "", "poly1305:limbs44", "poly1305:lanes16", "poly1305:vector8"};
    static const char *const hash[] = {"", "switch:narrow", "switch:lanes16"};
    struct space space = {0};
    struct candidate candidate;
    add_choice(&space, "salsa20", salsa20, 5);
    add_choice(&space, "poly1305", poly1305, 4);
    add_choice(&space, "switch", hash, 3);
    space_finish(&space);
    candidate_init(&candidate, &space);
    ck_assert(lanes_choose(&space, 16, &candidate));
    struct str key = {0};
    candidate_key(&candidate, &space, &key);
    ck_assert_ptr_nonnull(strstr(str_text(&key), "salsa20:vector16"));
    ck_assert_ptr_nonnull(strstr(str_text(&key), "poly1305:vector8"));
    ck_assert_ptr_nonnull(strstr(str_text(&key), "switch:lanes16"));
    candidate_release(&candidate);
    candidate_init(&candidate, &space);
    ck_assert(lanes_choose(&space, 8, &candidate));
    str_reset(&key);
    candidate_key(&candidate, &space, &key);
    ck_assert_ptr_nonnull(strstr(str_text(&key), "salsa20:vector8"));
    ck_assert_ptr_null(strstr(str_text(&key), "switch:"));
    candidate_release(&candidate);
    candidate_init(&candidate, &space);
    ck_assert(!lanes_choose(&space, 0, &candidate));
    candidate_release(&candidate);
    str_release(&key);
    space_release(&space);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        keys_stand_in_one_order_and_parse_back,
        unknown_words_are_named_and_left_out,
        flags_of_one_value_may_stand_apart,
        what_a_level_implies_is_nothing_to_say,
        a_value_without_what_it_needs_falls,
        a_space_survives_json,
        the_smallest_core_is_found,
        a_quoted_flag_is_found_in_one_test,
        supersets_of_a_nogood_are_refused,
        a_huge_space_costs_its_dimensions_only,
        implementations_that_fill_a_vector_are_chosen,
    };
    return TAP_RUN("space", tests);
}
