/* SPDX-License-Identifier: MIT
 *
 * What a run knows of candidates, code classes and readings.
 */
#include <config.h>

#include "search/ledger.h"

#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/str.h"
#include "search/ledger_parts.h"
#include "search/space.h"
#include "search/workload.h"

/* Of a compiler's words, what a journal keeps. */
enum { MESSAGE_KEPT = 600 };

/* Some 50 MB in all; at a second a build that is a working day of them. */
enum { CLASSES_MOST = 10000, CANDIDATES_MOST = 50000 };

void ledger_init(struct ledger *self, const struct space *space,
                 const struct workload *workload, struct journal *journal)
{
    *self = (struct ledger){.space = space,
                            .workload = workload,
                            .journal = journal,
                            .candidates_most = CANDIDATES_MOST,
                            .classes_most = CLASSES_MOST};
}

void entry_free(struct entry *self)
{
    free(self->message);
    free(self);
}

void code_class_free(struct code_class *self)
{
    candidate_release(&self->shortest);
    free(self->units);
    free(self->message);
    free(self);
}

void ledger_release(struct ledger *self)
{
    if (!self)
        return;
    for (size_t i = 0; i < self->candidates.count; i++) {
        entry_free(self->candidates.entries[i].value);
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

struct code_class *ledger_class(const struct ledger *self,
                                const struct candidate *candidate)
{
    struct known known;
    bool usable =
        ledger_find(self, candidate, &known) && known.refusal == REFUSAL_NONE;
    return usable ? known.code : NULL;
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

void ledger_pin(struct ledger *self, const struct candidate *candidate)
{
    struct str key = {0};
    key_of(self, candidate, &key);
    struct entry *entry = map_find(&self->candidates, str_text(&key));
    if (entry)
        entry->pinned = true;
    if (entry && entry->code)
        entry->code->pinned = true;
    str_release(&key);
}

void ledger_count(const struct ledger *self, struct ledger_counts *out)
{
    size_t coded = self->members;
    *out = (struct ledger_counts){.considered = self->asks,
                                  .repeated = self->repeats,
                                  .skipped = self->skips,
                                  .classes = self->classes,
                                  .measured = self->measured};
    memcpy(out->refused, self->refused, sizeof(out->refused));
    for (size_t i = 0; i < self->codes.count; i++) {
        const struct code_class *code = self->codes.entries[i].value;
        coded += code->members;
        out->measured += code->timed;
        if (code->refusal != REFUSAL_NONE)
            out->refused[code->refusal] += code->members;
    }
    for (int refusal = 0; refusal < REFUSAL_COUNT; refusal++)
        out->refused_all += out->refused[refusal];
    out->equal = coded - self->classes;
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
    made->number = self->classes++;
    made->code = *code;
    made->size_bytes = size_bytes;
    size_t bytes = self->workload->unit_count * sizeof(*units);
    made->units = xmalloc(bytes + 1);
    if (bytes)
        memcpy(made->units, units, bytes);
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
    self->key_bytes += strlen(key);
    return entry;
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
        ledger_write_code(self, str_text(&key), entry->code,
                          entry->code->members == 1);
    }
    str_release(&key);
    return entry->code;
}

static char *short_message(const char *message)
{
    return xstrndup(message ? message : "",
                    message ? strnlen(message, MESSAGE_KEPT) : 0);
}

static void add_refused(struct ledger *self, const char *key,
                        enum refusal refusal, const char *message)
{
    if (map_has(&self->candidates, key))
        return;
    struct entry *entry = add_entry(self, key);
    entry->refusal = refusal;
    entry->message = short_message(message);
    self->refused[refusal]++;
    ledger_write_refused(self, key, entry);
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

void ledger_set_verified(struct ledger *self, struct code_class *code)
{
    if (code->verified)
        return;
    code->verified = true;
    ledger_write_class(self, code, code->refusal);
}

void ledger_refuse_code(struct ledger *self, struct code_class *code,
                        enum refusal refusal, const char *message)
{
    free(code->message);
    code->refusal = refusal;
    code->message = short_message(message);
    ledger_write_class(self, code, code->refusal);
}

bool ledger_add_nogood(struct ledger *self, const struct candidate *core,
                       enum refusal refusal, const char *message)
{
    char *kept = short_message(message);
    bool added = nogood_add(&self->nogoods, core, refusal, kept);
    if (added)
        ledger_write_nogood(self, self->nogoods.items[self->nogoods.count - 1]);
    free(kept);
    return added;
}

char *reading_key(const struct code_class *code, size_t metric)
{
    return xasprintf("%zu %s", metric, code->parts[metric].hex);
}

const struct reading *ledger_reading(const struct ledger *self,
                                     const struct code_class *code,
                                     size_t metric)
{
    char *key = reading_key(code, metric);
    const struct kept_reading *found = map_find(&self->readings, key);
    free(key);
    return found ? &found->reading : NULL;
}

void ledger_set_reading(struct ledger *self, struct code_class *code,
                        size_t metric, const struct reading *reading)
{
    char *key = reading_key(code, metric);
    struct kept_reading *kept = map_find(&self->readings, key);
    if (!kept) {
        kept = xcalloc(1, sizeof(*kept));
        map_set(&self->readings, key, kept);
    }
    *kept = (struct kept_reading){*reading, code, metric};
    code->timed |= reading->rounds > 0;
    ledger_write_reading(self, kept);
    free(key);
}

void ledger_set_zero(struct ledger *self, struct code_class *code)
{
    if (self->zero == code)
        return;
    self->zero = code;
    for (size_t m = 0; m < self->workload->metric_count; m++)
        ledger_set_reading(self, code, m, &(struct reading){0});
    ledger_write_zero(self);
}

void ledger_set_best(struct ledger *self, enum ledger_goal goal,
                     struct code_class *code)
{
    self->best[goal] = code;
    ledger_write_best(self, goal);
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

bool ledger_candidate_score(const struct ledger *self,
                            const struct candidate *candidate, double *out)
{
    const struct code_class *code = ledger_class(self, candidate);
    return code && ledger_score(self, code, out);
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
