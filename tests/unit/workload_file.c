/* SPDX-License-Identifier: MIT
 *
 * Workload files: what is read, and one clear error for what is wrong.
 */
#include <config.h>

#include "search/workload_file.h"

#include <sys/stat.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "tests/unit/tap.h"

#define PROGRAM "[workload \"w\"]\nbuild = cc x.c\nrun = ./x\n"

static struct str folder;

/* Loads the text as a file; the answer is workload_file_load()'s. */
static bool load(const char *text, struct workload_file *file,
                 struct error *err)
{
    struct str path = {0};
    struct error trouble = {0};
    str_reset(&folder);
    ck_assert(file_make_temporary("workload", &folder, &trouble));
    file_join(&path, folder.text, "w.conf");
    ck_assert(file_write(path.text, text, strlen(text), &trouble));
    bool ok = workload_file_load(file, path.text, NULL, err);
    ck_assert(file_remove_tree(folder.text, &trouble));
    str_release(&path);
    return ok;
}

static void must_load(const char *text, struct workload_file *file)
{
    struct error err = {0};
    ck_assert_msg(load(text, file, &err), "%s", err.text);
}

START_TEST(reads_every_key)
{
    struct workload_file file = {0};
    must_load("# a comment\n"
              "[workload \"my prog\"]\n"
              "  build = make \\\n    CC=\\\"$CC\\\"   ; the build\n"
              "  run = \"./x; echo '#'\"\n"
              "  verify = ./check\n  clean = make clean\n"
              "  env = A=1\n  env = \"B=x y\"\n"
              "  flags-variable = CFLAGS LDFLAGS\n"
              "  default-flags = -O2 '-DX=a b'\n"
              "  artefacts = x\n  artefacts = *.so\n  copy = data\n"
              "  timeout = 90s\n  build-timeout = 5m\n  memory = 2g\n"
              "  warm-up = 0\n  layouts = 6\n  incremental\n"
              "  threads = several\n  must-match = ^ok$\n"
              "[metric \"speed\"]\n"
              "  pattern = ^speed: (\\\\d+)\n  match = last\n"
              "  unit = MB/s\n  better = higher\n  weight = 0.5\n"
              "  must-match = done\n  must-not-match = error\n"
              "[metric \"size\"]\n  weight = 0\n",
              &file);
    ck_assert_str_eq(file.name, "my prog");
    ck_assert_str_eq(file.build, "make     CC=\"$CC\"");
    ck_assert_str_eq(file.run, "./x; echo '#'");
    ck_assert_str_eq(file.source, folder.text);
    ck_assert_uint_eq(file.environment.count, 2);
    ck_assert_str_eq(file.environment.items[1], "B=x y");
    ck_assert_uint_eq(file.flag_variables.count, 2);
    ck_assert_str_eq(file.default_flags.items[1], "-DX=a b");
    ck_assert_uint_eq(file.artefacts.count, 2);
    ck_assert(file.timeout_s > 89.9 && file.timeout_s < 90.1);
    ck_assert_uint_eq(file.memory_bytes, 2ull << 30);
    ck_assert_uint_eq(file.warm_up, 0);
    ck_assert(file.incremental && file.threads && file.must_match);
    ck_assert_uint_eq(file.metric_count, 2);
    const struct workload_metric *speed = &file.metrics[0];
    ck_assert_str_eq(speed->pattern, "^speed: (\\d+)");
    ck_assert(speed->higher_is_better && speed->match == EXTRACT_LAST);
    ck_assert(speed->must_match && speed->must_not_match);
    ck_assert_int_eq(file.metrics[1].source, METRIC_SIZE);
    ck_assert_str_eq(file.metrics[1].unit, "bytes");
    ck_assert(!file.metrics[1].higher_is_better);
    workload_file_release(&file);
}
END_TEST

START_TEST(has_the_metric_time_when_it_names_none)
{
    struct workload_file file = {0};
    must_load(PROGRAM, &file);
    ck_assert_uint_eq(file.metric_count, 1);
    ck_assert_str_eq(file.metrics[0].name, "time");
    ck_assert_int_eq(file.metrics[0].source, METRIC_TIME);
    ck_assert(!file.incremental && !file.verify && file.warm_up == 1);
    workload_file_release(&file);
}
END_TEST

START_TEST(takes_commands_whose_quotes_last)
{
    static const char *const builds[] = {
        "make CFLAGS='{flags}'",
        "\"make CFLAGS=\\\"$CFLAGS\\\"\"",
        "CFLAGS=$CFLAGS make",
        "\"sh x && CFLAGS=$CFLAGS make\"",
    };
    for (size_t i = 0; i < sizeof(builds) / sizeof(*builds); i++) {
        struct workload_file file = {0};
        char *text =
            xasprintf("[workload \"w\"]\nbuild = %s\nrun = x\n", builds[i]);
        must_load(text, &file);
        workload_file_release(&file);
        free(text);
    }
}
END_TEST

START_TEST(takes_a_metric_without_keys)
{
    struct workload_file file = {0};
    must_load(PROGRAM "[metric \"size\"]\nweight = 0\n[metric \"wall\"]\n",
              &file);
    ck_assert_uint_eq(file.metric_count, 2);
    ck_assert_int_eq(file.metrics[1].source, METRIC_WALL);
    workload_file_release(&file);
}
END_TEST

