/* SPDX-License-Identifier: MIT
 *
 * What a search needs before it can start: the machine, a compiler, the
 * workload, the space for them, baselines and seeds.  Shared by `tuner auto`
 * and `tuner space`, filled from their options.
 */
#ifndef TUNER_TUNING_H
#define TUNER_TUNING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "base/strvec.h"
#include "probes/compiler.h"
#include "probes/compiler_files.h"
#include "probes/listing.h"
#include "probes/machine.h"
#include "probes/recommend.h"
#include "search/candidate.h"
#include "search/planner.h"
#include "search/space.h"
#include "search/space_config.h"

struct error;
struct options;
struct runner;
struct workload;

struct tuning {
    const struct options *options;    /* borrowed */
    const struct tuning_board *board; /* borrowed; NULL: --runner's */
    struct str data;                  /* the data folder */
    struct machine machine;           /* that programs run on */
    bool is_away;                     /* it is not there to run anything */
    struct compiler compiler;
    struct compiler_files files; /* of the compiler, watched by the workload */
    struct recommendation recommendation;
    struct runner *runner;
    struct workload *workload;
    struct space_config config;
    struct listing listing; /* under -O2 */
    struct space space;
    struct planner_baseline *baselines;
    size_t baseline_count;
    struct candidate_list seeds;
    struct strvec seed_notes; /* where seeds came from, and what was dropped */
    struct strvec metrics;    /* of --metric, names only */
    double size_weight;       /* of --metric size */
    unsigned processors;      /* of this machine, to compile on; at least 1 */
    int cpu;                  /* to time on; -1: wherever */
    int *kind_cpus;           /* one of each other kind */
    size_t kind_cpu_count;
};

/* One of --board; see tuner/auto_boards.h. */
struct tuning_board {
    char *name;             /* takes the place of what the probe says */
    char *runner;           /* "" is this machine */
    struct workload *share; /* another board's, whose builds are used */
};

/* Everything but the workload's builds.  `cc` is one of --cc; a board of NULL
 * is that of --runner. */
bool tuning_open(struct tuning *self, const struct options *options,
                 const char *cc, const struct tuning_board *board,
                 struct error *err);
void tuning_release(struct tuning *self);
/* The start of every candidate: fixed implementations chosen. */
void tuning_make_candidate(const struct tuning *self,
                           const struct strvec *flags, struct candidate *out);
/* Adds the nearest records of the databases to the seeds; a broken record is
 * noted and passed over. */
bool tuning_add_seeds(struct tuning *self, struct error *err);
/* Whether built programs can be timed; else only their size can count. */
bool tuning_measures(const struct tuning *self);
/* Classes of --allow, one bit a flag_class; ERROR_USAGE for another word. */
bool tuning_allowed(const struct options *options,
                    bool allowed[FLAG_CLASS_COUNT], struct error *err);

#endif
