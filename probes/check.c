/* SPDX-License-Identifier: MIT
 *
 * Finds which flags of a set are to blame.
 */
#include <config.h>

#include "probes/check.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"
#include "probes/catalogue.h"
#include "probes/spelling.h"
#include "probes/trial.h"

struct work {
    const struct trial *trial;
    struct check *check;
    struct strvec flags;     /* as given */
    bool *alive;             /* not yet judged */
    struct trial_result now; /* of the flags that are alive */
};

void check_release(struct check *self)
{
    if (!self)
        return;
    for (size_t i = 0; i < self->count; i++) {
        free(self->flags[i].flag);
        free(self->flags[i].message);
        free(self->flags[i].suggestion);
    }
    free(self->flags);
    free(self->message);
    *self = (struct check){0};
}

/* Tries the flags that a mask selects. */
static bool try_mask(struct work *work, const bool *mask,
                     struct trial_result *out, struct error *err)
{
    struct strvec chosen = {0};
    for (size_t i = 0; i < work->flags.count; i++)
        if (mask[i])
            strvec_add(&chosen, work->flags.items[i]);
    bool ok = trial_run(work->trial, &chosen, out, err);
    work->check->trials++;
    strvec_release(&chosen);
    return ok;
}

/* The first line without what stands between quotes: names and values differ
 * from one subset to the next, the complaint stays. */
static char *complaint(const struct trial_result *result)
{
    struct str text = {0};
    bool quoted = false;
    const char *at = result->message ? result->message : "";
    for (; *at && *at != '\n'; at++) {
        if (*at == '\'')
            quoted = !quoted;
        else if (!quoted)
            str_add_char(&text, *at);
    }
    return text.text ? str_detach(&text) : xstrdup("");
}

static bool same_refusal(const struct trial_result *a,
                         const struct trial_result *b)
{
    if (a->refusal != b->refusal)
        return false;
    char *x = complaint(a), *y = complaint(b);
    bool same = strcmp(x, y) == 0;
    free(x);
    free(y);
    return same;
}

/* Whether the masked flags are refused as work->now is; keeps their message
 * when they are. */
static bool refused_alike(struct work *work, const bool *mask, bool *alike,
                          struct error *err)
{
    struct trial_result result = {0};
    if (!try_mask(work, mask, &result, err))
        return false;
    *alike = same_refusal(&result, &work->now);
    if (*alike) {
        trial_result_release(&work->now);
        work->now = result;
    } else {
        trial_result_release(&result);
    }
    return true;
}

static size_t count_set(const bool *mask, size_t count)
{
    size_t set = 0;
    for (size_t i = 0; i < count; i++)
        set += mask[i];
    return set;
}

/* Marks the flags that the message quotes, or those that it does not. */
static void mark_quoted(const struct work *work, bool quoted, bool *mask)
{
    const char *message = work->now.message ? work->now.message : "";
    for (size_t i = 0; i < work->flags.count; i++) {
        bool named = strstr(message, work->flags.items[i]) != NULL;
        mask[i] = work->alive[i] && named == quoted;
    }
}

/* One of the masked flags that is refused alone, to *core. */
static bool find_single(struct work *work, const bool *mask, bool *core,
                        bool *found, struct error *err)
{
    size_t count = work->flags.count;
    *found = false;
    for (size_t i = 0; !*found && i < count; i++) {
        if (!mask[i])
            continue;
        memset(core, 0, count * sizeof(*core));
        core[i] = true;
        if (!refused_alike(work, core, found, err))
            return false;
    }
    return true;
}

/* Takes flags out of *core, one by one, as long as the refusal stays. */
static bool reduce(struct work *work, bool *core, struct error *err)
{
    size_t count = work->flags.count;
    for (size_t i = 0; i < count; i++) {
        bool alike = false;
        if (!core[i] || count_set(core, count) == 1)
            continue;
        core[i] = false;
        if (!refused_alike(work, core, &alike, err))
            return false;
        if (!alike)
            core[i] = true;
    }
    return true;
}

/* Some smallest refused part, to *core: one flag, or several that the message
 * quotes, or whatever is left when flags go that have no part in it. */
static bool find_part(struct work *work, bool *core, struct error *err)
{
    size_t count = work->flags.count;
    bool *mask = xcalloc(count, sizeof(*mask));
    bool found = false;
    mark_quoted(work, true, mask);
    bool ok = find_single(work, mask, core, &found, err);
    bool together = false;
    if (ok && !found && count_set(mask, count) > 1) {
        ok = refused_alike(work, mask, &together, err);
        memcpy(core, mask, count * sizeof(*core));
    }
    if (ok && !found && !together) {
        mark_quoted(work, false, mask);
        ok = find_single(work, mask, core, &found, err);
        if (!found)
            memcpy(core, work->alive, count * sizeof(*core));
    }
    free(mask);
    return ok && (found || reduce(work, core, err));
}

static void judge(struct work *work, const bool *core)
{
    for (size_t i = 0; i < work->flags.count; i++) {
        if (!core[i])
            continue;
        struct check_flag *flag = &work->check->flags[i];
        flag->verdict = work->now.refusal;
        flag->message = xstrdup(work->now.message ? work->now.message : "");
        work->alive[i] = false;
    }
}

/* One smallest refused part: found, judged, taken out. */
static bool take_part(struct work *work, struct error *err)
{
    bool *core = xcalloc(work->flags.count, sizeof(*core));
    bool ok = find_part(work, core, err);
    if (ok)
        judge(work, core);
    free(core);
    return ok;
}

