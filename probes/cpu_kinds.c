/* SPDX-License-Identifier: MIT
 *
 * Life of a struct cpu, its kinds and its doubts; finding them out is for
 * cpu.c.
 */
#include <config.h>

#include <stdarg.h>
#include <stdio.h>

#include "base/memory.h"
#include "probes/cpu.h"
#include "probes/cpu_parts.h"

enum { REASON_MAX = 256 };

void cpu_release(struct cpu *self)
{
    if (!self)
        return;
    for (size_t i = 0; i < self->kind_count; i++) {
        free(self->kinds[i].core);
        free(self->kinds[i].cpus);
    }
    free(self->kinds);
    free(self->arch);
    free(self->vendor);
    free(self->name);
    strvec_release(&self->features);
    strvec_release(&self->untrusted);
    strvec_release(&self->reasons);
    *self = (struct cpu){0};
}

const char *cpu_confidence_word(enum cpu_confidence confidence)
{
    static const char *const words[] = {
        [CPU_UNKNOWN] = "unknown",
        [CPU_PARTIAL] = "partial",
        [CPU_EXACT] = "exact",
    };
    return words[confidence];
}

void cpu_doubt(struct cpu *self, enum cpu_confidence at_most,
               const char *format, ...)
{
    char reason[REASON_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(reason, sizeof(reason), format, args);
    va_end(args);
    if (self->confidence > at_most)
        self->confidence = at_most;
    if (!strvec_contains(&self->reasons, reason))
        strvec_add(&self->reasons, reason);
}

bool cpu_has(const struct cpu *self, const char *word)
{
    return strvec_contains(&self->features, word);
}

struct cpu_kind *cpu_add_kind(struct cpu *self)
{
    self->kinds =
        xreallocarray(self->kinds, self->kind_count + 1, sizeof(*self->kinds));
    struct cpu_kind *kind = &self->kinds[self->kind_count++];
    *kind = (struct cpu_kind){.core = xstrdup("unknown")};
    return kind;
}

/* Grows by halves: 4096 CPUs are a few dozen moves. */
void cpu_kind_add(struct cpu_kind *kind, int number)
{
    size_t count = kind->cpu_count;
    if ((count & (count - 1)) == 0)
        kind->cpus = xreallocarray(kind->cpus, count ? 2 * count : 1,
                                   sizeof(*kind->cpus));
    kind->cpus[kind->cpu_count++] = number;
}

static bool is_faster(const struct cpu_kind *a, const struct cpu_kind *b)
{
    return a->speed != b->speed ? a->speed > b->speed : a->rank > b->rank;
}

const struct cpu_kind *cpu_fastest_kind(const struct cpu *self)
{
    const struct cpu_kind *best = NULL;
    for (size_t i = 0; i < self->kind_count; i++)
        if (!best || is_faster(&self->kinds[i], best))
            best = &self->kinds[i];
    return best;
}

static const struct cpu_kind *slowest_kind(const struct cpu *self)
{
    const struct cpu_kind *best = NULL;
    for (size_t i = 0; i < self->kind_count; i++)
        if (!best || is_faster(best, &self->kinds[i]))
            best = &self->kinds[i];
    return best;
}

const struct cpu_kind *cpu_find_kind(const struct cpu *self, const char *name)
{
    if (strcmp(name, "fast") == 0)
        return cpu_fastest_kind(self);
    if (strcmp(name, "slow") == 0)
        return slowest_kind(self);
    for (size_t i = 0; i < self->kind_count; i++)
        if (strcmp(self->kinds[i].core, name) == 0)
            return &self->kinds[i];
    return NULL;
}
