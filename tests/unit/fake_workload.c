/* SPDX-License-Identifier: MIT
 *
 * A known response surface behind the workload's interface.
 */
#include <config.h>

#include "tests/unit/fake_workload.h"

#include <math.h>
#include <stdint.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/str.h"
#include "search/arm.h"

enum { CIPHER, HASH, UNITS };

static const char *const implementations[UNITS][3] = {
    [CIPHER] = {"one", "lanes", "wide"},
    [HASH] = {"limbs", "side", NULL},
};

/* A flag's effect on a unit's log speed where all that it needs holds. */
static const struct effect {
    size_t unit;
    const char *flag;
    const char *implementation; /* NULL: any */
    const char *with;           /* another flag; NULL: none */
    double gain;
} effects[] = {
    {CIPHER, "-O3", "one", NULL, 0.60},
    {CIPHER, "-O3", "lanes", NULL, -1.20},
    {CIPHER, "-O3", "wide", NULL, -0.40},
    {CIPHER, "-O2", "lanes", "-mwide", 1.10},
    {CIPHER, "-O2", "wide", "-mwide", 0.70},
    {CIPHER, "-O1", NULL, NULL, -0.30},
    {CIPHER, "-Os", NULL, NULL, -0.50},
    {CIPHER, "-mwide", "one", NULL, 0.30},
    {CIPHER, "-funroll", "lanes", NULL, 0.12},
    {CIPHER, "-funroll", "one", NULL, 0.04},
    {CIPHER, "-fschedule", NULL, NULL, 0.06},
    {CIPHER, "-fno-schedule", NULL, NULL, -0.06},
    {CIPHER, "-fpeel", NULL, "-funroll", 0.07},
    {CIPHER, "-fpeel", NULL, NULL, -0.03},
    {CIPHER, "-ftrace", NULL, NULL, -0.08},
    {CIPHER, "--param=width=8", NULL, NULL, 0.05},
    {CIPHER, "--param=width=32", NULL, NULL, -0.05},
    {CIPHER, "-fwrong", NULL, NULL, 0.90},
    {CIPHER, "-flarge", NULL, NULL, 0.20},
    {CIPHER, "-fsmall", NULL, NULL, 0.20},
    {CIPHER, "-fone-way", NULL, NULL, 0.20},
    {CIPHER, "-fother-way", NULL, NULL, 0.20},
    {CIPHER, "-fother-way", NULL, "-fone-way", -0.20},
    {HASH, "-O3", "side", NULL, 0.05},
    {HASH, "-O2", "side", NULL, 0.05},
    {HASH, "-mwide", "side", NULL, 0.80},
    {HASH, "-O1", NULL, NULL, -0.10},
    {HASH, "-Os", NULL, NULL, -0.30},
    {HASH, "-fschedule", NULL, NULL, -0.02},
    {HASH, "-finline", NULL, NULL, 0.05},
    {HASH, "-fno-inline", NULL, NULL, -0.30},
    {HASH, "-falone", NULL, NULL, 0.50},
    {HASH, "-fpair-a", NULL, NULL, 0.03},
    {HASH, "-fpair-b", NULL, NULL, 0.04},
};

static const char *const idle_flags[] = {
    "-fidle-a", "-fidle-b", "-fidle-c", "-fidle-d", "-fidle-e", "-fidle-f",
};

static bool has(const struct strvec *flags, const char *flag)
{
    return strvec_contains(flags, flag);
}

static bool applies(const struct effect *effect, size_t unit,
                    const char *implementation, const struct strvec *flags)
{
    return effect->unit == unit && has(flags, effect->flag) &&
           (!effect->with || has(flags, effect->with)) &&
           (!effect->implementation ||
            strcmp(effect->implementation, implementation) == 0);
}

/* Log speed of a unit; *code receives a text that is equal for equal code. */
static double unit_speed(size_t unit, size_t choice, const struct strvec *flags,
                         struct str *code)
{
    const char *implementation = implementations[unit][choice];
    double speed = 0;
    if (code)
        str_addf(code, "%zu %s", unit, implementation);
    for (size_t i = 0; i < sizeof(effects) / sizeof(*effects); i++) {
        if (!applies(&effects[i], unit, implementation, flags))
            continue;
        speed += effects[i].gain;
        if (code)
            str_addf(code, " %zu", i);
    }
    return speed;
}

