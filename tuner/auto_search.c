/* SPDX-License-Identifier: MIT
 *
 * One search of `tuner auto`: opened, reported, shown, stored.
 */
#include <config.h>

#include "tuner/auto_search.h"

#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/program.h"
#include "db/record.h"
#include "search/code_cache.h"
#include "search/effort.h"
#include "search/journal.h"
#include "search/runner.h"
#include "search/strategy.h"
#include "search/throttle.h"
#include "search/workload.h"
#include "tuner/auto_files.h"
#include "tuner/auto_text.h"
#include "tuner/auto_winners.h"
#include "tuner/data.h"
#include "tuner/measuring.h"
#include "tuner/message.h"
#include "tuner/options.h"
#include "tuner/tuning.h"
#include "tuner/tuning_record.h"

/* Of the budget, what the comparison of several compilers' winners gets. */
static const double compare_share = 0.1;

bool auto_request_parse(struct auto_request *self,
                        const struct options *options, size_t compilers,
                        struct error *err)
{
    const char *effort = options_text(options, "effort", "normal");
    *self = (struct auto_request){.options = options,
                                  .effort = effort_find(effort),
                                  .seed = 1,
                                  .resume = options_has(options, "resume")};
    if (!self->effort)
        return error_set(err, ERROR_USAGE, "there is no effort '%s'", effort);
    /* Until the space is done: only one strategy ends by itself then. */
    const char *usual = self->effort->budget_s > 0 ? "portfolio" : "exhaustive";
    const char *strategy = options_text(options, "strategy", usual);
    self->strategy = strategy_find(strategy);
    if (!self->strategy)
        return error_set(err, ERROR_USAGE, "there is no strategy '%s'",
                         strategy);
    double budget = self->effort->budget_s;
    if (!options_duration(options, "budget", &budget, err) ||
        !options_unsigned(options, "seed", (struct options_range){0, ULONG_MAX},
                          &self->seed, err) ||
        !options_unsigned(options, "jobs", (struct options_range){1, 256},
                          &self->jobs, err))
        return false;
    self->budget_s = budget / (double)compilers;
    if (compilers > 1)
        self->budget_s *= 1 - compare_share;
    self->compare_s = budget * compare_share;
    return true;
}

/* What the workload has to say meanwhile: flags that do not arrive, runs that
 * are too short. */
void auto_search_tell_notes(const struct auto_search *self)
{
    struct strvec notes = {0};
    workload_take_notes(self->tuning.workload, &notes);
    for (size_t i = 0; i < notes.count; i++)
        message_info("%s: %s", self->tuning.workload->name, notes.items[i]);
    strvec_release(&notes);
}

/* Several boards report from threads of their own. */
static pthread_mutex_t progress_lock = PTHREAD_MUTEX_INITIALIZER;

static void show_progress(void *data, const struct planner_progress *progress)
{
    struct auto_search *self = data;
    const struct tuning_board *board = self->tuning.board;
    char of[32] = "";
    pthread_mutex_lock(&progress_lock);
    if (progress->phase != self->phase)
        message_detail("%6.1f s  %s", progress->elapsed_s, progress->phase);
    self->phase = progress->phase;
    auto_search_tell_notes(self);
    if (progress->of)
        snprintf(of, sizeof(of), " %zu/%zu", progress->done, progress->of);
    message_progress("%s%s%s: %s%s, %.0f of %.0f s, best so far %+.1f %%",
                     board ? board->name : "", board ? " " : "",
                     progress->phase, progress->what, of, progress->elapsed_s,
                     progress->budget_s, 100 * (exp(progress->gain) - 1));
    pthread_mutex_unlock(&progress_lock);
}

