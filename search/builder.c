/* SPDX-License-Identifier: MIT
 *
 * Builds in parallel, refusals into nogoods.
 */
#include <config.h>

#include "search/builder.h"

#include "base/child.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/pool.h"
#include "search/candidate.h"
#include "search/code_cache.h"
#include "search/ledger.h"
#include "search/protocol.h"
#include "search/space.h"

/* Builds handed to the pool between two looks at the clock, for each
 * compiler that runs. */
enum { BUILDS_AT_ONCE = 4 };

void builder_init(struct builder *self, const struct builder_settings *settings)
{
    *self = (struct builder){.settings = *settings};
}

void builder_drop(struct builder *self)
{
    for (size_t i = 0; i < self->kept_count; i++)
        build_release(&self->kept[i].build);
    self->kept_count = 0;
}

void builder_release(struct builder *self)
{
    if (!self)
        return;
    builder_drop(self);
    *self = (struct builder){0};
}

struct job {
    const struct candidate *candidate;
    struct build build;
    struct error err;
    bool ok;
};

struct batch {
    struct builder *builder;
    struct job *jobs;
    size_t count;
};

static void run_job(size_t index, void *data)
{
    struct batch *batch = data;
    struct job *job = &batch->jobs[index];
    const struct builder_settings *settings = &batch->builder->settings;
    struct strvec flags = {0};
    size_t *choices =
        xcalloc(settings->workload->choice_count + 1, sizeof(*choices));
    candidate_flags(job->candidate, settings->space, &flags);
    candidate_choices(job->candidate, settings->space, choices);
    struct build_request request = {
        .cc = settings->cc, .flags = &flags, .choices = choices, .align = true};
    job->ok =
        workload_build(settings->workload, &request, &job->build, &job->err);
    strvec_release(&flags);
    free(choices);
}

static void run_batch(struct builder *self, struct batch *batch)
{
    double start = protocol_now_s(self->settings.world);
    pool_run(batch->count, self->settings.jobs, run_job, batch);
    self->build_s += protocol_now_s(self->settings.world) - start;
    self->builds += batch->count;
}

/* The key in the cache: whole flags, and where it is not the reference, the
 * implementation; the same for all spaces. */
static char *cache_key(const struct builder *self,
                       const struct candidate *candidate)
{
    struct str key = {0};
    const struct strvec *base = &self->settings.space->base;
    for (size_t i = 0; i < base->count; i++)
        str_addf(&key, "%s ", base->items[i]);
    candidate_key(candidate, self->settings.space, &key);
    return str_detach(&key);
}

static bool find_in_cache(struct builder *self,
                          const struct candidate *candidate)
{
    if (!self->settings.cache)
        return false;
    char *key = cache_key(self, candidate);
    const struct cached_code *code = code_cache_find(self->settings.cache, key);
    free(key);
    if (!code)
        return false;
    if (code->refusal != REFUSAL_NONE) {
        struct build refused = {.refusal = code->refusal,
                                .message = code->message};
        ledger_add_build(self->settings.ledger, candidate, &refused);
        return true;
    }
    if (code->unit_count != self->settings.workload->unit_count)
        return false;
    ledger_add_code(self->settings.ledger, candidate, &code->code, code->units,
                    code->size_bytes);
    return true;
}

static void put_in_cache(struct builder *self,
                         const struct candidate *candidate,
                         const struct build *build)
{
    if (!self->settings.cache)
        return;
    char *key = cache_key(self, candidate);
    code_cache_add(self->settings.cache, key, build);
    free(key);
}

static struct kept_build *find_kept(struct builder *self,
                                    const struct code_class *code)
{
    for (size_t i = 0; i < self->kept_count; i++)
        if (self->kept[i].code == code)
            return &self->kept[i];
    return NULL;
}

