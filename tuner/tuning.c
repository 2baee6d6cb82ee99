/* SPDX-License-Identifier: MIT
 *
 * Sets the scene for a search.
 */
#include <config.h>

#include "tuner/tuning.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/temporary.h"
#include "probes/dimensions.h"
#include "probes/features.h"
#include "search/runner.h"
#include "search/space_build.h"
#include "search/workload.h"
#include "search/workload_open.h"
#include "tuner/data.h"
#include "tuner/options.h"
#include "tuner/remote_root.h"
#include "tuner/tuning_processors.h"

bool tuning_allowed(const struct options *options,
                    bool allowed[FLAG_CLASS_COUNT], struct error *err)
{
    const struct strvec *words = options_all(options, "allow");
    memset(allowed, 0, sizeof(*allowed) * FLAG_CLASS_COUNT);
    allowed[FLAG_SAFE] = true;
    for (size_t i = 0; i < words->count; i++) {
        enum flag_class class;
        if (!flag_class_parse(words->items[i], &class))
            return error_set(err, ERROR_USAGE,
                             "--allow takes changes-float, changes-abi or "
                             "changes-meaning, not '%s'",
                             words->items[i]);
        allowed[class] = true;
    }
    return true;
}

bool tuning_measures(const struct tuning *self)
{
    for (size_t m = 0; m < self->workload->metric_count; m++)
        if (self->workload->metrics[m].weight > 0)
            return true;
    return false;
}

static bool load_config(struct tuning *self, struct error *err)
{
    const char *own = options_text(self->options, "space", NULL);
    if (own)
        return space_config_load(&self->config, own, err);
    bool clang = self->compiler.family == COMPILER_CLANG;
    const char *const names[] = {clang ? "configs/spaces/clang.conf"
                                       : "configs/spaces/gcc.conf",
                                 "configs/spaces/machine.conf"};
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof(names) / sizeof(*names); i++) {
        struct str path = {0};
        ok = data_path(names[i], &path, err) &&
             space_config_load(&self->config, str_text(&path), err);
        str_release(&path);
    }
    return ok;
}

/* Whether this machine's CPU has what these flags use. */
static bool may_run(const struct strvec *flags, void *data)
{
    struct tuning *self = data;
    return dimensions_may_run(&self->machine.catalogue, &self->compiler,
                              &self->machine.cpu, flags);
}

/* MACHINES_MAX: beyond these, names are of CPUs that differ more and more. */
enum { LEVELS_MAX = SPACE_LEVELS_MAX, MACHINES_MAX = 12 };

/* What each level of the config has in force, as the compiler says. */
static bool load_levels(struct tuning *self, struct listing *listings,
                        struct space_level *levels, size_t *count,
                        struct error *err)
{
    const struct space_rule *rule = space_config_find(&self->config, "-O", "");
    *count = 0;
    for (size_t i = 0; rule && i < rule->values.count && i < LEVELS_MAX; i++) {
        struct strvec flags = {0};
        strvec_split(&flags, rule->values.items[i], " ");
        bool ok =
            listing_load(&listings[i], &self->compiler, &flags, false, err);
        strvec_release(&flags);
        if (!ok)
            return false;
        levels[(*count)++] = (struct space_level){.flag = rule->values.items[i],
                                                  .listing = &listings[i]};
    }
    return true;
}

static bool load_listing(struct tuning *self, struct error *err)
{
    struct strvec flags = {0};
    if (self->config.only)
        return true;
    strvec_add(&flags, "-O2");
    bool ok = listing_load(&self->listing, &self->compiler, &flags, true, err);
    strvec_release(&flags);
    return ok;
}

/* What the compiler has for CPUs like this one. */
static void ask_machines(const struct tuning *self,
                         struct dimension_values *machines,
                         struct strvec *tunes)
{
    struct dimensions dimensions;
    dimensions_load(&dimensions, &self->machine.catalogue, &self->compiler,
                    &self->machine.cpu,
                    (unsigned)self->machine.topology.allowed_count);
    dimensions_combine(&dimensions, MACHINES_MAX, machines);
    const struct dimension_values *values =
        dimensions_find(&dimensions, "-mtune");
    for (size_t i = 0; values && i < values->count; i++)
        strvec_add_all(tunes, &values->lists[i]);
    dimensions_release(&dimensions);
}