/* The other kinds, each with a watch of its own. */
static void open_kinds(struct auto_search *self)
{
    size_t count = self->tuning.kind_cpu_count;
    self->kinds = xcalloc(count + 1, sizeof(*self->kinds));
    self->kind_throttles = xcalloc(count + 1, sizeof(*self->kind_throttles));
    for (size_t k = 0; k < count; k++) {
        int cpu = self->tuning.kind_cpus[k];
        throttle_init(&self->kind_throttles[k],
                      throttle_runner_reader(self->tuning.runner),
                      (unsigned)cpu);
        self->kinds[k] = (struct planner_kind){
            .cpu = cpu, .throttle = &self->kind_throttles[k]};
    }
}

static void release_kinds(struct auto_search *self)
{
    for (size_t k = 0; self->kinds && k < self->tuning.kind_cpu_count; k++)
        throttle_release(&self->kind_throttles[k]);
    free(self->kind_throttles);
    free(self->kinds);
}

void auto_search_release(struct auto_search *self)
{
    if (self->has_planner)
        planner_release(&self->planner);
    code_cache_save(&self->cache);
    code_cache_release(&self->cache);
    journal_release(&self->journal);
    if (self->has_throttle)
        throttle_release(&self->throttle);
    release_kinds(self);
    tuning_release(&self->tuning);
    str_release(&self->journal_path);
}

static bool open_journal(struct auto_search *self, struct error *err)
{
    bool exists = file_exists(str_text(&self->journal_path));
    if (self->request->resume && !exists)
        message_info("nothing to go on with: starting anew");
    if (!journal_open(&self->journal, str_text(&self->journal_path),
                      self->request->resume, err))
        return false;
    if (self->request->resume && exists)
        return planner_resume(&self->planner, str_text(&self->journal_path),
                              err);
    return true;
}

static double budget_left(const struct auto_search *self)
{
    double budget = self->request->budget_s;
    double left = budget - (clock_now_s() - self->start_s);
    return budget <= 0 ? 0 : left > 1 ? left : 1;
}

static void fill_settings(struct auto_search *self,
                          struct planner_settings *settings)
{
    struct tuning *tuning = &self->tuning;
    const struct auto_request *request = self->request;
    bool reference =
        strcmp(options_text(request->options, "implementation", "free"),
               "free") != 0;
    *settings = (struct planner_settings){
        .workload = tuning->workload,
        .cc = tuning->compiler.cc,
        .space = &tuning->space,
        .baselines = tuning->baselines,
        .baseline_count = tuning->baseline_count,
        .seeds = &tuning->seeds,
        .strategy = request->strategy,
        .effort = request->effort,
        .budget_s = budget_left(self),
        .size_weight = tuning->size_weight,
        .seed = request->seed,
        .jobs = (unsigned)request->jobs,
        .measures = tuning_measures(tuning),
        .plain = !reference && tuning->workload->choice_count > 0,
        .journal = &self->journal,
        .cache = &self->cache,
        .throttle = self->has_throttle ? &self->throttle : NULL,
        .world = &measuring_world,
        .cpu_plus_one = tuning->cpu + 1,
        .kinds = self->kinds,
        .kind_count = tuning->kind_cpu_count,
        .progress = show_progress,
        .progress_data = self,
    };
    if (!settings->jobs)
        settings->jobs = tuning->processors;
}

static void open_throttle(struct auto_search *self)
{
    if (self->tuning.cpu < 0 || runner_is_emulated(self->tuning.runner))
        return;
    throttle_init(&self->throttle, throttle_runner_reader(self->tuning.runner),
                  (unsigned)self->tuning.cpu);
    self->has_throttle = true;
}

