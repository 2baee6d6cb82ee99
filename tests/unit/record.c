/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "db/record.h"

#include <string.h>

#include "base/error.h"
#include "base/rng.h"
#include "db/record_clean.h"
#include "tests/unit/sample_record.h"
#include "tests/unit/tap.h"

static void parse_or_die(const struct str *text, struct record *out)
{
    struct error err = {0};
    bool ok = record_parse(str_text(text), text->length, "x.json", out, &err);
    ck_assert_msg(ok, "%s", err.text);
}

START_TEST(an_empty_record_can_be_released)
{
    struct record record = {0};
    record_release(&record);
    record_release(NULL);
}
END_TEST

START_TEST(format_and_parse_agree)
{
    struct record record = sample_record("orangepi-zero", 1.5), copy = {0};
    struct str text = {0}, again = {0};
    record_format(&record, &text);
    parse_or_die(&text, &copy);
    record_format(&copy, &again);
    ck_assert_str_eq(str_text(&text), str_text(&again));
    ck_assert_str_eq(copy.board.name, "Orange Pi Zero");
    ck_assert_uint_eq(copy.cpu.kinds[0].cpus.count, 4);
    ck_assert(copy.cpu.kinds[0].measured);
    ck_assert_str_eq(copy.winner.flags.items[3], "-funroll-loops");
    ck_assert_str_eq(record_pair_find(&copy.winner.implementations, "salsa20"),
                     "lanes4");
    ck_assert_uint_eq(copy.metrics[1].winner_samples.count, 40);
    ck_assert_str_eq(copy.refusals[0].examples[0].flags.items[0],
                     "-march=armv7-a");
    ck_assert_ptr_eq(record_reference(&copy), &copy.baselines[0]);
    ck_assert_ptr_null(record_find_metric(&copy, "none"));
    str_release(&text);
    str_release(&again);
    record_release(&record);
    record_release(&copy);
}
END_TEST

START_TEST(any_number_survives_the_file)
{
    struct rng rng;
    rng_init(&rng, 1);
    for (int round = 0; round < 200; round++) {
        struct record record = sample_record("b", 1.5), copy = {0};
        struct str text = {0}, again = {0};
        for (size_t i = 0; i < record.metrics[0].log_ratios.count; i++)
            record.metrics[0].log_ratios.items[i] = rng_normal(&rng);
        record.board.price_usd = rng_unit(&rng) * 1e9;
        record.provenance.seed = (double)(rng_next(&rng) >> 11);
        record.provenance.seconds = rng_unit(&rng) * 1e-9;
        record_format(&record, &text);
        parse_or_die(&text, &copy);
        record_format(&copy, &again);
        ck_assert_str_eq(str_text(&text), str_text(&again));
        ck_assert_double_eq(copy.provenance.seed, record.provenance.seed);
        str_release(&text);
        str_release(&again);
        record_release(&record);
        record_release(&copy);
    }
}
END_TEST

START_TEST(the_file_has_sorted_keys_and_one_value_a_line)
{
    struct record record = sample_record("orangepi-zero", 1.5);
    struct str text = {0};
    record_format(&record, &text);
    const char *board = strstr(str_text(&text), "\n  \"board\": {");
    const char *winner = strstr(str_text(&text), "\n  \"winner\": {");
    ck_assert(board != NULL && winner != NULL && board < winner);
    ck_assert_ptr_nonnull(strstr(str_text(&text), "\n      \"-O3\",\n"));
    ck_assert(text.text[text.length - 1] == '\n');
    str_release(&text);
    record_release(&record);
}
END_TEST

START_TEST(the_name_follows_from_the_content)
{
    struct record record = sample_record("orangepi-zero", 1.5);
    struct str first = {0}, second = {0};
    char id[RECORD_ID_SIZE];
    record_id(&record, id);
    record_file_name(&record, id, &first);
    ck_assert(
        str_starts(str_text(&first), "arm-linux-gnueabihf-gcc-12.2.0-core-"));
    ck_assert_ptr_nonnull(strstr(str_text(&first), id));
    strvec_add(&record.notes, "another");
    record_id(&record, id);
    record_file_name(&record, id, &second);
    ck_assert_str_ne(str_text(&first), str_text(&second));
    str_release(&first);
    str_release(&second);
    record_release(&record);
}
END_TEST

