/* SPDX-License-Identifier: MIT
 *
 * Journals that are shortened: what counts stays, whatever happens meanwhile.
 */
#include <config.h>

#include "search/journal.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/rng.h"
#include "tests/unit/tap.h"

/* A state that is one number, and its journal. */
struct counter {
    struct journal journal;
    struct str folder;
    struct str path;
    json_int_t number;
};

static void append_number(struct journal *journal, json_int_t number)
{
    journal_append(journal,
                   json_pack("{s:s, s:I}", "event", "number", "is", number));
}

static void write_state(struct journal *journal, void *data)
{
    const struct counter *self = data;
    append_number(journal, self->number);
}

static void counter_open(struct counter *self, bool go_on)
{
    struct error err = {0};
    if (!journal_open(&self->journal, self->path.text, go_on, &err))
        ck_abort_msg("%s", err.text);
    self->journal.short_length = 200;
    journal_bound(&self->journal, write_state, self);
}

static void counter_start(struct counter *self)
{
    struct error err = {0};
    *self = (struct counter){0};
    ck_assert(file_make_temporary("journal", &self->folder, &err));
    file_join(&self->path, self->folder.text, "journal");
    counter_open(self, false);
    journal_append(&self->journal,
                   json_pack("{s:s, s:s}", "event", "job", "of", "a test"));
}

static void count_one(struct counter *self)
{
    struct error err = {0};
    append_number(&self->journal, ++self->number);
    if (!journal_sync(&self->journal, &err))
        ck_abort_msg("%s", err.text);
}

static bool take(const json_t *event, const char *name, void *data,
                 struct error *err)
{
    json_int_t *number = data;
    (void)name;
    (void)err;
    if (*number < 0)
        ck_assert_str_eq(json_string_value(json_object_get(event, "event")),
                         "job");
    *number = json_integer_value(json_object_get(event, "is"));
    return true;
}

/* The last number of the journal, whose first line must be its title. */
static json_int_t read_number(const struct counter *self)
{
    struct error err = {0};
    json_int_t number = -1;
    struct journal_reader reader = {take, &number};
    if (!journal_read(self->path.text, &reader, &err))
        ck_abort_msg("%s", err.text);
    return number;
}

static void counter_stop(struct counter *self)
{
    journal_release(&self->journal);
    file_remove_tree(self->folder.text, NULL);
    str_release(&self->folder);
    str_release(&self->path);
}

static off_t length_of(const char *path)
{
    struct stat info;
    ck_assert_int_eq(stat(path, &info), 0);
    return info.st_size;
}

START_TEST(its_length_is_bounded)
{
    struct counter counter;
    counter_start(&counter);
    for (int i = 0; i < 500; i++) {
        count_one(&counter);
        ck_assert_int_eq(length_of(counter.path.text), counter.journal.length);
        ck_assert_int_lt(counter.journal.length, 300);
    }
    ck_assert_uint_gt(counter.journal.shortened, 50);
    ck_assert_int_eq(read_number(&counter), 500);
    counter_stop(&counter);
}
END_TEST

START_TEST(a_long_state_is_not_written_again_and_again)
{
    struct counter counter;
    counter_start(&counter);
    counter.journal.short_length = 0;
    for (int i = 0; i < 1000; i++)
        count_one(&counter);
    /* A title and a number, doubled by three more numbers. */
    ck_assert_uint_lt(counter.journal.shortened, 500);
    counter_stop(&counter);
}
END_TEST

START_TEST(it_stays_locked)
{
    struct counter counter;
    struct journal second;
    struct error err = {0};
    counter_start(&counter);
    while (!counter.journal.shortened)
        count_one(&counter);
    ck_assert(!journal_open(&second, counter.path.text, true, &err));
    ck_assert_int_eq(err.kind, ERROR_CONFLICT);
    counter_stop(&counter);
}
END_TEST

START_TEST(what_cannot_be_shortened_stays_long)
{
    struct counter counter;
    counter_start(&counter);
    char *beside = xasprintf("%s.new", counter.path.text);
    ck_assert_int_eq(mkdir(beside, 0700), 0);
    for (int i = 0; i < 100; i++)
        count_one(&counter);
    ck_assert_uint_eq(counter.journal.shortened, 0);
    ck_assert_int_eq(read_number(&counter), 100);
    ck_assert_int_eq(rmdir(beside), 0);
    for (int i = 0; i < 200; i++)
        count_one(&counter);
    ck_assert_uint_gt(counter.journal.shortened, 0);
    ck_assert_int_eq(read_number(&counter), 300);
    free(beside);
    counter_stop(&counter);
}
END_TEST

/* Counts without end and tells each number that is on disk. */
static _Noreturn void count_on(struct counter *self, int told)
{
    for (;;) {
        count_one(self);
        if (write(told, &self->number, sizeof(self->number)) < 0)
            _exit(1);
    }
}

/* Lets another process count and kills it; the last number that it told. */
static json_int_t count_and_kill(struct counter *self, double seconds)
{
    int ends[2];
    json_int_t number = 0;
    ck_assert_int_eq(pipe(ends), 0);
    pid_t pid = fork();
    if (pid == 0) {
        counter_open(self, true);
        count_on(self, ends[1]);
    }
    close(ends[1]);
    ck_assert(read(ends[0], &number, sizeof(number)) > 0);
    double until = clock_now_s() + seconds;
    while (clock_now_s() < until && read(ends[0], &number, sizeof(number)) > 0)
        ;
    kill(pid, SIGKILL);
    while (read(ends[0], &number, sizeof(number)) > 0)
        ;
    close(ends[0]);
    ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
    return number;
}

START_TEST(a_kill_at_any_moment_loses_nothing)
{
    struct counter counter;
    struct rng rng;
    rng_init(&rng, 1);
    counter_start(&counter);
    count_one(&counter);
    journal_release(&counter.journal);
    for (int i = 0; i < 100; i++) {
        double seconds = (double)rng_below(&rng, 5000) * 1e-6;
        json_int_t told = count_and_kill(&counter, seconds);
        counter.number = read_number(&counter);
        ck_assert_int_ge(counter.number, told);
        ck_assert_int_le(counter.number, told + 1);
    }
    counter_open(&counter, true);
    counter_stop(&counter);
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        its_length_is_bounded,
        a_long_state_is_not_written_again_and_again,
        it_stays_locked,
        what_cannot_be_shortened_stays_long,
        a_kill_at_any_moment_loses_nothing,
    };
    return TAP_RUN("journal", tests);
}
