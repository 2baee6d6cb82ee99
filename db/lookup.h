/* SPDX-License-Identifier: MIT
 *
 * Nearest records: which of all records is the answer for a machine, a
 * compiler and a workload, and how near it is.
 *
 *   exact       same CPU kinds, same compiler and version, same target, same
 *               workload and sources
 *   same-kinds  same CPU kinds, same series of the compiler (12 of 12.2.0; 4.9
 *               of 4.9.2), same kind of target
 *   same-core   a CPU core in common, same compiler, same kind of target
 *   seed        a core in common but another compiler, or times from an
 *               emulator: worth trying, no answer
 *
 * A record that needs a CPU feature which the machine lacks is no answer at
 * any level; what is missing is named.
 */
#ifndef DB_LOOKUP_H
#define DB_LOOKUP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strvec.h"

struct error;
struct index;
struct record;
struct signature;

enum lookup_level {
    LOOKUP_EXACT,
    LOOKUP_SAME_KINDS,
    LOOKUP_SAME_CORE,
    LOOKUP_BOARD, /* found by the board's id alone, see lookup_board() */
    LOOKUP_SEED,
    LOOKUP_NONE
};

/* "exact", "same-kinds", "same-core", "board", "seed". */
const char *lookup_level_word(enum lookup_level level);
/* "same CPU kinds, gcc 12", for people. */
const char *lookup_level_explain(enum lookup_level level);

struct lookup_match {
    enum lookup_level level;
    const struct index *index; /* borrowed */
    size_t number;             /* in the index */
    bool same_board;
    bool same_workload; /* name and sources */
};

enum { LOOKUP_MATCHES_MAX = 16 };

/* Best first: by level, then the same workload, the same board, proven
 * before not, measured before published, the greater gain, the later date. */
struct lookup_matches {
    struct lookup_match items[LOOKUP_MATCHES_MAX];
    size_t count;
    /* The nearest of those that need what this machine has not; level
     * LOOKUP_NONE when there is none. */
    struct lookup_match lacking;
    struct strvec missing; /* what it needs */
};

/* The nearest records of all indexes.  Records without a measured winner, or
 * which need a missing CPU feature, are passed over. */
void lookup_find(const struct index *const *indexes, size_t count,
                 const struct signature *signature, struct lookup_matches *out);
/* All that is known of a board, by its id, in the same order; every level is
 * LOOKUP_BOARD, and records of a default build alone come last. */
void lookup_board(const struct index *const *indexes, size_t count,
                  const char *board, struct lookup_matches *out);
void lookup_matches_release(struct lookup_matches *self);

/* The first that may be given as an answer, or NULL. */
const struct lookup_match *lookup_answer(const struct lookup_matches *self);
/* Where the nearest record needs what this CPU lacks: *err says so; false
 * when there is no such record. */
bool lookup_explain_lacking(const struct lookup_matches *self,
                            struct error *err);
/* Reads the record of a match, with all checks. */
bool lookup_load(const struct lookup_match *match, struct record *out,
                 struct error *err);

#endif
