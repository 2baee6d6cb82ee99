/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "db/lookup.h"

#include <string.h>

#include "base/memory.h"
#include "db/index.h"
#include "db/signature.h"
#include "db/store.h"
#include "tests/unit/sample_record.h"
#include "tests/unit/tap.h"
#include "tests/unit/temporary_folder.h"

/* One database and the machine of the sample record that asks it. */
struct world {
    struct str folder;
    struct index *index;
    struct signature machine;
    struct lookup_matches matches;
};

static struct world world_new(void)
{
    struct world world = {.folder = temporary_folder()};
    struct record record = sample_record("orangepi-zero", 1.5);
    signature_of_record(&record, &world.machine);
    record_release(&record);
    return world;
}

static void world_release(struct world *self)
{
    lookup_matches_release(&self->matches);
    index_free(self->index);
    signature_release(&self->machine);
    temporary_folder_remove(&self->folder);
}

/* Takes the record. */
static void keep(struct world *self, struct record *record)
{
    struct error err = {0};
    ck_assert_msg(store_save(str_text(&self->folder), record, NULL, &err), "%s",
                  err.text);
    record_release(record);
}

static void ask(struct world *self)
{
    struct error err = {0};
    lookup_matches_release(&self->matches);
    index_free(self->index);
    ck_assert_msg(index_open(str_text(&self->folder), NULL, &self->index, &err),
                  "%s", err.text);
    const struct index *indexes[] = {self->index};
    lookup_find(indexes, 1, &self->machine, &self->matches);
}

/* The level of the answer after asking. */
static enum lookup_level answer(struct world *self)
{
    ask(self);
    const struct lookup_match *match = lookup_answer(&self->matches);
    return match ? match->level : LOOKUP_NONE;
}

static double answer_gain(const struct world *self)
{
    const struct lookup_match *match = lookup_answer(&self->matches);
    ck_assert_ptr_nonnull(match);
    return index_get(match->index, match->number).gain;
}

static void set_kind(struct record *record, const char *core, const char *part)
{
    record_set(&record->cpu.kinds[0].core, core);
    record_set(&record->cpu.kinds[0].part, part);
}

START_TEST(an_empty_database_has_no_answer)
{
    struct world world = world_new();
    ck_assert_int_eq(answer(&world), LOOKUP_NONE);
    ck_assert_int_eq(world.matches.lacking.level, LOOKUP_NONE);
    world_release(&world);
}
END_TEST

START_TEST(levels_follow_from_what_is_equal)
{
    struct world world = world_new();
    struct record record = sample_record("orangepi-zero", 1.5);
    record_set(&record.compiler.family, "clang");
    keep(&world, &record);
    ck_assert_int_eq(answer(&world), LOOKUP_NONE);
    ck_assert_int_eq(world.matches.items[0].level, LOOKUP_SEED);
    record = sample_record("orangepi-zero", 1.5);
    record_set(&record.compiler.version, "13.1.0");
    keep(&world, &record);
    ck_assert_int_eq(answer(&world), LOOKUP_SAME_CORE);
    record = sample_record("orangepi-zero", 1.5);
    record_set(&record.compiler.version, "12.3.1");
    keep(&world, &record);
    ck_assert_int_eq(answer(&world), LOOKUP_SAME_KINDS);
    record = sample_record("orangepi-zero", 1.5);
    keep(&world, &record);
    ck_assert_int_eq(answer(&world), LOOKUP_EXACT);
    ck_assert_uint_eq(world.matches.count, 4);
    world_release(&world);
}
END_TEST

START_TEST(another_board_with_these_cpus_is_exact_too_but_second)
{
    struct world world = world_new();
    struct record record = sample_record("cubieboard2", 1.9);
    keep(&world, &record);
    ck_assert_int_eq(answer(&world), LOOKUP_EXACT);
    record = sample_record("orangepi-zero", 1.2);
    keep(&world, &record);
    ask(&world);
    ck_assert_double_eq_tol(answer_gain(&world), 1.2, 0.01);
    world_release(&world);
}
END_TEST

START_TEST(another_workload_is_near_not_exact)
{
    struct world world = world_new();
    struct record record = sample_record("orangepi-zero", 1.9);
    record_set(&record.workload.name, "zstd");
    keep(&world, &record);
    ck_assert_int_eq(answer(&world), LOOKUP_SAME_KINDS);
    ck_assert(!world.matches.items[0].same_workload);
    record = sample_record("orangepi-zero", 1.9);
    record_set(&record.workload.source,
               "ffffffffffffffffffffffffffffffffffffffff");
    keep(&world, &record);
    ck_assert_int_eq(answer(&world), LOOKUP_SAME_KINDS);
    record = sample_record("orangepi-zero", 1.1);
    record_set(&record.compiler.version, "12.1.0");
    keep(&world, &record);
    ask(&world);
    ck_assert(world.matches.items[0].same_workload);
    ck_assert_double_eq_tol(answer_gain(&world), 1.1, 0.01);
    /* Who does not say which sources takes any. */
    record_set(&world.machine.source, NULL);
    ck_assert_int_eq(answer(&world), LOOKUP_EXACT);
    world_release(&world);
}
END_TEST

