/* SPDX-License-Identifier: MIT
 *
 * The processor's own count of cycles, of one process, without the kernel's
 * part.  In virtual machines and containers such counters may be absent,
 * forbidden, or open and return rubbish: a counter counts only after it has
 * proved itself on a chain of additions of known length (counter_prove).
 *
 *     struct counter counter = {0};
 *     struct str why = {0};
 *     if (counter_open(&counter, &counter_kernel, pid, &why) &&
 *         counter_prove(&counter, &trial, &why))
 *         counter_read(&counter, &cycles) ...
 *     counter_close(&counter);
 */
#ifndef SEARCH_COUNTER_H
#define SEARCH_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

struct protocol;

/* Where counts come from; tests bring their own. */
struct counter_source {
    int (*open)(void *data, int pid); /* a handle, or a negative errno */
    bool (*read)(void *data, int handle, uint64_t *cycles);
    void (*close)(void *data, int handle);
    void *data;
};

/* perf_event_open(2); fails everywhere where there is none. */
extern const struct counter_source counter_kernel;

/* `{0}` is closed. */
struct counter {
    const struct counter_source *source;
    int handle;
    bool is_open;
};

/* Counts the cycles of a process from now on; false, with the reason for
 * people added to *why, when that cannot be had. */
bool counter_open(struct counter *self, const struct counter_source *source,
                  int pid, struct str *why);
/* False when the counter was taken away. */
bool counter_read(const struct counter *self, uint64_t *cycles);
/* Safe on {0}. */
void counter_close(struct counter *self);

/* A chain of dependent additions, run by the process that is counted. */
struct counter_trial {
    bool (*run)(void *data, uint64_t additions);
    void *data;
    uint64_t additions; /* of the shortest chain; about a millisecond */
    const struct protocol *protocol;
};

/* Whether the counter grows with the chain's length, by the same for each
 * addition whatever the length, again and again, and by about one; false,
 * with the reason added, when not. */
bool counter_prove(const struct counter *self,
                   const struct counter_trial *trial, struct str *why);

#endif
