/* SPDX-License-Identifier: MIT
 *
 * Lists the plan of a search.
 */
#include <config.h>

#include "tuner/plan_text.h"

#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/pool.h"
#include "probes/trial.h"
#include "search/workload.h"
#include "tuner/tuning.h"

enum { BATCH = 32 };

/* One value of a dimension and the compiler's word on it. */
struct plan_line {
    const struct dimension *dimension;
    const struct value *value;
    struct trial_result trial;
    bool failed; /* it could not be tried: err says why */
    struct error err;
};

struct plan {
    struct tuning *tuning;
    struct plan_line *lines;
    size_t count;
};

static void collect(struct plan *plan)
{
    const struct space *space = &plan->tuning->space;
    size_t most = 0;
    for (size_t d = 0; d < space->count; d++)
        most += space->dimensions[d].value_count;
    plan->lines = xcalloc(most + 1, sizeof(*plan->lines));
    for (size_t d = 0; d < space->count; d++) {
        const struct dimension *dimension = &space->dimensions[d];
        for (size_t v = 0; v < dimension->value_count; v++) {
            const struct value *value = &dimension->values[v];
            bool implementation = dimension->class == DIMENSION_IMPLEMENTATION;
            if (value->flags.count || implementation)
                plan->lines[plan->count++] =
                    (struct plan_line){.dimension = dimension, .value = value};
        }
    }
}

/* Whether the compiler takes the flags of some lines together. */
static bool try_together(const struct plan *plan,
                         struct plan_line *const *lines, size_t count,
                         struct trial_result *out, struct error *err)
{
    struct strvec flags = {0};
    struct trial trial = {.compiler = &plan->tuning->compiler,
                          .catalogue = &plan->tuning->machine.catalogue,
                          .depth = TRIAL_COMPILE};
    if (lines[0]->dimension->class != DIMENSION_LEVEL)
        strvec_add(&flags, "-O2");
    for (size_t i = 0; i < count; i++)
        strvec_add_all(&flags, &lines[i]->value->flags);
    bool ok = trial_run(&trial, &flags, out, err);
    strvec_release(&flags);
    return ok;
}

/* Most flags are taken, so that many are tried at once; where something is
 * wrong the halves are tried, down to the one that it is. */
static void try_lines(const struct plan *plan, struct plan_line *const *lines,
                      size_t count)
{
    struct trial_result result = {0};
    struct plan_line *first = lines[0];
    if (!try_together(plan, lines, count, &result, &first->err)) {
        first->failed = true;
        return;
    }
    if (count == 1) {
        first->trial = result;
        return;
    }
    bool taken = result.refusal == REFUSAL_NONE;
    trial_result_release(&result);
    if (taken)
        return;
    try_lines(plan, lines, count / 2);
    try_lines(plan, lines + count / 2, count - count / 2);
}

/* Lines that may be tried together: one value of each dimension. */
struct batch {
    struct plan_line *lines[BATCH];
    size_t count;
};

struct batches {
    const struct plan *plan;
    struct batch *items;
    size_t count;
};

static void try_batch(size_t index, void *data)
{
    struct batches *batches = data;
    struct batch *batch = &batches->items[index];
    try_lines(batches->plan, batch->lines, batch->count);
}

/* Levels and machines are tried by themselves: they would hide each other. */
static bool is_alone(const struct plan_line *line)
{
    return line->dimension->class == DIMENSION_LEVEL ||
           line->dimension->class == DIMENSION_MACHINE;
}

static bool fits(const struct batch *batch, const struct plan_line *line)
{
    if (batch->count == BATCH || is_alone(line) || is_alone(batch->lines[0]))
        return false;
    for (size_t i = 0; i < batch->count; i++)
        if (batch->lines[i]->dimension == line->dimension)
            return false;
    return true;
}

static void put(struct batches *batches, struct plan_line *line)
{
    size_t at = 0;
    while (at < batches->count && !fits(&batches->items[at], line))
        at++;
    batches->count += at == batches->count;
    struct batch *batch = &batches->items[at];
    batch->lines[batch->count++] = line;
}

