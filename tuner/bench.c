/* SPDX-License-Identifier: MIT
 *
 * Prints comparisons.
 */
#include <config.h>

#include "tuner/bench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/str.h"
#include "search/proof.h"
#include "search/workload.h"
#include "tuner/bench_sides.h"
#include "tuner/wording.h"

enum { FLAGS_WIDTH_MAX = 40 };

/* A place among the flag sets: the first is the baseline. */
static const struct confirm_estimate *estimate_of(const struct bench *self,
                                                  size_t arm, size_t metric)
{
    return arm == 0 ? NULL : proof_find(self->proof, arm - 1, metric);
}

/* Somebody's estimate by this metric, for what is the same for all. */
static const struct confirm_estimate *any_estimate(const struct bench *self,
                                                   size_t metric)
{
    for (size_t arm = 1; arm < self->sides->count; arm++) {
        const struct confirm_estimate *estimate =
            estimate_of(self, arm, metric);
        if (estimate && estimate->rounds > 0)
            return estimate;
    }
    return NULL;
}

static const char *verdict_of(const struct bench *self, size_t arm,
                              size_t metric)
{
    if (arm == 0)
        return confirm_verdict_word(CONFIRM_TIE);
    const struct proof_finalist *finalist = &self->proof->finalists[arm - 1];
    if (finalist->refusal != REFUSAL_NONE)
        return refusal_word(finalist->refusal);
    const struct confirm_estimate *estimate = estimate_of(self, arm, metric);
    /* An emulator's times prove nothing about a processor. */
    if (!estimate ||
        (self->workload->emulated && finalist->same_as != PROOF_BASELINE))
        return confirm_verdict_word(CONFIRM_UNDECIDED);
    return confirm_verdict_word(estimate->verdict);
}

/* ---- text ---- */

/* Flag sets of records are told apart by more than their flags: they get
 * numbers, which a legend explains. */
static bool is_numbered(const struct bench *self)
{
    for (size_t i = 0; i < self->sides->count; i++)
        if (self->sides->items[i].record)
            return true;
    return false;
}

static const char *text_of(const struct bench *self, size_t arm)
{
    static const char *const numbers[] = {
        "#1",  "#2",  "#3",  "#4",  "#5",  "#6",  "#7",  "#8",
        "#9",  "#10", "#11", "#12", "#13", "#14", "#15", "#16",
        "#17", "#18", "#19", "#20", "#21", "#22", "#23", "#24",
        "#25", "#26", "#27", "#28", "#29", "#30", "#31", "#32"};
    return is_numbered(self) ? numbers[arm] : self->sides->items[arm].text;
}

static void print_legend(const struct bench *self)
{
    for (size_t i = 0; i < self->sides->count; i++) {
        const struct bench_side *side = &self->sides->items[i];
        printf("%-3s  %s %s\n", text_of(self, i), side->cc, side->text);
        if (side->code[0] != '\0')
            printf("     code: %s\n", side->code);
        if (side->record)
            printf("     of %s\n", side->record);
    }
    putchar('\n');
}

static int flags_width(const struct bench *self)
{
    size_t width = 0;
    for (size_t i = 0; i < self->sides->count; i++) {
        size_t length = strlen(text_of(self, i));
        if (length > width)
            width = length;
    }
    return width < FLAGS_WIDTH_MAX ? (int)width : FLAGS_WIDTH_MAX;
}

static void print_number(double value)
{
    struct str text = {0};
    wording_number(&text, value);
    printf("  %12s", str_text(&text));
    str_release(&text);
}

static void print_gain(const struct confirm_estimate *estimate)
{
    struct str text = {0};
    wording_gain(&text, exp(estimate->gain), exp(estimate->range.low),
                 exp(estimate->range.high));
    printf("  %s", str_text(&text));
    str_release(&text);
}

/* One line of the message; the rest is in --json. */
static void print_refusal(const struct proof_finalist *finalist)
{
    const char *message = finalist->message ? finalist->message : "";
    int length = (int)strcspn(message, "\n");
    if (finalist->refusal != REFUSAL_NONE)
        printf("  %s: %.*s\n", refusal_word(finalist->refusal), length,
               message);
    else
        printf("  not measured: %.*s\n", length, message);
}

static void print_same(const struct bench *self, int same_as)
{
    const char *other = text_of(self, (size_t)same_as + 1);
    printf("  tie: the same code as %s, byte for byte\n", other);
}

