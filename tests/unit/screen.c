/* SPDX-License-Identifier: MIT
 *
 * Compile-only screening, the compiler's lists, and what is remembered of
 * code.
 */
#include <config.h>

#include "search/screen.h"

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "probes/listing.h"
#include "search/builder.h"
#include "search/candidate.h"
#include "search/code_cache.h"
#include "search/ledger.h"
#include "search/space.h"
#include "search/space_build.h"
#include "search/space_config.h"
#include "tests/unit/fake_workload.h"
#include "tests/unit/tap.h"

struct rig {
    struct fake_workload fake;
    struct space space;
    struct ledger ledger;
    struct builder builder;
    struct screen screen;
    struct candidate leader;
};

static void rig_start(struct rig *self, const char *leader,
                      struct code_cache *cache)
{
    *self = (struct rig){0};
    fake_workload_init(&self->fake, 0, 1);
    fake_space(&self->space);
    ledger_init(&self->ledger, &self->space, &self->fake.workload, NULL);
    builder_init(&self->builder,
                 &(struct builder_settings){.workload = &self->fake.workload,
                                            .cc = "cc",
                                            .space = &self->space,
                                            .ledger = &self->ledger,
                                            .cache = cache,
                                            .jobs = 2,
                                            .nogood_tests = 8});
    screen_init(&self->screen, &self->space);
    ck_assert(candidate_parse_key(&self->leader, &self->space, leader));
    struct screen_plan plan = {.space = &self->space,
                               .builder = &self->builder,
                               .ledger = &self->ledger,
                               .leader = &self->leader};
    struct error err = {0};
    ck_assert(screen_run(&self->screen, &plan, &err));
}

static void rig_stop(struct rig *self)
{
    candidate_release(&self->leader);
    screen_release(&self->screen);
    builder_release(&self->builder);
    ledger_release(&self->ledger);
    space_release(&self->space);
    fake_workload_free(&self->fake);
}

static bool is_live(const struct rig *self, const char *flag)
{
    size_t dimension;
    uint16_t value;
    ck_assert(space_find_flag(&self->space, flag, &dimension, &value));
    return screen_is_live(&self->screen, dimension, value);
}

START_TEST(only_what_changes_code_is_left)
{
    struct rig rig;
    rig_start(&rig, "-O2 -mwide cipher:lanes", NULL);
    ck_assert(is_live(&rig, "-funroll"));
    ck_assert(is_live(&rig, "-fno-schedule"));
    ck_assert(is_live(&rig, "--param=width=8"));
    ck_assert(!is_live(&rig, "-fidle-a"));
    ck_assert(!is_live(&rig, "-falone")); /* refused */
    ck_assert_uint_eq(rig.screen.left, 0);
    /* Structure stays open whatever it does to this leader. */
    ck_assert(is_live(&rig, "-Os"));
    rig_stop(&rig);
}
END_TEST

START_TEST(what_is_remembered_needs_no_compiler)
{
    struct str folder = {0}, path = {0};
    struct error err = {0};
    struct code_cache cache;
    struct rig rig;
    ck_assert(file_make_temporary("screen", &folder, &err));
    file_join(&path, str_text(&folder), "codes");
    code_cache_load(&cache, str_text(&path));
    rig_start(&rig, "-O2", &cache);
    size_t tried = rig.screen.tried, live = rig.screen.changed;
    ck_assert_uint_gt(rig.fake.builds, tried / 2);
    rig_stop(&rig);
    code_cache_save(&cache);
    code_cache_release(&cache);

    code_cache_load(&cache, str_text(&path));
    rig_start(&rig, "-O2", &cache);
    ck_assert_uint_eq(rig.fake.builds, 0);
    ck_assert_uint_eq(rig.screen.tried, tried);
    ck_assert_uint_eq(rig.screen.changed, live);
    rig_stop(&rig);
    code_cache_release(&cache);
    file_remove_tree(str_text(&folder), NULL);
    str_release(&folder);
    str_release(&path);
}
END_TEST

static const char *const list =
    "The following options control optimizations:\n"
    "  -O<number>                  \t\t\n"
    "  -fivopts                    \t\t[enabled]\n"
    "  -funroll-loops              \t\t[disabled]\n"
    "  -fprefetch-loop-arrays      \t\t\n"
    "  -fira-region=[one|all|mixed] \t\tone\n"
    "  -fexceptions                \t\t[available in Modula-2]\n"
    "  --param=max-unroll-times=   \t\t8\n"
    "  --param=max-slsr-cand-scan=<1,999999> \t50\n"
    "  predictable-branch-outcome  default 2 minimum 0 maximum 50\n"
    "not an option -fnever [enabled]\n";

