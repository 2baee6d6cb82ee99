/* SPDX-License-Identifier: MIT
 *
 * Winners become short whatever the time is, and by what.
 */
#include <config.h>

#include "search/minimise.h"

#include "base/error.h"
#include "base/str.h"
#include "base/strvec.h"
#include "tests/unit/plan_rig.h"

/* Minimises one candidate with what a whole run has learnt. */
static void minimise_candidate(struct rig *self, const struct candidate *winner,
                               const char *known, struct minimised *out)
{
    struct candidate other;
    struct error err = {0};
    candidate_parse_key(&other, &self->space, known);
    const struct planner *planner = &self->planner;
    struct minimise_plan plan = {
        .evaluator = &self->planner.evaluator,
        .space = &self->space,
        .winner = winner,
        .brief = &other,
        .reference =
            &planner->settings.baselines[planner->result.baseline].candidate,
        .rounds_most = 40};
    ck_assert_msg(minimise_run(&plan, out, &err), "%s", err.text);
    candidate_release(&other);
}

static void minimise(struct rig *self, const char *key, const char *known,
                     struct minimised *out)
{
    struct candidate winner;
    candidate_parse_key(&winner, &self->space, key);
    minimise_candidate(self, &winner, known, out);
    candidate_release(&winner);
}

START_TEST(a_winner_is_short_even_without_time)
{
    struct rig rig;
    struct error err = {0};
    struct minimised out;
    struct str key = {0};
    rig_start(&rig, 0, 1, 4, NULL);
    ck_assert(planner_run(&rig.planner, &err));
    rig.planner.track.deadline_s = 1; /* long ago */
    rig.planner.builder.deadline_s = 1;
    minimise(&rig,
             "-O2 -mwide -funroll -fpeel -fschedule -finline -fpair-a "
             "-fidle-a -fidle-b -fidle-c",
             "-O3 -mwide", &out);
    candidate_key(&out.winner, &rig.space, &key);
    ck_assert_str_eq(str_text(&key), "-O3 -mwide");
    ck_assert(out.replaced);
    for (size_t i = 0; i < out.share_count; i++)
        ck_assert_ptr_nonnull(out.shares[i].reason);
    str_release(&key);
    minimised_release(&out);
    rig_stop(&rig);
}
END_TEST

START_TEST(a_long_winner_stays_where_short_is_slower)
{
    static const char winner[] = "-O2 -mwide -funroll -fpeel -fschedule "
                                 "-finline -fpair-a -fidle-a -fidle-b -fidle-c";
    struct rig rig;
    struct error err = {0};
    struct minimised out;
    struct str key = {0};
    rig_start(&rig, 0, 1, 4, NULL);
    ck_assert(planner_run(&rig.planner, &err));
    rig.planner.track.deadline_s = 1; /* long ago */
    rig.planner.builder.deadline_s = 1;
    minimise(&rig, winner, "-O2", &out);
    candidate_key(&out.winner, &rig.space, &key);
    ck_assert(!out.replaced);
    ck_assert_ptr_nonnull(strstr(str_text(&key), "-mwide"));
    str_release(&key);
    minimised_release(&out);
    rig_stop(&rig);
}
END_TEST

/* A value of the machine that is many flags; its place. */
static uint16_t add_machine(struct rig *self, const char *flags)
{
    struct strvec list = {0};
    size_t dimension;
    uint16_t value;
    ck_assert(space_find_flag(&self->space, "-mwide", &dimension, &value));
    strvec_split(&list, flags, " ");
    value = space_add_value(&self->space, dimension, &list);
    ck_assert_uint_gt(value, 0);
    strvec_release(&list);
    return value;
}

