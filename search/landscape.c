/* SPDX-License-Identifier: MIT
 *
 * Journals as workloads.
 */
#include <config.h>

#include "search/landscape.h"

#include <math.h>

#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/str.h"
#include "search/arm.h"
#include "search/journal.h"
#include "search/space_json.h"

/* Of a metric whose gain is 0; only ratios matter. */
static const double zero_value = 1000;

/* ---- as a workload ---- */

static struct landscape *landscape_of(struct workload *workload)
{
    return (struct landscape *)workload;
}

/* What a recording knows of a request: the same flags, and of the choices
 * those that it has. */
static bool find_known(const struct landscape *self,
                       const struct recording *recording,
                       const struct build_request *request, struct known *out)
{
    struct candidate candidate;
    candidate_parse(&candidate, &recording->space, request->flags, NULL);
    for (size_t d = 0; d < recording->space.count; d++) {
        const struct dimension *dimension = &recording->space.dimensions[d];
        if (dimension->class != DIMENSION_IMPLEMENTATION)
            continue;
        size_t place = space_find(&self->space, dimension->name) - 1;
        size_t choice = self->space.dimensions[place].choice;
        candidate.values[d] = (uint16_t)request->choices[choice];
    }
    candidate_canonicalise(&candidate, &recording->space);
    bool found = ledger_find(&recording->ledger, &candidate, out);
    candidate_release(&candidate);
    return found;
}

static void refuse(struct build *out, enum refusal refusal, const char *why)
{
    if (out->refusal != REFUSAL_NONE)
        return;
    out->refusal = refusal;
    out->message = xstrdup(why ? why : "");
}

/* Adds one recording's part: its code, and its metrics' parts as units. */
static void add_part(const struct recording *recording,
                     const struct known *known, struct str *code,
                     struct build *out)
{
    str_addf(code, "%s ", known->code->code.hex);
    out->code_size += known->code->size_bytes;
    for (size_t m = 0; m < recording->workload.metric_count; m++)
        out->units[recording->first_metric + m] = known->code->parts[m];
}

static bool recorded_build(struct workload *workload,
                           const struct build_request *request,
                           struct build *out, struct error *err)
{
    const struct landscape *self = landscape_of(workload);
    struct build build = {.unit_count = workload->unit_count};
    struct str code = {0};
    (void)err;
    build.units = xcalloc(build.unit_count + 1, sizeof(*build.units));
    for (size_t i = 0; i < self->recording_count; i++) {
        const struct recording *recording = &self->recordings[i];
        struct known known;
        if (!find_known(self, recording, request, &known))
            refuse(&build, REFUSAL_COMPILE, "this was not recorded");
        else if (!known.code || known.refusal != REFUSAL_NONE)
            refuse(&build, known.refusal, known.message);
        else
            add_part(recording, &known, &code, &build);
    }
    if (build.refusal == REFUSAL_NONE) {
        build.code = digest_text(str_text(&code));
        build.program = str_detach(&code); /* the arm finds its parts by it */
    }
    str_release(&code);
    *out = build;
    return true;
}

static bool recorded_verify(struct workload *workload, struct build *build,
                            struct error *err)
{
    (void)workload;
    (void)err;
    build->verified = true;
    return true;
}

struct recorded_arm {
    struct arm arm;
    const struct landscape *landscape;
    const struct code_class *codes[LANDSCAPE_RECORDINGS_MAX];
};

static enum arm_status recorded_sample(struct arm *arm, size_t metric,
                                       struct sample *samples,
                                       struct error *err)
{
    const struct recorded_arm *self = (const struct recorded_arm *)arm;
    const struct landscape *landscape = self->landscape;
    size_t i = landscape->recording_count - 1;
    while (landscape->recordings[i].first_metric > metric)
        i--;
    const struct recording *recording = &landscape->recordings[i];
    const struct reading *reading = ledger_reading(
        &recording->ledger, self->codes[i], metric - recording->first_metric);
    if (!reading) {
        error_set(err, ERROR_MISSING, "this was not measured");
        return ARM_FAILED;
    }
    bool higher = landscape->workload.metrics[metric].higher_is_better;
    double value = zero_value * exp(higher ? reading->gain : -reading->gain);
    samples[0] = (struct sample){.value = value, .wall = value};
    return ARM_OK;
}

static void recorded_close(struct arm *arm)
{
    (void)arm;
}

static const struct arm_operations arm_operations = {.sample = recorded_sample,
                                                     .close = recorded_close};