static bool blames_flags(struct work *work, bool *blames, struct error *err)
{
    *blames = work->now.refusal != REFUSAL_OUT_OF_MEMORY;
    if (!*blames)
        return true;
    /* A compiler, a libc or a runner that fails without any flag: the flags
     * have no part in it. */
    struct trial_result none = {0};
    bool *mask = xcalloc(work->flags.count + 1, sizeof(*mask));
    bool ok = try_mask(work, mask, &none, err);
    if (ok && none.refusal != REFUSAL_NONE)
        *blames = !same_refusal(&none, &work->now);
    trial_result_release(&none);
    free(mask);
    return ok;
}

/* Nothing was learnt about any flag. */
static void judge_none(struct work *work)
{
    const char *why = work->now.refusal == REFUSAL_OUT_OF_MEMORY
                          ? "says nothing about the flags"
                          : "without any flags it fails, too";
    for (size_t i = 0; i < work->flags.count; i++) {
        work->check->flags[i].verdict = work->now.refusal;
        work->check->flags[i].message = xasprintf(
            "%s: %s", why, work->now.message ? work->now.message : "");
    }
}

/* Where the compiler's own default does not run either (it makes ARMv7 code
 * for an ARMv6 board), a flag is to blame when all the others run. */
static bool judge_spoilers(struct work *work, bool *found, struct error *err)
{
    size_t count = work->flags.count;
    bool *core = xcalloc(count, sizeof(*core));
    bool ok = true;
    *found = false;
    for (size_t i = 0; ok && i < count && count > 1; i++) {
        struct trial_result others = {0};
        work->alive[i] = false;
        ok = try_mask(work, work->alive, &others, err);
        work->alive[i] = true;
        core[i] = ok && others.refusal == REFUSAL_NONE;
        *found |= core[i];
        trial_result_release(&others);
    }
    if (ok && *found)
        judge(work, core);
    free(core);
    return ok;
}

static bool judge_without_default(struct work *work, struct error *err)
{
    bool found = false;
    if (work->now.refusal != REFUSAL_OUT_OF_MEMORY &&
        !judge_spoilers(work, &found, err))
        return false;
    if (!found)
        judge_none(work);
    return true;
}

static bool judge_all(struct work *work, struct error *err)
{
    bool blames = false;
    if (!blames_flags(work, &blames, err))
        return false;
    if (!blames)
        return judge_without_default(work, err);
    while (count_set(work->alive, work->flags.count)) {
        if (!take_part(work, err))
            return false;
        trial_result_release(&work->now);
        if (!try_mask(work, work->alive, &work->now, err))
            return false;
        if (work->now.refusal == REFUSAL_NONE)
            break;
    }
    return true;
}

/* "-mcpu=cortex-a7" for a 64-bit compiler is no typing mistake. */
static bool is_real_elsewhere(const struct work *work, const char *flag)
{
    const char *equals = strchr(flag, '=');
    if (!equals || !str_starts(flag, "-m"))
        return false;
    char *name = xstrndup(equals + 1, strcspn(equals + 1, "+"));
    bool real = catalogue_find_core_alias(work->trial->catalogue, name) >= 0;
    free(name);
    return real;
}

/* Real flags near those that nobody knows; only such as work. */
static bool suggest(struct work *work, struct error *err)
{
    struct listing listing = {0};
    bool loaded = false, ok = true;
    for (size_t i = 0; ok && i < work->check->count; i++) {
        struct check_flag *flag = &work->check->flags[i];
        if (flag->verdict != REFUSAL_UNKNOWN_FLAG)
            continue;
        if (!loaded)
            spelling_load(&listing, work->trial->compiler);
        loaded = true;
        char *near =
            is_real_elsewhere(work, flag->flag)
                ? NULL
                : spelling_nearest(&listing, work->trial->compiler, flag->flag);
        struct strvec one = {0};
        struct trial_result result = {0};
        if (near) {
            strvec_add(&one, near);
            ok = trial_run(work->trial, &one, &result, err);
            if (ok && result.refusal == REFUSAL_NONE) {
                flag->suggestion = near;
                near = NULL;
            }
        }
        trial_result_release(&result);
        strvec_release(&one);
        free(near);
    }
    listing_release(&listing);
    return ok;
}

static bool allow_all(const struct strvec *flags, struct error *err)
{
    for (size_t i = 0; i < flags->count; i++) {
        const char *reason = trial_forbids(flags->items[i]);
        if (reason)
            return error_set(err, ERROR_UNTRUSTED, "'%s' %s: not tried",
                             flags->items[i], reason);
    }
    return true;
}

bool check_flags(struct check *self, const struct trial *trial,
                 const struct strvec *flags, struct error *err)
{
    if (!allow_all(flags, err))
        return false;
    struct check made = {.count = flags->count};
    struct work work = {.trial = trial, .check = &made};
    made.flags = xcalloc(flags->count + 1, sizeof(*made.flags));
    work.alive = xcalloc(flags->count + 1, sizeof(*work.alive));
    strvec_add_all(&work.flags, flags);
    for (size_t i = 0; i < flags->count; i++) {
        made.flags[i].flag = xstrdup(flags->items[i]);
        work.alive[i] = true;
    }
    bool ok = try_mask(&work, work.alive, &work.now, err);
    if (ok && work.now.refusal != REFUSAL_NONE) {
        made.verdict = work.now.refusal;
        made.message = xstrdup(work.now.message ? work.now.message : "");
        ok = judge_all(&work, err) && suggest(&work, err);
    }
    trial_result_release(&work.now);
    strvec_release(&work.flags);
    free(work.alive);
    if (ok)
        *self = made;
    else
        check_release(&made);
    return ok;
}