START_TEST(many_flags_of_a_machine_become_few)
{
    static const char many[] = "-mwide -ma -mb -mc -md -me -mf -mg -mh -mno-z";
    static const char few[] = "-mwide -mno-z -mnarrow";
    struct rig rig;
    struct error err = {0};
    struct minimised out;
    struct str key = {0};
    rig_start(&rig, 0, 1, 5, NULL);
    ck_assert(planner_run(&rig.planner, &err));
    /* Another machine gives the same code with one flag. */
    add_machine(&rig, many);
    minimise(&rig, "-O3 -mwide -ma -mb -mc -md -me -mf -mg -mh -mno-z", "-O3",
             &out);
    candidate_key(&out.winner, &rig.space, &key);
    ck_assert_str_eq(str_text(&key), "-O3 -mwide");
    ck_assert(!out.replaced);
    minimised_release(&out);
    /* What forbids something stays as long as its machine. */
    add_machine(&rig, few);
    minimise(&rig, "-O3 -mwide -mno-z -mnarrow", "-O3", &out);
    str_reset(&key);
    candidate_key(&out.winner, &rig.space, &key);
    ck_assert_str_eq(str_text(&key), "-O3 -mwide -mno-z");
    str_release(&key);
    minimised_release(&out);
    rig_stop(&rig);
}
END_TEST

START_TEST(the_fastest_short_one_replaces_a_long_one)
{
    struct rig rig;
    struct error err = {0};
    struct minimised out;
    struct candidate winner;
    struct str key = {0};
    size_t machine;
    uint16_t wide;
    rig_start(&rig, 0, 1, 6, NULL);
    ck_assert(planner_run(&rig.planner, &err));
    /* Each of these flags changes the code, or forbids something. */
    uint16_t value = add_machine(&rig, "-mwide -funroll -fpeel -fschedule "
                                       "-finline -mno-a -mno-b -mno-c -mno-d "
                                       "-mno-e -mno-f -mno-g");
    ck_assert(space_find_flag(&rig.space, "-mwide", &machine, &wide));
    candidate_parse_key(&winner, &rig.space, "-O3");
    candidate_set(&winner, &rig.space, machine, value);
    ck_assert_uint_gt(candidate_length(&winner, &rig.space), 8);
    /* What is known is slower than the same with another machine. */
    minimise_candidate(&rig, &winner, "-O3", &out);
    candidate_key(&out.winner, &rig.space, &key);
    ck_assert_str_eq(str_text(&key), "-O3 -mwide");
    ck_assert(out.replaced);
    str_release(&key);
    candidate_release(&winner);
    minimised_release(&out);
    rig_stop(&rig);
}
END_TEST

/* Neither is missed alone, and equally little, so that no gain tells them
 * apart; both together are. */
START_TEST(one_of_two_flags_that_do_the_same_stays)
{
    struct rig rig = {0};
    struct error err = {0};
    struct minimised out;
    struct str key = {0};
    fake_workload_init(&rig.fake, 0, 7);
    rig.fake.gain = 1;
    fake_space_two_ways(&rig.space);
    rig_plan(&rig, 7, NULL);
    ck_assert(planner_run(&rig.planner, &err));
    minimise(&rig, "-O3 -mwide -fone-way -fother-way", "-O3", &out);
    candidate_key(&out.winner, &rig.space, &key);
    ck_assert_str_eq(str_text(&key), "-O3 -mwide -fother-way");
    ck_assert_uint_eq(out.idle, 1);
    str_release(&key);
    minimised_release(&out);
    rig_stop(&rig);
}
END_TEST

/* The winner as a line, and what became of one flag's share. */
static const char *key_of(const struct rig *self, const struct minimised *out)
{
    static struct str key;
    str_reset(&key);
    candidate_key(&out->winner, &self->space, &key);
    return str_text(&key);
}

static const struct share *
share_of(const struct rig *self, const struct minimised *out, const char *flag)
{
    size_t dimension;
    uint16_t value;
    ck_assert(space_find_flag(&self->space, flag, &dimension, &value));
    for (size_t i = 0; i < out->share_count; i++)
        if (out->shares[i].dimension == dimension)
            return &out->shares[i];
    ck_abort_msg("no share of %s", flag);
}

