/* SPDX-License-Identifier: MIT
 *
 * A cycle counter must prove itself; then it counts, and else the add chain.
 */
#include <config.h>

#include "search/counter.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/memory.h"
#include "search/chain_clock.h"
#include "search/core_arm.h"
#include "search/core_config.h"
#include "search/protocol.h"
#include "search/runner.h"
#include "tests/unit/tap.h"
#include "tests/unit/temporary_folder.h"

/* A processor that runs chains, and a counter that may be any kind of bad. */
struct fake {
    double count;      /* of the counter */
    double request;    /* cycles that each request costs besides */
    double ratio;      /* counts an addition */
    double wobble;     /* from chain to chain, as a share */
    double bend;       /* share that long chains count less */
    int refuse;        /* errno of open */
    size_t reads_left; /* until it is taken away */
    size_t chains;
    int open;
};

static int fake_open(void *data, int pid)
{
    struct fake *self = data;
    ck_assert_int_gt(pid, 0);
    self->open += self->refuse ? 0 : 1;
    return self->refuse ? -self->refuse : 7;
}

static bool fake_read(void *data, int handle, uint64_t *cycles)
{
    struct fake *self = data;
    ck_assert_int_eq(handle, 7);
    *cycles = (uint64_t)self->count;
    return self->reads_left > 0 && self->reads_left-- > 0;
}

static void fake_close(void *data, int handle)
{
    (void)handle;
    ((struct fake *)data)->open--;
}

static bool fake_run(void *data, uint64_t additions)
{
    struct fake *self = data;
    double wobble = self->chains++ % 2 ? self->wobble : 0;
    double bend = additions > 1000 ? self->bend : 0;
    self->count += self->request +
                   (double)additions * self->ratio * (1 + wobble) * (1 - bend);
    return true;
}

static struct fake good_fake(void)
{
    return (struct fake){
        .count = 12345, .request = 700, .ratio = 1.01, .reads_left = 1000};
}

static bool prove(struct fake *fake, struct str *why)
{
    struct counter_source source = {fake_open, fake_read, fake_close, fake};
    struct counter_trial trial = {.run = fake_run,
                                  .data = fake,
                                  .additions = 1000,
                                  .protocol = &protocol_standard};
    struct counter counter = {0};
    str_reset(why);
    bool good = counter_open(&counter, &source, 42, why) &&
                counter_prove(&counter, &trial, why);
    counter_close(&counter);
    ck_assert_int_eq(fake->open, 0);
    return good;
}

START_TEST(a_counter_that_follows_the_chain_is_believed)
{
    struct fake fake = good_fake();
    struct str why = {0};
    ck_assert_msg(prove(&fake, &why), "%s", str_text(&why));
    ck_assert_str_eq(str_text(&why), "");
    str_release(&why);
}
END_TEST

START_TEST(rubbish_is_not)
{
    static const struct {
        struct fake fake;
        const char *why;
    } rows[] = {
        {{.ratio = 0, .reads_left = 1000}, "does not count on"},
        {{.count = 1e6, .ratio = -1, .reads_left = 1000}, "does not count on"},
        {{.ratio = 1, .reads_left = 5}, "does not count on"},
        {{.ratio = 1, .wobble = 0.1, .reads_left = 1000}, "the same addition"},
        {{.ratio = 1, .bend = 0.1, .reads_left = 1000}, "the same addition"},
        /* A clock of its own: nanoseconds, or what the label says. */
        {{.ratio = 0.25, .reads_left = 1000}, "0.25 cycles for an addition"},
        {{.ratio = 1.4, .reads_left = 1000}, "1.4 cycles for an addition"},
        {{.refuse = EACCES}, "perf_event_paranoid"},
        {{.refuse = EPERM}, "perf_event_paranoid"},
        {{.refuse = ENOENT}, "this machine shows none"},
        {{.refuse = ENOSYS}, "this kernel has none"},
    };
    struct str why = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct fake fake = rows[i].fake;
        ck_assert(!prove(&fake, &why));
        ck_assert_msg(strstr(str_text(&why), rows[i].why), "%zu: %s", i,
                      str_text(&why));
    }
    str_release(&why);
}
END_TEST

/* ---- in an arm ---- */

/* Answers every request alike, and tells what it was asked. */
static const char driver[] = "#!/bin/sh\n"
                             "while read -r what name count; do\n"
                             "  echo \"$what $name $count\" >>asked\n"
                             "  echo 1000000 1000000 0000000000000001\n"
                             "done\n";

struct rig {
    struct str folder;
    struct fake fake;
    struct counter_source source;
    struct core_kernel kernel;
    struct core_timing timing;
};

/* The processor of the fake runs what the driver was last asked. */
static bool rig_read(void *data, int handle, uint64_t *cycles)
{
    struct rig *self = data;
    char *path = xasprintf("%s/asked", self->folder.text);
    struct str asked = {0};
    unsigned long count = 0;
    if (file_read(path, 1 << 20, &asked, NULL)) {
        const char *end = str_text(&asked) + asked.length, *last = end - 1;
        while (last > str_text(&asked) && last[-1] != '\n')
            last--;
        bool is_chain = strncmp(last, "clock ", 6) == 0;
        sscanf(last, is_chain ? "clock %lu" : "time k %lu", &count);
        /* 10 cycles an iteration */
        fake_run(&self->fake, is_chain ? count : 10 * count);
        file_remove_tree(path, NULL);
    }
    free(path);
    str_release(&asked);
    return fake_read(&self->fake, handle, cycles);
}