static void print_finalist(const struct bench *self, size_t arm, size_t metric)
{
    const struct proof_finalist *finalist = &self->proof->finalists[arm - 1];
    const struct confirm_estimate *estimate = estimate_of(self, arm, metric);
    if (!estimate) {
        print_refusal(finalist);
        return;
    }
    if (finalist->same_as == PROOF_BASELINE) {
        print_same(self, finalist->same_as);
        return;
    }
    if (estimate->median > 0)
        print_number(estimate->median);
    print_gain(estimate);
    printf("  %s", verdict_of(self, arm, metric));
    if (estimate->verdict != CONFIRM_TIE)
        printf(" (%s%zu of %zu layouts agree)",
               estimate->verdict == CONFIRM_UNDECIDED && estimate->layout_bound
                   ? "depends on where the code lies; "
                   : "",
               estimate->layouts_agree, self->proof->layout_count);
    if (finalist->same_as >= 0)
        printf(", the same code as %s",
               text_of(self, (size_t)finalist->same_as + 1));
    putchar('\n');
}

static void print_floor(const struct confirm_estimate *estimate)
{
    struct str canary = {0}, least = {0};
    wording_interval(&canary, exp(estimate->canary.low),
                     exp(estimate->canary.high));
    wording_ratio(&least, exp(estimate->threshold));
    printf("  the baseline against itself %s, layout alone %.1f %%: "
           "nothing under %s is claimed\n",
           str_text(&canary), 100 * estimate->layout_floor, str_text(&least));
    str_release(&canary);
    str_release(&least);
}

static void print_arms(const struct bench *self, size_t metric)
{
    const struct confirm_estimate *any = any_estimate(self, metric);
    int width = flags_width(self);
    for (size_t arm = 0; arm < self->sides->count; arm++) {
        printf("  %-*s", width, text_of(self, arm));
        if (arm > 0) {
            print_finalist(self, arm, metric);
            continue;
        }
        if (any && any->baseline_median > 0)
            print_number(any->baseline_median);
        puts("  baseline");
    }
    if (any)
        print_floor(any);
    putchar('\n');
}

static void print_metric(const struct bench *self, size_t metric)
{
    const struct metric *m = &self->workload->metrics[metric];
    printf("%s, %s, %s is better\n", m->name, m->unit,
           m->higher_is_better ? "higher" : "lower");
    print_arms(self, metric);
}

static void print_effort(const struct bench *self)
{
    const struct confirm_result *confirm = &self->proof->confirm;
    struct str time = {0};
    if (!self->proof->timed) {
        puts("nothing had to be timed");
        return;
    }
    wording_duration(&time, confirm->seconds);
    printf("%zu rounds in %zu layouts, %s", confirm->rounds,
           confirm->layout_count, str_text(&time));
    if (confirm->void_rounds > 0)
        printf("; %zu void rounds (%s)", confirm->void_rounds,
               measure_void_reason(confirm->measure));
    putchar('\n');
    if (measure_is_unsteady(confirm->measure))
        puts("the machine did not recover in the longest wait: these are its "
             "throttled speeds");
    if (fabs(confirm->drift) > log(1.02))
        printf("the baseline itself became %.0f %% %s meanwhile\n",
               100 * fabs(expm1(confirm->drift)),
               confirm->drift < 0 ? "slower" : "faster");
    str_release(&time);
}

static bool counts_cycles(const struct bench *self)
{
    const struct workload *workload = self->workload;
    for (size_t m = 0; m < workload->metric_count; m++)
        if (strcmp(workload->metrics[m].unit, WORDING_CYCLES) == 0)
            return workload->cycle_clock != NULL;
    return false;
}

void bench_print(const struct bench *self)
{
    const char *code = self->sides->items[0].code;
    if (is_numbered(self))
        print_legend(self);
    else if (code[0] != '\0')
        printf("code: %s\n\n", code);
    for (size_t m = 0; m < self->workload->metric_count; m++)
        print_metric(self, m);
    if (self->workload->metric_count > 1) {
        puts("all of these, by weight");
        print_arms(self, MEASURE_OBJECTIVE);
    }
    print_effort(self);
    if (counts_cycles(self))
        printf("cycles are counted by the %s\n", self->workload->cycle_clock);
    if (self->workload->emulated)
        puts("emulated: these times say nothing about a processor");
}

/* ---- JSON ---- */

static void set_number(json_t *object, const char *key, double value)
{
    json_object_set_new(object, key, json_number(value));
}

static json_t *ratio_range(struct stats_interval range)
{
    json_t *object = json_object();
    set_number(object, "low", exp(range.low));
    set_number(object, "high", exp(range.high));
    return object;
}

static void add_evidence(json_t *object,
                         const struct confirm_estimate *estimate)
{
    set_number(object, "ratio", exp(estimate->gain));
    set_number(object, "low", exp(estimate->range.low));
    set_number(object, "high", exp(estimate->range.high));
    set_number(object, "wall_ratio", exp(estimate->wall_gain));
    json_object_set_new(object, "layouts_agree",
                        json_integer((json_int_t)estimate->layouts_agree));
    json_object_set_new(object, "rounds",
                        json_integer((json_int_t)estimate->rounds));
}

