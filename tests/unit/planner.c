/* SPDX-License-Identifier: MIT
 *
 * Whole plans on a known response surface: proofs, silence about noise,
 * journals that are cut and read back.
 */
#include <config.h>

#include "search/planner.h"

#include <fcntl.h>
#include <math.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"
#include "search/effort.h"
#include "search/journal.h"
#include "search/planner_phases.h"
#include "search/protocol.h"
#include "search/screen.h"
#include "search/space.h"
#include "search/strategy.h"
#include "tests/unit/fake_workload.h"
#include "tests/unit/plan_rig.h"
#include "tests/unit/tap.h"

static const struct candidate *winner_of(const struct rig *self,
                                         enum ledger_goal goal)
{
    ck_assert(self->planner.result.answers[goal].found);
    return &self->planner.result.answers[goal].short_form.winner;
}

static const struct confirm_estimate *estimate_of(const struct rig *self)
{
    const struct planner_result *result = &self->planner.result;
    return proof_find(&result->proof, result->answers[LEDGER_WINNER].finalist,
                      MEASURE_OBJECTIVE);
}

START_TEST(the_optimum_is_found_proven_and_short)
{
    struct rig rig;
    struct error err = {0};
    rig_start(&rig, 0, 1, 1, NULL);
    ck_assert(planner_run(&rig.planner, &err));
    const struct candidate *winner = winner_of(&rig, LEDGER_WINNER);
    double score = fake_score(&rig.space, winner);
    ck_assert_double_ge(score, fake_best(&rig.space) - 1e-9);
    ck_assert_uint_le(candidate_length(winner, &rig.space), MINIMISE_FLAGS_MAX);
    ck_assert_int_eq(estimate_of(&rig)->verdict, CONFIRM_FASTER);
    rig_stop(&rig);
}
END_TEST

/* Whichever is met first. */
START_TEST(of_two_as_fast_and_short_the_smaller_wins)
{
    static void (*const fill[])(struct space *) = {fake_space_large_first,
                                                   fake_space_small_first};
    for (size_t i = 0; i < sizeof(fill) / sizeof(*fill); i++) {
        struct rig rig = {0};
        struct error err = {0};
        struct str key = {0};
        fake_workload_init(&rig.fake, 0, i);
        fill[i](&rig.space);
        rig_plan(&rig, i, NULL);
        ck_assert(planner_run(&rig.planner, &err));
        candidate_key(winner_of(&rig, LEDGER_WINNER), &rig.space, &key);
        ck_assert_msg(strstr(str_text(&key), "-fsmall"), "%s", key.text);
        str_release(&key);
        rig_stop(&rig);
    }
}
END_TEST

START_TEST(the_winner_is_proved_on_every_kind)
{
    static const struct planner_kind kinds[] = {{.cpu = 2},
                                                {.cpu = FAKE_DULL_CPU}};
    struct rig rig;
    struct error err = {0};
    rig_start(&rig, 0.001, 1, 1, NULL);
    rig.planner.settings.cpu_plus_one = 1;
    rig.planner.settings.kinds = kinds;
    rig.planner.settings.kind_count = 2;
    ck_assert(planner_run(&rig.planner, &err));
    const struct planner_kind_result *results = rig.planner.result.kinds;
    ck_assert(results[0].proved && results[1].proved);
    ck_assert_int_eq(
        proof_find(&results[0].proof, 0, MEASURE_OBJECTIVE)->verdict,
        CONFIRM_FASTER);
    ck_assert_int_eq(
        proof_find(&results[1].proof, 0, MEASURE_OBJECTIVE)->verdict,
        CONFIRM_TIE);
    /* And back. */
    ck_assert_int_eq(rig.fake.cpu_plus_one, 1);
    rig_stop(&rig);
}
END_TEST

START_TEST(every_flag_has_its_share_or_a_reason)
{
    struct rig rig;
    struct error err = {0};
    rig_start(&rig, 0, 1, 2, NULL);
    ck_assert(planner_run(&rig.planner, &err));
    const struct minimised *found =
        &rig.planner.result.answers[LEDGER_WINNER].short_form;
    ck_assert_uint_gt(found->share_count, 2);
    for (size_t i = 0; i < found->share_count; i++) {
        const struct share *share = &found->shares[i];
        ck_assert(share->reason ||
                  (share->measured && share->gain > 0 && share->range.low > 0));
    }
    /* Nothing that changes no code is left. */
    struct str key = {0};
    candidate_key(&found->winner, &rig.space, &key);
    ck_assert_ptr_null(strstr(str_text(&key), "-fidle"));
    str_release(&key);
    rig_stop(&rig);
}
END_TEST

