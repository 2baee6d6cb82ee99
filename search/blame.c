/* SPDX-License-Identifier: MIT
 *
 * Nogoods from what went wrong at run time.
 */
#include <config.h>

#include "search/blame.h"

#include "base/error.h"
#include "search/builder.h"
#include "search/ledger.h"
#include "search/track.h"

struct test {
    const struct blame *blame;
    enum refusal refusal;
    struct error err;
    bool failed;
};

static bool find_out(struct test *test, const struct candidate *candidate,
                     struct known *known)
{
    const struct blame *self = test->blame;
    bool usable;
    if (!builder_run(self->builder, &candidate, 1, &test->err))
        return false;
    if (!ledger_find(self->ledger, candidate, known))
        return true; /* no time */
    if (known->code && known->refusal == REFUSAL_NONE &&
        !track_try(self->track, known->code, &usable, &test->err))
        return false;
    ledger_find(self->ledger, candidate, known);
    return true;
}

static bool is_refused(const struct candidate *candidate, void *data)
{
    struct test *test = data;
    struct known known = {0};
    if (test->failed)
        return false;
    test->failed = !find_out(test, candidate, &known);
    return !test->failed && known.refusal == test->refusal;
}

bool blame_class(const struct blame *self, struct code_class *code,
                 struct error *err)
{
    struct ledger *ledger = self->ledger;
    if (code->refusal == REFUSAL_NONE || !refusal_blames_flags(code->refusal) ||
        nogood_contains(&ledger->nogoods, &code->shortest))
        return true;
    struct test test = {.blame = self, .refusal = code->refusal};
    struct nogood_search search = {
        .space = ledger->space,
        .good = ledger_nearest_good(ledger, &code->shortest),
        .tests_max = self->tests_max,
        .is_refused = is_refused,
        .data = &test,
    };
    struct candidate core;
    candidate_copy(&core, &code->shortest);
    nogood_reduce(&search, &core);
    if (!test.failed)
        ledger_add_nogood(ledger, &core, code->refusal, code->message);
    else if (err)
        *err = test.err;
    candidate_release(&core);
    return !test.failed;
}