static struct arm *recorded_open(struct workload *workload,
                                 const struct build *build,
                                 const struct layout *layout, struct error *err)
{
    const struct landscape *self = landscape_of(workload);
    struct strvec codes = {0};
    (void)layout;
    (void)err;
    struct recorded_arm *arm = xcalloc(1, sizeof(*arm));
    arm->arm.operations = &arm_operations;
    arm->landscape = self;
    strvec_split(&codes, build->program, " ");
    for (size_t i = 0; i < self->recording_count && i < codes.count; i++)
        arm->codes[i] =
            map_find(&self->recordings[i].ledger.codes, codes.items[i]);
    strvec_release(&codes);
    return &arm->arm;
}

/* It is part of the landscape, which has its own end. */
static void recorded_free(struct workload *workload)
{
    (void)workload;
}

static const struct workload_operations operations = {
    .kind = "recorded",
    .build = recorded_build,
    .verify = recorded_verify,
    .open = recorded_open,
    .free = recorded_free,
};

/* ---- from journals ---- */

static bool take_metric(struct workload *workload, const json_t *object,
                        struct error *err)
{
    const char *name, *unit;
    long long units;
    if (workload->metric_count >= ARM_METRICS_MAX)
        return error_set(err, ERROR_FORMAT, "too many metrics");
    if (!json_get_string(object, "name", &name, err) ||
        !json_get_string(object, "unit", &unit, err) ||
        !json_get_integer(object, "units", &units, err))
        return false;
    size_t m = workload->metric_count++;
    workload->metrics[m] = (struct metric){
        .name = xstrdup(name),
        .unit = xstrdup(unit),
        .higher_is_better = json_is_true(json_object_get(object, "higher")),
        .weight = json_number_or(object, "weight", 1)};
    workload->metric_units[m] = (uint64_t)units;
    return true;
}

static bool take_job(struct recording *self, const json_t *event,
                     struct error *err)
{
    json_t *metrics, *space;
    struct strvec units = {0};
    struct workload *workload = &self->workload;
    bool ok = !workload->metrics &&
              json_get_array(event, "metrics", &metrics, err) &&
              json_get_strings(event, "units", &units, err) &&
              json_get_object(event, "space", &space, err) &&
              space_from_json(&self->space, space, err);
    if (ok) {
        workload->metrics =
            xcalloc(ARM_METRICS_MAX, sizeof(*workload->metrics));
        workload->units = xcalloc(units.count + 1, sizeof(char *));
        for (size_t u = 0; u < units.count; u++)
            workload->units[workload->unit_count++] = xstrdup(units.items[u]);
        for (size_t m = 0; ok && m < json_array_size(metrics); m++)
            ok = take_metric(workload, json_array_get(metrics, m), err);
        ledger_init(&self->ledger, &self->space, workload, NULL);
        self->ledger.size_weight = json_number_or(event, "size_weight", 0);
    }
    strvec_release(&units);
    return ok;
}

static bool take_event(const json_t *event, const char *name, void *data,
                       struct error *err)
{
    struct recording *self = data;
    if (strcmp(json_string_or(event, "event", ""), "job") == 0)
        return take_job(self, event, err) || error_wrap(err, "%s", name);
    if (!self->workload.metrics)
        return error_set(err, ERROR_FORMAT, "%s: no job before this", name);
    return ledger_take(&self->ledger, event, name, err);
}

/* Scores are means; sums of recordings add up. */
static double weight_of(const struct recording *self)
{
    double sum = self->ledger.size_weight;
    for (size_t m = 0; m < self->workload.metric_count; m++)
        sum += self->workload.metrics[m].weight;
    return sum;
}

/* What a candidate of one recording is worth, or -HUGE_VAL. */
static double value_of(const struct recording *self, const char *key)
{
    struct candidate candidate;
    double score;
    candidate_parse_key(&candidate, &self->space, key);
    if (!ledger_candidate_score(&self->ledger, &candidate, &score))
        score = -HUGE_VAL;
    candidate_release(&candidate);
    return score * weight_of(self);
}

/* A key's flags stand before its implementations ("cipher:wide"). */
static size_t flags_length(const char *key)
{
    const char *colon = strchr(key, ':');
    size_t length = colon ? (size_t)(colon - key) : strlen(key);
    while (colon && length && key[length] != ' ')
        length--;
    return length;
}

/* The best of a recording under the flags that a key begins with. */
static double best_under(const struct recording *self, const char *flags)
{
    size_t length = flags_length(flags);
    double best = -HUGE_VAL;
    for (size_t i = 0; i < self->ledger.candidates.count; i++) {
        const char *key = self->ledger.candidates.entries[i].key;
        if (flags_length(key) == length && strncmp(flags, key, length) == 0)
            best = fmax(best, value_of(self, key));
    }
    return best;
}

