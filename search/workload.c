/* SPDX-License-Identifier: MIT
 *
 * What all workloads have in common: an end, and notes for the user.
 */
#include <config.h>

#include "search/workload.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "probes/compiler_files.h"
#include "search/arm.h"

/* Builds note from several threads; it is rare enough for one lock. */
static pthread_mutex_t notes_lock = PTHREAD_MUTEX_INITIALIZER;

bool workload_build(struct workload *self, const struct build_request *request,
                    struct build *out, struct error *err)
{
    struct build made = {0};
    if (!self->operations->build(self, request, &made, err))
        return false;
    if (self->compiler && !compiler_files_check(self->compiler, err)) {
        build_release(&made);
        return false;
    }
    *out = made;
    return true;
}

void workload_take_turn(struct workload *self, double wait_s)
{
    /* Who did not let go then will not soon: the budget is for ourselves. */
    const double again_s = 0.5;
    enum turn_end end =
        turn_take(&self->turn, self->turn_late ? again_s : wait_s);
    self->turn_late = end == TURN_LATE;
    switch (end) {
    case TURN_FREE:
        break;
    case TURN_AFTER:
        workload_note(self, "another tuner measures on the same processor: "
                            "they take turns");
        break;
    case TURN_LATE:
        workload_note(self, "another tuner keeps the same processor busy: "
                            "samples are noisier than they could be");
        break;
    }
}

void workload_give_turn(struct workload *self)
{
    turn_give(&self->turn);
}

void build_release(struct build *self)
{
    if (!self)
        return;
    if (self->drop)
        self->drop(self);
    else if (self->directory)
        file_remove_tree(self->directory, NULL); /* best effort */
    free(self->message);
    free(self->units);
    free(self->directory);
    free(self->program);
    *self = (struct build){0};
}

void build_classes(const struct workload *workload, const struct build *build,
                   struct digest *classes)
{
    for (size_t m = 0; m < workload->metric_count; m++) {
        struct str names = {0};
        for (size_t unit = 0; unit < build->unit_count && unit < 64; unit++)
            if (workload->metric_units[m] >> unit & 1)
                str_addf(&names, "%s\n", build->units[unit].hex);
        classes[m] = names.length > 0
                         ? digest_bytes(str_text(&names), names.length)
                         : build->code;
        str_release(&names);
    }
}

void arm_free(struct arm *self)
{
    if (!self)
        return;
    self->operations->close(self);
    free(self);
}

void workload_free(struct workload *self)
{
    if (self)
        self->operations->free(self);
}

void workload_release(struct workload *self)
{
    for (size_t i = 0; i < self->metric_count; i++) {
        free(self->metrics[i].name);
        free(self->metrics[i].unit);
    }
    for (size_t i = 0; i < self->choice_count; i++) {
        free(self->choices[i].name);
        strvec_release(&self->choices[i].values);
    }
    for (size_t i = 0; i < self->unit_count; i++)
        free(self->units[i]);
    free(self->metrics);
    free(self->choices);
    free(self->units);
    free(self->name);
    strvec_release(&self->default_flags);
    strvec_release(&self->notes);
    free(self->cycle_clock);
    turn_release(&self->turn);
}

void workload_note(struct workload *self, const char *format, ...)
{
    char text[ERROR_TEXT_MAX];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    pthread_mutex_lock(&notes_lock);
    if (!strvec_contains(&self->notes, text))
        strvec_add(&self->notes, text);
    pthread_mutex_unlock(&notes_lock);
}

void workload_take_notes(struct workload *self, struct strvec *out)
{
    pthread_mutex_lock(&notes_lock);
    while (self->notes_taken < self->notes.count)
        strvec_add(out, self->notes.items[self->notes_taken++]);
    pthread_mutex_unlock(&notes_lock);
}
