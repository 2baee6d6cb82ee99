/* SPDX-License-Identifier: MIT
 *
 * Chooses, proves and explains the recommended flags.
 */
#include <config.h>

#include "probes/recommend.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/str.h"
#include "probes/catalogue.h"
#include "probes/compiler.h"
#include "probes/cpu.h"
#include "probes/recommend_parts.h"
#include "probes/trial.h"
#include "probes/words.h"

static const struct {
    const char *isa;
    bool (*build)(const struct recommend_job *job, struct strvec *flags);
} builders[] = {
    {"aarch64", recommend_aarch64},
    {"arm", recommend_arm},
    {"x86", recommend_x86},
};

void recommendation_release(struct recommendation *self)
{
    if (!self)
        return;
    strvec_release(&self->flags);
    strvec_release(&self->notes);
}

/* Features that stay unused, for a note. */
static void note_unreached(const struct recommend_job *job,
                           const struct strvec *flags)
{
    struct feature_rows surplus, missing;
    if (!recommend_compare(job, flags, &surplus, &missing))
        return;
    if (missing.count) {
        char *words = features_join(job->catalogue, &missing);
        strvec_addf(job->notes, "listed, but not reachable with %s %s: %s",
                    compiler_family_word(job->compiler->family),
                    job->compiler->version, words);
        free(words);
    }
    feature_rows_release(&surplus);
    feature_rows_release(&missing);
}

static void note_untrusted(const struct recommend_job *job)
{
    if (job->cpu->untrusted.count == 0)
        return;
    char *words = strvec_join(&job->cpu->untrusted, " ");
    strvec_addf(job->notes, "listed by the kernel, but not on every core: %s",
                words);
    free(words);
}

static bool prove(const struct recommend_job *job, struct strvec *flags,
                  struct error *err)
{
    const struct trial trial = {.compiler = job->compiler,
                                .catalogue = job->catalogue,
                                .depth = TRIAL_LINK};
    struct trial_result result = {0};
    if (!trial_run(&trial, flags, &result, err))
        return false;
    if (result.refusal != REFUSAL_NONE) {
        char *text = strvec_join(flags, " ");
        strvec_addf(job->notes,
                    "%s would fit, but the compiler refuses it "
                    "(%s): %s",
                    text, refusal_word(result.refusal),
                    result.message ? result.message : "");
        free(text);
        strvec_reset(flags);
    }
    trial_result_release(&result);
    return true;
}

static bool build(const struct recommend_job *job, struct strvec *flags)
{
    for (size_t i = 0; i < sizeof(builders) / sizeof(*builders); i++)
        if (strcmp(builders[i].isa, job->isa) == 0)
            return builders[i].build(job, flags);
    strvec_addf(job->notes, "nothing is known of %s: no flags",
                job->compiler->target);
    return false;
}

bool recommend_flags(const struct catalogue *catalogue,
                     const struct compiler *compiler, const struct cpu *cpu,
                     struct recommendation *out, struct error *err)
{
    struct recommendation made = {0};
    struct recommend_job job;
    recommend_job_init(&job, catalogue, compiler, cpu);
    recommend_job_remember(&job);
    job.notes = &made.notes;
    bool ok = true;
    if (recommend_fits(catalogue, compiler, cpu, &made.notes) &&
        build(&job, &made.flags))
        ok = prove(&job, &made.flags, err);
    if (ok && made.flags.count) {
        note_unreached(&job, &made.flags);
        note_untrusted(&job);
    } else if (ok && made.notes.count == 0) {
        strvec_add(&made.notes, "no flags of this compiler fit");
    }
    recommend_job_release(&job);
    if (ok)
        *out = made;
    else
        recommendation_release(&made);
    return ok;
}