START_TEST(flags_without_effect_go_even_without_time)
{
    struct rig rig;
    struct error err = {0};
    struct minimised out;
    rig_start(&rig, 0, 1, 8, NULL);
    ck_assert(planner_run(&rig.planner, &err));
    rig.planner.track.deadline_s = 1; /* long ago; compiling takes none */
    minimise(&rig, "-O3 -mwide -fidle-a -fidle-b", "-O3", &out);
    ck_assert_str_eq(key_of(&rig, &out), "-O3 -mwide");
    ck_assert_uint_eq(out.same, 2);
    ck_assert_uint_eq(out.idle, 0);
    minimised_release(&out);
    rig_stop(&rig);
}
END_TEST

/* Noise of 5 % hides 2 % from 40 rounds, but not that they are likely. */
START_TEST(what_seems_to_pay_stays)
{
    struct rig rig;
    struct error err = {0};
    struct minimised out;
    rig_start(&rig, 0, 1, 9, NULL);
    ck_assert(planner_run(&rig.planner, &err));
    rig.fake.noise = 0.05;
    minimise(&rig, "-O3 -mwide -fschedule", "-O3", &out);
    ck_assert_str_eq(key_of(&rig, &out), "-O3 -mwide -fschedule");
    const struct share *share = share_of(&rig, &out, "-fschedule");
    ck_assert(share->measured);
    ck_assert_ptr_nonnull(share->reason);
    ck_assert_ptr_nonnull(strstr(share->reason, "seems to pay"));
    minimised_release(&out);
    rig_stop(&rig);
}
END_TEST

/* Noise that shows a gain where there is a loss, and no time to look again. */
START_TEST(a_race_cut_short_drops_nothing)
{
    struct rig rig;
    struct error err = {0};
    struct minimised out;
    rig_start(&rig, 0, 1, 3, NULL);
    ck_assert(planner_run(&rig.planner, &err));
    struct protocol_world world = fake_workload_world(&rig.fake);
    rig.planner.track.world = &world;
    rig.fake.noise = 0.5;
    rig.fake.sample_us = 1000;
    rig.planner.track.deadline_s = protocol_now_s(&world) + 0.1;
    minimise(&rig, "-O3 -mwide -fschedule", "-O3", &out);
    ck_assert_str_eq(key_of(&rig, &out), "-O3 -mwide -fschedule");
    const struct share *share = share_of(&rig, &out, "-fschedule");
    ck_assert(!share->measured);
    ck_assert_ptr_nonnull(share->reason);
    minimised_release(&out);
    rig_stop(&rig);
}
END_TEST

START_TEST(the_ninth_flag_goes_though_it_pays_a_little)
{
    struct rig rig = {0};
    struct error err = {0};
    struct minimised out;
    fake_workload_init(&rig.fake, 0, 10);
    fake_space_nine_help(&rig.space);
    rig_plan(&rig, 10, NULL);
    ck_assert(planner_run(&rig.planner, &err));
    minimise(&rig,
             "-O3 -mwide -fone-way -funroll -fpeel -fschedule -finline "
             "-fpair-b --param=width=8",
             "-O3", &out);
    ck_assert(!out.replaced);
    ck_assert_uint_eq(candidate_length(&out.winner, &rig.space), 8);
    ck_assert_uint_eq(out.idle, 1);
    ck_assert_ptr_nonnull(strstr(key_of(&rig, &out), "-fone-way"));
    minimised_release(&out);
    rig_stop(&rig);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        a_winner_is_short_even_without_time,
        a_long_winner_stays_where_short_is_slower,
        many_flags_of_a_machine_become_few,
        the_fastest_short_one_replaces_a_long_one,
        one_of_two_flags_that_do_the_same_stays,
        flags_without_effect_go_even_without_time,
        what_seems_to_pay_stays,
        a_race_cut_short_drops_nothing,
        the_ninth_flag_goes_though_it_pays_a_little,
    };
    return TAP_RUN("minimise", tests);
}
