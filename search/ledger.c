/* SPDX-License-Identifier: MIT
 *
 * What a run knows of candidates, code classes and readings.
 */
#include <config.h>

#include "search/ledger.h"

#include <math.h>

#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/str.h"
#include "search/journal.h"
#include "search/space.h"
#include "search/workload.h"

/* Of a compiler's words, what a journal keeps. */
enum { MESSAGE_KEPT = 600 };

struct entry {
    enum refusal refusal;
    char *message; /* NULL without a refusal */
    struct code_class *code;
    bool asked; /* in this run */
};

void ledger_init(struct ledger *self, const struct space *space,
                 const struct workload *workload, struct journal *journal)
{
    *self = (struct ledger){
        .space = space, .workload = workload, .journal = journal};
}

static void code_class_free(struct code_class *self)
{
    candidate_release(&self->shortest);
    free(self->message);
    free(self);
}

void ledger_release(struct ledger *self)
{
    if (!self)
        return;
    for (size_t i = 0; i < self->candidates.count; i++) {
        struct entry *entry = self->candidates.entries[i].value;
        free(entry->message);
        free(entry);
    }
    for (size_t i = 0; i < self->codes.count; i++)
        code_class_free(self->codes.entries[i].value);
    for (size_t i = 0; i < self->readings.count; i++)
        free(self->readings.entries[i].value);
    map_release(&self->candidates);
    map_release(&self->codes);
    map_release(&self->readings);
    nogood_set_release(&self->nogoods);
    *self = (struct ledger){0};
}

static void key_of(const struct ledger *self, const struct candidate *candidate,
                   struct str *key)
{
    candidate_key(candidate, self->space, key);
}

bool ledger_find(const struct ledger *self, const struct candidate *candidate,
                 struct known *out)
{
    struct str key = {0};
    key_of(self, candidate, &key);
    const struct entry *entry = map_find(&self->candidates, str_text(&key));
    str_release(&key);
    if (!entry)
        return false;
    *out = (struct known){.refusal = entry->refusal,
                          .message = entry->message,
                          .code = entry->code};
    if (entry->code && entry->code->refusal != REFUSAL_NONE) {
        out->refusal = entry->code->refusal;
        out->message = entry->code->message;
    }
    return true;
}

enum recall ledger_ask(struct ledger *self, const struct candidate *candidate)
{
    struct known known;
    self->asks++;
    if (ledger_find(self, candidate, &known)) {
        struct str key = {0};
        key_of(self, candidate, &key);
        struct entry *entry = map_find(&self->candidates, str_text(&key));
        str_release(&key);
        self->repeats += entry->asked;
        entry->asked = true;
        return known.refusal == REFUSAL_NONE ? RECALL_KNOWN : RECALL_REFUSED;
    }
    if (nogood_find(&self->nogoods, candidate)) {
        self->skips++;
        return RECALL_REFUSED;
    }
    return RECALL_NEW;
}

void ledger_count(const struct ledger *self, struct ledger_counts *out)
{
    size_t coded = 0;
    *out = (struct ledger_counts){.considered = self->asks,
                                  .repeated = self->repeats,
                                  .skipped = self->skips,
                                  .classes = self->codes.count};
    for (size_t i = 0; i < self->candidates.count; i++) {
        const struct entry *entry = self->candidates.entries[i].value;
        enum refusal refusal =
            entry->code ? entry->code->refusal : entry->refusal;
        coded += entry->code != NULL;
        out->refused[refusal] += refusal != REFUSAL_NONE;
        out->refused_all += refusal != REFUSAL_NONE;
    }
    out->equal = coded - self->codes.count;
    for (size_t i = 0; i < self->codes.count; i++) {
        const struct code_class *code = self->codes.entries[i].value;
        out->measured += code->timed;
    }
}

/* The part of a metric: the digest of its units' digests, or of the whole
 * where it depends on all. */
static struct digest part_of(const struct workload *workload, size_t metric,
                             const struct digest *code,
                             const struct digest *units)
{
    uint64_t mask = workload->metric_units[metric];
    struct str text = {0};
    bool all = true;
    for (size_t u = 0; u < workload->unit_count; u++) {
        if (u < 64 && mask >> u & 1)
            str_addf(&text, "%zu %s\n", u, units[u].hex);
        else
            all = false;
    }
    struct digest part =
        all || !text.length ? *code : digest_bytes(text.text, text.length);
    str_release(&text);
    return part;
}

static struct code_class *new_class(struct ledger *self,
                                    const struct candidate *candidate,
                                    const struct digest *code,
                                    const struct digest *units,
                                    uint64_t size_bytes)
{
    struct code_class *made = xcalloc(1, sizeof(*made));
    made->number = self->codes.count;
    made->code = *code;
    made->size_bytes = size_bytes;
    for (size_t m = 0; m < self->workload->metric_count; m++)
        made->parts[m] = part_of(self->workload, m, code, units);
    candidate_copy(&made->shortest, candidate);
    map_set(&self->codes, code->hex, made);
    return made;
}