static bool make_space(struct tuning *self, struct error *err)
{
    struct dimension_values machines = {0};
    struct strvec tunes = {0};
    struct listing listings[LEVELS_MAX] = {{0}};
    struct space_level levels[LEVELS_MAX];
    struct space_request request = {
        .config = &self->config,
        .listing = &self->listing,
        .levels = levels,
        .isa = features_isa(&self->compiler),
        .workload = self->workload,
        .recommended = &self->recommendation.flags,
        .implementation = options_text(self->options, "implementation", "free"),
        .may_run = may_run,
        .data = self,
    };
    if (!self->config.only)
        ask_machines(self, &machines, &tunes);
    request.machines = machines.lists;
    request.machine_count = machines.count;
    request.tunes = tunes.count ? &tunes : NULL;
    bool ok = tuning_allowed(self->options, request.allowed, err) &&
              load_listing(self, err) &&
              load_levels(self, listings, levels, &request.level_count, err) &&
              space_build(&request, &self->space, err);
    for (size_t i = 0; i < LEVELS_MAX; i++)
        listing_release(&listings[i]);
    dimension_values_release(&machines);
    strvec_release(&tunes);
    return ok;
}

static void set_starts(const struct space *space, struct candidate *candidate)
{
    for (size_t d = 0; d < space->count; d++)
        candidate->values[d] = space->dimensions[d].start;
}

void tuning_make_candidate(const struct tuning *self,
                           const struct strvec *flags, struct candidate *out)
{
    struct candidate starts;
    candidate_init(&starts, &self->space);
    set_starts(&self->space, &starts);
    candidate_parse(out, &self->space, flags, NULL);
    for (size_t d = 0; d < self->space.count; d++)
        if (self->space.dimensions[d].class == DIMENSION_IMPLEMENTATION)
            out->values[d] = starts.values[d];
    candidate_release(&starts);
}

static void add_baseline(struct tuning *self, const char *name,
                         const struct strvec *flags)
{
    struct candidate candidate;
    tuning_make_candidate(self, flags, &candidate);
    for (size_t i = 0; i < self->baseline_count; i++)
        if (candidate_equal(&self->baselines[i].candidate, &candidate)) {
            candidate_release(&candidate);
            return;
        }
    self->baselines = xreallocarray(self->baselines, self->baseline_count + 1,
                                    sizeof(*self->baselines));
    self->baselines[self->baseline_count++] = (struct planner_baseline){
        .name = xstrdup(name), .candidate = candidate};
}

/* A level, with or without the flags of this machine. */
static void add_level(struct tuning *self, const char *level, bool machine)
{
    struct strvec flags = {0};
    strvec_add(&flags, level);
    if (machine)
        strvec_add_all(&flags, &self->recommendation.flags);
    /* The flags of a CPU that the compiler has no name for are many. */
    char *name = machine ? xasprintf("%s for this CPU", level) : xstrdup(level);
    if (!machine || self->recommendation.flags.count)
        add_baseline(self, name, &flags);
    free(name);
    strvec_release(&flags);
}

static void make_baselines(struct tuning *self)
{
    add_level(self, "-O2", false);
    if (self->workload->default_flags.count)
        add_baseline(self, "default", &self->workload->default_flags);
    add_level(self, "-O3", false);
    add_level(self, "-O2", true);
    add_level(self, "-O3", true);
}

/* One of --metric: "NAME" or "NAME=WEIGHT"; the name is the caller's. */
static bool parse_metric(const char *text, char **name, double *weight,
                         struct error *err)
{
    const char *equals = strrchr(text, '=');
    *weight = 1;
    if (equals && (!str_parse_double(equals + 1, weight) || *weight < 0))
        return error_set(err, ERROR_USAGE,
                         "--metric takes NAME or NAME=WEIGHT, not '%s'", text);
    *name = equals ? xstrndup(text, (size_t)(equals - text)) : xstrdup(text);
    return true;
}

/* Code size is no metric of the workload, but may be asked for like one. */
static bool list_metrics(struct tuning *self, struct error *err)
{
    const struct strvec *words = options_all(self->options, "metric");
    for (size_t i = 0; i < words->count; i++) {
        char *name;
        double weight;
        if (!parse_metric(words->items[i], &name, &weight, err))
            return false;
        if (strcmp(name, "size") == 0) {
            self->size_weight = weight;
            free(name);
        } else {
            strvec_add_take(&self->metrics, name);
        }
    }
    return true;
}

/* Weights of --metric; a program's metrics that were not named are reported
 * only.  Where only the size is asked for, nothing else counts. */
