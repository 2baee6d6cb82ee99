/* SPDX-License-Identifier: MIT
 *
 * Rounds of samples: the one function that measures.
 */
#include <config.h>

#include "search/measure.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/stats.h"
#include "search/protocol.h"
#include "search/steady.h"
#include "search/workload.h"

struct entry {
    struct arm *arm;
    unsigned group;
    struct digest classes[ARM_METRICS_MAX]; /* "": code of its own */
    bool live;
    char *failure;
};

struct measure {
    struct measure_setup setup;
    unsigned never; /* metrics that are never sampled */
    struct entry *entries;
    size_t entry_count;
    size_t entry_capacity;
    unsigned group_count;

    struct sample *samples; /* [round][entry][metric] */
    size_t sample_capacity;
    struct steady steady; /* counts the rounds */

    size_t *blocks; /* group * metric_count + metric; the last is the clock */
    size_t *order;  /* entries of a block */
    double clock;   /* of the round that runs */
    double last_round_s;
};

struct measure *measure_new(const struct measure_setup *setup)
{
    assert(setup->metric_count <= ARM_METRICS_MAX);
    struct measure *self = xcalloc(1, sizeof *self);
    self->setup = *setup;
    self->never = setup->skip;
    self->steady = (struct steady){
        .protocol = setup->protocol ? setup->protocol : &protocol_standard,
        .world = setup->world,
        .throttle = setup->throttle,
        .deadline_s = setup->deadline_s,
    };
    return self;
}

void measure_free(struct measure *self)
{
    if (!self)
        return;
    for (size_t i = 0; i < self->entry_count; i++)
        free(self->entries[i].failure);
    free(self->entries);
    free(self->samples);
    free(self->blocks);
    free(self->order);
    steady_release(&self->steady);
    free(self);
}

size_t measure_add(struct measure *self, struct arm *arm, unsigned group,
                   const struct digest *classes)
{
    assert(self->steady.rounds == 0 && !self->blocks);
    self->entries = memory_grow(self->entries, &self->entry_capacity,
                                self->entry_count + 1, sizeof(struct entry));
    struct entry *entry = &self->entries[self->entry_count];
    *entry = (struct entry){.arm = arm, .group = group, .live = true};
    if (classes)
        memcpy(entry->classes, classes,
               self->setup.metric_count * sizeof *classes);
    if (group >= self->group_count)
        self->group_count = group + 1;
    return self->entry_count++;
}

void measure_retire(struct measure *self, size_t entry)
{
    self->entries[entry].live = false;
}

void measure_skip(struct measure *self, size_t metric)
{
    self->setup.skip |= 1u << metric;
}

bool measure_is_live(const struct measure *self, size_t entry)
{
    return self->entries[entry].live;
}

const char *measure_failure(const struct measure *self, size_t entry)
{
    return self->entries[entry].failure;
}

size_t measure_rounds(const struct measure *self)
{
    return self->steady.rounds;
}

size_t measure_void_rounds(const struct measure *self)
{
    return self->steady.void_rounds;
}

double measure_waited_s(const struct measure *self)
{
    return self->steady.waited_s;
}

bool measure_is_unsteady(const struct measure *self)
{
    return self->steady.unsteady;
}

const char *measure_void_reason(const struct measure *self)
{
    return str_text(&self->steady.reason);
}

double measure_clock(const struct measure *self, size_t round)
{
    return self->steady.clocks[round];
}

static struct sample *cell(const struct measure *self, size_t round,
                           size_t entry, size_t metric)
{
    size_t row = round * self->entry_count + entry;
    return &self->samples[row * self->setup.metric_count + metric];
}

struct sample measure_sample(const struct measure *self, size_t round,
                             size_t entry, size_t metric)
{
    return *cell(self, round, entry, metric);
}

/* Room for the round that begins, with nothing in it. */
static void open_row(struct measure *self)
{
    size_t row = self->entry_count * self->setup.metric_count;
    self->samples =
        memory_grow(self->samples, &self->sample_capacity,
                    (self->steady.rounds + 1) * row, sizeof *self->samples);
    for (size_t i = 0; i < row; i++)
        self->samples[self->steady.rounds * row + i] =
            (struct sample){(double)NAN, (double)NAN};
    self->clock = 0;
}

static void make_orders(struct measure *self)
{
    if (self->blocks)
        return;
    size_t count = self->group_count * self->setup.metric_count + 1;
    self->blocks = xreallocarray(NULL, count, sizeof *self->blocks);
    self->order =
        xreallocarray(NULL, self->entry_count + 1, sizeof *self->order);
}

static bool same_code(const struct entry *a, const struct entry *b,
                      size_t metric)
{
    const char *name = a->classes[metric].hex;
    return a == b || (a->group == b->group && name[0] != '\0' &&
                      strcmp(name, b->classes[metric].hex) == 0);
}