static void join_class(const struct ledger *self, struct code_class *code,
                       const struct candidate *candidate)
{
    code->members++;
    if (candidate_length(candidate, self->space) >=
        candidate_length(&code->shortest, self->space))
        return;
    candidate_release(&code->shortest);
    candidate_copy(&code->shortest, candidate);
}

static struct entry *add_entry(struct ledger *self, const char *key)
{
    struct entry *entry = xcalloc(1, sizeof(*entry));
    map_set(&self->candidates, key, entry);
    return entry;
}

static json_t *new_event(const char *name, const char *key)
{
    return json_pack("{s:s, s:s}", "event", name, "key", key);
}

/* Names of units instead of a list would be long: order is the workload's. */
static void write_code(struct ledger *self, const char *key,
                       const struct code_class *code,
                       const struct digest *units)
{
    if (!self->journal)
        return;
    json_t *event = new_event("code", key);
    json_object_set_new(event, "code", json_string(code->code.hex));
    json_object_set_new(event, "size",
                        json_integer((json_int_t)code->size_bytes));
    json_t *list = json_array();
    for (size_t u = 0; u < self->workload->unit_count; u++)
        json_array_append_new(list, json_string(units[u].hex));
    json_object_set_new(event, "units", list);
    journal_append(self->journal, event);
}

struct code_class *ledger_add_code(struct ledger *self,
                                   const struct candidate *candidate,
                                   const struct digest *code,
                                   const struct digest *units,
                                   uint64_t size_bytes)
{
    struct str key = {0};
    key_of(self, candidate, &key);
    struct entry *entry = map_find(&self->candidates, str_text(&key));
    if (!entry) {
        struct code_class *found = map_find(&self->codes, code->hex);
        entry = add_entry(self, str_text(&key));
        entry->code =
            found ? found : new_class(self, candidate, code, units, size_bytes);
        join_class(self, entry->code, candidate);
        write_code(self, str_text(&key), entry->code, units);
    }
    str_release(&key);
    return entry->code;
}

static char *short_message(const char *message)
{
    return xstrndup(message ? message : "",
                    message ? strnlen(message, MESSAGE_KEPT) : 0);
}

/* The message as JSON: a compiler may print any bytes. */
static json_t *json_message(const char *message)
{
    json_t *text = json_string(message);
    return text ? text : json_string("(not UTF-8)");
}

static void add_refused(struct ledger *self, const char *key,
                        enum refusal refusal, const char *message)
{
    if (map_has(&self->candidates, key))
        return;
    struct entry *entry = add_entry(self, key);
    entry->refusal = refusal;
    entry->message = short_message(message);
    if (!self->journal)
        return;
    json_t *event = new_event("refused", key);
    json_object_set_new(event, "refusal", json_string(refusal_word(refusal)));
    json_object_set_new(event, "message", json_message(entry->message));
    journal_append(self->journal, event);
}

void ledger_add_build(struct ledger *self, const struct candidate *candidate,
                      const struct build *build)
{
    if (build->refusal == REFUSAL_NONE) {
        ledger_add_code(self, candidate, &build->code, build->units,
                        build->code_size);
        return;
    }
    struct str key = {0};
    key_of(self, candidate, &key);
    add_refused(self, str_text(&key), build->refusal, build->message);
    str_release(&key);
}

static void write_class(struct ledger *self, const struct code_class *code)
{
    if (!self->journal)
        return;
    json_t *event =
        json_pack("{s:s, s:s, s:s}", "event", "class", "code", code->code.hex,
                  "refusal", refusal_word(code->refusal));
    if (code->message)
        json_object_set_new(event, "message", json_message(code->message));
    journal_append(self->journal, event);
}

void ledger_set_verified(struct ledger *self, struct code_class *code)
{
    if (code->verified)
        return;
    code->verified = true;
    write_class(self, code);
}

void ledger_refuse_code(struct ledger *self, struct code_class *code,
                        enum refusal refusal, const char *message)
{
    free(code->message);
    code->refusal = refusal;
    code->message = short_message(message);
    write_class(self, code);
}

bool ledger_add_nogood(struct ledger *self, const struct candidate *core,
                       enum refusal refusal, const char *message)
{
    char *kept = short_message(message);
    bool added = nogood_add(&self->nogoods, core, refusal, kept);
    if (added && self->journal) {
        struct str key = {0};
        nogood_key(self->nogoods.items[self->nogoods.count - 1], self->space,
                   &key);
        json_t *event = new_event("nogood", str_text(&key));
        json_object_set_new(event, "refusal",
                            json_string(refusal_word(refusal)));
        json_object_set_new(event, "message", json_message(kept));
        journal_append(self->journal, event);
        str_release(&key);
    }
    free(kept);
    return added;
}

