/* SPDX-License-Identifier: MIT
 *
 * From flags to a confirmed gain.
 */
#include <config.h>

#include "search/proof.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/pool.h"
#include "search/arm.h"
#include "search/protocol.h"
#include "search/workload.h"

/* Rows of arms: the baseline, the canary, then finalists. */
enum { FIRST_FINALIST = 2 };

/* Sides: 0 is the baseline, f + 1 finalist f. */
struct prover {
    const struct proof_plan *plan;
    const struct protocol *protocol;
    struct proof *proof;
    size_t side_count;
    struct layout layouts[PROOF_LAYOUTS_MAX];
    size_t layout_count;
    size_t build_count;                        /* of a side: one a padding */
    struct build *builds;                      /* [side][padding] */
    struct digest (*classes)[ARM_METRICS_MAX]; /* [side] */
    struct arm **arms;                         /* [row][layout] */
    size_t row_count;                          /* baseline, canary, finalists */
    struct arm *clock;
    size_t *first_choices; /* for sides that make none */
    pthread_mutex_t lock;  /* of what builders report */
    bool failed;
    struct error error;
};

static const struct proof_side *side_of(const struct prover *self, size_t side)
{
    return side == 0 ? &self->plan->baseline : &self->plan->finalists[side - 1];
}

static struct build *build_of(const struct prover *self, size_t side,
                              size_t padding)
{
    return &self->builds[side * self->build_count + padding];
}

/* Every padding with every environment; where code can't be moved, more
 * environments. */
static void choose_layouts(struct prover *self)
{
    const struct protocol *protocol = self->protocol;
    bool pads = self->plan->workload->supports_padding;
    self->build_count = pads ? PROTOCOL_PADDINGS : 1;
    self->layout_count = pads ? PROOF_LAYOUTS_MAX : PROTOCOL_PADDINGS;
    if (self->plan->workload->layouts > 0)
        self->layout_count = self->plan->workload->layouts;
    for (size_t l = 0; l < self->layout_count; l++) {
        struct layout *layout = &self->layouts[l];
        if (pads) {
            layout->padding_bytes = protocol->paddings[l % PROTOCOL_PADDINGS];
            layout->environment_bytes =
                protocol->environments[l / PROTOCOL_PADDINGS];
        } else {
            layout->environment_bytes = (unsigned)l * protocol->environments[1];
        }
    }
}

/* ---- building ---- */

static void note_error(struct prover *self, const struct error *err)
{
    pthread_mutex_lock(&self->lock);
    if (!self->failed)
        self->error = *err;
    self->failed = true;
    pthread_mutex_unlock(&self->lock);
}

static bool has_failed(struct prover *self)
{
    pthread_mutex_lock(&self->lock);
    bool failed = self->failed;
    pthread_mutex_unlock(&self->lock);
    return failed;
}

static void build_one(size_t index, void *data)
{
    struct prover *self = data;
    const struct proof_side *side = side_of(self, index / self->build_count);
    struct workload *workload = self->plan->workload;
    struct build_request request = {
        .cc = side->cc,
        .flags = side->flags,
        .choices = side->choices ? side->choices : self->first_choices,
        .layout = self->layouts[index % self->build_count],
    };
    struct error err = {0};
    if (has_failed(self))
        return;
    if (!workload_build(workload, &request, &self->builds[index], &err))
        note_error(self, &err);
}

static void take_refusal(struct proof_finalist *finalist,
                         const struct build *build)
{
    if (build->refusal == REFUSAL_NONE || finalist->refusal != REFUSAL_NONE)
        return;
    finalist->refusal = build->refusal;
    finalist->message = xstrdup(build->message ? build->message : "");
}

/* The code is the same in every layout: one check is enough. */
static bool verify_side(struct prover *self, size_t side, struct error *err)
{
    struct workload *workload = self->plan->workload;
    struct build *build = build_of(self, side, 0);
    if (build->refusal == REFUSAL_NONE &&
        !workload->operations->verify(workload, build, err))
        return false;
    if (side == 0) {
        if (build->refusal == REFUSAL_NONE)
            return true;
        return error_set(err, ERROR_CHILD, "the baseline is refused (%s): %.*s",
                         refusal_word(build->refusal),
                         build->message ? (int)strcspn(build->message, "\n")
                                        : 0,
                         build->message ? build->message : "");
    }
    for (size_t p = 0; p < self->build_count; p++)
        take_refusal(&self->proof->finalists[side - 1],
                     build_of(self, side, p));
    return true;
}

