/* SPDX-License-Identifier: MIT
 *
 * The one evaluator behind all strategies: candidates in, outcomes out.
 *
 * What is known is answered from the ledger; what holds a nogood is refused
 * without a compiler run; the rest is built in parallel; code that is new is
 * verified and raced against the leader.  Where a part of the code (the units
 * that a metric depends on) is known already, its reading is taken from there
 * and only the other metrics are timed.
 *
 * Scores are log gains over the ledger's zero.  A race gives gains over the
 * leader of that moment, to which the leader's own readings are added.  Who
 * seems to beat the leader fights a duel first: fresh samples of both alone,
 * so that the luckiest of many is not taken for the best.
 */
#ifndef SEARCH_EVALUATOR_H
#define SEARCH_EVALUATOR_H

#include <stdbool.h>
#include <stddef.h>

#include "search/candidate.h"
#include "search/ledger.h"
#include "search/strategy.h"

struct builder;
struct code_class;
struct comparison;
struct error;
struct race_result;
struct track;

struct evaluator {
    struct ledger *ledger;
    struct builder *builder;
    struct track *track;
    enum ledger_goal goal; /* whose leader is at stake */
    size_t race_rounds;    /* at most, of many against the leader */
    size_t duel_rounds;    /* at most, of two */
    size_t entrants;       /* of one race besides the leader */
    unsigned blame_tests;  /* runs that an unusable class may cost */
};

/* Builds and verifies what all gains refer to.  ERROR_CHILD when it can't be
 * used. */
bool evaluator_set_zero(struct evaluator *self,
                        const struct candidate *candidate, struct error *err);
/* Fills outcomes[i] for each candidate (canonical).  False when the work must
 * stop (Ctrl-C is ERROR_CANCELLED); what was found until then is in the
 * ledger.  At the deadline the rest is cut short. */
bool evaluator_run(struct evaluator *self, const struct candidate_list *asked,
                   struct outcome *outcomes, struct error *err);
/* As strategy_context wants it; data is the evaluator.  What is answered
 * here counts as asked. */
enum recall evaluator_recall(const struct candidate *candidate, void *data);
/* Runs a strategy until it has nothing more to ask or the deadline; the best
 * that it was told is in *best, which the caller releases. */
bool evaluator_drive(struct evaluator *self, const struct strategy *strategy,
                     const struct strategy_context *context, struct best *best,
                     struct error *err);
/* A race whose readings go into the ledger; those of parts that were known
 * are replaced only when it is `again`.  *out is the caller's. */
bool evaluator_race(struct evaluator *self, struct comparison *comparison,
                    bool again, struct race_result *out, struct error *err);
/* Races a few classes with fresh samples and puts them in order, best first;
 * their readings and the leader follow. */
bool evaluator_rank(struct evaluator *self, struct code_class **list,
                    size_t count, size_t rounds_most, struct error *err);

#endif