static void add_finalist(const struct bench *self, size_t arm, size_t metric,
                         json_t *object)
{
    const struct proof_finalist *finalist = &self->proof->finalists[arm - 1];
    const struct confirm_estimate *estimate = estimate_of(self, arm, metric);
    if (finalist->message)
        json_object_set_new(object, "message", json_string(finalist->message));
    if (finalist->same_as != PROOF_OWN)
        json_object_set_new(object, "same_code_as",
                            json_integer(finalist->same_as + 1));
    if (!estimate)
        return;
    add_evidence(object, estimate);
    if (estimate->median > 0)
        set_number(object, "median", estimate->median);
}

static void add_baseline(const struct bench *self, size_t metric,
                         json_t *object)
{
    const struct confirm_estimate *any = any_estimate(self, metric);
    set_number(object, "ratio", 1);
    set_number(object, "low", 1);
    set_number(object, "high", 1);
    if (any && any->baseline_median > 0)
        set_number(object, "median", any->baseline_median);
}

static void add_side(const struct bench *self, size_t arm, json_t *object)
{
    const struct bench_side *side = &self->sides->items[arm];
    json_object_set_new(object, "flags", json_string(side->text));
    json_object_set_new(object, "cc", json_string(side->cc));
    json_object_set_new(object, "code", json_string(side->code));
    if (side->record)
        json_object_set_new(object, "record", json_string(side->record));
}

static json_t *arms_json(const struct bench *self, size_t metric)
{
    json_t *arms = json_array();
    for (size_t arm = 0; arm < self->sides->count; arm++) {
        json_t *object = json_object();
        add_side(self, arm, object);
        json_object_set_new(object, "verdict",
                            json_string(verdict_of(self, arm, metric)));
        if (arm > 0)
            add_finalist(self, arm, metric, object);
        else
            add_baseline(self, metric, object);
        json_array_append_new(arms, object);
    }
    return arms;
}

static json_t *estimates_json(const struct bench *self, size_t metric)
{
    const struct confirm_estimate *any = any_estimate(self, metric);
    json_t *object = json_object();
    json_object_set_new(object, "arms", arms_json(self, metric));
    if (any) {
        json_object_set_new(object, "canary", ratio_range(any->canary));
        set_number(object, "layout_floor", any->layout_floor);
    }
    return object;
}

static json_t *metric_json(const struct bench *self, size_t metric)
{
    const struct metric *m = &self->workload->metrics[metric];
    json_t *object = estimates_json(self, metric);
    json_object_set_new(object, "unit", json_string(m->unit));
    json_object_set_new(object, "better",
                        json_string(m->higher_is_better ? "higher" : "lower"));
    return object;
}

/* The widest of all metrics. */
static void add_floors(const struct bench *self, json_t *object)
{
    struct stats_interval canary = {0, 0};
    double floor = 0;
    for (size_t m = 0; m < self->workload->metric_count; m++) {
        const struct confirm_estimate *any = any_estimate(self, m);
        if (!any)
            continue;
        canary.low = fmin(canary.low, any->canary.low);
        canary.high = fmax(canary.high, any->canary.high);
        floor = fmax(floor, any->layout_floor);
    }
    json_object_set_new(object, "canary", ratio_range(canary));
    set_number(object, "layout_floor", floor);
}

void bench_print_json(const struct bench *self)
{
    const struct confirm_result *confirm = &self->proof->confirm;
    json_t *result = json_object(), *metrics = json_object();
    for (size_t m = 0; m < self->workload->metric_count; m++)
        json_object_set_new(metrics, self->workload->metrics[m].name,
                            metric_json(self, m));
    json_object_set_new(result, "metrics", metrics);
    json_object_set_new(result, "objective",
                        estimates_json(self, MEASURE_OBJECTIVE));
    add_floors(self, result);
    json_object_set_new(result, "emulated",
                        json_boolean(self->workload->emulated));
    json_object_set_new(result, "rounds",
                        json_integer((json_int_t)confirm->rounds));
    json_object_set_new(result, "void_rounds",
                        json_integer((json_int_t)confirm->void_rounds));
    json_object_set_new(result, "layouts",
                        json_integer((json_int_t)self->proof->layout_count));
    if (self->workload->cycle_clock)
        json_object_set_new(result, "cycle_clock",
                            json_string(self->workload->cycle_clock));
    set_number(result, "seconds", confirm->seconds);
    set_number(result, "drift", confirm->drift);
    struct str text = {0};
    json_format(result, &text);
    fwrite(str_text(&text), 1, text.length, stdout);
    str_release(&text);
    json_decref(result);
}