static enum refusal judge(const struct strvec *flags, const char **message)
{
    if (has(flags, "-falone")) {
        *message = "error: unrecognized command-line option '-falone'";
        return REFUSAL_UNKNOWN_FLAG;
    }
    if (has(flags, "-fpair-a") && has(flags, "-fpair-b")) {
        *message = "warning: these two do not go together";
        return REFUSAL_CONFLICT;
    }
    *message = NULL;
    return REFUSAL_NONE;
}

static bool fake_build(struct workload *workload,
                       const struct build_request *request, struct build *out,
                       struct error *err)
{
    (void)err;
    struct fake_workload *self = (struct fake_workload *)workload;
    const char *message;
    struct build build = {.refusal = judge(request->flags, &message)};
    __atomic_fetch_add(&self->builds, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&self->now_us, self->build_us, __ATOMIC_RELAXED);
    if (build.refusal != REFUSAL_NONE) {
        build.message = xstrdup(message);
        *out = build;
        return true;
    }
    struct str all = {0};
    build.unit_count = UNITS;
    build.units = xcalloc(UNITS, sizeof(*build.units));
    for (size_t u = 0; u < UNITS; u++) {
        struct str code = {0};
        unit_speed(u, request->choices[u], request->flags, &code);
        build.units[u] = digest_text(str_text(&code));
        str_addf(&all, "%s;", str_text(&code));
        str_release(&code);
    }
    build.code = digest_text(str_text(&all));
    build.code_size = 1000 + 100 * request->flags->count;
    if (has(request->flags, "-flarge"))
        build.code_size += 1;
    /* What open() needs of the request. */
    str_reset(&all);
    for (size_t u = 0; u < UNITS; u++)
        str_addf(&all, "%.17g ",
                 unit_speed(u, request->choices[u], request->flags, NULL));
    if (has(request->flags, "-fwrong"))
        str_add(&all, "wrong");
    build.program = str_detach(&all);
    *out = build;
    return true;
}

static bool fake_verify(struct workload *workload, struct build *build,
                        struct error *err)
{
    (void)workload;
    (void)err;
    build->verified = !str_ends(build->program, "wrong");
    if (build->verified)
        return true;
    build->refusal = REFUSAL_WRONG_OUTPUT;
    build->message = xstrdup("known answer 3 is wrong");
    return true;
}

struct fake_arm {
    struct arm arm;
    struct fake_workload *workload;
    bool dull; /* pinned to FAKE_DULL_CPU */
    double speeds[UNITS];
};

static enum arm_status fake_sample(struct arm *arm, size_t metric,
                                   struct sample *samples, struct error *err)
{
    (void)err;
    struct fake_arm *self = (struct fake_arm *)arm;
    self->workload->now_us += self->workload->sample_us;
    double noise = self->workload->noise * rng_normal(&self->workload->rng);
    double gain = self->dull ? 0 : self->workload->gain;
    double value = 1000 * exp(self->speeds[metric] * gain + noise);
    samples[0] = (struct sample){.value = value, .wall = value};
    return ARM_OK;
}

static void fake_close(struct arm *arm)
{
    struct fake_arm *self = (struct fake_arm *)arm;
    self->workload->live_arms--;
}

static const struct arm_operations fake_arm_operations = {.sample = fake_sample,
                                                          .close = fake_close};

static struct arm *fake_open(struct workload *workload,
                             const struct build *build,
                             const struct layout *layout, struct error *err)
{
    (void)layout;
    struct fake_workload *fake = (struct fake_workload *)workload;
    if (++fake->opens == fake->fail_open) {
        error_set(err, ERROR_CHILD, "it did not start");
        return NULL;
    }
    struct fake_arm *self = xcalloc(1, sizeof(*self));
    self->arm.operations = &fake_arm_operations;
    self->workload = fake;
    self->dull = self->workload->cpu_plus_one == FAKE_DULL_CPU + 1;
    struct strvec words = {0};
    strvec_split(&words, build->program, " ");
    for (size_t u = 0; u < UNITS; u++)
        str_parse_double(words.items[u], &self->speeds[u]);
    strvec_release(&words);
    self->workload->live_arms++;
    return &self->arm;
}

