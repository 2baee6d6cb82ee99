/* SPDX-License-Identifier: MIT
 *
 * A recorded trace: how long equal slices of work took, one after the other,
 * on a real machine.  Arms that play it live through that machine's noise,
 * always in the same way, so that the statistics can be tested.
 *
 * The text form has a comment line each with '#', then one sample a line:
 * CPU time and wall time in hundredths of a percent of the median CPU time.
 *
 *     10000 10012
 *      9987 10003
 *
 * Arms of one player share its place in the trace: each sample is the next
 * reading, as it was when it was recorded, and moves the player's clock on.
 */
#ifndef SEARCH_TRACE_H
#define SEARCH_TRACE_H

#include <stdbool.h>
#include <stddef.h>

#include "search/arm.h"
#include "search/protocol.h"

struct error;

struct trace {
    struct sample *samples; /* durations, 1 is the median by CPU time */
    size_t count;
    size_t capacity;
};

/* All or nothing; the caller releases it. */
bool trace_load(struct trace *self, const char *path, struct error *err);
/* From memory; name is for messages. */
bool trace_parse(struct trace *self, const char *text, const char *name,
                 struct error *err);
void trace_release(struct trace *self);
/* Adds a reading in any unit. */
void trace_add(struct trace *self, double cpu, double wall);
/* Writes what was added; `comment` is one line. */
bool trace_save(const struct trace *self, const char *path, const char *comment,
                struct error *err);

struct trace_player {
    const struct trace *trace; /* borrowed */
    size_t position;           /* wraps around at the end */
    double now_s;
    double slice_s; /* a median sample */
};

/* An arm whose work takes `extra` more time than recorded (0.02: 2 %), read
 * as a rate, higher is better, in every metric. */
struct arm *trace_arm_open(struct trace_player *player, double extra);
/* Time as the player lived through it, and waits that pass at once. */
struct protocol_world trace_world(struct trace_player *player);

#endif
