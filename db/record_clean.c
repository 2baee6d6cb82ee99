/* SPDX-License-Identifier: MIT
 *
 * Takes out flags.
 */
#include <config.h>

#include "db/record_clean.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/str.h"
#include "db/grammar.h"
#include "db/record.h"

/* Longer notes are no help. */
enum { REASON_MAX = 300, NOTES_MAX = 20 };

struct cleaning {
    struct record *record;
    size_t noted;
};

static void note(struct cleaning *self, const char *list, const char *reason)
{
    if (++self->noted > NOTES_MAX)
        return;
    char *text =
        xasprintf("left out of %.60s: %.*s", list, (int)REASON_MAX, reason);
    char *clean = NULL;
    record_set_message(&clean, text);
    strvec_add(&self->record->notes, clean);
    free(clean);
    free(text);
}

/* --param and its value are one flag of two words. */
static size_t words_of_flag(const struct strvec *flags, size_t at)
{
    return strcmp(flags->items[at], "--param") == 0 && at + 1 < flags->count
               ? 2
               : 1;
}

static bool is_taken(const struct strvec *flags, size_t at, size_t count,
                     struct error *err)
{
    struct strvec flag = {0};
    for (size_t i = 0; i < count; i++)
        strvec_add(&flag, flags->items[at + i]);
    bool taken = grammar_flags(&flag, err);
    if (taken && grammar_is_native(flags->items[at]))
        taken = error_set(err, ERROR_UNTRUSTED,
                          "flag '%s' means another CPU elsewhere",
                          flags->items[at]);
    strvec_release(&flag);
    return taken;
}

static void clean_list(struct cleaning *self, const char *list,
                       struct strvec *flags)
{
    for (size_t i = 0; i < flags->count;) {
        struct error why = {0};
        size_t count = words_of_flag(flags, i);
        if (is_taken(flags, i, count, &why)) {
            i += count;
            continue;
        }
        note(self, list, why.text);
        for (; count > 0; count--)
            strvec_remove(flags, i);
    }
}

void record_clean(struct record *record)
{
    struct cleaning cleaning = {.record = record};
    for (size_t i = 0; i < record->baseline_count; i++)
        clean_list(&cleaning,
                   record->baselines[i].name ? record->baselines[i].name : "",
                   &record->baselines[i].flags);
    clean_list(&cleaning, "the winner", &record->winner.flags);
    clean_list(&cleaning, "the winner of plain code", &record->plain.flags);
    for (size_t i = 0; i < record->choice_count; i++)
        clean_list(&cleaning, "a choice", &record->choices[i].flags);
    for (size_t i = 0; i < record->file_count; i++)
        clean_list(&cleaning, "a file's best", &record->files[i].flags);
    for (size_t i = 0; i < record->compiler_count; i++)
        clean_list(&cleaning, "a compiler's best", &record->compilers[i].flags);
    for (size_t i = 0; i < record->refusal_count; i++)
        for (size_t j = 0; j < record->refusals[i].example_count; j++)
            clean_list(&cleaning, record->refusals[i].word,
                       &record->refusals[i].examples[j].flags);
}