static void fake_free(struct workload *workload)
{
    workload_release(workload);
}

static bool fake_pin(struct workload *workload, int cpu_plus_one)
{
    ((struct fake_workload *)workload)->cpu_plus_one = cpu_plus_one;
    return true;
}

static const struct workload_operations fake_operations = {
    .kind = "fake",
    .build = fake_build,
    .verify = fake_verify,
    .open = fake_open,
    .pin = fake_pin,
    .free = fake_free,
};

static const char *const unit_names[UNITS] = {"cipher", "hash"};

void fake_workload_init(struct fake_workload *self, double noise, uint64_t seed)
{
    *self = (struct fake_workload){.noise = noise, .gain = 1};
    rng_init(&self->rng, seed);
    struct workload *workload = &self->workload;
    workload->operations = &fake_operations;
    workload->name = xstrdup("fake");
    workload->sources = digest_text("fake");
    workload->metrics = xcalloc(UNITS, sizeof(*workload->metrics));
    workload->choices = xcalloc(UNITS, sizeof(*workload->choices));
    workload->units = xcalloc(UNITS, sizeof(*workload->units));
    for (size_t u = 0; u < UNITS; u++) {
        workload->metrics[u] = (struct metric){.name = xstrdup(unit_names[u]),
                                               .unit = xstrdup("kbit/s"),
                                               .higher_is_better = true,
                                               .weight = 1};
        workload->metric_units[u] = (uint64_t)1 << u;
        workload->units[u] = xstrdup(unit_names[u]);
        workload->choices[u].name = xstrdup(unit_names[u]);
        for (size_t i = 0; i < 3 && implementations[u][i]; i++)
            strvec_add(&workload->choices[u].values, implementations[u][i]);
    }
    workload->metric_count = UNITS;
    workload->choice_count = UNITS;
    workload->unit_count = UNITS;
}

void fake_workload_free(struct fake_workload *self)
{
    fake_free(&self->workload);
    *self = (struct fake_workload){0};
}

static double fake_now(void *data)
{
    /* No budget starts at 0, which means none. */
    return 1 + (double)((struct fake_workload *)data)->now_us / 1e6;
}

static void fake_wait(void *data, double seconds, const char *reason)
{
    (void)reason;
    ((struct fake_workload *)data)->now_us += (uint64_t)(seconds * 1e6);
}

static double fake_suspended(void *data)
{
    (void)data;
    return 0;
}

static bool fake_cancelled(void *data)
{
    (void)data;
    return false;
}

struct protocol_world fake_workload_world(struct fake_workload *self)
{
    return (struct protocol_world){.now_s = fake_now,
                                   .wait = fake_wait,
                                   .cancelled = fake_cancelled,
                                   .suspended_s = fake_suspended,
                                   .data = self};
}

static void add_switch(struct space *space, const char *flag, bool negative,
                       const char *group)
{
    struct dimension *dimension = space_add(space, DIMENSION_FLAG, flag);
    free(dimension->group);
    dimension->group = xstrdup(group);
    dimension_add_value(dimension, "", NULL);
    dimension_add_flag(dimension, flag);
    if (!negative)
        return;
    char *other = xasprintf("-fno-%s", flag + 2);
    dimension_add_flag(dimension, other);
    free(other);
}

static void add_level_and_machine(struct space *space)
{
    static const char *const levels[] = {"-O2", "-O3", "-O1", "-Os"};
    struct dimension *dimension = space_add(space, DIMENSION_LEVEL, "-O");
    for (size_t i = 0; i < 4; i++)
        dimension_add_flag(dimension, levels[i]);
    dimension = space_add(space, DIMENSION_MACHINE, "machine");
    dimension_add_value(dimension, "", NULL);
    dimension_add_flag(dimension, "-mwide");
}

