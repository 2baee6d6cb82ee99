/* SPDX-License-Identifier: MIT
 *
 * Ranks all entries of the indexes in one pass and keeps the best few.
 */
#include <config.h>

#include "db/lookup.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/program.h"
#include "base/str.h"
#include "base/strvec.h"
#include "db/index.h"
#include "db/lookup_feature.h"
#include "db/record.h"
#include "db/signature.h"
#include "db/store.h"

struct level_words {
    const char *word;
    const char *sentence;
};

static const struct level_words level_words[] = {
    [LOOKUP_EXACT] = {"exact", "same CPUs, compiler and workload"},
    [LOOKUP_SAME_KINDS] = {"same-kinds", "same CPUs and compiler series"},
    [LOOKUP_SAME_CORE] = {"same-core", "same CPU core, another compiler "
                                       "version or set of CPUs"},
    [LOOKUP_BOARD] = {"board", "found by the board's id"},
    [LOOKUP_SEED] = {"seed", "same CPU core, but another compiler: to try, "
                             "not to take"},
    [LOOKUP_NONE] = {"none", "nothing in common"},
};

const char *lookup_level_word(enum lookup_level level)
{
    return level_words[level].word;
}

const char *lookup_level_explain(enum lookup_level level)
{
    return level_words[level].sentence;
}

struct candidate {
    struct index_entry entry;
    struct lookup_match match;
};

/* What is asked, prepared once. */
struct query {
    const struct signature *signature; /* NULL: by board only */
    const char *board;
    struct str kinds;
    struct strvec cores;
    struct lookup_features features;
};

/* The best so far; one more place than is kept, for the one that goes. */
struct best {
    struct candidate items[LOOKUP_MATCHES_MAX + 1];
    size_t count;
    struct candidate lacking;
    /* Equal needs of one index are one text: asked once in a row. */
    const char *last_needs;
    bool last_have;
};

static bool equal(const char *wanted, const char *text)
{
    return wanted && strcmp(wanted, text) == 0;
}

/* "arm-linux-gnueabihf" and "armv7l-unknown-linux" are both "arm". */
static size_t target_family(const char *target)
{
    if (str_starts(target, "arm") && !str_starts(target, "arm64"))
        return strlen("arm");
    return strcspn(target, "-");
}

static bool same_target(const char *a, const char *b)
{
    size_t length = target_family(a);
    return length == target_family(b) && strncmp(a, b, length) == 0;
}

/* "12" of 12.2.0; before GCC 5 the second number made the series: "4.9". */
static size_t series_length(const char *version)
{
    size_t length = strspn(version, "0123456789");
    if (length == 1 && version[0] < '5' && version[1] == '.')
        length += 1 + strspn(version + 2, "0123456789");
    return length;
}

static bool same_series(const char *a, const char *b)
{
    size_t length = series_length(a);
    return length > 0 && length == series_length(b) &&
           strncmp(a, b, length) == 0;
}

/* Whether one of the comma-separated words is in the list. */
static bool shares_core(const char *words, const struct strvec *list)
{
    while (*words) {
        size_t length = strcspn(words, ",");
        for (size_t i = 0; i < list->count; i++)
            if (strlen(list->items[i]) == length &&
                strncmp(list->items[i], words, length) == 0)
                return true;
        words += length + (words[length] == ',');
    }
    return false;
}

static bool same_workload(const struct signature *asked,
                          const struct index_entry *entry)
{
    return (!asked->workload || equal(asked->workload, entry->workload)) &&
           (!asked->source || equal(asked->source, entry->source));
}

static enum lookup_level level_of(const struct query *query,
                                  const struct index_entry *entry)
{
    const struct signature *asked = query->signature;
    if (!asked)
        return equal(query->board, entry->board) ? LOOKUP_BOARD : LOOKUP_NONE;
    if (!asked->target || !same_target(asked->target, entry->target))
        return LOOKUP_NONE;
    bool kinds =
        query->kinds.length && equal(entry->kinds, str_text(&query->kinds));
    if (!kinds && !shares_core(entry->cores, &query->cores))
        return LOOKUP_NONE;
    if (entry->emulated || !equal(asked->family, entry->family))
        return LOOKUP_SEED;
    if (!kinds || !asked->version ||
        !same_series(asked->version, entry->version))
        return LOOKUP_SAME_CORE;
    if (equal(asked->version, entry->version) &&
        equal(asked->target, entry->target) && same_workload(asked, entry))
        return LOOKUP_EXACT;
    return LOOKUP_SAME_KINDS;
}

static int verdict_rank(const char *verdict)
{
    static const char *const order[] = {"proven", "no-proven-gain"};
    for (int i = 0; i < 2; i++)
        if (strcmp(verdict, order[i]) == 0)
            return i;
    return 2;
}

static int order_numbers(double a, double b)
{
    return a < b ? -1 : a > b;
}