START_TEST(a_name_never_leaves_its_folder)
{
    struct record record = sample_record("orangepi-zero", 1.5);
    struct str name = {0};
    record_set(&record.workload.name, "../../Etc/pass wd\xc3\xa9");
    record_file_name(&record, "0123456789ab", &name);
    ck_assert(str_starts(str_text(&name),
                         "arm-linux-gnueabihf-gcc-12.2.0-..-..-etc-pass-wd-"));
    ck_assert_ptr_null(strchr(str_text(&name), '/'));
    str_release(&name);
    record_release(&record);
}
END_TEST

START_TEST(newer_schemas_are_refused_in_clear_words)
{
    struct record record = sample_record("b", 1.5), copy = {0};
    struct str text = {0};
    struct error err = {0};
    record_format(&record, &text);
    char *schema = strstr(str_text(&text), "\"schema\": ");
    schema[strlen("\"schema\": ")] = '9';
    ck_assert(
        !record_parse(str_text(&text), text.length, "n.json", &copy, &err));
    ck_assert_int_eq(err.kind, ERROR_UNSUPPORTED);
    ck_assert(str_starts(err.text, "n.json: "));
    ck_assert_ptr_nonnull(strstr(err.text, "schema 9 is newer than"));
    str_release(&text);
    record_release(&record);
}
END_TEST

/* The sample as a text of an older schema. */
static void format_old(const struct record *record, char schema,
                       struct str *out)
{
    str_reset(out);
    record_format(record, out);
    char *place = strstr(str_text(out), "\"schema\": 3");
    ck_assert_ptr_nonnull(place);
    place[strlen("\"schema\": ")] = schema;
}

static void refuses_old(const struct record *record, char schema,
                        const char *words)
{
    struct record copy = {0};
    struct str old = {0};
    struct error err = {0};
    format_old(record, schema, &old);
    ck_assert(!record_parse(str_text(&old), old.length, "o", &copy, &err));
    ck_assert_ptr_nonnull(strstr(err.text, words));
    str_release(&old);
}

START_TEST(each_kind_keeps_its_result)
{
    struct record record = sample_record("b", 1.5), copy = {0};
    struct record_kind *kind = record_add_kind(&record);
    struct str text = {0};
    struct error err = {0};
    record_set(&kind->core, "cortex-a73");
    record_set(&kind->verdict, "proven");
    kind->cpu_plus_one = 5;
    kind->gain = 1.2;
    kind->low = 1.1;
    kind->high = 1.3;
    kind->canary = (struct record_canary){1, 0.99, 1.01};
    record_format(&record, &text);
    parse_or_die(&text, &copy);
    ck_assert_uint_eq(copy.cpu.kind_count, 2);
    ck_assert_str_eq(copy.cpu.kinds[1].verdict, "proven");
    ck_assert_double_eq_tol(copy.cpu.kinds[1].high, 1.3, 1e-9);
    ck_assert_double_eq_tol(copy.cpu.kinds[1].canary.low, 0.99, 1e-9);
    record_release(&copy);
    strstr(str_text(&text), "\"schema\": 3")[strlen("\"schema\": ")] = '2';
    ck_assert(!record_parse(str_text(&text), text.length, "o", &copy, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "schema 2 does not have it"));
    kind = &record.cpu.kinds[1];
    kind->gain = kind->low = kind->high = 0.9;
    ck_assert(!record_check(&record, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "is called proven"));
    str_release(&text);
    record_release(&record);
}
END_TEST

START_TEST(older_schemas_are_read_and_keep_their_id)
{
    struct record record = sample_record("b", 1.5);
    struct str old = {0}, again = {0};
    for (const char *schema = "12"; *schema; schema++) {
        struct record copy = {0};
        format_old(&record, *schema, &old);
        parse_or_die(&old, &copy);
        ck_assert_double_eq_tol(copy.winner.gain, record.winner.gain, 1e-9);
        str_reset(&again);
        record_format(&copy, &again);
        ck_assert_str_eq(str_text(&old), str_text(&again));
        record_release(&copy);
    }
    /* What came later has no place in an older one. */
    record_add_choice(&record)->gain = 1.2;
    refuses_old(&record, '1', "choices: schema 1 does not have");
    record_add_file(&record)->gain = 1.2;
    strvec_add(&record.files[0].units, "a.c");
    refuses_old(&record, '2', "files: schema 2 does not have");
    record_release(&record);
    str_release(&old);
    str_release(&again);
}
END_TEST