START_TEST(plain_code_has_an_answer_of_its_own)
{
    struct rig rig;
    struct error err = {0};
    struct str key = {0};
    rig_start(&rig, 0, 1, 3, NULL);
    ck_assert(planner_run(&rig.planner, &err));
    candidate_key(winner_of(&rig, LEDGER_PLAIN), &rig.space, &key);
    ck_assert_ptr_null(strchr(str_text(&key), ':'));
    ck_assert_ptr_nonnull(strstr(str_text(&key), "-O3 -mwide"));
    str_release(&key);
    rig_stop(&rig);
}
END_TEST

/* At the phases for plain code, with a flag in the winner that is no
 * structure. */
static void start_plain(struct rig *self, struct candidate *plain)
{
    struct error err = {0};
    rig_start(self, 0, 1, 3, NULL);
    ck_assert(planner_run_baselines(&self->planner, &err));
    struct candidate *leader = &self->planner.leaders[LEDGER_WINNER];
    candidate_release(leader);
    candidate_parse_key(leader, &self->space,
                        "-O3 -mwide -fschedule cipher:lanes");
    candidate_parse_key(plain, &self->space, "-O3 -mwide -fschedule");
    self->planner.evaluator.goal = LEDGER_PLAIN;
}

static bool is_measured(const struct rig *self,
                        const struct candidate *candidate)
{
    double score;
    return ledger_candidate_score(&self->planner.ledger, candidate, &score);
}

START_TEST(the_winners_flags_are_tried_on_plain_code)
{
    struct rig rig;
    struct error err = {0};
    struct candidate plain;
    start_plain(&rig, &plain);
    ck_assert(!is_measured(&rig, &plain));
    ck_assert(planner_run_structure(&rig.planner, &err));
    ck_assert(is_measured(&rig, &plain));
    candidate_release(&plain);
    rig_stop(&rig);
}
END_TEST

START_TEST(what_is_built_for_plain_code_is_measured_first)
{
    struct rig rig;
    struct error err = {0};
    struct candidate plain;
    start_plain(&rig, &plain);
    struct planner *planner = &rig.planner;
    struct protocol_world world = fake_workload_world(&rig.fake);
    const struct candidate *list[] = {&plain};
    ck_assert(builder_run(&planner->builder, list, 1, &err));
    planner->settings.strategy = &strategy_portfolio;
    planner->track.world = planner->builder.settings.world = &world;
    /* Until the first build. */
    rig.fake.build_us = 10000000;
    rig.fake.builds = 0;
    planner->track.deadline_s = planner->builder.deadline_s = 5;
    screen_all(&planner->screen, &rig.space);
    ck_assert(planner_run_search(planner, &err));
    ck_assert_uint_gt(rig.fake.builds, 0);
    ck_assert(is_measured(&rig, &plain));
    candidate_release(&plain);
    rig_stop(&rig);
}
END_TEST

START_TEST(noise_is_no_gain_in_twenty_runs)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct rig rig;
        struct error err = {0};
        rig_start(&rig, 0.02, 0, seed, NULL);
        ck_assert(planner_run(&rig.planner, &err));
        const struct confirm_estimate *estimate = estimate_of(&rig);
        ck_assert(!estimate || estimate->verdict != CONFIRM_FASTER);
        rig_stop(&rig);
    }
}
END_TEST

START_TEST(wrong_output_is_refused_and_learnt)
{
    struct rig rig;
    struct error err = {0};
    rig_start(&rig, 0, 1, 4, NULL);
    ck_assert(planner_run(&rig.planner, &err));
    size_t wrong = 0;
    for (size_t i = 0; i < rig.planner.ledger.nogoods.count; i++) {
        const struct nogood *nogood = rig.planner.ledger.nogoods.items[i];
        wrong += nogood->refusal == REFUSAL_WRONG_OUTPUT;
        ck_assert_uint_le(nogood->count, 2);
    }
    ck_assert_uint_eq(wrong, 1);
    ck_assert_uint_gt(rig.planner.result.counts.refused[REFUSAL_WRONG_OUTPUT],
                      0);
    rig_stop(&rig);
}
END_TEST

/* Runs a plan with a journal; its winner's key and the builds it took. */
static char *run_with_journal(const char *path, bool go_on, size_t *builds)
{
    struct rig rig;
    struct journal journal;
    struct error err = {0};
    struct str key = {0};
    ck_assert(journal_open(&journal, path, go_on, &err));
    rig_start(&rig, 0, 1, 5, &journal);
    if (go_on && !planner_resume(&rig.planner, path, &err))
        ck_abort_msg("%s", err.text);
    ck_assert(planner_run(&rig.planner, &err));
    candidate_key(winner_of(&rig, LEDGER_WINNER), &rig.space, &key);
    *builds = rig.fake.opens;
    rig_stop(&rig);
    journal_release(&journal);
    return str_detach(&key);
}