/* Whether an earlier live entry is sampled in this one's place. */
static bool is_covered(const struct measure *self, size_t index, size_t metric)
{
    for (size_t i = 0; i < index; i++)
        if (self->entries[i].live &&
            same_code(&self->entries[i], &self->entries[index], metric))
            return true;
    return false;
}

/* What gives all metrics at once is sampled in the place of the first, for as
 * long as any is wanted. */
static bool is_due(const struct measure *self, const struct entry *entry,
                   size_t metric)
{
    unsigned all = (1u << self->setup.metric_count) - 1;
    if (!entry->arm->together)
        return !(self->setup.skip >> metric & 1u);
    return metric == 0 && (self->setup.skip & all) != all;
}

/* The entries of a group to sample for a metric, shuffled into order[]. */
static size_t draw_block(struct measure *self, unsigned group, size_t metric)
{
    size_t count = 0;
    for (size_t i = 0; i < self->entry_count; i++) {
        const struct entry *entry = &self->entries[i];
        if (!entry->live || entry->group != group ||
            !is_due(self, entry, metric) || is_covered(self, i, metric))
            continue;
        self->order[count++] = i;
    }
    rng_shuffle(&self->setup.rng, self->order, count);
    return count;
}

static bool is_good(struct sample sample)
{
    return isfinite(sample.value) && sample.value > 0 &&
           isfinite(sample.wall) && sample.wall > 0;
}

/* Gives a reading to all that have the same code. */
static void store(struct measure *self, size_t index, size_t metric,
                  struct sample sample)
{
    for (size_t i = 0; i < self->entry_count; i++)
        if (self->entries[i].live &&
            same_code(&self->entries[index], &self->entries[i], metric))
            *cell(self, self->steady.rounds, i, metric) = sample;
}

static enum arm_status drop(struct measure *self, size_t index, const char *why)
{
    self->entries[index].live = false;
    self->entries[index].failure = xstrdup(why);
    return ARM_OK;
}

static bool is_late(const struct measure *self)
{
    double limit = self->setup.limit_s;
    return limit > 0 && protocol_now_s(self->setup.world) > limit;
}

static enum arm_status take_sample(struct measure *self, size_t index,
                                   size_t metric, struct error *err)
{
    if (is_late(self))
        return ARM_VOID;
    struct arm *arm = self->entries[index].arm;
    struct sample samples[ARM_METRICS_MAX];
    struct error why = {0};
    enum arm_status status =
        arm->operations->sample(arm, metric, samples, &why);
    /* Ctrl-C ends servers, too: that is no fault of theirs. */
    if (status != ARM_OK && protocol_cancelled(self->setup.world))
        return ARM_VOID;
    if (status == ARM_FAILED)
        return drop(self, index, why.text);
    if (status != ARM_OK) {
        if (err)
            *err = why;
        return status;
    }
    size_t count = arm->together ? self->setup.metric_count : 1;
    for (size_t i = 0; i < count; i++)
        if (!is_good(samples[i]))
            return drop(self, index, "a reading is not a positive number");
    for (size_t i = 0; i < count; i++)
        store(self, index, metric + i, samples[i]);
    return ARM_OK;
}

static enum arm_status read_clock(struct measure *self, struct error *err)
{
    struct arm *clock = self->setup.clock;
    if (!clock)
        return ARM_OK;
    struct sample sample = {0, 0};
    enum arm_status status = clock->operations->sample(clock, 0, &sample, err);
    if (status == ARM_OK)
        self->clock = sample.value;
    return status == ARM_FAILED ? ARM_ERROR : status;
}

static enum arm_status run_block(struct measure *self, size_t block,
                                 struct error *err)
{
    size_t metrics = self->setup.metric_count;
    if (block == self->group_count * metrics)
        return read_clock(self, err);
    size_t metric = block % metrics;
    size_t count = draw_block(self, (unsigned)(block / metrics), metric);
    for (size_t i = 0; i < count; i++) {
        enum arm_status status = take_sample(self, self->order[i], metric, err);
        if (status != ARM_OK)
            return status;
    }
    return ARM_OK;
}

static enum arm_status run_blocks(struct measure *self, struct error *err)
{
    size_t count = self->group_count * self->setup.metric_count + 1;
    for (size_t i = 0; i < count; i++)
        self->blocks[i] = i;
    rng_shuffle(&self->setup.rng, self->blocks, count);
    for (size_t i = 0; i < count; i++) {
        enum arm_status status = run_block(self, self->blocks[i], err);
        if (status != ARM_OK)
            return status;
    }
    return ARM_OK;
}