/* A record with the best of a file and of two compilers. */
static struct record with_rivals(void)
{
    struct record record = sample_record("b", 1.5);
    struct record_file *file = record_add_file(&record);
    strvec_add_list(&file->units, "salsa20", "poly1305", NULL);
    strvec_add_list(&file->flags, "-O2", "-funroll-loops", NULL);
    record_pair_set(&file->implementations, "salsa20", "lanes8");
    file->gain = 1.3;
    file->shared_gain = 1.2;
    for (int i = 0; i < 2; i++) {
        struct record_rival *rival = record_add_rival(&record);
        record_set(&rival->compiler.family, i ? "clang" : "gcc");
        record_set(&rival->compiler.version, "14.0.6");
        record_set(&rival->compiler.target, "x86_64-linux-gnu");
        strvec_add(&rival->flags, "-O3");
        rival->gain = 1 + 0.1 * i;
        rival->low = rival->gain - 0.01;
        rival->high = rival->gain + 0.01;
    }
    return record;
}

static void is_refused(const struct record *record, const char *words)
{
    struct error err = {0};
    ck_assert(!record_check(record, &err));
    ck_assert_msg(strstr(err.text, words), "%s", err.text);
}

START_TEST(files_and_compilers_survive_and_obey_the_rules)
{
    struct record record = with_rivals(), copy = {0};
    struct str text = {0}, again = {0};
    record_format(&record, &text);
    parse_or_die(&text, &copy);
    record_format(&copy, &again);
    ck_assert_str_eq(str_text(&text), str_text(&again));
    ck_assert_double_eq_tol(copy.files[0].shared_gain, 1.2, 1e-12);
    ck_assert_str_eq(copy.compilers[1].compiler.family, "clang");
    /* A stranger's record may hold anything. */
    strvec_add(&copy.files[0].flags, "-fplugin=x");
    is_refused(&copy, "files");
    strvec_remove(&copy.files[0].flags, 2);
    copy.files[0].gain = -1;
    is_refused(&copy, "files");
    copy.files[0].gain = 1.3;
    strvec_release(&copy.files[0].units);
    is_refused(&copy, "units");
    strvec_add(&copy.files[0].units, "a\033b");
    is_refused(&copy, "units");
    strvec_release(&copy.files[0].units);
    strvec_add(&copy.files[0].units, "a.c");
    copy.compilers[1].low = 1.2;
    is_refused(&copy, "compilers: gain");
    copy.compilers[1].low = 1.05;
    strvec_add(&copy.compilers[0].flags, "@file");
    is_refused(&copy, "compilers");
    record_release(&copy);
    record_release(&record);
    str_release(&text);
    str_release(&again);
}
END_TEST

START_TEST(a_record_that_breaks_a_rule_cannot_be_saved)
{
    struct record record = sample_record("orangepi-zero", 1.5);
    struct error err = {0};
    ck_assert_msg(record_check(&record, &err), "%s", err.text);
    strvec_add(&record.winner.flags, "-march=native");
    ck_assert(!record_check(&record, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "winner: flags: "));
    record_release(&record);
}
END_TEST

START_TEST(flags_of_a_build_of_ones_own_are_taken_out_and_named)
{
    struct record record = sample_record("b", 1.5);
    struct error err = {0};
    strvec_add_list(&record.baselines[0].flags, "-Iinclude", "-march=native",
                    "--param", "x=/etc", "--param", "y=1", NULL);
    strvec_add(&record.winner.flags, "@flags");
    ck_assert(!record_check(&record, &err));
    record_clean(&record);
    ck_assert_msg(record_check(&record, &err), "%s", err.text);
    char *flags = strvec_join(&record.baselines[0].flags, " ");
    ck_assert_str_eq(flags, "-O2 --param y=1");
    free(flags);
    ck_assert_uint_eq(record.notes.count, 5);
    ck_assert_str_eq(record.notes.items[1], "left out of -O2: flag "
                                            "'-Iinclude' names a folder");
    record_release(&record);
}
END_TEST