static char *reading_key(const struct code_class *code, size_t metric)
{
    return xasprintf("%zu %s", metric, code->parts[metric].hex);
}

const struct reading *ledger_reading(const struct ledger *self,
                                     const struct code_class *code,
                                     size_t metric)
{
    char *key = reading_key(code, metric);
    const struct reading *found = map_find(&self->readings, key);
    free(key);
    return found;
}

static void write_reading(struct ledger *self, const struct code_class *code,
                          size_t metric, const struct reading *reading)
{
    if (!self->journal)
        return;
    json_t *event =
        json_pack("{s:s, s:s, s:s}", "event", "reading", "code", code->code.hex,
                  "metric", self->workload->metrics[metric].name);
    json_object_set_new(event, "gain", json_number(reading->gain));
    json_object_set_new(event, "low", json_number(reading->range.low));
    json_object_set_new(event, "high", json_number(reading->range.high));
    json_object_set_new(event, "rounds",
                        json_integer((json_int_t)reading->rounds));
    journal_append(self->journal, event);
}

void ledger_set_reading(struct ledger *self, struct code_class *code,
                        size_t metric, const struct reading *reading)
{
    char *key = reading_key(code, metric);
    struct reading *kept = map_find(&self->readings, key);
    if (!kept) {
        kept = xcalloc(1, sizeof(*kept));
        map_set(&self->readings, key, kept);
    }
    *kept = *reading;
    code->timed |= reading->rounds > 0;
    write_reading(self, code, metric, reading);
    free(key);
}

void ledger_set_zero(struct ledger *self, struct code_class *code)
{
    if (self->zero == code)
        return;
    self->zero = code;
    for (size_t m = 0; m < self->workload->metric_count; m++)
        ledger_set_reading(self, code, m, &(struct reading){0});
    if (self->journal)
        journal_append(self->journal, json_pack("{s:s, s:s}", "event", "zero",
                                                "code", code->code.hex));
}

void ledger_set_best(struct ledger *self, enum ledger_goal goal,
                     struct code_class *code)
{
    double score = 0;
    self->best[goal] = code;
    if (!self->journal)
        return;
    struct str key = {0};
    candidate_key(&code->shortest, self->space, &key);
    ledger_score(self, code, &score);
    json_t *event = new_event("best", str_text(&key));
    json_object_set_new(event, "code", json_string(code->code.hex));
    json_object_set_new(event, "goal", json_integer((json_int_t)goal));
    json_object_set_new(event, "score", json_number(score));
    json_object_set_new(event, "classes",
                        json_integer((json_int_t)self->codes.count));
    journal_append(self->journal, event);
    str_release(&key);
}

bool ledger_counts_metric(const struct ledger *self, size_t metric)
{
    return self->workload->metrics[metric].weight > 0;
}

/* Log gain in size, smaller being better. */
static double size_gain(const struct ledger *self,
                        const struct code_class *code)
{
    if (!self->zero || !code->size_bytes || !self->zero->size_bytes)
        return 0;
    return log((double)self->zero->size_bytes / (double)code->size_bytes);
}

bool ledger_score(const struct ledger *self, const struct code_class *code,
                  double *out)
{
    double sum = self->size_weight * size_gain(self, code);
    double weights = self->size_weight;
    for (size_t m = 0; m < self->workload->metric_count; m++) {
        if (!ledger_counts_metric(self, m))
            continue;
        const struct reading *reading = ledger_reading(self, code, m);
        if (!reading)
            return false;
        sum += self->workload->metrics[m].weight * reading->gain;
        weights += self->workload->metrics[m].weight;
    }
    *out = weights > 0 ? sum / weights : 0;
    return true;
}

static size_t count_differences(const struct candidate *a,
                                const struct candidate *b)
{
    size_t count = 0;
    for (size_t i = 0; i < a->count; i++)
        count += a->values[i] != b->values[i];
    return count;
}

/* Of those known to be good, the one most like this candidate: most are a
 * leader with one value changed. */
const struct candidate *ledger_nearest_good(const struct ledger *self,
                                            const struct candidate *candidate)
{
    const struct code_class *good[] = {self->zero, self->best[LEDGER_WINNER],
                                       self->best[LEDGER_PLAIN]};
    const struct candidate *nearest = NULL;
    for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++)
        if (good[i] &&
            (!nearest || count_differences(candidate, &good[i]->shortest) <
                             count_differences(candidate, nearest)))
            nearest = &good[i]->shortest;
    return nearest;
}