/* Under each set of flags every recording gives its best by itself. */
static void find_best(struct landscape *self)
{
    const struct map *first = &self->recordings[0].ledger.candidates;
    double weight = 0;
    self->best = -HUGE_VAL;
    for (size_t r = 0; r < self->recording_count; r++)
        weight += weight_of(&self->recordings[r]);
    for (size_t i = 0; i < first->count; i++) {
        double sum = 0;
        for (size_t r = 0; r < self->recording_count; r++)
            sum += best_under(&self->recordings[r], first->entries[i].key);
        self->best = fmax(self->best, sum / weight);
    }
}

static bool add_metrics(struct landscape *self, struct recording *recording,
                        struct error *err)
{
    struct workload *workload = &self->workload;
    recording->first_metric = workload->metric_count;
    if (recording->workload.metric_count >
        ARM_METRICS_MAX - workload->metric_count)
        return error_set(err, ERROR_FORMAT, "more than %d metrics",
                         ARM_METRICS_MAX);
    for (size_t m = 0; m < recording->workload.metric_count; m++) {
        const struct metric *metric = &recording->workload.metrics[m];
        size_t at = workload->metric_count;
        workload->metrics[at] = *metric;
        workload->metrics[at].name = xstrdup(metric->name);
        workload->metrics[at].unit = xstrdup(metric->unit);
        workload->units[at] = xstrdup(metric->name);
        workload->metric_units[at] = (uint64_t)1 << at;
        workload->metric_count++;
        workload->unit_count++;
    }
    return true;
}

static void add_choice(struct landscape *self, const struct dimension *from)
{
    struct workload *workload = &self->workload;
    workload->choices =
        xreallocarray(workload->choices, workload->choice_count + 1,
                      sizeof(*workload->choices));
    struct workload_choice *choice =
        &workload->choices[workload->choice_count++];
    *choice = (struct workload_choice){.name = xstrdup(from->name)};
    for (size_t v = 0; v < from->value_count; v++)
        strvec_add(&choice->values, from->values[v].label);
}

/* The flags of the first recording, the implementations of all. */
static void add_dimensions(struct landscape *self, size_t number)
{
    const struct space *from = &self->recordings[number].space;
    for (size_t d = 0; d < from->count; d++) {
        const struct dimension *old = &from->dimensions[d];
        bool choice = old->class == DIMENSION_IMPLEMENTATION;
        if (!choice && number)
            continue;
        struct dimension *made = space_add(&self->space, old->class, old->name);
        made->priority = old->priority;
        made->fixed = old->fixed;
        made->start = old->start;
        free(made->group);
        made->group = xstrdup(old->group);
        memcpy(made->implied, old->implied, sizeof(made->implied));
        for (size_t v = 0; v < old->value_count; v++)
            dimension_add_value(made, old->values[v].label,
                                &old->values[v].flags);
        if (!choice)
            continue;
        made->choice = self->workload.choice_count;
        add_choice(self, old);
    }
}

static bool load_one(struct landscape *self, const char *path,
                     struct error *err)
{
    struct recording *recording = &self->recordings[self->recording_count];
    self->recording_count++;
    struct journal_reader reader = {take_event, recording};
    if (!journal_read(path, &reader, err))
        return false;
    if (!recording->workload.metrics)
        return error_set(err, ERROR_FORMAT, "'%s' holds no run", path);
    self->size_weight += recording->ledger.size_weight;
    if (!add_metrics(self, recording, err))
        return error_wrap(err, "'%s'", path);
    add_dimensions(self, self->recording_count - 1);
    return true;
}

bool landscape_load(struct landscape *self, char *const *paths, size_t count,
                    struct error *err)
{
    *self = (struct landscape){.workload = {.operations = &operations}};
    if (!count || count > LANDSCAPE_RECORDINGS_MAX)
        return error_set(err, ERROR_USAGE, "1 to %d journals make a landscape",
                         LANDSCAPE_RECORDINGS_MAX);
    self->recordings = xcalloc(count, sizeof(*self->recordings));
    self->workload.name = xstrdup("recorded");
    self->workload.metrics =
        xcalloc(ARM_METRICS_MAX, sizeof(*self->workload.metrics));
    self->workload.units = xcalloc(ARM_METRICS_MAX, sizeof(char *));
    bool ok = true;
    for (size_t i = 0; ok && i < count; i++)
        ok = load_one(self, paths[i], err);
    if (!ok) {
        landscape_release(self);
        return false;
    }
    space_finish(&self->space);
    find_best(self);
    return true;
}

void landscape_release(struct landscape *self)
{
    if (!self)
        return;
    for (size_t i = 0; i < self->recording_count; i++) {
        ledger_release(&self->recordings[i].ledger);
        workload_release(&self->recordings[i].workload);
        space_release(&self->recordings[i].space);
    }
    free(self->recordings);
    workload_release(&self->workload);
    space_release(&self->space);
    *self = (struct landscape){0};
}