START_TEST(a_journal_cut_anywhere_goes_on_to_the_same_winner)
{
    struct str folder = {0}, path = {0}, text = {0};
    struct error err = {0};
    size_t opens, more;
    ck_assert(file_make_temporary("planner", &folder, &err));
    file_join(&path, str_text(&folder), "journal");
    char *wanted = run_with_journal(str_text(&path), false, &opens);
    ck_assert(file_read(str_text(&path), 0, &text, &err));
    static const double cuts[] = {0.1, 0.37, 0.62, 0.93};
    for (size_t i = 0; i < sizeof(cuts) / sizeof(*cuts); i++) {
        size_t length = (size_t)((double)text.length * cuts[i]);
        ck_assert(file_write(str_text(&path), text.text, length, &err));
        char *got = run_with_journal(str_text(&path), true, &more);
        ck_assert_str_eq(got, wanted);
        ck_assert_uint_lt(more, opens);
        free(got);
        /* And once more, over the place of the cut. */
        got = run_with_journal(str_text(&path), true, &more);
        ck_assert_str_eq(got, wanted);
        free(got);
    }
    free(wanted);
    file_remove_tree(str_text(&folder), NULL);
    str_release(&folder);
    str_release(&path);
    str_release(&text);
}
END_TEST

/* Runs a plan whose journal is shortened when it is longer than that. */
static void run_bounded(const char *path, off_t short_length)
{
    struct rig rig;
    struct journal journal;
    struct error err = {0};
    ck_assert(journal_open(&journal, path, false, &err));
    journal.short_length = short_length;
    rig_start(&rig, 0.02, 1, 5, &journal);
    ck_assert(planner_run(&rig.planner, &err));
    ck_assert_int_eq(journal.shortened > 2, short_length < JOURNAL_SHORT);
    journal_release(&journal);
    rig_stop(&rig);
}

static void read_sorted(const char *path, struct str *out)
{
    struct error err = {0};
    struct str text = {0};
    struct strvec lines = {0};
    ck_assert(file_read(path, 0, &text, &err));
    strvec_split(&lines, text.text, "\n");
    strvec_sort(&lines);
    for (size_t i = 0; i < lines.count; i++)
        str_addf(out, "%s\n", lines.items[i]);
    strvec_release(&lines);
    str_release(&text);
}

/* All that is known after reading a journal, written to another. */
static void read_and_write(const char *path, const char *copy, struct str *out)
{
    struct rig rig;
    struct journal journal;
    struct error err = {0};
    rig_start(&rig, 0.02, 1, 5, NULL);
    if (!planner_resume(&rig.planner, path, &err))
        ck_abort_msg("%s", err.text);
    ck_assert(journal_open(&journal, copy, false, &err));
    ledger_write(&rig.planner.ledger, &journal);
    journal_release(&journal);
    read_sorted(copy, out);
    ck_assert_ptr_nonnull(rig.planner.result.readings[0].samples);
    rig_stop(&rig);
}

START_TEST(a_journal_that_was_shortened_says_the_same)
{
    struct str folder = {0}, path = {0}, copy = {0};
    struct str wanted = {0}, got = {0};
    struct error err = {0};
    ck_assert(file_make_temporary("planner", &folder, &err));
    file_join(&path, folder.text, "journal");
    file_join(&copy, folder.text, "copy");
    run_bounded(path.text, JOURNAL_SHORT);
    read_and_write(path.text, copy.text, &wanted);
    run_bounded(path.text, 100);
    read_and_write(path.text, copy.text, &got);
    ck_assert(strcmp(got.text, wanted.text) == 0);
    file_remove_tree(folder.text, NULL);
    str_release(&folder);
    str_release(&path);
    str_release(&copy);
    str_release(&wanted);
    str_release(&got);
}
END_TEST

