/* SPDX-License-Identifier: MIT
 *
 * AArch64: -mcpu=NAME with extensions, or -march=LEVEL with extensions and
 * -mtune where no name fits.  NEON is implied; -mfpu, -mfloat-abi and -marm
 * do not exist.
 */
#include <config.h>

#include "base/memory.h"
#include "base/str.h"
#include "probes/catalogue.h"
#include "probes/compiler.h"
#include "probes/cpu.h"
#include "probes/recommend_parts.h"

/* Suffixes of -mcpu or -march, each once. */
static void add_suffix(struct strvec *suffixes, const char *suffix)
{
    if (*suffix && !strvec_contains(suffixes, suffix))
        strvec_add(suffixes, suffix);
}

static void make_flags(const char *base, const struct strvec *suffixes,
                       struct strvec *flags)
{
    char *tail = strvec_join(suffixes, "");
    strvec_reset(flags);
    strvec_addf(flags, "%s%s", base, tail);
    free(tail);
}

/* Adds what is missing, one extension at a time, and keeps those that the
 * compiler knows and that bring no surplus with them: "+crypto" means other
 * things from one level and compiler to the next. */
static void add_one_by_one(const struct recommend_job *job, const char *base,
                           const struct feature_rows *missing,
                           struct strvec *suffixes)
{
    for (size_t i = 0; i < missing->count; i++) {
        const char *on = features_cell(job->catalogue, missing->items[i], "on");
        struct strvec flags = {0};
        struct feature_rows surplus, still;
        size_t before = suffixes->count;
        add_suffix(suffixes, on);
        if (suffixes->count == before)
            continue;
        make_flags(base, suffixes, &flags);
        bool good = recommend_compare(job, &flags, &surplus, &still) &&
                    surplus.count == 0;
        for (size_t m = 0; good && m < still.count; m++)
            good = still.items[m] != missing->items[i];
        if (!good)
            strvec_remove(suffixes, suffixes->count - 1);
        feature_rows_release(&surplus);
        feature_rows_release(&still);
        strvec_release(&flags);
    }
}

/* All at once first, which mostly is right; +crypto stands for its parts. */
static void add_together(const struct recommend_job *job,
                         const struct feature_rows *missing,
                         struct strvec *suffixes)
{
    for (size_t i = 0; i < missing->count; i++) {
        const char *on = features_cell(job->catalogue, missing->items[i], "on");
        bool part = strcmp(on, "+aes") == 0 || strcmp(on, "+sha2") == 0;
        if (!part || !strvec_contains(suffixes, "+crypto"))
            add_suffix(suffixes, on);
    }
}

bool recommend_fit_aarch64(const struct recommend_job *job, const char *base,
                           struct strvec *flags)
{
    struct strvec suffixes = {0}, together = {0};
    struct feature_rows surplus, missing;
    make_flags(base, &suffixes, flags);
    bool ok = recommend_compare(job, flags, &surplus, &missing);
    for (size_t i = 0; ok && i < surplus.count; i++)
        add_suffix(&suffixes,
                   features_cell(job->catalogue, surplus.items[i], "off"));
    bool wants = ok && missing.count > 0;
    strvec_add_all(&together, &suffixes);
    if (wants)
        add_together(job, &missing, &together);
    if (ok && together.count) {
        struct feature_rows left, rest;
        make_flags(base, &together, flags);
        bool good =
            recommend_compare(job, flags, &left, &rest) && left.count == 0;
        feature_rows_release(&left);
        feature_rows_release(&rest);
        if (!good && wants) {
            add_one_by_one(job, base, &missing, &suffixes);
            make_flags(base, &suffixes, flags);
            good =
                recommend_compare(job, flags, &left, &rest) && left.count == 0;
            feature_rows_release(&left);
            feature_rows_release(&rest);
        }
        ok = good;
    }
    feature_rows_release(&surplus);
    feature_rows_release(&missing);
    strvec_release(&suffixes);
    strvec_release(&together);
    return ok;
}

static bool by_name(const struct recommend_job *job, struct strvec *flags)
{
    struct strvec names = {0};
    recommend_whole_names(job, &names);
    bool ok = false;
    for (size_t i = 0; !ok && i < names.count; i++) {
        char *base = xasprintf("-mcpu=%s", names.items[i]);
        ok = recommend_fit_aarch64(job, base, flags);
        free(base);
    }
    strvec_release(&names);
    return ok;
}

bool recommend_aarch64(const struct recommend_job *job, struct strvec *flags)
{
    if (by_name(job, flags))
        return true;
    if (!recommend_by_level(job, "-march=", recommend_fit_aarch64, flags))
        return false;
    recommend_add_tuning(job, flags);
    strvec_add(job->notes,
               "no name of this compiler fits the CPU: flags by features");
    return true;
}
