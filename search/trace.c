/* SPDX-License-Identifier: MIT
 *
 * Recorded noise, and arms that play it.
 */
#include <config.h>

#include "search/trace.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/stats.h"
#include "base/str.h"
#include "base/strvec.h"

static const double unit = 1e-4; /* of a number in the text */

void trace_release(struct trace *self)
{
    free(self->samples);
    *self = (struct trace){0};
}

void trace_add(struct trace *self, double cpu, double wall)
{
    self->samples = memory_grow(self->samples, &self->capacity, self->count + 1,
                                sizeof *self->samples);
    self->samples[self->count++] = (struct sample){cpu, wall};
}

static bool parse_line(struct trace *self, char *line)
{
    struct strvec words = {0};
    unsigned long cpu, wall;
    strvec_split(&words, line, " \t\r");
    bool ok = words.count == 2 && str_parse_ulong(words.items[0], &cpu) &&
              str_parse_ulong(words.items[1], &wall) && cpu > 0 && wall > 0;
    if (ok)
        trace_add(self, (double)cpu * unit, (double)wall * unit);
    strvec_release(&words);
    return ok;
}

bool trace_parse(struct trace *self, const char *text, const char *name,
                 struct error *err)
{
    struct trace made = {0};
    unsigned number = 0;
    bool ok = true;
    for (const char *at = text; *at && ok;) {
        size_t length = strcspn(at, "\n");
        char *line = xstrndup(at, length);
        number++;
        char *start = str_trim(line);
        ok = *start == '\0' || *start == '#' || parse_line(&made, start);
        free(line);
        at += length + (at[length] == '\n' ? 1 : 0);
    }
    if (!ok)
        error_set(err, ERROR_FORMAT,
                  "%s:%u: a sample is two numbers above 0: CPU and wall time",
                  name, number);
    else if (made.count == 0)
        ok = error_set(err, ERROR_FORMAT, "'%s' holds no samples", name);
    if (ok)
        *self = made;
    else
        trace_release(&made);
    return ok;
}

bool trace_load(struct trace *self, const char *path, struct error *err)
{
    struct str text = {0};
    bool ok = file_read(path, 0, &text, err) &&
              trace_parse(self, str_text(&text), path, err);
    str_release(&text);
    return ok;
}

static double median_cpu(const struct trace *self)
{
    double *values = xreallocarray(NULL, self->count + 1, sizeof *values);
    for (size_t i = 0; i < self->count; i++)
        values[i] = self->samples[i].value;
    double median = stats_median(values, self->count);
    free(values);
    return median;
}

bool trace_save(const struct trace *self, const char *path, const char *comment,
                struct error *err)
{
    struct str text = {0};
    double scale = 1 / (median_cpu(self) * unit);
    str_addf(&text, "# %s\n", comment);
    for (size_t i = 0; i < self->count; i++)
        str_addf(&text, "%.0f %.0f\n", self->samples[i].value * scale,
                 self->samples[i].wall * scale);
    bool ok = file_write(path, str_text(&text), text.length, err);
    str_release(&text);
    return ok;
}

struct trace_arm {
    struct arm arm;
    struct trace_player *player;
    double extra;
};

static enum arm_status play(struct arm *arm, size_t metric,
                            struct sample *samples, struct error *err)
{
    (void)metric;
    (void)err;
    struct trace_arm *self = (struct trace_arm *)arm;
    struct trace_player *player = self->player;
    const struct trace *trace = player->trace;
    struct sample took = trace->samples[player->position % trace->count];
    double work = 1 + self->extra;
    player->position++;
    player->now_s += took.wall * work * player->slice_s;
    samples[0] =
        (struct sample){1 / (took.value * work), 1 / (took.wall * work)};
    return ARM_OK;
}

static void stop(struct arm *arm)
{
    (void)arm;
}

struct arm *trace_arm_open(struct trace_player *player, double extra)
{
    static const struct arm_operations operations = {play, stop};
    struct trace_arm *self = xcalloc(1, sizeof *self);
    self->arm.operations = &operations;
    self->player = player;
    self->extra = extra;
    return &self->arm;
}

static double player_now(void *data)
{
    return ((struct trace_player *)data)->now_s;
}

static void player_wait(void *data, double seconds, const char *reason)
{
    (void)reason;
    ((struct trace_player *)data)->now_s += seconds;
}

static bool never(void *data)
{
    (void)data;
    return false;
}

struct protocol_world trace_world(struct trace_player *player)
{
    return (struct protocol_world){.now_s = player_now,
                                   .wait = player_wait,
                                   .cancelled = never,
                                   .data = player};
}