/* One attempt; MEASURE_OK with *done false when it was void. */
static enum measure_status attempt(struct measure *self, bool *done,
                                   struct error *err)
{
    *done = false;
    open_row(self);
    enum arm_status status = run_blocks(self, err);
    if (status != ARM_OK && protocol_cancelled(self->setup.world))
        return MEASURE_CANCELLED;
    if (status == ARM_ERROR)
        return MEASURE_ERROR;
    if (status == ARM_VOID && is_late(self))
        return MEASURE_TIME;
    if (status == ARM_VOID) {
        steady_void(&self->steady,
                    err && err->text[0] ? err->text : "a round was cut short");
        return self->steady.void_run < self->steady.protocol->void_run_most
                   ? MEASURE_OK
                   : MEASURE_ERROR;
    }
    *done = steady_judge(&self->steady, self->clock) == 0;
    return MEASURE_OK;
}

static enum measure_status may_go_on(const struct measure *self)
{
    if (protocol_cancelled(self->setup.world))
        return MEASURE_CANCELLED;
    double now = protocol_now_s(self->setup.world);
    double deadline = self->setup.deadline_s;
    if (deadline > 0 && now + self->last_round_s > deadline)
        return MEASURE_TIME;
    return MEASURE_OK;
}

enum measure_status measure_round(struct measure *self, struct error *err)
{
    make_orders(self);
    steady_begin(&self->steady);
    for (bool done = false; !done;) {
        enum measure_status status = may_go_on(self);
        if (status != MEASURE_OK)
            return status;
        double start = protocol_now_s(self->setup.world);
        status = attempt(self, &done, err);
        if (status != MEASURE_OK)
            return status;
        if (done)
            self->last_round_s = protocol_now_s(self->setup.world) - start;
    }
    return MEASURE_OK;
}

/* Which two are compared, and by what. */
struct pair {
    size_t metric; /* or MEASURE_OBJECTIVE */
    size_t base;
    size_t entry;
    bool wall;
};

/* Log gain in one round by one metric; NAN where a sample is missing. */
static double log_gain(const struct measure *self, const struct pair *pair,
                       size_t round, size_t metric)
{
    struct sample base = *cell(self, round, pair->base, metric);
    struct sample entry = *cell(self, round, pair->entry, metric);
    double gain = pair->wall ? log(entry.wall / base.wall)
                             : log(entry.value / base.value);
    return self->setup.metrics[metric].higher_is_better ? gain : -gain;
}

static bool counts(const struct measure *self, size_t metric, size_t wanted,
                   double *weight)
{
    *weight = 1;
    if (wanted != MEASURE_OBJECTIVE)
        return metric == wanted;
    *weight = self->setup.metrics[metric].weight;
    return *weight > 0 && !(self->never >> metric & 1u);
}

static size_t collect(const struct measure *self, const struct pair *pair,
                      double *out)
{
    size_t count = 0;
    for (size_t round = 0; round < self->steady.rounds; round++) {
        double sum = 0, weights = 0, weight;
        for (size_t m = 0; m < self->setup.metric_count; m++) {
            if (!counts(self, m, pair->metric, &weight))
                continue;
            sum += weight * log_gain(self, pair, round, m);
            weights += weight;
        }
        if (weights > 0 && isfinite(sum))
            out[count++] = sum / weights;
    }
    return count;
}

size_t measure_gains(const struct measure *self, size_t metric, size_t base,
                     size_t entry, double *out)
{
    struct pair pair = {metric, base, entry, false};
    return collect(self, &pair, out);
}

size_t measure_wall_gains(const struct measure *self, size_t metric,
                          size_t base, size_t entry, double *out)
{
    struct pair pair = {metric, base, entry, true};
    return collect(self, &pair, out);
}

/* Median over some rounds; 0 where there is no reading. */
static double median_of(const struct measure *self, size_t entry, size_t metric,
                        size_t from, size_t to)
{
    double *values = xreallocarray(NULL, to - from + 1, sizeof *values);
    size_t count = 0;
    for (size_t round = from; round < to; round++) {
        double value = cell(self, round, entry, metric)->value;
        if (isfinite(value))
            values[count++] = value;
    }
    double median = stats_median(values, count);
    free(values);
    return median;
}

double measure_drift(const struct measure *self, size_t entry)
{
    size_t rounds = self->steady.rounds, quarter = rounds / 4;
    double sum = 0, metrics = 0;
    for (size_t m = 0; m < self->setup.metric_count && quarter > 0; m++) {
        double first = median_of(self, entry, m, 0, quarter);
        double last = median_of(self, entry, m, rounds - quarter, rounds);
        if (!(first > 0) || !(last > 0))
            continue;
        bool higher = self->setup.metrics[m].higher_is_better;
        sum += higher ? log(last / first) : log(first / last);
        metrics++;
    }
    return metrics > 0 ? sum / metrics : 0;
}

double measure_median(const struct measure *self, size_t entry, size_t metric)
{
    return median_of(self, entry, metric, 0, self->steady.rounds);
}