static bool weigh_metrics(struct tuning *self, struct error *err)
{
    const struct strvec *words = options_all(self->options, "metric");
    struct workload *workload = self->workload;
    for (size_t m = 0; words->count && m < workload->metric_count; m++)
        workload->metrics[m].weight = 0;
    for (size_t i = 0; i < words->count; i++) {
        char *name;
        double weight;
        bool found = false;
        if (!parse_metric(words->items[i], &name, &weight, err))
            return false;
        found = strcmp(name, "size") == 0;
        for (size_t m = 0; m < workload->metric_count; m++)
            if (strcmp(workload->metrics[m].name, name) == 0) {
                workload->metrics[m].weight = weight;
                found = true;
            }
        if (!found)
            error_set(err, ERROR_USAGE, "'%s' has no metric '%s'",
                      workload->name, name);
        free(name);
        if (!found)
            return false;
    }
    return true;
}

static bool open_workload(struct tuning *self, struct error *err)
{
    struct workload_open_settings settings = {
        .name = options_text(self->options, "workload", "core"),
        .data = str_text(&self->data),
        .metrics = &self->metrics,
        .share = self->board ? self->board->share : NULL,
    };
    if (!list_metrics(self, err) || !tuning_choose_processors(self, err))
        return false;
    settings.runner = self->runner;
    settings.pin_cpu_plus_one = self->cpu + 1;
    self->workload = workload_open(&settings, err);
    if (!self->workload)
        return false;
    compiler_files_init(&self->files, &self->compiler);
    self->workload->compiler = &self->files;
    return weigh_metrics(self, err);
}

/* Programs for another machine without a way to it can still be compiled;
 * nothing is known of its processor then. */
static bool probe_unknown(struct tuning *self, struct error *err)
{
    struct str root = {0};
    bool ok = temporary_make("root", &root, err) &&
              machine_probe(&self->machine, str_text(&self->data),
                            str_text(&root), err);
    temporary_remove(str_text(&root));
    str_release(&root);
    self->is_away = true;
    return ok;
}

static bool probe_behind(struct tuning *self, struct error *err)
{
    const char *data = str_text(&self->data);
    struct str root = {0};
    bool ok = remote_root_make(data, &self->compiler, runner_text(self->runner),
                               &root, err) &&
              machine_probe(&self->machine, data, str_text(&root), err);
    temporary_remove(str_text(&root));
    str_release(&root);
    return ok;
}

/* The machine that will run the programs: this one, a recorded one, or the
 * runner's. */
static bool probe_machine(struct tuning *self, struct error *err)
{
    const char *data = str_text(&self->data);
    const char *root = options_text(self->options, "root", "");
    self->is_away = *root;
    bool here =
        !runner_is_remote(self->runner) && !runner_is_emulated(self->runner);
    if (*root || here)
        return machine_probe(&self->machine, data, root, err);
    struct error own = {0};
    if (probe_behind(self, &own))
        return true;
    if (!*runner_text(self->runner))
        return probe_unknown(self, err);
    *err = own;
    return false;
}

static bool open_runner(struct tuning *self, const char *cc, struct error *err)
{
    const char *text = self->board ? self->board->runner
                                   : options_text(self->options, "runner", "");
    self->runner = runner_new(text, cc, err);
    return self->runner != NULL;
}

/* The user knows better which of his boards it is. */
static void name_board(struct tuning *self)
{
    if (!self->board)
        return;
    free(self->machine.board.id);
    self->machine.board.id = xstrdup(self->board->name);
}

bool tuning_open(struct tuning *self, const struct options *options,
                 const char *cc, const struct tuning_board *board,
                 struct error *err)
{
    *self = (struct tuning){.options = options, .board = board, .cpu = -1};
    bool ok = data_directory(&self->data, err) &&
              compiler_probe(&self->compiler, cc, err) &&
              open_runner(self, cc, err) && probe_machine(self, err) &&
              recommend_flags(&self->machine.catalogue, &self->compiler,
                              &self->machine.cpu, &self->recommendation, err) &&
              load_config(self, err) && open_workload(self, err) &&
              make_space(self, err);
    if (ok) {
        name_board(self);
        make_baselines(self);
    } else {
        tuning_release(self);
    }
    return ok;
}

void tuning_release(struct tuning *self)
{
    if (!self)
        return;
    for (size_t i = 0; i < self->baseline_count; i++) {
        free(self->baselines[i].name);
        candidate_release(&self->baselines[i].candidate);
    }
    free(self->baselines);
    free(self->kind_cpus);
    candidate_list_release(&self->seeds);
    strvec_release(&self->seed_notes);
    strvec_release(&self->metrics);
    space_release(&self->space);
    listing_release(&self->listing);
    space_config_release(&self->config);
    workload_free(self->workload);
    compiler_files_release(&self->files);
    runner_free(self->runner);
    recommendation_release(&self->recommendation);
    compiler_release(&self->compiler);
    machine_release(&self->machine);
    str_release(&self->data);
    *self = (struct tuning){0};
}