/* Takes the build over in the place of the one that was not used longest. */
static struct kept_build *keep(struct builder *self, struct code_class *code,
                               struct build *build)
{
    struct kept_build *place = &self->kept[0];
    if (self->kept_count < BUILDS_KEPT) {
        place = &self->kept[self->kept_count++];
    } else {
        for (size_t i = 1; i < self->kept_count; i++)
            if (self->kept[i].used < place->used)
                place = &self->kept[i];
        build_release(&place->build);
    }
    *place = (struct kept_build){
        .build = *build, .code = code, .used = ++self->uses};
    *build = (struct build){0};
    return place;
}

static bool take_result(struct builder *self, struct job *job,
                        struct error *err)
{
    if (!job->ok) {
        if (err)
            *err = job->err;
        return false;
    }
    struct known known = {0};
    put_in_cache(self, job->candidate, &job->build);
    ledger_add_build(self->settings.ledger, job->candidate, &job->build);
    ledger_find(self->settings.ledger, job->candidate, &known);
    if (job->build.refusal == REFUSAL_NONE && known.code &&
        !find_kept(self, known.code))
        keep(self, known.code, &job->build);
    return true;
}

static bool finish_batch(struct builder *self, struct batch *batch,
                         struct error *err)
{
    bool ok = true;
    for (size_t i = 0; i < batch->count; i++) {
        ok = ok && take_result(self, &batch->jobs[i], err);
        if (batch->jobs[i].ok)
            build_release(&batch->jobs[i].build);
    }
    if (child_cancelled())
        ok = error_set(err, ERROR_CANCELLED, "stopped");
    return ok;
}

/* For delta debugging: builds one and says whether it is refused as well. */
struct refusal_test {
    struct builder *builder;
    enum refusal refusal;
    struct error err;
    bool failed;
};

static bool is_refused(const struct candidate *candidate, void *data)
{
    struct refusal_test *test = data;
    struct builder *self = test->builder;
    struct known known = {0};
    if (test->failed)
        return false;
    if (!ledger_find(self->settings.ledger, candidate, &known)) {
        struct job job = {.candidate = candidate};
        struct batch batch = {.builder = self, .jobs = &job, .count = 1};
        if (!find_in_cache(self, candidate)) {
            run_batch(self, &batch);
            test->failed = !finish_batch(self, &batch, &test->err);
        }
        if (test->failed ||
            !ledger_find(self->settings.ledger, candidate, &known))
            return false;
    }
    return known.refusal == test->refusal;
}

static bool is_late(const struct builder *self)
{
    return self->deadline_s > 0 &&
           protocol_now_s(self->settings.world) >= self->deadline_s;
}

static bool learn(struct builder *self, const struct candidate *candidate,
                  struct error *err)
{
    struct ledger *ledger = self->settings.ledger;
    struct known known;
    if (!ledger_find(ledger, candidate, &known) || known.code ||
        !refusal_blames_flags(known.refusal) || is_late(self) ||
        nogood_contains(&ledger->nogoods, candidate))
        return true;
    struct refusal_test test = {.builder = self, .refusal = known.refusal};
    struct nogood_search search = {
        .space = self->settings.space,
        .message = known.message,
        .good = ledger_nearest_good(ledger, candidate),
        .tests_max = self->settings.nogood_tests,
        .is_refused = is_refused,
        .data = &test,
    };
    struct candidate core;
    candidate_copy(&core, candidate);
    nogood_reduce(&search, &core);
    ledger_add_nogood(ledger, &core, known.refusal, known.message);
    candidate_release(&core);
    if (test.failed && err)
        *err = test.err;
    return !test.failed;
}

static bool build_chunk(struct builder *self,
                        const struct candidate *const *list, size_t count,
                        struct error *err)
{
    struct batch batch = {.builder = self,
                          .jobs = xcalloc(count, sizeof(*batch.jobs)),
                          .count = count};
    for (size_t i = 0; i < count; i++)
        batch.jobs[i] = (struct job){.candidate = list[i]};
    run_batch(self, &batch);
    bool ok = finish_batch(self, &batch, err);
    for (size_t i = 0; ok && i < count; i++)
        ok = learn(self, list[i], err);
    free(batch.jobs);
    return ok;
}