START_TEST(messages_are_made_fit_to_keep)
{
    char *message = NULL;
    char text[4100];
    memset(text, 'a', sizeof(text));
    /* The cut would go through the middle of this character. */
    memcpy(text + 3999, "\xc3\xa9", 2);
    text[sizeof(text) - 1] = '\0';
    record_set_message(&message, text);
    ck_assert_uint_eq(strlen(message), 3999);
    record_set_message(&message, "a\x1b[0m\r\n\tb");
    ck_assert_str_eq(message, "a?[0m?\n\tb");
    free(message);
}
END_TEST

START_TEST(figures_follow_from_samples)
{
    struct record record = sample_record("b", 1.5);
    struct error err = {0};
    ck_assert_msg(record_follows(&record, &err), "%s", err.text);
    ck_assert_double_eq_tol(record.winner.gain, 1.5, 0.01);
    ck_assert(record.winner.low < record.winner.gain);
    record.metrics[0].ratio *= 1.01;
    ck_assert(!record_follows(&record, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "its samples give"));
    record_derive(&record);
    ck_assert(record_follows(&record, &err));
    record.winner.gain *= 1.0001;
    ck_assert(!record_follows(&record, &err));
    record_derive(&record);
    record.metrics[1].low = record.metrics[1].high = record.metrics[1].ratio;
    ck_assert(!record_follows(&record, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "narrower"));
    record_release(&record);
}
END_TEST

static void published_metric(struct record *record, const char *better,
                             double base, double winner)
{
    struct record_metric *metric = record_add_metric(record);
    record_set(&metric->name, better);
    record_set(&metric->better, better);
    for (int i = 0; i < 3; i++) {
        record_number_add(&metric->baseline_samples, base + i);
        record_number_add(&metric->winner_samples, winner + i);
    }
}

START_TEST(unpaired_runs_compare_medians_over_the_full_range)
{
    struct record record = {0};
    struct error err = {0};
    record_set(&record.confirmation.method, "medians");
    record_set(&record.winner.verdict, "proven");
    published_metric(&record, "higher", 99, 199);
    published_metric(&record, "lower", 199, 99);
    record_derive(&record);
    ck_assert_double_eq_tol(record.metrics[0].ratio, 2, 1e-12);
    ck_assert_double_eq_tol(record.metrics[0].low, 199.0 / 101, 1e-12);
    ck_assert_double_eq_tol(record.metrics[0].high, 201.0 / 99, 1e-12);
    ck_assert_double_eq_tol(record.metrics[1].ratio, 2, 1e-12);
    ck_assert_double_eq_tol(record.winner.gain, 2, 1e-12);
    ck_assert_msg(record_follows(&record, &err), "%s", err.text);
    record_release(&record);
}
END_TEST

START_TEST(a_gain_without_samples_is_not_proven)
{
    struct record record = {0};
    struct error err = {0};
    record_set(&record.winner.verdict, "proven");
    record.winner.gain = 2;
    ck_assert(!record_follows(&record, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "no samples"));
    record_release(&record);
}
END_TEST

START_TEST(equal_code_ties_without_samples)
{
    struct record record = {0};
    struct error err = {0};
    record_set(&record.winner.verdict, "no-proven-gain");
    record.winner.gain = record.winner.low = record.winner.high = 1;
    ck_assert_msg(record_follows(&record, &err), "%s", err.text);
    record.winner.gain = 1.01;
    ck_assert(!record_follows(&record, &err));
    record.winner.gain = 1;
    record_set(&record.winner.verdict, "proven");
    ck_assert(!record_follows(&record, &err));
    record_release(&record);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        an_empty_record_can_be_released,
        format_and_parse_agree,
        any_number_survives_the_file,
        the_file_has_sorted_keys_and_one_value_a_line,
        the_name_follows_from_the_content,
        a_name_never_leaves_its_folder,
        newer_schemas_are_refused_in_clear_words,
        each_kind_keeps_its_result,
        older_schemas_are_read_and_keep_their_id,
        files_and_compilers_survive_and_obey_the_rules,
        a_record_that_breaks_a_rule_cannot_be_saved,
        flags_of_a_build_of_ones_own_are_taken_out_and_named,
        messages_are_made_fit_to_keep,
        figures_follow_from_samples,
        unpaired_runs_compare_medians_over_the_full_range,
        a_gain_without_samples_is_not_proven,
        equal_code_ties_without_samples,
    };
    return TAP_RUN("record", tests);
}
