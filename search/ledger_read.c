/* SPDX-License-Identifier: MIT
 *
 * A ledger from a journal's events.
 */
#include <config.h>

#include <limits.h>

#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/str.h"
#include "search/journal.h"
#include "search/ledger.h"
#include "search/workload.h"

/* Values that a run adds to its space while it goes on (see
 * search/minimise.h) are not there when it is resumed: *known is false for a
 * candidate with one, which is passed over with all that is said of it. */
static bool get_candidate(const struct ledger *self, const json_t *event,
                          struct candidate *out, bool *known, struct error *err)
{
    const char *key;
    if (!json_get_string(event, "key", &key, err))
        return false;
    *known = candidate_parse_key(out, self->space, key);
    return true;
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

/* NULL in *out for the class of a candidate that was passed over. */
static bool get_class(const struct ledger *self, const json_t *event,
                      struct code_class **out, struct error *err)
{
    const char *hex;
    if (!json_get_string(event, "code", &hex, err))
        return false;
    *out = map_find(&self->codes, hex);
    return true;
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

/* The first of its code tells the units; the later ones have the same. */
static bool get_code(const struct ledger *self, const json_t *event,
                     struct digest *units, uint64_t *size, struct error *err)
{
    long long number;
    if (!get_units(self, event, units, err) ||
        !json_get_integer(event, "size", &number, err))
        return false;
    *size = (uint64_t)number;
    return true;
}

static bool take_code(struct ledger *self, const json_t *event,
                      struct error *err)
{
    struct digest *units =
        xcalloc(self->workload->unit_count + 1, sizeof(*units));
    struct candidate candidate = {0};
    struct digest code;
    const char *hex;
    uint64_t size = 0;
    bool known, has_units = json_object_get(event, "units");
    bool ok = json_get_string(event, "code", &hex, err) &&
              get_digest(hex, &code, err) &&
              (!has_units || get_code(self, event, units, &size, err)) &&
              get_candidate(self, event, &candidate, &known, err);
    if (ok && known && (has_units || map_has(&self->codes, hex)))
        ledger_add_code(self, &candidate, &code, units, size);
    candidate_release(&candidate);
    free(units);
    return ok;
}

static bool take_refused(struct ledger *self, const json_t *event,
                         struct error *err)
{
    struct candidate candidate;
    enum refusal refusal;
    bool known;
    if (!get_refusal(event, &refusal, err) ||
        !get_candidate(self, event, &candidate, &known, err))
        return false;
    struct build build = {.refusal = refusal};
    build.message = xstrdup(json_string_or(event, "message", ""));
    if (refusal != REFUSAL_NONE && known)
        ledger_add_build(self, &candidate, &build);
    free(build.message);
    candidate_release(&candidate);
    return true;
}

static bool take_class(struct ledger *self, const json_t *event,
                       struct error *err)
{
    enum refusal refusal;
    struct code_class *code;
    if (!get_class(self, event, &code, err) ||
        !get_refusal(event, &refusal, err))
        return false;
    if (!code)
        return true;
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
    bool known;
    if (!get_refusal(event, &refusal, err) ||
        !get_candidate(self, event, &core, &known, err))
        return false;
    if (known)
        ledger_add_nogood(self, &core, refusal,
                          json_string_or(event, "message", ""));
    candidate_release(&core);
    return true;
}

static bool take_zero(struct ledger *self, const json_t *event,
                      struct error *err)
{
    struct code_class *code;
    bool ok = get_class(self, event, &code, err);
    if (ok && code)
        ledger_set_zero(self, code);
    return ok;
}

static bool take_best(struct ledger *self, const json_t *event,
                      struct error *err)
{
    struct code_class *code;
    double goal = json_number_or(event, "goal", LEDGER_WINNER);
    bool ok = get_class(self, event, &code, err);
    if (ok && code)
        ledger_set_best(self, goal > 0 ? LEDGER_PLAIN : LEDGER_WINNER, code);
    return ok;
}

static bool take_timed(struct ledger *self, const json_t *event,
                       struct error *err)
{
    struct code_class *code;
    bool ok = get_class(self, event, &code, err);
    if (ok && code)
        code->timed = true;
    return ok;
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
    struct code_class *code;
    if (!get_class(self, event, &code, err) ||
        !json_get_string(event, "metric", &name, err) ||
        !find_metric(self->workload, name, &metric, err) ||
        !json_get_number(event, "gain", &reading.gain, err))
        return false;
    reading.range.low = json_number_or(event, "low", reading.gain);
    reading.range.high = json_number_or(event, "high", reading.gain);
    double rounds = json_number_or(event, "rounds", 0);
    reading.rounds = rounds > 0 && rounds < UINT_MAX ? (unsigned)rounds : 0;
    if (code)
        ledger_set_reading(self, code, metric, &reading);
    return true;
}

static const struct {
    const char *event;
    bool (*take)(struct ledger *self, const json_t *event, struct error *err);
} takers[] = {
    {"code", take_code},       {"refused", take_refused}, {"class", take_class},
    {"nogood", take_nogood},   {"zero", take_zero},       {"best", take_best},
    {"reading", take_reading}, {"timed", take_timed},
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
