/* SPDX-License-Identifier: MIT
 *
 * A ledger from a journal's events.
 */
#include <config.h>

#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/str.h"
#include "search/journal.h"
#include "search/ledger.h"
#include "search/workload.h"

/* A key of another space is refused: the journal belongs to another run. */
static bool get_candidate(const struct ledger *self, const json_t *event,
                          struct candidate *out, struct error *err)
{
    const char *key;
    if (!json_get_string(event, "key", &key, err))
        return false;
    if (candidate_parse_key(out, self->space, key))
        return true;
    candidate_release(out);
    return error_set(err, ERROR_FORMAT, "'%s' is not in this space", key);
}

static bool get_refusal(const json_t *event, enum refusal *out,
                        struct error *err)
{
    const char *word;
    if (!json_get_string(event, "refusal", &word, err))
        return false;
    return refusal_parse(word, out) ||
           error_set(err, ERROR_FORMAT, "'%s' is no refusal", word);
}

static bool get_digest(const char *text, struct digest *out, struct error *err)
{
    size_t length = strlen(text);
    if (length >= DIGEST_SIZE)
        return error_set(err, ERROR_FORMAT, "'%s' is no digest", text);
    memcpy(out->hex, text, length + 1);
    return true;
}

static struct code_class *get_class(const struct ledger *self,
                                    const json_t *event, struct error *err)
{
    const char *hex;
    if (!json_get_string(event, "code", &hex, err))
        return NULL;
    struct code_class *found = map_find(&self->codes, hex);
    if (!found)
        error_set(err, ERROR_FORMAT, "no candidate has the code '%s'", hex);
    return found;
}

static bool get_units(const struct ledger *self, const json_t *event,
                      struct digest *units, struct error *err)
{
    struct strvec list = {0};
    bool ok = json_get_strings(event, "units", &list, err);
    if (ok && list.count != self->workload->unit_count)
        ok = error_set(err, ERROR_FORMAT, "%zu units instead of %zu",
                       list.count, self->workload->unit_count);
    for (size_t i = 0; ok && i < list.count; i++)
        ok = get_digest(list.items[i], &units[i], err);
    strvec_release(&list);
    return ok;
}

static bool take_code(struct ledger *self, const json_t *event,
                      struct error *err)
{
    struct digest *units =
        xcalloc(self->workload->unit_count + 1, sizeof(*units));
    struct candidate candidate = {0};
    struct digest code;
    const char *hex;
    long long size;
    bool ok = get_units(self, event, units, err) &&
              json_get_string(event, "code", &hex, err) &&
              get_digest(hex, &code, err) &&
              json_get_integer(event, "size", &size, err) &&
              get_candidate(self, event, &candidate, err);
    if (ok)
        ledger_add_code(self, &candidate, &code, units, (uint64_t)size);
    candidate_release(&candidate);
    free(units);
    return ok;
}

static bool take_refused(struct ledger *self, const json_t *event,
                         struct error *err)
{
    struct candidate candidate;
    enum refusal refusal;
    if (!get_refusal(event, &refusal, err) ||
        !get_candidate(self, event, &candidate, err))
        return false;
    struct build build = {.refusal = refusal};
    build.message = xstrdup(json_string_or(event, "message", ""));
    if (refusal != REFUSAL_NONE)
        ledger_add_build(self, &candidate, &build);
    free(build.message);
    candidate_release(&candidate);
    return true;
}

static bool take_class(struct ledger *self, const json_t *event,
                       struct error *err)
{
    enum refusal refusal;
    struct code_class *code = get_class(self, event, err);
    if (!code || !get_refusal(event, &refusal, err))
        return false;
    if (refusal == REFUSAL_NONE)
        ledger_set_verified(self, code);
    else
        ledger_refuse_code(self, code, refusal,
                           json_string_or(event, "message", ""));
    return true;
}

static bool take_nogood(struct ledger *self, const json_t *event,
                        struct error *err)
{
    struct candidate core;
    enum refusal refusal;
    if (!get_refusal(event, &refusal, err) ||
        !get_candidate(self, event, &core, err))
        return false;
    ledger_add_nogood(self, &core, refusal,
                      json_string_or(event, "message", ""));
    candidate_release(&core);
    return true;
}

static bool take_zero(struct ledger *self, const json_t *event,
                      struct error *err)
{
    struct code_class *code = get_class(self, event, err);
    if (code)
        ledger_set_zero(self, code);
    return code;
}

static bool take_best(struct ledger *self, const json_t *event,
                      struct error *err)
{
    struct code_class *code = get_class(self, event, err);
    if (code)
        ledger_set_best(self, code);
    return code;
}

static bool find_metric(const struct workload *workload, const char *name,
                        size_t *out, struct error *err)
{
    for (size_t m = 0; m < workload->metric_count; m++)
        if (strcmp(workload->metrics[m].name, name) == 0) {
            *out = m;
            return true;
        }
    return error_set(err, ERROR_FORMAT, "no metric '%s'", name);
}

static bool take_reading(struct ledger *self, const json_t *event,
                         struct error *err)
{
    const char *name;
    size_t metric = 0;
    struct reading reading = {0};
    struct code_class *code = get_class(self, event, err);
    if (!code || !json_get_string(event, "metric", &name, err) ||
        !find_metric(self->workload, name, &metric, err) ||
        !json_get_number(event, "gain", &reading.gain, err))
        return false;
    reading.range.low = json_number_or(event, "low", reading.gain);
    reading.range.high = json_number_or(event, "high", reading.gain);
    reading.rounds = (unsigned)json_number_or(event, "rounds", 0);
    ledger_set_reading(self, code, metric, &reading);
    return true;
}

static const struct {
    const char *event;
    bool (*take)(struct ledger *self, const json_t *event, struct error *err);
} takers[] = {
    {"code", take_code},       {"refused", take_refused}, {"class", take_class},
    {"nogood", take_nogood},   {"zero", take_zero},       {"best", take_best},
    {"reading", take_reading},
};

bool ledger_take(struct ledger *self, const json_t *event, const char *name,
                 struct error *err)
{
    const char *word = json_string_or(event, "event", "");
    for (size_t i = 0; i < sizeof(takers) / sizeof(*takers); i++)
        if (strcmp(takers[i].event, word) == 0)
            return takers[i].take(self, event, err) ||
                   error_wrap(err, "%s", name);
    return true;
}