START_TEST(a_missing_cpu_feature_rules_out_and_is_named)
{
    struct world world = world_new();
    struct record record = sample_record("orangepi-zero", 1.9);
    strvec_add(&record.needs, "avx512f");
    keep(&world, &record);
    ck_assert_int_eq(answer(&world), LOOKUP_NONE);
    ck_assert_int_eq(world.matches.lacking.level, LOOKUP_EXACT);
    ck_assert_uint_eq(world.matches.missing.count, 1);
    ck_assert_str_eq(world.matches.missing.items[0], "avx512f");
    record = sample_record("orangepi-zero", 1.2);
    keep(&world, &record);
    ck_assert_int_eq(answer(&world), LOOKUP_EXACT);
    ck_assert_double_eq_tol(answer_gain(&world), 1.2, 0.01);
    world_release(&world);
}
END_TEST

START_TEST(a_crowd_that_lacks_features_does_not_hide_the_answer)
{
    struct world world = world_new();
    struct record record;
    for (int i = 0; i < 3 * LOOKUP_MATCHES_MAX; i++) {
        record = sample_record("orangepi-zero", 1.9);
        strvec_add(&record.needs, "sve");
        record.provenance.seed = i;
        keep(&world, &record);
    }
    record = sample_record("orangepi-zero", 1.2);
    record_set(&record.compiler.version, "9.4.0");
    keep(&world, &record);
    ck_assert_int_eq(answer(&world), LOOKUP_SAME_CORE);
    world_release(&world);
}
END_TEST

START_TEST(the_best_of_many_comes_first)
{
    struct world world = world_new();
    for (int i = 0; i < 3 * LOOKUP_MATCHES_MAX; i++) {
        struct record record =
            sample_record("orangepi-zero", 1.1 + 0.01 * ((i * 29) % 48));
        record.provenance.seed = i;
        keep(&world, &record);
    }
    ask(&world);
    ck_assert_uint_eq(world.matches.count, LOOKUP_MATCHES_MAX);
    double before = 10;
    for (size_t i = 0; i < world.matches.count; i++) {
        double gain =
            index_get(world.index, world.matches.items[i].number).gain;
        ck_assert(gain <= before);
        before = gain;
    }
    ck_assert_double_eq_tol(answer_gain(&world), 1.57, 0.005);
    world_release(&world);
}
END_TEST

START_TEST(published_figures_come_behind_measured_ones)
{
    struct world world = world_new();
    struct record record = sample_record("orangepi-zero", 1.4);
    record.published = true;
    record_set(&record.source.repository, "a list");
    keep(&world, &record);
    ck_assert_int_eq(answer(&world), LOOKUP_EXACT);
    ck_assert_double_eq_tol(answer_gain(&world), 1.4, 0.005);
    record = sample_record("orangepi-zero", 1.2);
    keep(&world, &record);
    ask(&world);
    ck_assert_uint_eq(world.matches.count, 2);
    ck_assert_double_eq_tol(answer_gain(&world), 1.2, 0.005);
    world_release(&world);
}
END_TEST

START_TEST(two_kinds_of_core_share_one)
{
    struct world world = world_new();
    struct record record = sample_record("odroid-xu4", 1.3);
    struct record_kind *big = record_add_kind(&record);
    record_set(&big->core, "cortex-a15");
    record_set(&big->implementer, "0x41");
    record_set(&big->part, "0xc0f");
    keep(&world, &record);
    ck_assert_int_eq(answer(&world), LOOKUP_SAME_CORE);
    record = sample_record("wandboard", 1.3);
    set_kind(&record, "cortex-a9", "0xc09");
    keep(&world, &record);
    ask(&world);
    ck_assert_uint_eq(world.matches.count, 1);
    world_release(&world);
}
END_TEST

START_TEST(another_instruction_set_is_nothing_to_try)
{
    struct world world = world_new();
    struct record record = sample_record("orangepi-zero", 1.5);
    record_set(&record.compiler.target, "aarch64-linux-gnu");
    keep(&world, &record);
    ck_assert_int_eq(answer(&world), LOOKUP_NONE);
    ck_assert_uint_eq(world.matches.count, 0);
    record = sample_record("orangepi-zero", 1.5);
    record_set(&record.compiler.target, "armv7l-unknown-linux-gnueabihf");
    keep(&world, &record);
    ck_assert_int_eq(answer(&world), LOOKUP_SAME_KINDS);
    world_release(&world);
}
END_TEST

