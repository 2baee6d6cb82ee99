/* SPDX-License-Identifier: MIT
 *
 * The winner on the other kinds of processors, pinned to one of each.
 */
#include <config.h>

#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "search/effort.h"
#include "search/planner.h"
#include "search/planner_phases.h"
#include "search/workload.h"

void planner_release_kinds(struct planner *self)
{
    struct planner_kind_result *kinds = self->result.kinds;
    for (size_t k = 0; kinds && k < self->settings.kind_count; k++) {
        if (kinds[k].proved)
            proof_release(&kinds[k].proof);
        free(kinds[k].why_not);
    }
    free(kinds);
    self->result.kinds = NULL;
}

static bool pin(const struct planner *self, int cpu_plus_one)
{
    struct workload *workload = self->settings.workload;
    return workload->operations->pin(workload, cpu_plus_one);
}

/* The kinds that are left share what time is left. */
static double kind_deadline(const struct planner *self, size_t kind)
{
    double end = self->track.deadline_s;
    size_t left = self->settings.kind_count - kind;
    return end > 0 ? end - track_time_left(&self->track) * (double)(left - 1) /
                               (double)left
                   : 0;
}

static bool prove_on(struct planner *self, const struct proof_side sides[2],
                     size_t kind, struct error *err)
{
    const struct planner_kind *where = &self->settings.kinds[kind];
    struct planner_kind_result *result = &self->result.kinds[kind];
    struct proof_plan plan = {
        .workload = self->settings.workload,
        .baseline = sides[0],
        .finalists = &sides[1],
        .finalist_count = 1,
        .rounds = self->settings.effort->confirm_rounds,
        .workers = self->settings.jobs,
        .rng = rng_split(&self->track.rng),
        .throttle = where->throttle,
        .protocol = self->settings.protocol,
        .world = self->settings.world,
        .deadline_s = kind_deadline(self, kind),
        .limit_s = self->track.limit_s,
        .progress = planner_report_confirm,
        .progress_data = self,
    };
    struct error why = {0};
    if (!pin(self, where->cpu + 1)) {
        result->why_not = xstrdup("it uses several processors at once");
        return true;
    }
    result->proved = proof_run(&plan, &result->proof, &why);
    if (result->proved)
        return true;
    /* A kind on which the baseline does not run has no gain. */
    if (why.kind != ERROR_CHILD)
        return error_set(err, why.kind, "%s", why.text);
    result->why_not = xstrdup(why.text);
    return true;
}

static bool prove_all(struct planner *self, const struct proof_side sides[2],
                      struct error *err)
{
    bool ok = true;
    self->result.kinds =
        xcalloc(self->settings.kind_count, sizeof(*self->result.kinds));
    for (size_t k = 0; ok && k < self->settings.kind_count; k++)
        ok = prove_on(self, sides, k, err);
    pin(self, self->settings.cpu_plus_one);
    return ok;
}

bool planner_run_kinds(struct planner *self, struct error *err)
{
    const struct planner_settings *settings = &self->settings;
    const struct planner_answer *winner = &self->result.answers[LEDGER_WINNER];
    if (!settings->kind_count || !settings->workload->operations->pin ||
        !self->result.proved || !winner->found)
        return true;
    const struct candidate *candidates[2] = {
        &settings->baselines[self->result.baseline].candidate,
        &winner->short_form.winner};
    struct proof_side sides[2];
    struct strvec flags[2] = {{0}};
    size_t *choices[2];
    for (int i = 0; i < 2; i++) {
        choices[i] =
            xcalloc(settings->workload->choice_count + 1, sizeof(**choices));
        candidate_flags(candidates[i], settings->space, &flags[i]);
        candidate_choices(candidates[i], settings->space, choices[i]);
        sides[i] = (struct proof_side){
            .cc = settings->cc, .flags = &flags[i], .choices = choices[i]};
    }
    bool ok = prove_all(self, sides, err);
    for (int i = 0; i < 2; i++) {
        strvec_release(&flags[i]);
        free(choices[i]);
    }
    return ok;
}
