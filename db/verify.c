/* SPDX-License-Identifier: MIT
 *
 * Verification, on all processors.
 */
#include <config.h>

#include "db/verify.h"

#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/pool.h"
#include "base/strvec.h"
#include "db/record.h"
#include "db/record_stats.h"
#include "db/store.h"

/* What is somebody else's publication may know less of itself. */
static bool check_signature(const struct record *record, struct error *err)
{
    if (record->cpu.kind_count == 0)
        return error_set(err, ERROR_FORMAT, "cpu: kinds: is missing");
    if (record->published)
        return true;
    if (!record->workload.source)
        return error_set(err, ERROR_FORMAT, "workload: source: is missing");
    if (strcmp(record->compiler.family, "unknown") == 0)
        return error_set(err, ERROR_FORMAT, "compiler: family: is unknown");
    return true;
}

bool verify_record(const struct record *record, struct error *err)
{
    return check_signature(record, err) && record_follows(record, err);
}

struct work {
    const char *folder;
    const struct strvec *places;
    char **reasons; /* one a place; NULL: good */
};

static void verify_place(size_t number, void *data)
{
    struct work *work = data;
    const char *place = work->places->items[number];
    struct record record = {0};
    struct error err = {0};
    if (!store_load(work->folder, place, &record, &err) ||
        (!verify_record(&record, &err) && !error_wrap(&err, "%s", place)))
        work->reasons[number] = xstrdup(err.text);
    record_release(&record);
}

bool verify_database(const char *folder, struct verify_result *out,
                     struct error *err)
{
    struct strvec places = {0};
    if (!store_list(folder, &places, err))
        return false;
    struct work work = {.folder = folder,
                        .places = &places,
                        .reasons = xcalloc(places.count + 1, sizeof(char *))};
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    pool_run(places.count, processors > 1 ? (unsigned)processors : 1,
             verify_place, &work);
    *out = (struct verify_result){.records = places.count};
    for (size_t i = 0; i < places.count; i++) {
        if (!work.reasons[i])
            continue;
        struct verify_fault *fault = record_array_add(
            &out->faults, &out->fault_count, sizeof(*out->faults));
        fault->place = xstrdup(places.items[i]);
        fault->reason = work.reasons[i];
    }
    free(work.reasons);
    strvec_release(&places);
    return true;
}

void verify_result_release(struct verify_result *self)
{
    for (size_t i = 0; i < self->fault_count; i++) {
        free(self->faults[i].place);
        free(self->faults[i].reason);
    }
    free(self->faults);
    *self = (struct verify_result){0};
}