static const struct {
    const char *text, *want;
} mistakes[] = {
    {"", "no [workload"},
    {"[metric \"size\"]\nweight = 1\n", "no [workload"},
    {"[workload \"w\"]\nrun = x\n", "w.conf:2: workload 'w' has no 'build'"},
    {"[workload \"w\"]\nbuild = x\n", "w.conf:2: workload 'w' has no 'run'"},
    {"[workload]\nbuild = x\n", "w.conf:2: [workload \"NAME\"] needs a name"},
    {"[workload \"a\tb\"]\nbuild = x\n", "needs a name"},
    {PROGRAM "buidl = x\n", "w.conf:4: unknown key 'buidl': did you mean "
                            "'build'?"},
    {PROGRAM "colour = x\n", "w.conf:4: unknown key 'colour'"},
    {PROGRAM "run = y\n", "w.conf:4: 'run' is given a second time"},
    {PROGRAM "[metrics \"x\"]\nunit = s\n", "w.conf:5: unknown section"},
    {PROGRAM "[workload \"v\"]\nrun = y\n", "w.conf:5: one file holds one"},
    {PROGRAM "timeout = soon\n", "w.conf:4: timeout 'soon' is not a time"},
    {PROGRAM "timeout = -1\n", "w.conf:4: timeout"},
    {PROGRAM "memory = 99999999999g\n", "w.conf:4: memory"},
    {PROGRAM "memory = 12q\n", "w.conf:4: memory '12q'"},
    {PROGRAM "warm-up = many\n", "w.conf:4: warm-up 'many'"},
    {PROGRAM "env = x\n", "w.conf:4: env 'x' is not NAME=value"},
    {PROGRAM "env = a-b=x\n", "is not NAME=value"},
    {PROGRAM "flags-variable = 'x\n", "w.conf:4: a quote is left open"},
    {PROGRAM "flags-variable = A-B\n", "w.conf:4: 'A-B' is no variable"},
    {PROGRAM "verify =\n", "w.conf:4: 'verify' is empty"},
    {PROGRAM "incremental = perhaps\n", "w.conf:4: incremental"},
    {PROGRAM "must-match = (\n", "w.conf:4: bad pattern"},
    {PROGRAM "source = /no/such/folder\n", "is no folder"},
    {PROGRAM "[metric \"x\"]\npattern = (x)\nbetter = higher\n"
             "unit = \xe2\x80\xae\n",
     "w.conf:5: metric 'x' needs a unit of up to 64 characters"},
    {PROGRAM "[metric \"x\"]\nunit = s\n", "w.conf:5: metric 'x' has no "
                                           "pattern"},
    {PROGRAM "[metric \"x\"]\npattern = (.)\n", "w.conf:5: metric 'x' does "
                                                "not say what is better"},
    {PROGRAM "[metric \"x\"]\npattern = .\n", "w.conf:5: pattern '.' has "
                                              "no group"},
    {PROGRAM "[metric \"x\"]\npattern = \\d\n", "w.conf:5: invalid escape"},
    {PROGRAM "[metric \"x\"]\nmatch = best\n", "w.conf:5: match"},
    {PROGRAM "[metric \"x\"]\nweight = -1\n", "w.conf:5: weight"},
    {PROGRAM "[metric \"x\"]\nbetter = faster\n", "w.conf:5: better"},
    {PROGRAM "[metric \"size\"]\nweight = 0\n", "every metric has the "
                                                "weight 0"},
    {PROGRAM "[metric \"x\"]\n", "metric 'x' has no pattern"},
    {"[workload \"w\"]\nbuild = make CFLAGS=\"$CFLAGS\"\nrun = x\n",
     "write CFLAGS='{flags}'"},
    {PROGRAM "[include]\npath = /etc/passwd\n", "include"},
    {"[workload \"w\"\nbuild = x\n", "w.conf:1"},
};

START_TEST(says_what_is_wrong_and_where)
{
    for (size_t i = 0; i < sizeof(mistakes) / sizeof(*mistakes); i++) {
        struct workload_file file = {0};
        struct error err = {0};
        ck_assert_msg(!load(mistakes[i].text, &file, &err), "loads: %s",
                      mistakes[i].text);
        ck_assert_msg(strstr(err.text, mistakes[i].want) != NULL, "%s: %s",
                      err.text, mistakes[i].want);
        ck_assert_ptr_null(file.name);
    }
}
END_TEST

START_TEST(refuses_too_many_metrics)
{
    struct str text = {0};
    struct workload_file file = {0};
    struct error err = {0};
    str_add(&text, PROGRAM);
    for (int i = 0; i < 17; i++)
        str_addf(&text, "[metric \"m%d\"]\npattern = (.)\nbetter = lower\n", i);
    ck_assert(!load(text.text, &file, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "over 16 metrics"));
    str_release(&text);
}
END_TEST

START_TEST(takes_the_source_from_a_base)
{
    struct workload_file file = {0};
    struct error err = {0};
    struct str root = {0}, path = {0};
    ck_assert(file_make_temporary("b \"q\" \xc3\xa4\n", &root, &err));
    file_join(&path, root.text, "w.conf");
    ck_assert(file_write(path.text, PROGRAM, strlen(PROGRAM), &err));
    ck_assert(workload_file_load(&file, path.text, "/", &err));
    ck_assert_str_eq(file.source, "/");
    workload_file_release(&file);
    ck_assert(workload_file_load(&file, path.text, NULL, &err));
    ck_assert_str_eq(file.source, root.text);
    workload_file_release(&file);
    ck_assert(file_remove_tree(root.text, &err));
    str_release(&root);
    str_release(&path);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        reads_every_key,
        has_the_metric_time_when_it_names_none,
        takes_commands_whose_quotes_last,
        takes_a_metric_without_keys,
        says_what_is_wrong_and_where,
        refuses_too_many_metrics,
        takes_the_source_from_a_base,
    };
    return TAP_RUN("workload_file", tests);
}