static void add_implementations(struct space *space)
{
    for (size_t u = 0; u < UNITS; u++) {
        struct dimension *dimension =
            space_add(space, DIMENSION_IMPLEMENTATION, unit_names[u]);
        dimension->choice = u;
        for (size_t i = 0; i < 3 && implementations[u][i]; i++)
            dimension_add_value(dimension, implementations[u][i], NULL);
    }
}

static void add_all_dimensions(struct space *space)
{
    add_level_and_machine(space);
    add_switch(space, "-funroll", false, "loop");
    add_switch(space, "-fpeel", false, "loop");
    add_switch(space, "-fschedule", true, "schedule");
    add_switch(space, "-ftrace", false, "trace");
    add_switch(space, "-finline", true, "inline");
    add_switch(space, "-fwrong", false, "");
    add_switch(space, "-falone", false, "");
    add_switch(space, "-fpair-a", false, "pair");
    add_switch(space, "-fpair-b", false, "pair");
    for (size_t i = 0; i < sizeof(idle_flags) / sizeof(*idle_flags); i++)
        add_switch(space, idle_flags[i], false, "");
    struct dimension *dimension =
        space_add(space, DIMENSION_PARAMETER, "--param=width");
    dimension_add_value(dimension, "", NULL);
    dimension_add_flag(dimension, "--param=width=8");
    dimension_add_flag(dimension, "--param=width=32");
    add_implementations(space);
}

void fake_space(struct space *space)
{
    add_all_dimensions(space);
    space_finish(space);
}

void fake_space_nine_help(struct space *space)
{
    add_switch(space, "-fone-way", false, "");
    add_all_dimensions(space);
    space_finish(space);
}

static void fill_twins(struct space *space, const char *first,
                       const char *second)
{
    add_level_and_machine(space);
    struct dimension *twins = space_add(space, DIMENSION_FLAG, "twins");
    dimension_add_value(twins, "", NULL);
    dimension_add_flag(twins, first);
    dimension_add_flag(twins, second);
    add_implementations(space);
    space_finish(space);
}

void fake_space_large_first(struct space *space)
{
    fill_twins(space, "-flarge", "-fsmall");
}

void fake_space_small_first(struct space *space)
{
    fill_twins(space, "-fsmall", "-flarge");
}

void fake_space_two_ways(struct space *space)
{
    add_level_and_machine(space);
    add_switch(space, "-fone-way", false, "");
    add_switch(space, "-fother-way", false, "");
    add_implementations(space);
    space_finish(space);
}

double fake_score(const struct space *space, const struct candidate *candidate)
{
    struct strvec flags = {0};
    size_t choices[UNITS] = {0};
    const char *message;
    double speed = 0;
    candidate_flags(candidate, space, &flags);
    candidate_choices(candidate, space, choices);
    for (size_t u = 0; u < UNITS; u++)
        speed += unit_speed(u, choices[u], &flags, NULL) / UNITS;
    if (judge(&flags, &message) != REFUSAL_NONE || has(&flags, "-fwrong"))
        speed = -HUGE_VAL;
    strvec_release(&flags);
    return speed;
}

/* Every combination, the idle flags left alone. */
static void look_at_all(const struct space *space, struct candidate *candidate,
                        size_t dimension, double *best)
{
    if (dimension == space->count) {
        double score = fake_score(space, candidate);
        *best = score > *best ? score : *best;
        return;
    }
    size_t count = space->dimensions[dimension].value_count;
    if (str_starts(space->dimensions[dimension].name, "-fidle") ||
        str_starts(space->dimensions[dimension].name, "-fwrong") ||
        str_starts(space->dimensions[dimension].name, "-falone"))
        count = 1;
    for (size_t v = 0; v < count; v++) {
        candidate->values[dimension] = (uint16_t)v;
        look_at_all(space, candidate, dimension + 1, best);
    }
    candidate->values[dimension] = 0;
}

double fake_best(const struct space *space)
{
    struct candidate candidate;
    double best = -HUGE_VAL;
    candidate_init(&candidate, space);
    look_at_all(space, &candidate, 0, &best);
    candidate_release(&candidate);
    return best;
}