START_TEST(what_was_forgotten_is_built_again)
{
    struct rig rig;
    struct error err = {0};
    rig_start(&rig, 0, 1, 1, NULL);
    rig.planner.ledger.candidates_most = 60;
    rig.planner.ledger.classes_most = 20;
    if (!planner_run(&rig.planner, &err))
        ck_abort_msg("%s", err.text);
    const struct ledger *ledger = &rig.planner.ledger;
    ck_assert_uint_gt(rig.planner.result.counts.classes, ledger->codes.count);
    ck_assert_uint_gt(rig.planner.result.counts.measured, ledger->codes.count);
    double score = fake_score(&rig.space, winner_of(&rig, LEDGER_WINNER));
    ck_assert_double_ge(score, fake_best(&rig.space) - 1e-9);
    ck_assert_int_eq(estimate_of(&rig)->verdict, CONFIRM_FASTER);
    rig_stop(&rig);
}
END_TEST

START_TEST(a_broken_journal_is_told_with_its_line)
{
    struct str folder = {0}, path = {0};
    struct error err = {0};
    struct rig rig;
    static const char bad[] = "{\"event\":\"phase\",\"name\":\"x\"}\n"
                              "{\"event\":\"code\",\"key\":7}\n";
    ck_assert(file_make_temporary("planner", &folder, &err));
    file_join(&path, str_text(&folder), "journal");
    ck_assert(file_write(str_text(&path), bad, strlen(bad), &err));
    rig_start(&rig, 0, 1, 6, NULL);
    ck_assert(!planner_resume(&rig.planner, str_text(&path), &err));
    ck_assert_ptr_nonnull(strstr(err.text, "line 2"));
    rig_stop(&rig);
    file_remove_tree(str_text(&folder), NULL);
    str_release(&folder);
    str_release(&path);
}
END_TEST

START_TEST(a_journal_has_one_writer)
{
    struct str folder = {0}, path = {0};
    struct error err = {0};
    struct journal first, second;
    ck_assert(file_make_temporary("planner", &folder, &err));
    file_join(&path, str_text(&folder), "journal");
    ck_assert(journal_open(&first, str_text(&path), false, &err));
    ck_assert(!journal_open(&second, str_text(&path), true, &err));
    ck_assert_int_eq(err.kind, ERROR_CONFLICT);
    journal_release(&first);
    file_remove_tree(str_text(&folder), NULL);
    str_release(&folder);
    str_release(&path);
}
END_TEST

/* Seconds of a run with such builds, samples and budget. */
static double run_in(const char *effort, double budget_s, unsigned build_us,
                     unsigned sample_us)
{
    struct rig rig;
    struct error err = {0};
    rig_start(&rig, 0.03, 1, 3, NULL);
    struct protocol_world world = fake_workload_world(&rig.fake);
    struct planner_settings settings = rig.planner.settings;
    rig.fake.build_us = build_us;
    rig.fake.sample_us = sample_us;
    settings.effort = effort_find(effort);
    settings.strategy = &strategy_portfolio;
    settings.budget_s = budget_s;
    settings.world = &world;
    planner_release(&rig.planner);
    planner_init(&rig.planner, &settings);
    ck_assert(planner_run(&rig.planner, &err));
    ck_assert(rig.planner.result.proved);
    double seconds = rig.planner.result.seconds;
    rig_stop(&rig);
    return seconds;
}

START_TEST(a_budget_is_used_and_kept)
{
    static const struct {
        const char *effort;
        double budget_s;
        unsigned build_us, sample_us;
        double least; /* of the budget */
    } runs[] = {
        {"quick", 60, 100000, 1300, 0.85},
        {"normal", 100, 100000, 1300, 0.83},
        {"normal", 300, 100000, 1300, 0.93},
        {"normal", 300, 1000000, 1300, 0.75},
        {"normal", 300, 500000, 200000, 0.95},
        {"quick", 60, 2000000, 1300, 0.8},
    };
    for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++) {
        double share = run_in(runs[i].effort, runs[i].budget_s,
                              runs[i].build_us, runs[i].sample_us) /
                       runs[i].budget_s;
        ck_assert_msg(share >= runs[i].least && share <= 1.01, "%zu: %g", i,
                      share);
    }
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        the_optimum_is_found_proven_and_short,
        of_two_as_fast_and_short_the_smaller_wins,
        the_winner_is_proved_on_every_kind,
        every_flag_has_its_share_or_a_reason,
        plain_code_has_an_answer_of_its_own,
        the_winners_flags_are_tried_on_plain_code,
        what_is_built_for_plain_code_is_measured_first,
        noise_is_no_gain_in_twenty_runs,
        wrong_output_is_refused_and_learnt,
        a_journal_cut_anywhere_goes_on_to_the_same_winner,
        a_journal_that_was_shortened_says_the_same,
        what_was_forgotten_is_built_again,
        a_broken_journal_is_told_with_its_line,
        a_journal_has_one_writer,
        a_budget_is_used_and_kept,
    };
    return TAP_RUN("planner", tests);
}