static bool try_all(struct plan *plan, struct error *err)
{
    struct batches batches = {.plan = plan};
    batches.items = xcalloc(plan->count + 1, sizeof(*batches.items));
    for (size_t i = 0; i < plan->count; i++)
        if (plan->lines[i].value->flags.count)
            put(&batches, &plan->lines[i]);
    pool_run(batches.count, plan->tuning->processors, try_batch, &batches);
    free(batches.items);
    for (size_t i = 0; i < plan->count; i++)
        if (plan->lines[i].failed) {
            *err = plan->lines[i].err;
            return false;
        }
    return true;
}

static json_t *line_json(const struct plan_line *line)
{
    json_t *out =
        json_pack("{s:s, s:s, s:s, s:s, s:s}", "name", line->dimension->name,
                  "value", line->value->label, "kind",
                  dimension_class_word(line->dimension->class), "class",
                  flag_class_word(line->dimension->safety), "verdict",
                  refusal_word(line->trial.refusal));
    if (line->trial.message)
        json_object_set_new(out, "message", json_string(line->trial.message));
    return out;
}

static json_t *left_out_json(const struct space *space)
{
    json_t *list = json_array();
    for (size_t i = 0; i < space->left_out_count; i++) {
        const struct left_out *left = &space->left_out[i];
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:s}", "flag", left->flag,
                                        "class", flag_class_word(left->safety),
                                        "reason", left->reason));
    }
    return list;
}

static void print_json(const struct plan *plan)
{
    const struct tuning *tuning = plan->tuning;
    struct str text = {0};
    json_t *tried = json_array();
    json_t *baselines = json_array();
    for (size_t i = 0; i < plan->count; i++)
        json_array_append_new(tried, line_json(&plan->lines[i]));
    for (size_t i = 0; i < tuning->baseline_count; i++)
        json_array_append_new(baselines,
                              json_string(tuning->baselines[i].name));
    json_t *out =
        json_pack("{s:o, s:o, s:o, s:f}", "tried", tried, "left_out",
                  left_out_json(&tuning->space), "baselines", baselines,
                  "log10_size", space_log_size(&tuning->space) / log(10));
    json_format(out, &text);
    fputs(str_text(&text), stdout);
    str_release(&text);
    json_decref(out);
}

/* First line of a message: the list is one line a flag. */
static void print_refusal(const struct trial_result *trial)
{
    const char *message = trial->message ? trial->message : "";
    printf("  %s: %.*s", refusal_word(trial->refusal),
           (int)strcspn(message, "\n"), message);
}

static void print_text(const struct plan *plan, bool all)
{
    const struct tuning *tuning = plan->tuning;
    const struct space *space = &tuning->space;
    printf("%-40s %-14s %-13s compiler\n", "flag", "kind", "class");
    for (size_t i = 0; i < plan->count; i++) {
        const struct plan_line *line = &plan->lines[i];
        bool named = line->dimension->class == DIMENSION_IMPLEMENTATION;
        char *label = named ? xasprintf("%s:%s", line->dimension->name,
                                        line->value->label)
                            : xstrdup(line->value->label);
        printf("%-40s %-14s %-13s", label,
               dimension_class_word(line->dimension->class),
               flag_class_word(line->dimension->safety));
        free(label);
        if (line->trial.refusal != REFUSAL_NONE)
            print_refusal(&line->trial);
        else
            printf(" takes it");
        putchar('\n');
    }
    for (size_t i = 0; all && i < space->left_out_count; i++) {
        const struct left_out *left = &space->left_out[i];
        printf("%-40s %-14s %-13s %s\n", left->flag, "left out",
               flag_class_word(left->safety), left->reason);
    }
    printf("\n%zu choices, about 10^%.0f combinations; %zu left out%s\n",
           space->count, space_log_size(space) / log(10), space->left_out_count,
           all ? "" : " (--all shows them with the reasons)");
    for (size_t i = 0; i < tuning->baseline_count; i++)
        printf("baseline: %s\n", tuning->baselines[i].name);
}

bool plan_print(struct tuning *tuning, bool json, bool all, struct error *err)
{
    struct plan plan = {.tuning = tuning};
    collect(&plan);
    bool ok = try_all(&plan, err);
    if (ok && json)
        print_json(&plan);
    else if (ok)
        print_text(&plan, all);
    for (size_t i = 0; i < plan.count; i++)
        trial_result_release(&plan.lines[i].trial);
    free(plan.lines);
    return ok;
}