static bool build_all(struct prover *self, struct error *err)
{
    size_t count = self->side_count * self->build_count;
    self->builds = xcalloc(count, sizeof *self->builds);
    unsigned workers = self->plan->workers ? self->plan->workers : 1;
    pool_run(count, workers, build_one, self);
    if (self->failed) {
        if (err)
            *err = self->error;
        return false;
    }
    for (size_t side = 0; side < self->side_count; side++)
        if (!verify_side(self, side, err))
            return false;
    return true;
}

/* ---- what need not be timed ---- */

static bool same_code(const struct prover *self, size_t a, size_t b)
{
    const struct digest *x = &build_of(self, a, 0)->code;
    const struct digest *y = &build_of(self, b, 0)->code;
    return x->hex[0] != '\0' && strcmp(x->hex, y->hex) == 0;
}

static bool is_refused(const struct prover *self, size_t side)
{
    return side > 0 && self->proof->finalists[side - 1].refusal != REFUSAL_NONE;
}

static int find_same(const struct prover *self, size_t side)
{
    for (size_t other = 0; other < side; other++)
        if (!is_refused(self, other) && same_code(self, other, side))
            return (int)other - 1;
    return PROOF_OWN;
}

static void describe_sides(struct prover *self)
{
    struct proof *proof = self->proof;
    const struct build *baseline = build_of(self, 0, 0);
    proof->baseline_code = baseline->code;
    proof->baseline_code_size = baseline->code_size;
    for (size_t side = 0; side < self->side_count; side++) {
        const struct build *build = build_of(self, side, 0);
        if (!is_refused(self, side))
            build_classes(self->plan->workload, build, self->classes[side]);
        if (side == 0)
            continue;
        struct proof_finalist *finalist = &proof->finalists[side - 1];
        finalist->code = build->code;
        finalist->code_size = build->code_size;
        finalist->same_as =
            is_refused(self, side) ? PROOF_OWN : find_same(self, side);
    }
}

/* ---- timing ---- */

static bool is_timed(const struct prover *self, size_t finalist)
{
    const struct proof_finalist *f = &self->proof->finalists[finalist];
    return f->refusal == REFUSAL_NONE && f->same_as == PROOF_OWN;
}

/* The next one takes its place. */
static void close_row(struct arm **row, size_t count)
{
    for (size_t l = 0; l < count; l++) {
        arm_free(row[l]);
        row[l] = NULL;
    }
}

/* Opens one side in every layout.  A finalist that does not come up gets a
 * message; *ok is false then. */
static bool open_row(struct prover *self, size_t side, bool *ok,
                     struct error *err)
{
    struct workload *workload = self->plan->workload;
    struct arm **row = &self->arms[self->row_count * self->layout_count];
    struct error why = {0};
    *ok = true;
    for (size_t l = 0; l < self->layout_count && *ok; l++) {
        row[l] = workload->operations->open(
            workload, build_of(self, side, l % self->build_count),
            &self->layouts[l], &why);
        *ok = row[l] != NULL;
    }
    if (*ok) {
        self->row_count++;
        return true;
    }
    close_row(row, self->layout_count);
    if (side > 0 && why.kind == ERROR_CHILD) {
        self->proof->finalists[side - 1].message = xstrdup(why.text);
        return true;
    }
    if (err)
        *err = why;
    return false;
}

static bool open_clock(struct prover *self, struct error *err)
{
    struct workload *workload = self->plan->workload;
    if (!workload->operations->open_clock)
        return true;
    self->clock =
        workload->operations->open_clock(workload, build_of(self, 0, 0), err);
    return self->clock != NULL;
}

static bool open_all(struct prover *self, struct error *err)
{
    struct proof *proof = self->proof;
    size_t rows = self->side_count + 1;
    self->arms = xcalloc(rows * self->layout_count, sizeof *self->arms);
    bool ok;
    /* The canary is the baseline once more. */
    for (int row = 0; row < FIRST_FINALIST; row++)
        if (!open_row(self, 0, &ok, err))
            return false;
    if (!open_clock(self, err))
        return false;
    for (size_t f = 0; f < proof->finalist_count; f++) {
        if (!is_timed(self, f))
            continue;
        if (!open_row(self, f + 1, &ok, err))
            return false;
        proof->entrant[f] = ok ? self->row_count - 2 : 0;
    }
    return true;
}

static struct confirm_side row_side(const struct prover *self, size_t row,
                                    size_t side)
{
    return (struct confirm_side){
        .arms = &self->arms[row * self->layout_count],
        .classes = self->classes[side],
    };
}

/* For other tuners on the same processor; what is left is for our own
 * rounds. */
