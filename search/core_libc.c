/* SPDX-License-Identifier: MIT
 *
 * Links programs of the core anew where the compiler's libc does not run.
 */
#include <config.h>

#include "search/core_libc.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/strvec.h"
#include "search/core_builder.h"
#include "search/core_config.h"
#include "search/runner.h"
#include "search/workload.h"

/* An order that outlives its request. */
struct kept {
    struct core_order order;
    char *cc;
    struct strvec flags;
    size_t implementations[CORE_UNITS_MAX];
    struct digest code;
    bool done; /* linked again */
};

static void free_kept(struct kept *kept)
{
    free(kept->cc);
    strvec_release(&kept->flags);
    free(kept);
}

static void forget_orders(struct core_libc *self)
{
    for (size_t i = 0; i < self->orders.count; i++)
        free_kept(self->orders.entries[i].value);
    map_release(&self->orders);
}

void core_libc_init(struct core_libc *self, const struct runner *runner)
{
    bool away = runner_is_emulated(runner) || runner_is_remote(runner);
    *self = (struct core_libc){.decided = !away};
    pthread_mutex_init(&self->lock, NULL);
}

void core_libc_release(struct core_libc *self)
{
    forget_orders(self);
    pthread_mutex_destroy(&self->lock);
}

bool core_libc_is_bare(struct core_libc *self)
{
    pthread_mutex_lock(&self->lock);
    bool bare = self->bare;
    pthread_mutex_unlock(&self->lock);
    return bare;
}

static struct kept *copy_order(const struct core_order *order, size_t units)
{
    struct kept *kept = xcalloc(1, sizeof *kept);
    kept->order = *order;
    kept->cc = xstrdup(order->cc);
    strvec_add_all(&kept->flags, order->flags);
    memcpy(kept->implementations, order->implementations,
           units * sizeof *kept->implementations);
    kept->order.cc = kept->cc;
    kept->order.flags = &kept->flags;
    kept->order.implementations = kept->implementations;
    kept->order.bare = true;
    return kept;
}

void core_libc_keep(struct core_libc *self, struct core_builder *builder,
                    const struct core_order *order, const struct build *build)
{
    pthread_mutex_lock(&self->lock);
    if (!self->decided && !order->bare &&
        core_builder_has_bare(builder, order->cc)) {
        struct kept *kept = copy_order(order, core_builder_unit_count(builder));
        kept->code = build->code;
        map_set(&self->orders, build->program, kept);
    }
    pthread_mutex_unlock(&self->lock);
}

bool core_libc_relink(struct core_libc *self, struct core_builder *builder,
                      const struct build *build, struct error *err)
{
    pthread_mutex_lock(&self->lock);
    struct kept *kept = map_find(&self->orders, build->program);
    pthread_mutex_unlock(&self->lock);
    struct cached_object program = {0};
    if (!kept || kept->done)
        return false;
    kept->done = true;
    unlink(build->program);
    struct core_link link = {&kept->order, &kept->code, build->program};
    bool ok = core_builder_program(builder, &link, &program, err) &&
              program.refusal == REFUSAL_NONE;
    cached_object_release(&program);
    return ok;
}

void core_libc_settle(struct core_libc *self, struct core_builder *builder,
                      const struct build *build)
{
    if (core_libc_is_bare(self))
        core_libc_relink(self, builder, build, NULL);
}

void core_libc_decide(struct core_libc *self, bool bare)
{
    pthread_mutex_lock(&self->lock);
    self->decided = true;
    self->bare |= bare;
    /* Programs that were linked before may still want it. */
    if (!self->bare)
        forget_orders(self);
    pthread_mutex_unlock(&self->lock);
}
