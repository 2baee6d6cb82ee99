/* SPDX-License-Identifier: MIT
 *
 * What a run knows: which candidate gives which code or why it is refused,
 * and how fast each piece of code is.  Pure memory: nothing is built or
 * measured here.  What is new goes to the journal, too, and reading a
 * journal back (ledger_take) gives the same ledger.
 *
 * A code class is a set of candidates with the same code.  Of each metric it
 * has a part: the digest of those units that the metric depends on.  Parts
 * are what is measured: two classes that share a part share its reading.
 *
 * In a very long run the classes of least promise and the oldest candidates
 * are forgotten (ledger_forget).  Asked for again, they are built again.
 *
 * Readings and scores are log gains over the zero: the class of the first
 * baseline.  The score is the weighted mean of the metrics' readings, and of
 * the log gain in code size where size has a weight.
 */
#ifndef SEARCH_LEDGER_H
#define SEARCH_LEDGER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/digest.h"
#include "base/map.h"
#include "base/stats.h"
#include "probes/refusal.h"
#include "search/arm.h"
#include "search/candidate.h"
#include "search/nogood.h"
#include "search/strategy.h"

struct build;
struct error;
struct journal;
struct space;
struct workload;

struct code_class {
    size_t number;                        /* in order of appearance */
    struct digest code;                   /* of the whole */
    struct digest parts[ARM_METRICS_MAX]; /* one a metric */
    struct digest *units;                 /* one a unit of the workload */
    uint64_t size_bytes;
    struct candidate shortest; /* names it: the shortest member so far */
    size_t members;
    bool verified;
    bool timed;           /* it took part in a race */
    bool pinned;          /* never forgotten */
    enum refusal refusal; /* found when it ran */
    char *message;
};

struct reading {
    double gain;
    struct stats_interval range;
    unsigned rounds;
};

/* A candidate that was built or refused. */
struct known {
    enum refusal refusal; /* of the build, or of its class */
    const char *message;
    struct code_class *code; /* NULL when its build was refused */
};

struct ledger_counts {
    size_t considered; /* times that a candidate was asked for */
    size_t repeated;   /* of them: asked before */
    size_t skipped;    /* of them: held a nogood */
    size_t equal;      /* candidates with the same code as one before */
    size_t classes;    /* different codes */
    size_t measured;   /* classes that were timed */
    size_t refused_all;
    size_t refused[REFUSAL_COUNT];
};

/* What a leader is best at: everything, or code whose implementations stay
 * the reference. */
enum ledger_goal { LEDGER_WINNER, LEDGER_PLAIN, LEDGER_GOALS };

struct ledger {
    const struct space *space;
    const struct workload *workload;
    double size_weight;
    struct journal *journal; /* NULL: nothing is kept */
    struct map candidates;   /* key -> struct entry, see ledger_parts.h */
    struct map codes;        /* digest -> struct code_class */
    struct map readings;     /* metric and part -> struct kept_reading */
    size_t candidates_most;  /* that are remembered; tests have less */
    size_t classes_most;     /* as well */
    size_t key_bytes;        /* of all candidates */
    struct nogood_set nogoods;
    struct code_class *zero;               /* NULL until ledger_set_zero */
    struct code_class *best[LEDGER_GOALS]; /* NULL until ledger_set_best */
    /* Counted when they were forgotten; builds at once. */
    size_t refused[REFUSAL_COUNT];
    size_t members;
    size_t measured;
    size_t classes; /* all that there were */
    size_t asks;    /* times that ledger_ask() was called */
    size_t repeats;
    size_t skips;
};

void ledger_init(struct ledger *self, const struct space *space,
                 const struct workload *workload, struct journal *journal);
void ledger_release(struct ledger *self);

/* What is known of a candidate, nogoods left out; false when nothing is. */
bool ledger_find(const struct ledger *self, const struct candidate *candidate,
                 struct known *out);
/* The code of a candidate that can be used; NULL when it is not known, not
 * built or refused. */
struct code_class *ledger_class(const struct ledger *self,
                                const struct candidate *candidate);
/* Its score; false without one. */
bool ledger_candidate_score(const struct ledger *self,
                            const struct candidate *candidate, double *out);
/* It is not forgotten, however many come after it. */
void ledger_pin(struct ledger *self, const struct candidate *candidate);
/* Whether so much is known that some should be forgotten. */
bool ledger_is_full(const struct ledger *self);
/* Forgets half of the classes, the worst, with all that is known of them, and
 * the oldest candidates.  Pointers to classes are invalid then, but for zero
 * and best. */
void ledger_forget(struct ledger *self);
/* What is known of a candidate that a strategy asks for or asks about, which
 * is counted. */
enum recall ledger_ask(struct ledger *self, const struct candidate *candidate);
/* All counts, of this run and of what the journal brought. */
void ledger_count(const struct ledger *self, struct ledger_counts *out);
/* Notes what came of a build. */
void ledger_add_build(struct ledger *self, const struct candidate *candidate,
                      const struct build *build);
/* As above from a cache: the code's digests, or a refusal. */
struct code_class *ledger_add_code(struct ledger *self,
                                   const struct candidate *candidate,
                                   const struct digest *code,
                                   const struct digest *units,
                                   uint64_t size_bytes);
/* Notes what verifying or measuring a class showed. */
void ledger_set_verified(struct ledger *self, struct code_class *code);
void ledger_refuse_code(struct ledger *self, struct code_class *code,
                        enum refusal refusal, const char *message);
bool ledger_add_nogood(struct ledger *self, const struct candidate *core,
                       enum refusal refusal, const char *message);

/* The class to which gains refer: its readings are 0 by definition. */
void ledger_set_zero(struct ledger *self, struct code_class *code);
/* The leader, for those who read the journal of a run that was killed. */
void ledger_set_best(struct ledger *self, enum ledger_goal goal,
                     struct code_class *code);
/* Borrowed until the next is added; NULL: not measured. */
const struct reading *ledger_reading(const struct ledger *self,
                                     const struct code_class *code,
                                     size_t metric);
/* Replaces what was known of the class's part. */
void ledger_set_reading(struct ledger *self, struct code_class *code,
                        size_t metric, const struct reading *reading);
/* Of the candidates known to be good, the one most like this: what that does
 * not have is suspect in a refused one.  NULL before there is any. */
const struct candidate *ledger_nearest_good(const struct ledger *self,
                                            const struct candidate *candidate);
/* Whether this metric counts in the score. */
bool ledger_counts_metric(const struct ledger *self, size_t metric);
/* False while a reading that it needs is missing. */
bool ledger_score(const struct ledger *self, const struct code_class *code,
                  double *out);

/* Writes all that is known to a journal, such that it gives the same ledger
 * again. */
void ledger_write(struct ledger *self, struct journal *journal);
/* Applies an event that a ledger wrote; true for events that are none of its
 * business, false with ERROR_FORMAT for a broken one. */
bool ledger_take(struct ledger *self, const json_t *event, const char *name,
                 struct error *err);

#endif
