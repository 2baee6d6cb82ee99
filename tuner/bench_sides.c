/* SPDX-License-Identifier: MIT
 *
 * From options to what is compared.
 */
#include <config.h>

#include "tuner/bench_sides.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/str.h"
#include "db/record.h"
#include "probes/compiler.h"
#include "probes/trial.h"
#include "search/workload.h"
#include "tuner/chosen_record.h"
#include "tuner/machine.h"
#include "tuner/options.h"

enum { SIDES_MAX = 32 };

void bench_sides_release(struct bench_sides *self)
{
    for (size_t i = 0; i < self->count; i++) {
        struct bench_side *side = &self->items[i];
        free(side->text);
        free(side->record);
        free(side->code);
        free(side->choices);
        strvec_release(&side->flags);
    }
    free(self->items);
    *self = (struct bench_sides){0};
}

static struct bench_side *add(struct bench_sides *self,
                              const struct workload *workload)
{
    self->items =
        xreallocarray(self->items, self->count + 1, sizeof(*self->items));
    struct bench_side *side = &self->items[self->count++];
    *side = (struct bench_side){
        .choices = xcalloc(workload->choice_count + 1, sizeof(size_t))};
    return side;
}

/* Chooses `name` wherever `unit` (NULL: any) offers it. */
static bool choose(const struct workload *workload, size_t *choices,
                   const char *unit, const char *name)
{
    bool found = false;
    for (size_t c = 0; c < workload->choice_count; c++) {
        const struct workload_choice *choice = &workload->choices[c];
        if (unit && strcmp(choice->name, unit) != 0)
            continue;
        for (size_t v = 0; v < choice->values.count; v++) {
            if (strcmp(choice->values.items[v], name) != 0)
                continue;
            choices[c] = v;
            found = true;
        }
    }
    return found;
}

static bool choose_one(const struct workload *workload, size_t *choices,
                       const char *text, struct error *err)
{
    const char *equals = strchr(text, '=');
    char *unit = equals ? xstrndup(text, (size_t)(equals - text)) : NULL;
    bool found = choose(workload, choices, unit, equals ? equals + 1 : text);
    free(unit);
    return found ||
           error_set(err, ERROR_USAGE, "'%s' offers no implementation '%s'",
                     workload->name, text);
}

static void describe_code(const struct workload *workload,
                          struct bench_side *side)
{
    struct str text = {0};
    for (size_t c = 0; c < workload->choice_count; c++)
        str_addf(&text, "%s%s=%s", c > 0 ? " " : "", workload->choices[c].name,
                 workload->choices[c].values.items[side->choices[c]]);
    side->code = xstrdup(str_text(&text));
    str_release(&text);
}

static bool split_flags(const char *text, struct strvec *out, struct error *err)
{
    if (!strvec_split_shell(out, text))
        return error_set(err, ERROR_USAGE, "--flags '%s': a quote is left open",
                         text);
    for (size_t i = 0; i < out->count; i++) {
        const char *why = trial_forbids(out->items[i]);
        if (why)
            return error_set(err, ERROR_UNTRUSTED, "flag '%s': %s",
                             out->items[i], why);
    }
    return true;
}

static bool add_text(struct bench_sides *self, const char *text,
                     const struct options *options,
                     const struct workload *workload, struct error *err)
{
    const struct strvec *given = options_all(options, "implementation");
    struct bench_side *side = add(self, workload);
    char *copy = xstrdup(text);
    side->text = xstrdup(str_trim(copy));
    free(copy);
    side->cc = machine_cc(options);
    for (size_t i = 0; i < given->count; i++)
        if (!choose_one(workload, side->choices, given->items[i], err))
            return false;
    describe_code(workload, side);
    return split_flags(text, &side->flags, err);
}

/* Flags mean nothing to another compiler, and little to another version. */
static bool find_compiler(const struct options *options, const char *path,
                          const struct record *record, const char **out,
                          struct error *err)
{
    const struct strvec *given = options_all(options, "cc");
    size_t count = given->count ? given->count : 1;
    for (size_t i = 0; i < count; i++) {
        const char *cc = given->count ? given->items[i] : machine_cc(options);
        struct compiler compiler;
        if (!compiler_probe(&compiler, cc, err))
            return false;
        bool same = strcmp(compiler_family_word(compiler.family),
                           record->compiler.family) == 0 &&
                    strcmp(compiler.version, record->compiler.version) == 0 &&
                    strcmp(compiler.target, record->compiler.target) == 0;
        compiler_release(&compiler);
        if (same) {
            *out = cc;
            return true;
        }
    }
    return error_set(err, ERROR_USAGE,
                     "'%s' is of %s %s for %s: name that compiler by --cc",
                     path, record->compiler.family, record->compiler.version,
                     record->compiler.target);
}

static bool take_record(struct bench_side *side, const struct record *record,
                        const struct workload *workload, struct error *err)
{
    const struct strvec *answer = record_answer(record);
    const struct record_pairs *pairs = &record->winner.implementations;
    if (!record->workload.name ||
        strcmp(record->workload.name, workload->name) != 0)
        return error_set(err, ERROR_USAGE, "'%s' is no record of workload '%s'",
                         side->record, workload->name);
    if (!answer)
        return error_set(err, ERROR_USAGE, "'%s' has no answer", side->record);
    strvec_add_all(&side->flags, answer);
    /* Another answer than the winner is a baseline: plain code. */
    for (size_t i = 0; answer == &record->winner.flags && i < pairs->count; i++)
        if (!choose(workload, side->choices, pairs->items[i].key,
                    pairs->items[i].value))
            return error_set(err, ERROR_USAGE,
                             "'%s': there is no implementation '%s' of '%s'",
                             side->record, pairs->items[i].value,
                             pairs->items[i].key);
    side->text = strvec_join(answer, " ");
    describe_code(workload, side);
    return true;
}

static bool add_record(struct bench_sides *self, const char *path,
                       const struct options *options,
                       const struct workload *workload, struct error *err)
{
    struct bench_side *side = add(self, workload);
    struct record record = {0};
    side->record = xstrdup(path);
    bool ok = chosen_record_load(path, &record, err) &&
              find_compiler(options, path, &record, &side->cc, err) &&
              take_record(side, &record, workload, err);
    record_release(&record);
    return ok;
}

bool bench_sides_read(struct bench_sides *self, const struct options *options,
                      const struct workload *workload, struct error *err)
{
    const struct strvec *texts = options_all(options, "flags");
    const struct strvec *records = options_all(options, "record");
    size_t count = texts->count + records->count;
    bool ok = true;
    if (count == 0)
        return error_set(err, ERROR_USAGE,
                         "bench needs --flags, once for each flag set, or "
                         "--record");
    if (count > SIDES_MAX)
        return error_set(err, ERROR_USAGE, "more than %d flag sets", SIDES_MAX);
    /* One set alone is compared with what the workload's author uses. */
    if (count == 1) {
        char *usual = strvec_join(&workload->default_flags, " ");
        ok = add_text(self, usual, options, workload, err);
        free(usual);
    }
    for (size_t i = 0; ok && i < texts->count; i++)
        ok = add_text(self, texts->items[i], options, workload, err);
    for (size_t i = 0; ok && i < records->count; i++)
        ok = add_record(self, records->items[i], options, workload, err);
    return ok;
}