static int rig_open(void *data, int pid)
{
    return fake_open(&((struct rig *)data)->fake, pid);
}

static void rig_close(void *data, int handle)
{
    fake_close(&((struct rig *)data)->fake, handle);
}

static struct sample sample_once(struct fake fake, struct rig *rig,
                                 enum arm_status *status)
{
    struct error err = {0};
    static char name[] = "k", unit[] = "MB/s";
    *rig = (struct rig){.fake = fake};
    rig->source = (struct counter_source){rig_open, rig_read, rig_close, rig};
    rig->folder = temporary_folder();
    char *path = xasprintf("%s/driver", rig->folder.text);
    ck_assert(file_write(path, driver, strlen(driver), &err));
    chmod(path, 0700);
    free(path);
    struct runner *runner = runner_new("", NULL, &err);
    rig->kernel = (struct core_kernel){
        .name = name, .measure = unit, .work = 1, .blocks = 2};
    rig->timing = (struct core_timing){
        .job = {.runner = runner},
        .metrics = {{.kernel = &rig->kernel,
                     .cycles = true,
                     .iterations = 1000,
                     .checksum = 1}},
        .metric_count = 1,
        .clock_additions = 1000,
        .counter = {.source = &rig->source},
    };
    struct arm *arm = core_arm_open(&rig->timing, rig->folder.text, 0, &err);
    ck_assert_msg(arm != NULL, "%s", err.text);
    struct sample sample = {0, 0};
    rig->fake.reads_left = rig->fake.reads_left > 100 ? 100 : 0;
    *status = arm->operations->sample(arm, 0, &sample, &err);
    arm_free(arm);
    runner_free(runner);
    ck_assert_int_eq(rig->fake.open, 0);
    return sample;
}

static void rig_free(struct rig *rig)
{
    str_release(&rig->timing.counter.why);
    temporary_folder_remove(&rig->folder);
}

START_TEST(a_proved_counter_counts_a_block)
{
    struct rig rig;
    struct fake fake = good_fake();
    enum arm_status status;
    fake.ratio = 1;
    struct sample sample = sample_once(fake, &rig, &status);
    ck_assert_int_eq(status, ARM_OK);
    ck_assert_msg(rig.timing.counter.proved, "%s",
                  str_text(&rig.timing.counter.why));
    ck_assert_double_eq_tol(sample.value, 5, 1e-3); /* of 2 an iteration */
    rig_free(&rig);
}
END_TEST

START_TEST(the_add_chain_stands_in_for_a_bad_one)
{
    struct rig rig;
    struct fake fake = good_fake();
    enum arm_status status;
    fake.ratio = 0.3;
    struct sample sample = sample_once(fake, &rig, &status);
    ck_assert_int_eq(status, ARM_OK);
    ck_assert(!rig.timing.counter.proved);
    ck_assert_ptr_nonnull(strstr(str_text(&rig.timing.counter.why), "0.3"));
    /* 1000 additions in the time of 1000 iterations of 2 blocks */
    ck_assert_double_eq_tol(sample.value, 0.5, 1e-9);
    rig_free(&rig);
}
END_TEST

START_TEST(one_that_is_taken_away_voids_the_round)
{
    struct rig rig;
    struct fake fake = good_fake();
    enum arm_status status;
    fake.reads_left = 100; /* enough for the proof, then none */
    sample_once(fake, &rig, &status);
    ck_assert_int_eq(status, ARM_VOID);
    ck_assert(!rig.timing.counter.proved);
    rig_free(&rig);
}
END_TEST

/* ---- for programs ---- */

START_TEST(our_own_chain_ticks_and_leaves_us_where_we_were)
{
    cpu_set_t before, after;
    struct sample sample = {0, 0};
    ck_assert_int_eq(sched_getaffinity(0, sizeof(before), &before), 0);
    int cpu = 0;
    while (!CPU_ISSET((size_t)cpu, &before))
        cpu++;
    struct arm *arm = chain_clock_open(cpu + 1);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(arm->operations->sample(arm, 0, &sample, NULL),
                         ARM_OK);
        ck_assert_double_gt(sample.value, 0);
    }
    arm_free(arm);
    ck_assert_int_eq(sched_getaffinity(0, sizeof(after), &after), 0);
    ck_assert(CPU_EQUAL(&before, &after));
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        a_counter_that_follows_the_chain_is_believed,
        rubbish_is_not,
        a_proved_counter_counts_a_block,
        the_add_chain_stands_in_for_a_bad_one,
        one_that_is_taken_away_voids_the_round,
        our_own_chain_ticks_and_leaves_us_where_we_were,
    };
    return TAP_RUN("counter", tests);
}
