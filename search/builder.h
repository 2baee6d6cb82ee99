/* SPDX-License-Identifier: MIT
 *
 * Candidates to code: builds what the ledger does not know yet, several at
 * once, and learns a nogood from every new refusal.
 *
 * Builds of classes are kept for a while, since most are measured right
 * after; an older one is built again when it is asked for.
 */
#ifndef SEARCH_BUILDER_H
#define SEARCH_BUILDER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/map.h"
#include "search/workload.h"

struct candidate;
struct code_cache;
struct code_class;
struct error;
struct ledger;
struct protocol_world;
struct space;

struct builder_settings {
    struct workload *workload;
    const char *cc;
    const struct space *space;
    struct ledger *ledger;
    struct code_cache *cache;           /* NULL: none */
    unsigned jobs;                      /* compilers at once */
    unsigned nogood_tests;              /* builds that a refusal may cost */
    const struct protocol_world *world; /* NULL: the real clock */
};

struct kept_build {
    struct build build;
    struct code_class *code;
    unsigned long used; /* a counter's value: the smallest is the oldest */
};

enum { BUILDS_KEPT = 48 };

struct builder {
    struct builder_settings settings;
    double deadline_s; /* on the world's clock; 0: none; may be changed */
    struct kept_build kept[BUILDS_KEPT];
    size_t kept_count;
    unsigned long uses;
    size_t builds;  /* that the workload made */
    double build_s; /* wall time that they took together */
};

void builder_init(struct builder *self,
                  const struct builder_settings *settings);
void builder_release(struct builder *self);
/* Drops the builds that it keeps, which name classes. */
void builder_drop(struct builder *self);

/* Makes the ledger know the code of each candidate, or its refusal.  Stops at
 * the deadline: those that are left stay unknown.  False with ERROR_CANCELLED
 * after Ctrl-C. */
bool builder_run(struct builder *self, const struct candidate *const *list,
                 size_t count, struct error *err);
/* Makes the builds of these classes at once where they are not there: call it
 * before builder_get() for many. */
bool builder_prepare(struct builder *self, struct code_class *const *list,
                     size_t count, struct error *err);
/* The build of a class; borrowed until the next call of the builder.  NULL
 * when it can't be had: *err says why. */
struct build *builder_get(struct builder *self, struct code_class *code,
                          struct error *err);
#endif
