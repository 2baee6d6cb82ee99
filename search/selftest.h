/* SPDX-License-Identifier: MIT
 *
 * Whether the measuring tells same from different: one build raced against
 * itself, searches over clones of one build, and a known effect that must be
 * found.  Runs live (search/selftest_core.h) and over recorded traces
 * (search/trace.h) alike.
 */
#ifndef SEARCH_SELFTEST_H
#define SEARCH_SELFTEST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/rng.h"

struct arm;
struct error;
struct metric;
struct protocol;
struct protocol_world;
struct throttle;

/* Where arms come from, all of one build. */
struct selftest_source {
    /* A new arm that does `extra` more work than it says, in a layout below
     * layout_count.  NULL: the work must stop. */
    struct arm *(*open)(void *data, double extra, size_t layout,
                        struct error *err);
    struct arm *(*open_clock)(void *data, struct error *err); /* or NULL */
    void *data;
    const struct metric *metrics;
    size_t metric_count;
    size_t layout_count; /* at least 2 */
};

enum selftest_part { SELFTEST_AA, SELFTEST_CLONES, SELFTEST_INJECTED };

enum { SELFTEST_EFFECTS = 3 };

struct selftest_progress {
    enum selftest_part part;
    double effect; /* that is looked for; 0: none */
    size_t done;   /* of the part's runs */
    size_t all;
    double left_s; /* of the whole self-test, as it went so far */
};

struct selftest_plan {
    const struct selftest_source *source;
    struct rng rng;
    size_t aa_runs;
    size_t clone_searches;
    size_t clones; /* in each search */
    size_t injected_runs;
    /* 0.02 is 2 %.  The first is the one to be judged by, tried
     * injected_runs times; the others show what else can be told apart, in
     * extra_runs (0: as many), or until so many were missed that it cannot. */
    double effects[SELFTEST_EFFECTS];
    size_t effect_count;
    size_t extra_runs;
    struct throttle *throttle;          /* NULL: not watched */
    const struct protocol *protocol;    /* NULL: protocol_standard */
    const struct protocol_world *world; /* NULL: the real one */
    void (*progress)(void *data, const struct selftest_progress *progress);
    void *progress_data;
};

struct selftest_effect {
    double effect;
    size_t runs;
    size_t found;
    double median_s;  /* time to the verdict */
    double longest_s; /* of 95 % of the runs that found it */
};

struct selftest_result {
    struct {
        size_t runs;
        size_t wins; /* called faster or slower */
        double median_s;
    } aa;
    struct {
        size_t searches;
        size_t claims; /* a gain that passed the confirmation */
        double median_s;
    } clones;
    struct selftest_effect effects[SELFTEST_EFFECTS];
    size_t effect_count;
    size_t rounds;
    size_t void_rounds;
    bool stopped; /* by Ctrl-C: counts are of what was done */
    double seconds;
};

/* About how long it takes on a calm machine. */
double selftest_estimate_s(const struct selftest_plan *plan);

/* Ctrl-C is no error: *result holds what was done. */
bool selftest_run(const struct selftest_plan *plan,
                  struct selftest_result *result, struct error *err);

/* Whether the limits of measure.md, point 10, hold: at most 5 of 200 wins, 2
 * of 100 claims, at least 95 of 100 of the first effect found.  Of fewer
 * runs the same shares, rounded in favour of the machine. */
bool selftest_passes(const struct selftest_result *result);
/* The smallest effect of which 95 % were found; NULL: none. */
const struct selftest_effect *
selftest_resolution(const struct selftest_result *result);

#endif