START_TEST(emulated_times_and_mere_defaults_are_no_answer)
{
    struct world world = world_new();
    struct record record = sample_record("orangepi-zero", 1.5);
    record.emulated = true;
    keep(&world, &record);
    ck_assert_int_eq(answer(&world), LOOKUP_NONE);
    ck_assert_uint_eq(world.matches.count, 1);
    record = sample_record("orangepi-zero", 1.5);
    record_set(&record.winner.verdict, "not-measured");
    keep(&world, &record);
    ask(&world);
    ck_assert_uint_eq(world.matches.count, 1);
    world_release(&world);
}
END_TEST

START_TEST(series_of_old_gcc_have_two_numbers)
{
    struct world world = world_new();
    record_set(&world.machine.version, "4.9.4");
    struct record record = sample_record("orangepi-zero", 1.5);
    record_set(&record.compiler.version, "4.8.2");
    keep(&world, &record);
    ck_assert_int_eq(answer(&world), LOOKUP_SAME_CORE);
    record = sample_record("orangepi-zero", 1.5);
    record_set(&record.compiler.version, "4.9.2");
    keep(&world, &record);
    ck_assert_int_eq(answer(&world), LOOKUP_SAME_KINDS);
    world_release(&world);
}
END_TEST

START_TEST(words_of_a_64_bit_kernel_serve_a_32_bit_program)
{
    struct world world = world_new();
    struct record record = sample_record("orangepi-zero", 1.5);
    strvec_add_list(&record.needs, "vfpv4", "idiva", NULL);
    keep(&world, &record);
    strvec_reset(&world.machine.features);
    strvec_add_list(&world.machine.features, "fp", "asimd", "crc32", NULL);
    ck_assert_int_eq(answer(&world), LOOKUP_EXACT);
    strvec_reset(&world.machine.features);
    strvec_add(&world.machine.features, "fp");
    ck_assert_int_eq(answer(&world), LOOKUP_NONE);
    ck_assert_uint_eq(world.matches.missing.count, 3);
    world_release(&world);
}
END_TEST

START_TEST(a_board_is_found_by_its_id)
{
    struct world world = world_new();
    struct record record = sample_record("pine64", 1.5);
    record_set(&record.winner.verdict, "not-measured");
    keep(&world, &record);
    record = sample_record("pine64", 1.2);
    keep(&world, &record);
    record = sample_record("wandboard", 1.9);
    keep(&world, &record);
    ask(&world);
    const struct index *indexes[] = {world.index};
    lookup_matches_release(&world.matches);
    lookup_board(indexes, 1, "pine64", &world.matches);
    ck_assert_uint_eq(world.matches.count, 2);
    ck_assert_int_eq(world.matches.items[0].level, LOOKUP_BOARD);
    ck_assert_double_eq_tol(answer_gain(&world), 1.2, 0.01);
    struct record loaded = {0};
    struct error err = {0};
    ck_assert_msg(lookup_load(&world.matches.items[0], &loaded, &err), "%s",
                  err.text);
    ck_assert_str_eq(loaded.board.id, "pine64");
    record_release(&loaded);
    world_release(&world);
}
END_TEST

START_TEST(kinds_are_told_by_sets_not_by_order)
{
    struct signature one = {0}, two = {0};
    struct str first = {0}, second = {0};
    static const char *const parts[] = {"0xd08", "0xd03", "0xd03"};
    for (int i = 0; i < 3; i++) {
        struct signature_kind *kind = signature_add_kind(&one);
        kind->implementer = xstrdup("0x41");
        kind->part = xstrdup(parts[i]);
        kind = signature_add_kind(&two);
        kind->implementer = xstrdup("0x41");
        kind->part = xstrdup(parts[2 - i]);
    }
    signature_kinds_text(&one, &first);
    signature_kinds_text(&two, &second);
    ck_assert_str_eq(str_text(&first), "0x41/0xd03,0x41/0xd08");
    ck_assert_str_eq(str_text(&first), str_text(&second));
    signature_release(&one);
    signature_release(&two);
    str_release(&first);
    str_release(&second);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        an_empty_database_has_no_answer,
        levels_follow_from_what_is_equal,
        another_board_with_these_cpus_is_exact_too_but_second,
        another_workload_is_near_not_exact,
        a_missing_cpu_feature_rules_out_and_is_named,
        a_crowd_that_lacks_features_does_not_hide_the_answer,
        the_best_of_many_comes_first,
        published_figures_come_behind_measured_ones,
        two_kinds_of_core_share_one,
        another_instruction_set_is_nothing_to_try,
        emulated_times_and_mere_defaults_are_no_answer,
        series_of_old_gcc_have_two_numbers,
        words_of_a_64_bit_kernel_serve_a_32_bit_program,
        a_board_is_found_by_its_id,
        kinds_are_told_by_sets_not_by_order};
    return TAP_RUN("lookup", tests);
}