START_TEST(a_compilers_list_is_read)
{
    struct listing listing = {0};
    listing_parse(&listing, list);
    ck_assert_uint_eq(listing.count, 7);
    ck_assert_str_eq(listing.items[0].name, "-fivopts");
    ck_assert_str_eq(listing.items[0].setting, "enabled");
    ck_assert_int_eq(listing.items[2].kind, LISTED_SWITCH);
    ck_assert_int_eq(listing.items[3].kind, LISTED_CHOICE);
    ck_assert_uint_eq(listing.items[3].values.count, 3);
    ck_assert_str_eq(listing.items[4].name, "--param=max-unroll-times=");
    ck_assert_int_eq(listing.items[5].high, 999999);
    ck_assert_str_eq(listing.items[6].name,
                     "--param=predictable-branch-outcome=");
    ck_assert_int_eq(listing.items[6].high, 50);
    listing_release(&listing);
}
END_TEST

/* Writes a config, loads it; the error's text or "". */
static void load_config(const char *text, struct space_config *config,
                        struct error *err)
{
    struct str folder = {0}, path = {0};
    ck_assert(file_make_temporary("config", &folder, err));
    file_join(&path, str_text(&folder), "x.conf");
    ck_assert(file_write(str_text(&path), text, strlen(text), err));
    space_config_load(config, str_text(&path), err);
    file_remove_tree(str_text(&folder), NULL);
    str_release(&folder);
    str_release(&path);
}

START_TEST(a_space_is_built_from_config_and_list)
{
    struct space_config config = {0};
    struct listing listing = {0};
    struct space space = {0};
    struct error err = {0};
    struct fake_workload fake;
    fake_workload_init(&fake, 0, 1);
    listing_parse(&listing, list);
    load_config("[dimension \"-O\"]\nclass = level\nvalue = -O2\n"
                "value = -Ofast\nvalue = -O3\n"
                "[dimension \"-funroll-loops\"]\npriority = 1\n"
                "[dimension \"x86:-mtune\"]\nvalue = -mtune=generic\n"
                "[leave-out \"for a test\"]\nmatch = -fivopts\n",
                &config, &err);
    ck_assert_str_eq(err.text, "");
    struct space_request request = {.config = &config,
                                    .listing = &listing,
                                    .isa = "arm",
                                    .workload = &fake.workload,
                                    .implementation = "free"};
    request.allowed[FLAG_SAFE] = true;
    ck_assert(space_build(&request, &space, &err));
    ck_assert_uint_gt(space_find(&space, "-funroll-loops"), 0);
    ck_assert_uint_eq(space_find(&space, "-fivopts"), 0);
    ck_assert_uint_eq(space_find(&space, "-mtune"), 0);    /* another isa */
    ck_assert_uint_eq(space.dimensions[0].value_count, 2); /* no -Ofast */
    ck_assert_uint_gt(space_find(&space, "cipher"), 0);
    bool told = false;
    for (size_t i = 0; i < space.left_out_count; i++)
        told |= strcmp(space.left_out[i].flag, "-Ofast") == 0 &&
                strstr(space.left_out[i].reason, "--allow changes-float");
    ck_assert(told);
    space_release(&space);
    space_config_release(&config);
    listing_release(&listing);
    fake_workload_free(&fake);
}
END_TEST

START_TEST(a_bad_config_is_told_with_its_line)
{
    static const char *const bad[][2] = {
        {"[dimension \"-O\"]\nclass = huge\n", ":2: 'huge' is no class"},
        {"[dimension \"-fx\"]\nvalue = -fplugin=x\n", ":2: "},
        {"[dimension \"-fx\"]\npriority = high\n", "is no priority"},
        {"[dimension \"-fx\"]\ncolour = red\n", "unknown key 'colour'"},
        {"[magic]\nx = y\n", "unknown section 'magic'"},
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
        struct space_config config = {0};
        struct error err = {0};
        load_config(bad[i][0], &config, &err);
        if (!strstr(err.text, bad[i][1]))
            ck_abort_msg("'%s' instead of '%s'", err.text, bad[i][1]);
        space_config_release(&config);
    }
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        only_what_changes_code_is_left,
        what_is_remembered_needs_no_compiler,
        a_compilers_list_is_read,
        a_space_is_built_from_config_and_list,
        a_bad_config_is_told_with_its_line,
    };
    return TAP_RUN("screen", tests);
}
