/* SPDX-License-Identifier: MIT
 *
 * x86: -march=NAME by family and model, cut to what flags lists; or the level
 * of the psABI that flags reaches.  Fused-off units, hypervisors and
 * compilers that give a name too much are all the same case: a surplus.
 */
#include <config.h>

#include "base/memory.h"
#include "base/str.h"
#include "probes/catalogue.h"
#include "probes/compiler.h"
#include "probes/cpu.h"
#include "probes/recommend_parts.h"
#include "probes/words.h"

/* With more to be switched off, an older name is the better description. */
enum { OFF_MAX = 4 };

/* Switches surplus off, the first of the table each time, since -mno-avx
 * takes much else with it.  False when the base is refused or too much is
 * left. */
static bool cut_surplus(const struct recommend_job *job, struct strvec *flags)
{
    for (int i = 0; i <= OFF_MAX; i++) {
        struct feature_rows surplus, missing;
        bool ok = recommend_compare(job, flags, &surplus, &missing);
        size_t count = surplus.count;
        const char *off =
            count ? features_cell(job->catalogue, surplus.items[0], "off") : "";
        feature_rows_release(&surplus);
        feature_rows_release(&missing);
        if (!ok || count == 0)
            return ok;
        if (!*off || strvec_contains(flags, off))
            return false;
        strvec_add(flags, off);
    }
    return false;
}

static bool has_surplus(const struct recommend_job *job,
                        const struct strvec *flags)
{
    struct feature_rows surplus, missing;
    bool bad =
        !recommend_compare(job, flags, &surplus, &missing) || surplus.count > 0;
    feature_rows_release(&surplus);
    feature_rows_release(&missing);
    return bad;
}

/* What flags lists and the name lacks: all at once where the compiler takes
 * it so, else each that it takes. */
static void add_missing(const struct recommend_job *job, struct strvec *flags)
{
    struct feature_rows surplus, missing;
    struct strvec all = {0};
    bool ok = recommend_compare(job, flags, &surplus, &missing);
    strvec_add_all(&all, flags);
    for (size_t i = 0; ok && i < missing.count; i++)
        strvec_add(&all, features_cell(job->catalogue, missing.items[i], "on"));
    if (ok && missing.count && !has_surplus(job, &all)) {
        strvec_release(flags);
        *flags = all;
        all = (struct strvec){0};
    } else {
        for (size_t i = 0; ok && i < missing.count; i++) {
            strvec_add(flags,
                       features_cell(job->catalogue, missing.items[i], "on"));
            if (has_surplus(job, flags))
                strvec_remove(flags, flags->count - 1);
        }
    }
    feature_rows_release(&surplus);
    feature_rows_release(&missing);
    strvec_release(&all);
}

bool recommend_fit_x86(const struct recommend_job *job, const char *name,
                       struct strvec *flags)
{
    strvec_reset(flags);
    strvec_addf(flags, "-march=%s", name);
    if (!cut_surplus(job, flags))
        return false;
    add_missing(job, flags);
    return true;
}

bool recommend_cut_x86(const struct recommend_job *job, const char *name,
                       struct strvec *flags)
{
    strvec_reset(flags);
    strvec_addf(flags, "-march=%s", name);
    return cut_surplus(job, flags);
}

static long find_row(const struct recommend_job *job)
{
    const struct cpu_kind *kind = cpu_fastest_kind(job->cpu);
    const struct table *x86 = &job->catalogue->x86;
    if (!kind || !kind->known)
        return CATALOGUE_NONE;
    for (size_t i = 0; i < x86->rows; i++) {
        const char *core = table_cell(x86, i, "core");
        size_t length = strlen(core);
        /* "alderlake-atom" is a kind of alderlake. */
        if (strncmp(kind->core, core, length) == 0 &&
            (kind->core[length] == '\0' || kind->core[length] == '-') &&
            strcmp(table_cell(x86, i, "vendor"), job->cpu->vendor) == 0)
            return (long)i;
    }
    return CATALOGUE_NONE;
}

/* Own names and those of older, similar cores, nearest first. */
void recommend_x86_names(const struct recommend_job *job, struct strvec *names)
{
    long row = find_row(job);
    if (row < 0)
        return;
    words_split_list(table_cell(&job->catalogue->x86, (size_t)row, "march"),
                     names);
    words_split_list(table_cell(&job->catalogue->x86, (size_t)row, "near"),
                     names);
}

static bool by_name(const struct recommend_job *job, struct strvec *flags)
{
    struct strvec names = {0};
    recommend_x86_names(job, &names);
    bool ok = false;
    size_t i = 0;
    for (; !ok && i < names.count; i++)
        ok = recommend_fit_x86(job, names.items[i], flags);
    /* An older core's features, but the CPU's own tuning where there is
     * one. */
    if (ok && i > 1) {
        char *tune = xasprintf("-mtune=%s", names.items[0]);
        if (recommend_takes(job, flags, tune))
            strvec_add(flags, tune);
        free(tune);
    }
    strvec_release(&names);
    return ok;
}

static bool by_level(const struct recommend_job *job, struct strvec *flags)
{
    return recommend_by_level(job, "", recommend_fit_x86, flags) ||
           (strcmp(job->compiler->arch, "i386") == 0 &&
            recommend_fit_x86(job, "i686", flags));
}

bool recommend_x86(const struct recommend_job *job, struct strvec *flags)
{
    if (by_name(job, flags))
        return true;
    if (!by_level(job, flags))
        return false;
    struct strvec names = {0};
    recommend_x86_names(job, &names);
    for (size_t i = 0; i < names.count; i++) {
        char *tune = xasprintf("-mtune=%s", names.items[i]);
        bool ok = recommend_takes(job, flags, tune);
        if (ok)
            strvec_add(flags, tune);
        free(tune);
        if (ok)
            break;
    }
    strvec_release(&names);
    strvec_add(job->notes,
               "no name of this compiler fits the CPU: flags by features");
    return true;
}
