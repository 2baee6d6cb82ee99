/* SPDX-License-Identifier: MIT
 *
 * Void rounds and pauses.
 */
#include <config.h>

#include "search/steady.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/stats.h"
#include "search/protocol.h"
#include "search/throttle.h"

/* Less is the jitter of two clocks that are read one after the other. */
static const double nap_s = 0.1;

static void say(struct steady *self, const char *reason)
{
    str_reset(&self->reason);
    str_add(&self->reason, reason);
}

/* The best clock that lasted: the median of the rounds that count.  The best
 * single reading would be a lucky one. */
static double find_level(struct steady *self)
{
    size_t count = self->rounds - self->level_start;
    if (count < self->protocol->level_least)
        return 0;
    double level = stats_median(self->clocks + self->level_start, count);
    if (count >= self->protocol->level_sure)
        self->best_level = fmax(self->best_level, level);
    return fmax(self->best_level, level);
}

/* Counts slow rounds; true at the one that makes all of them void. */
static bool clock_is_slow(struct steady *self)
{
    double level = find_level(self);
    if (self->clocks[self->rounds] >= self->protocol->slow_clock * level) {
        self->slow_run = 0;
        return false;
    }
    self->slow_run++;
    return self->slow_run >= self->protocol->slow_rounds;
}

/* A machine that slept starts with cold caches and another clock. */
static bool has_slept(struct steady *self)
{
    double before = self->suspended_s;
    self->suspended_s = protocol_suspended_s(self->world);
    return self->suspended_s > before + nap_s;
}

/* How many of the last rounds, the one just run among them, are void; *hot
 * when the machine itself says so. */
static size_t judge_round(struct steady *self, bool *hot)
{
    bool slow = clock_is_slow(self), slept = has_slept(self);
    *hot = self->throttle && throttle_check(self->throttle);
    if (self->unsteady || (!slow && !*hot && !slept))
        return 0;
    say(self, *hot    ? str_text(&self->throttle->reason)
              : slept ? "the machine was suspended"
                      : "the processor's clock fell");
    size_t run = slow ? self->slow_run : 1;
    return run <= self->rounds + 1 ? run : self->rounds + 1;
}

static bool is_often_void(const struct steady *self)
{
    size_t all = self->rounds + self->void_rounds;
    return (double)self->void_rounds > self->protocol->void_share * (double)all;
}

/* A hot machine gets a pause at once, one whose clock is slow for whatever
 * reason after it did not help to try again; longer each time. */
static double choose_pause(const struct steady *self, bool hot)
{
    const struct protocol *protocol = self->protocol;
    unsigned free_tries = hot ? 0 : 1;
    if (self->void_run <= free_tries)
        return 0;
    unsigned doublings = self->void_run - free_tries - 1;
    if (is_often_void(self))
        doublings++;
    if (doublings > protocol->pause_doublings)
        doublings = protocol->pause_doublings;
    double first = hot ? protocol->pause_s : protocol->short_pause_s;
    double pause = fmin(ldexp(first, (int)doublings),
                        protocol->wait_most_s - self->waited_s);
    if (self->deadline_s > 0)
        pause = fmin(pause, self->deadline_s - protocol_now_s(self->world));
    return pause;
}

static void note_often(struct steady *self)
{
    if (is_often_void(self))
        str_addf(&self->reason, "; %zu of %zu rounds were void",
                 self->void_rounds, self->void_rounds + self->rounds);
}

/* Lets the machine recover.  When it does not, what it does now is taken for
 * what it always does. */
static void recover(struct steady *self, bool hot)
{
    double pause = choose_pause(self, hot);
    if (pause > 0) {
        note_often(self);
        protocol_wait(self->world, pause, str_text(&self->reason));
        self->waited_s += pause;
    }
    if (!hot && self->void_run >= self->protocol->level_patience) {
        self->level_start = self->rounds;
        self->best_level = 0;
    }
    if (self->waited_s >= self->protocol->wait_most_s)
        self->unsteady = true;
    if (self->throttle)
        throttle_check(self->throttle);
}

static void throw_away(struct steady *self, size_t count)
{
    self->void_rounds += count;
    self->rounds -= count - 1; /* the last was not counted yet */
    if (self->level_start > self->rounds)
        self->level_start = self->rounds;
    self->slow_run = 0;
    self->void_run++;
}

void steady_release(struct steady *self)
{
    free(self->clocks);
    str_release(&self->reason);
    *self = (struct steady){0};
}

void steady_begin(struct steady *self)
{
    if (self->throttle && !self->watching)
        throttle_check(self->throttle);
    self->watching = true;
    self->suspended_s = protocol_suspended_s(self->world);
}

size_t steady_judge(struct steady *self, double clock)
{
    if (!(clock > 0) && self->throttle)
        clock = throttle_frequency_khz(self->throttle);
    self->clocks = memory_grow(self->clocks, &self->capacity, self->rounds + 1,
                               sizeof *self->clocks);
    self->clocks[self->rounds] = clock;
    bool hot;
    size_t lost = judge_round(self, &hot);
    if (lost > 0) {
        throw_away(self, lost);
        recover(self, hot);
        return lost;
    }
    self->rounds++;
    if (self->slow_run == 0)
        self->void_run = 0;
    return 0;
}

void steady_void(struct steady *self, const char *reason)
{
    say(self, reason);
    throw_away(self, 1);
}
