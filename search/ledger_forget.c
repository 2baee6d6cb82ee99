/* SPDX-License-Identifier: MIT
 *
 * What a ledger need not know any more.
 */
#include <config.h>

#include <math.h>

#include "base/memory.h"
#include "search/ledger_parts.h"
#include "search/workload.h"

/* Keys are long where many flags are on. */
enum { KEY_BYTES_MOST = 16 << 20 };

static bool has_many_candidates(const struct ledger *self)
{
    return self->candidates.count > self->candidates_most ||
           self->key_bytes > KEY_BYTES_MOST;
}

bool ledger_is_full(const struct ledger *self)
{
    return self->codes.count > self->classes_most || has_many_candidates(self);
}

/* ---- classes ---- */

struct ranked {
    struct code_class *code;
    double score;
};

static bool is_needed(const struct ledger *self, const struct code_class *code)
{
    bool needed = code == self->zero || code->pinned;
    for (int goal = 0; goal < LEDGER_GOALS; goal++)
        needed |= code == self->best[goal];
    return needed;
}

/* Who is needed comes first, who cannot be used last. */
static double rank_of(const struct ledger *self, const struct code_class *code)
{
    double score;
    if (is_needed(self, code))
        return HUGE_VAL;
    bool usable =
        code->refusal == REFUSAL_NONE && ledger_score(self, code, &score);
    return usable ? score : -HUGE_VAL;
}

/* Best first, then in order of appearance. */
static int compare(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return x->code->number < y->code->number ? -1 : 1;
}

/* Marks the worse half by taking their members away, which are counted. */
static void mark_worst(struct ledger *self)
{
    size_t count = self->codes.count;
    struct ranked *list = xcalloc(count + 1, sizeof(*list));
    for (size_t i = 0; i < count; i++) {
        struct code_class *code = self->codes.entries[i].value;
        list[i] = (struct ranked){code, rank_of(self, code)};
    }
    qsort(list, count, sizeof(*list), compare);
    for (size_t i = count / 2; i < count; i++) {
        struct code_class *code = list[i].code;
        if (is_needed(self, code))
            continue;
        self->members += code->members;
        self->measured += code->timed;
        if (code->refusal != REFUSAL_NONE)
            self->refused[code->refusal] += code->members;
        code->members = 0;
    }
    free(list);
}

static bool is_marked(const struct code_class *code)
{
    return code->members == 0;
}

/* Of the parts that somebody still has. */
static void keep_readings(struct ledger *self)
{
    struct map kept = {0};
    for (size_t i = 0; i < self->codes.count; i++) {
        struct code_class *code = self->codes.entries[i].value;
        for (size_t m = 0; !is_marked(code) && m < self->workload->metric_count;
             m++) {
            char *key = reading_key(code, m);
            struct kept_reading *reading = map_find(&self->readings, key);
            if (reading && map_set(&kept, key, reading))
                reading->code = code;
            free(key);
        }
    }
    for (size_t i = 0; i < self->readings.count; i++)
        if (!map_has(&kept, self->readings.entries[i].key))
            free(self->readings.entries[i].value);
    map_release(&self->readings);
    self->readings = kept;
}

static void drop_marked(struct ledger *self)
{
    struct map kept = {0};
    for (size_t i = 0; i < self->codes.count; i++) {
        const struct map_entry *known = &self->codes.entries[i];
        if (is_marked(known->value))
            code_class_free(known->value);
        else
            map_set(&kept, known->key, known->value);
    }
    map_release(&self->codes);
    self->codes = kept;
}

/* ---- candidates ---- */

/* Leaves out the first `oldest` but for those that are pinned, and members of
 * marked classes. */
static void keep_candidates(struct ledger *self, size_t oldest)
{
    struct map kept = {0};
    self->key_bytes = 0;
    for (size_t i = 0; i < self->candidates.count; i++) {
        const struct map_entry *known = &self->candidates.entries[i];
        struct entry *entry = known->value;
        bool marked = entry->code && is_marked(entry->code);
        if (marked || (i < oldest && !entry->pinned)) {
            entry_free(entry);
            continue;
        }
        map_set(&kept, known->key, entry);
        self->key_bytes += strlen(known->key);
    }
    map_release(&self->candidates);
    self->candidates = kept;
}

void ledger_forget(struct ledger *self)
{
    size_t half = has_many_candidates(self) ? self->candidates.count / 2 : 0;
    if (self->codes.count > self->classes_most)
        mark_worst(self);
    keep_candidates(self, half);
    keep_readings(self);
    drop_marked(self);
}
