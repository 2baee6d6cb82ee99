/* SPDX-License-Identifier: MIT
 *
 * A journal's events from a ledger.
 */
#include <config.h>

#include "base/json.h"
#include "base/str.h"
#include "search/journal.h"
#include "search/ledger_parts.h"
#include "search/workload.h"

static json_t *new_event(const char *name, const char *key)
{
    return json_pack("{s:s, s:s}", "event", name, "key", key);
}

/* The message as JSON: a compiler may print any bytes. */
static json_t *json_message(const char *message)
{
    json_t *text = json_string(message);
    return text ? text : json_string("(not UTF-8)");
}

/* Names of units instead of a list would be long: order is the workload's. */
void ledger_write_code(struct ledger *self, const char *key,
                       const struct code_class *code, bool is_first)
{
    if (!self->journal)
        return;
    json_t *event = new_event("code", key);
    json_object_set_new(event, "code", json_string(code->code.hex));
    if (is_first) {
        json_t *list = json_array();
        for (size_t u = 0; u < self->workload->unit_count; u++)
            json_array_append_new(list, json_string(code->units[u].hex));
        json_object_set_new(event, "units", list);
        json_object_set_new(event, "size",
                            json_integer((json_int_t)code->size_bytes));
    }
    journal_append(self->journal, event);
}

void ledger_write_refused(struct ledger *self, const char *key,
                          const struct entry *entry)
{
    if (!self->journal)
        return;
    json_t *event = new_event("refused", key);
    json_object_set_new(event, "refusal",
                        json_string(refusal_word(entry->refusal)));
    json_object_set_new(event, "message", json_message(entry->message));
    journal_append(self->journal, event);
}

void ledger_write_class(struct ledger *self, const struct code_class *code,
                        enum refusal refusal)
{
    if (!self->journal)
        return;
    json_t *event = json_pack("{s:s, s:s, s:s}", "event", "class", "code",
                              code->code.hex, "refusal", refusal_word(refusal));
    if (refusal != REFUSAL_NONE && code->message)
        json_object_set_new(event, "message", json_message(code->message));
    journal_append(self->journal, event);
}

void ledger_write_nogood(struct ledger *self, const struct nogood *nogood)
{
    if (!self->journal)
        return;
    struct str key = {0};
    nogood_key(nogood, self->space, &key);
    json_t *event = new_event("nogood", str_text(&key));
    json_object_set_new(event, "refusal",
                        json_string(refusal_word(nogood->refusal)));
    json_object_set_new(event, "message", json_message(nogood->message));
    journal_append(self->journal, event);
    str_release(&key);
}

void ledger_write_reading(struct ledger *self, const struct kept_reading *kept)
{
    if (!self->journal)
        return;
    const struct reading *reading = &kept->reading;
    json_t *event = json_pack("{s:s, s:s, s:s}", "event", "reading", "code",
                              kept->code->code.hex, "metric",
                              self->workload->metrics[kept->metric].name);
    json_object_set_new(event, "gain", json_number(reading->gain));
    json_object_set_new(event, "low", json_number(reading->range.low));
    json_object_set_new(event, "high", json_number(reading->range.high));
    json_object_set_new(event, "rounds",
                        json_integer((json_int_t)reading->rounds));
    journal_append(self->journal, event);
}

static void write_one(struct ledger *self, const char *name,
                      const struct code_class *code)
{
    if (self->journal)
        journal_append(self->journal, json_pack("{s:s, s:s}", "event", name,
                                                "code", code->code.hex));
}

void ledger_write_zero(struct ledger *self)
{
    write_one(self, "zero", self->zero);
}

void ledger_write_best(struct ledger *self, enum ledger_goal goal)
{
    const struct code_class *code = self->best[goal];
    double score = 0;
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
                        json_integer((json_int_t)self->classes));
    journal_append(self->journal, event);
    str_release(&key);
}

/* By its name, which may have been forgotten among the candidates. */
static void write_names(struct ledger *self)
{
    for (size_t i = 0; i < self->codes.count; i++) {
        const struct code_class *code = self->codes.entries[i].value;
        struct str key = {0};
        candidate_key(&code->shortest, self->space, &key);
        ledger_write_code(self, str_text(&key), code, true);
        str_release(&key);
    }
}

/* Those that name a class were written before and are passed over by the
 * reader. */
static void write_candidates(struct ledger *self)
{
    for (size_t i = 0; i < self->candidates.count; i++) {
        const struct map_entry *known = &self->candidates.entries[i];
        const struct entry *entry = known->value;
        if (entry->code)
            ledger_write_code(self, known->key, entry->code, false);
        else
            ledger_write_refused(self, known->key, entry);
    }
}

/* What a class has besides its readings, which may be of another that has the
 * same parts. */
static void write_classes(struct ledger *self)
{
    for (size_t i = 0; i < self->codes.count; i++) {
        const struct code_class *code = self->codes.entries[i].value;
        if (code->verified)
            ledger_write_class(self, code, REFUSAL_NONE);
        if (code->refusal != REFUSAL_NONE)
            ledger_write_class(self, code, code->refusal);
        if (code->timed)
            write_one(self, "timed", code);
    }
}

static void write_all(struct ledger *self)
{
    write_names(self);
    write_candidates(self);
    write_classes(self);
    for (size_t i = 0; i < self->nogoods.count; i++)
        ledger_write_nogood(self, self->nogoods.items[i]);
    /* Before the readings, since it sets its own to nothing. */
    if (self->zero)
        ledger_write_zero(self);
    for (size_t i = 0; i < self->readings.count; i++)
        ledger_write_reading(self, self->readings.entries[i].value);
    for (int goal = 0; goal < LEDGER_GOALS; goal++)
        if (self->best[goal])
            ledger_write_best(self, (enum ledger_goal)goal);
}

void ledger_write(struct ledger *self, struct journal *journal)
{
    struct journal *own = self->journal;
    self->journal = journal;
    write_all(self);
    self->journal = own;
}