/* Negative when a is the better answer. */
static int compare(const struct candidate *a, const struct candidate *b)
{
    int order[] = {
        (int)a->match.level - (int)b->match.level,
        b->match.same_workload - a->match.same_workload,
        b->match.same_board - a->match.same_board,
        verdict_rank(a->entry.verdict) - verdict_rank(b->entry.verdict),
        a->entry.published - b->entry.published,
        order_numbers(b->entry.gain, a->entry.gain),
        strcmp(b->entry.date, a->entry.date),
        strcmp(a->entry.name, b->entry.name),
    };
    for (size_t i = 0; i < sizeof(order) / sizeof(*order); i++)
        if (order[i] != 0)
            return order[i];
    return 0;
}

/* Puts it where it belongs among the best, or lets it go. */
static void keep(struct best *best, const struct candidate *found)
{
    size_t at = best->count;
    while (at > 0 && compare(found, &best->items[at - 1]) < 0)
        at--;
    memmove(&best->items[at + 1], &best->items[at],
            (best->count - at) * sizeof(*best->items));
    best->items[at] = *found;
    if (best->count < LOOKUP_MATCHES_MAX)
        best->count++;
}

static void keep_lacking(struct best *best, const struct candidate *found)
{
    if (best->lacking.match.level == LOOKUP_NONE ||
        compare(found, &best->lacking) < 0)
        best->lacking = *found;
}

static bool is_wanted(const struct query *query,
                      const struct index_entry *entry)
{
    /* Asked by board, the default's figures are something to tell. */
    return entry->fault[0] == '\0' &&
           (!query->signature || strcmp(entry->verdict, "not-measured") != 0);
}

static bool can_run(const struct query *query, struct best *best,
                    const char *needs)
{
    if (needs != best->last_needs) {
        best->last_needs = needs;
        best->last_have = !query->signature ||
                          lookup_features_have(&query->features, needs, NULL);
    }
    return best->last_have;
}

static void consider(const struct query *query, const struct index *index,
                     size_t number, struct best *best)
{
    const struct signature *asked = query->signature;
    struct candidate found = {.entry = index_get(index, number)};
    if (!is_wanted(query, &found.entry))
        return;
    found.match = (struct lookup_match){
        .level = level_of(query, &found.entry),
        .index = index,
        .number = number,
        .same_board = equal(query->board, found.entry.board),
        .same_workload = asked && same_workload(asked, &found.entry),
    };
    /* Comparing is cheaper than looking at features. */
    if (found.match.level == LOOKUP_NONE ||
        (best->count == LOOKUP_MATCHES_MAX &&
         compare(&found, &best->items[best->count - 1]) >= 0))
        return;
    if (can_run(query, best, found.entry.needs))
        keep(best, &found);
    else
        keep_lacking(best, &found);
}

static void find(const struct query *query, const struct index *const *indexes,
                 size_t count, struct lookup_matches *out)
{
    struct best best = {.lacking.match.level = LOOKUP_NONE};
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < index_count(indexes[i]); j++)
            consider(query, indexes[i], j, &best);
    *out = (struct lookup_matches){.count = best.count,
                                   .lacking = best.lacking.match};
    for (size_t i = 0; i < best.count; i++)
        out->items[i] = best.items[i].match;
    if (out->lacking.level != LOOKUP_NONE)
        lookup_features_have(&query->features, best.lacking.entry.needs,
                             &out->missing);
}

void lookup_find(const struct index *const *indexes, size_t count,
                 const struct signature *signature, struct lookup_matches *out)
{
    struct query query = {.signature = signature, .board = signature->board};
    signature_kinds_text(signature, &query.kinds);
    for (size_t i = 0; i < signature->kind_count; i++)
        if (signature->kinds[i].core)
            strvec_add(&query.cores, signature->kinds[i].core);
    lookup_features_add(&query.features, &signature->features);
    find(&query, indexes, count, out);
    str_release(&query.kinds);
    strvec_release(&query.cores);
    lookup_features_release(&query.features);
}

void lookup_board(const struct index *const *indexes, size_t count,
                  const char *board, struct lookup_matches *out)
{
    struct query query = {.board = board};
    find(&query, indexes, count, out);
}

void lookup_matches_release(struct lookup_matches *self)
{
    strvec_release(&self->missing);
    self->count = 0;
}

const struct lookup_match *lookup_answer(const struct lookup_matches *self)
{
    for (size_t i = 0; i < self->count; i++)
        if (self->items[i].level < LOOKUP_SEED)
            return &self->items[i];
    return NULL;
}

bool lookup_load(const struct lookup_match *match, struct record *out,
                 struct error *err)
{
    struct index_entry entry = index_get(match->index, match->number);
    struct str place = {0};
    str_addf(&place, "%s/%s", entry.board, entry.name);
    bool ok =
        store_load(index_folder(match->index), str_text(&place), out, err);
    str_release(&place);
    return ok;
}

bool lookup_explain_lacking(const struct lookup_matches *self,
                            struct error *err)
{
    if (self->lacking.level == LOOKUP_NONE)
        return false;
    struct index_entry entry =
        index_get(self->lacking.index, self->lacking.number);
    char *missing = strvec_join(&self->missing, ", ");
    error_set(err, ERROR_MISSING,
              "no record fits this machine: the nearest, '%s/%s', needs %s, "
              "which this CPU lacks; '%s auto' makes one",
              entry.board, entry.name, missing, program_name());
    free(missing);
    return true;
}