static bool is_listed(const struct candidate *const *list, size_t count,
                      const struct candidate *candidate)
{
    for (size_t i = 0; i < count; i++)
        if (candidate_equal(list[i], candidate))
            return true;
    return false;
}

/* Whether a build is needed: not when the ledger or the cache knows it, or
 * when it holds a nogood. */
static bool is_needed(struct builder *self, const struct candidate *candidate)
{
    struct ledger *ledger = self->settings.ledger;
    struct known known;
    return !ledger_find(ledger, candidate, &known) &&
           !nogood_contains(&ledger->nogoods, candidate) &&
           !find_in_cache(self, candidate);
}

/* As many at once as there is time for, by what builds have taken so far. */
static size_t chunk_size(const struct builder *self)
{
    size_t most = (size_t)self->settings.jobs * BUILDS_AT_ONCE;
    if (self->deadline_s <= 0 || !self->builds)
        return most;
    double left = self->deadline_s - protocol_now_s(self->settings.world);
    double each = self->build_s / (double)self->builds;
    double fit = each > 0 ? left / each : (double)most;
    if (fit >= (double)most)
        return most;
    return fit > self->settings.jobs ? (size_t)fit : self->settings.jobs;
}

bool builder_run(struct builder *self, const struct candidate *const *list,
                 size_t count, struct error *err)
{
    size_t chunk_max = (size_t)self->settings.jobs * BUILDS_AT_ONCE;
    const struct candidate **chunk = xcalloc(chunk_max, sizeof(*chunk));
    bool ok = true;
    for (size_t at = 0; ok && at < count && !is_late(self);) {
        size_t filled = 0;
        size_t fit = chunk_size(self);
        for (; at < count && filled < fit; at++)
            if (is_needed(self, list[at]) &&
                !is_listed(chunk, filled, list[at]))
                chunk[filled++] = list[at];
        if (filled)
            ok = build_chunk(self, chunk, filled, err);
    }
    free(chunk);
    if (ok && child_cancelled())
        ok = error_set(err, ERROR_CANCELLED, "stopped");
    return ok;
}

/* Builds that are there are marked as used, so that the others do not push
 * them out. */
static size_t find_missing(struct builder *self, struct code_class *const *list,
                           size_t count, struct code_class **out)
{
    size_t missing = 0;
    for (size_t i = 0; i < count; i++) {
        struct kept_build *kept = find_kept(self, list[i]);
        if (kept)
            kept->used = ++self->uses;
        else
            out[missing++] = list[i];
    }
    return missing;
}

bool builder_prepare(struct builder *self, struct code_class *const *list,
                     size_t count, struct error *err)
{
    struct code_class **missing = xcalloc(count + 1, sizeof(*missing));
    struct job *jobs = xcalloc(count + 1, sizeof(*jobs));
    struct batch batch = {.builder = self, .jobs = jobs};
    batch.count = find_missing(self, list, count, missing);
    for (size_t i = 0; i < batch.count; i++)
        jobs[i] = (struct job){.candidate = &missing[i]->shortest};
    if (batch.count)
        run_batch(self, &batch);
    bool ok = true;
    for (size_t i = 0; i < batch.count; i++) {
        if (!jobs[i].ok) {
            if (ok && err)
                *err = jobs[i].err;
            ok = false;
        } else if (jobs[i].build.refusal == REFUSAL_NONE) {
            keep(self, missing[i], &jobs[i].build);
        } else {
            ledger_refuse_code(self->settings.ledger, missing[i],
                               jobs[i].build.refusal, jobs[i].build.message);
        }
        build_release(&jobs[i].build);
    }
    free(missing);
    free(jobs);
    return ok;
}

struct build *builder_get(struct builder *self, struct code_class *code,
                          struct error *err)
{
    if (!builder_prepare(self, &code, 1, err))
        return NULL;
    struct kept_build *kept = find_kept(self, code);
    if (kept)
        return &kept->build;
    error_set(err, ERROR_CHILD, "cannot build it again: %s",
              code->message ? code->message : refusal_word(code->refusal));
    return NULL;
}