static double turn_wait_s(const struct proof_plan *plan)
{
    const double most = 10;
    if (plan->deadline_s <= 0)
        return most;
    return fmin(most, (plan->deadline_s - protocol_now_s(plan->world)) / 2);
}

static bool confirm_rows(struct prover *self, struct error *err)
{
    const struct proof_plan *plan = self->plan;
    struct proof *proof = self->proof;
    struct confirm_side *finalists =
        xcalloc(self->row_count, sizeof *finalists);
    for (size_t f = 0; f < proof->finalist_count; f++)
        if (proof->entrant[f] > 0)
            finalists[proof->entrant[f] - 1] =
                row_side(self, proof->entrant[f] + 1, f + 1);
    struct confirm_plan confirm = {
        .measure = {.metrics = plan->workload->metrics,
                    .metric_count = plan->workload->metric_count,
                    .rng = plan->rng,
                    .clock = self->clock,
                    .throttle = plan->throttle,
                    .protocol = plan->protocol,
                    .world = plan->world,
                    .deadline_s = plan->deadline_s,
                    .limit_s = plan->limit_s},
        .baseline = row_side(self, 0, 0),
        .canary = row_side(self, 1, 0),
        .finalists = finalists,
        .finalist_count = self->row_count - 2,
        .layout_count = self->layout_count,
        .rounds = plan->rounds,
        .stop_early = plan->stop_early,
        .progress = plan->progress,
        .progress_data = plan->progress_data,
    };
    workload_take_turn(plan->workload, turn_wait_s(plan));
    proof->timed = confirm_run(&confirm, &proof->confirm, err);
    workload_give_turn(plan->workload);
    free(finalists);
    return proof->timed;
}

static bool time_all(struct prover *self, struct error *err)
{
    bool any = false;
    for (size_t f = 0; f < self->proof->finalist_count; f++)
        any = any || is_timed(self, f);
    if (!any)
        return true;
    if (!open_all(self, err))
        return false;
    return self->row_count < 3 || confirm_rows(self, err);
}

static void close_all(struct prover *self)
{
    size_t rows = self->side_count + 1;
    for (size_t i = 0; self->arms && i < rows * self->layout_count; i++)
        arm_free(self->arms[i]);
    arm_free(self->clock);
    size_t builds = self->side_count * self->build_count;
    for (size_t i = 0; self->builds && i < builds; i++)
        build_release(&self->builds[i]);
    free(self->arms);
    free(self->builds);
    free(self->classes);
    free(self->first_choices);
    pthread_mutex_destroy(&self->lock);
}

bool proof_run(const struct proof_plan *plan, struct proof *proof,
               struct error *err)
{
    struct proof made = {.finalist_count = plan->finalist_count};
    made.finalists = xcalloc(plan->finalist_count + 1, sizeof *made.finalists);
    made.entrant = xcalloc(plan->finalist_count + 1, sizeof *made.entrant);
    struct prover self = {
        .plan = plan,
        .protocol = plan->protocol ? plan->protocol : &protocol_standard,
        .proof = &made,
        .side_count = plan->finalist_count + 1,
    };
    self.classes = xcalloc(self.side_count, sizeof *self.classes);
    self.first_choices =
        xcalloc(plan->workload->choice_count + 1, sizeof *self.first_choices);
    pthread_mutex_init(&self.lock, NULL);
    choose_layouts(&self);
    made.layout_count = self.layout_count;
    memcpy(made.layouts, self.layouts, sizeof made.layouts);
    bool ok = build_all(&self, err);
    if (ok) {
        describe_sides(&self);
        ok = time_all(&self, err);
    }
    close_all(&self);
    if (ok)
        *proof = made;
    else
        proof_release(&made);
    return ok;
}

void proof_release(struct proof *self)
{
    if (!self)
        return;
    for (size_t f = 0; f < self->finalist_count; f++)
        free(self->finalists[f].message);
    free(self->finalists);
    free(self->entrant);
    confirm_result_release(&self->confirm);
    *self = (struct proof){0};
}

static const struct confirm_estimate same_code_estimate = {
    .verdict = CONFIRM_TIE,
};

const struct confirm_estimate *proof_find(const struct proof *self,
                                          size_t finalist, size_t metric)
{
    int same_as = self->finalists[finalist].same_as;
    if (same_as == PROOF_BASELINE)
        return &same_code_estimate;
    if (same_as >= 0)
        finalist = (size_t)same_as;
    size_t entrant = self->entrant[finalist];
    if (entrant == 0 || self->confirm.failures[entrant - 1])
        return NULL;
    return confirm_find(&self->confirm, entrant - 1, metric);
}