bool auto_search_open(struct auto_search *self, const char *cc,
                      const struct tuning_board *board, struct error *err)
{
    struct str cache_path = {0};
    struct planner_settings settings;
    if (!tuning_open(&self->tuning, self->request->options, cc, board, err))
        return false;
    /* Code alone has a size without being run. */
    if (self->tuning.is_away && tuning_measures(&self->tuning))
        return error_set(err, ERROR_USAGE,
                         "'%s' makes programs for %s, which do not run here: "
                         "--runner says where they do",
                         cc, self->tuning.compiler.target);
    if (!tuning_add_seeds(&self->tuning, err))
        return false;
    struct auto_job job = {.tuning = &self->tuning,
                           .strategy = self->request->strategy->name,
                           .effort = self->request->effort->name,
                           .seed = self->request->seed};
    bool ok = auto_journal_path(&job, &self->journal_path, err);
    if (ok && auto_cache_path(&job, &cache_path))
        code_cache_load(&self->cache, str_text(&cache_path));
    str_release(&cache_path);
    if (!ok)
        return false;
    open_throttle(self);
    open_kinds(self);
    fill_settings(self, &settings);
    planner_init(&self->planner, &settings);
    self->has_planner = true;
    if (!open_journal(self, err))
        return false;
    if (!self->request->resume)
        auto_write_job(&job, &self->journal);
    return true;
}

/* What is stored and shown, and the winner's command line for the comparison
 * of compilers. */
static struct auto_winner *keep_winner(struct auto_search *self)
{
    const struct tuning *tuning = &self->tuning;
    const struct planner_answer *answer =
        &self->planner.result.answers[LEDGER_WINNER];
    struct auto_winner *kept = auto_winners_add(
        self->winners, tuning->compiler.cc, tuning->workload->choice_count);
    kept->found = answer->found;
    if (answer->found) {
        const struct candidate *winner = &answer->short_form.winner;
        candidate_flags(winner, &tuning->space, &kept->flags);
        candidate_choices(winner, &tuning->space, kept->choices);
    }
    return kept;
}

/* Whether any figure is there at all. */
static bool is_measured(const struct auto_search *self)
{
    const struct planner_result *result = &self->planner.result;
    if (!tuning_measures(&self->tuning) || result->proof.timed)
        return true;
    const struct planner_readings *readings =
        &result->readings[result->baseline];
    for (size_t m = 0; m < self->tuning.workload->metric_count; m++)
        if (readings->samples && readings->samples[m].count)
            return true;
    return false;
}

bool auto_search_finish(struct auto_search *self, struct error *err)
{
    const struct auto_request *request = self->request;
    struct tuning_provenance provenance = {.strategy = request->strategy->name,
                                           .effort = request->effort->name,
                                           .seed = (double)request->seed,
                                           .budget_s = request->budget_s,
                                           .seconds =
                                               clock_now_s() - self->start_s};
    if (!is_measured(self))
        return error_set(err, ERROR_CHILD,
                         "'%s' was not measured: not one run of the baseline "
                         "ended within the %.0f s of the budget; give it more "
                         "with --budget, or less to do",
                         self->tuning.workload->name, request->budget_s);
    struct auto_winner *kept = keep_winner(self);
    tuning_record(&self->tuning, &self->planner, &provenance, &kept->record);
    kept->result = auto_json(&self->planner, &kept->record);
    json_array_append_new(self->winners->results, kept->result);
    return true;
}

void auto_search_show_best(struct auto_search *self)
{
    struct str text = {0};
    auto_interim_text(&self->planner, &text);
    message_progress_clear();
    if (options_has(self->request->options, "json")) {
        json_array_append_new(self->winners->results,
                              auto_interim_json(&self->tuning, &self->planner));
        message_info("%s", str_trim(text.text));
    } else {
        fputs(str_text(&text), stdout);
    }
    str_release(&text);
}

bool auto_search_interim(struct auto_search *self, struct error *err)
{
    auto_search_show_best(self);
    message_info("go on with: %s auto --resume (and the same options)",
                 program_name());
    return error_set(err, ERROR_CANCELLED, "stopped");
}

void auto_search_tell_costs(const struct auto_search *self)
{
    const struct planner *planner = &self->planner;
    message_detail(
        "%zu builds in %.1f s, verified in %.1f s, raced in %.1f "
        "s, confirmed in %.1f s; own processor time %.2f s",
        planner->builder.builds, planner->builder.build_s,
        planner->track.verify_s, planner->track.race_s,
        planner->result.proved ? planner->result.proof.confirm.seconds : 0,
        clock_own_cpu_s());
}
