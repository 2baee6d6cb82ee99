/* SPDX-License-Identifier: MIT
 *
 * Whether programs of the core are linked with the compiler's libc or with
 * the core's own bits of one.  A cross compiler's libc may be built for a
 * newer processor than the one that is tuned for: then programs stop with an
 * illegal instruction whatever their flags are.  The first program that
 * stops so is linked again without it, and what runs decides for all.
 *
 * Builds come from several threads, verifying from one.
 */
#ifndef SEARCH_CORE_LIBC_H
#define SEARCH_CORE_LIBC_H

#include <pthread.h>
#include <stdbool.h>

#include "base/map.h"

struct build;
struct core_builder;
struct core_order;
struct error;
struct runner;

struct core_libc {
    pthread_mutex_t lock;
    bool decided;
    bool bare;         /* linked without libc */
    struct map orders; /* program -> its order, owned, while undecided */
};

void core_libc_init(struct core_libc *self, const struct runner *runner);
void core_libc_release(struct core_libc *self);

/* Before linking: how. */
bool core_libc_is_bare(struct core_libc *self);
/* After linking: keeps what is needed to link it again. */
void core_libc_keep(struct core_libc *self, struct core_builder *builder,
                    const struct core_order *order, const struct build *build);
/* Links the program again, without libc, once; false when there is no other
 * way for this one. */
bool core_libc_relink(struct core_libc *self, struct core_builder *builder,
                      const struct build *build, struct error *err);
/* Before a program is run: the same where it was decided after linking. */
void core_libc_settle(struct core_libc *self, struct core_builder *builder,
                      const struct build *build);
/* A program ran, with libc or without. */
void core_libc_decide(struct core_libc *self, bool bare);

#endif
