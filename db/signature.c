/* SPDX-License-Identifier: MIT
 *
 * Life of signatures.
 */
#include <config.h>

#include "db/signature.h"

#include "base/memory.h"
#include "base/str.h"
#include "db/record.h"

static void release_kind(struct signature_kind *kind)
{
    free(kind->core);
    free(kind->implementer);
    free(kind->part);
}

void signature_release(struct signature *self)
{
    if (!self)
        return;
    for (size_t i = 0; i < self->kind_count; i++)
        release_kind(&self->kinds[i]);
    free(self->kinds);
    strvec_release(&self->features);
    free(self->board);
    free(self->arch);
    free(self->family);
    free(self->version);
    free(self->target);
    free(self->workload);
    free(self->source);
    *self = (struct signature){0};
}

struct signature_kind *signature_add_kind(struct signature *self)
{
    return record_array_add(&self->kinds, &self->kind_count,
                            sizeof(*self->kinds));
}

static void join_sorted(struct strvec *words, struct str *out)
{
    strvec_sort_unique(words);
    char *joined = strvec_join(words, ",");
    str_add(out, joined);
    free(joined);
    strvec_release(words);
}

void signature_kinds_text(const struct signature *self, struct str *out)
{
    struct strvec words = {0};
    for (size_t i = 0; i < self->kind_count; i++) {
        const struct signature_kind *kind = &self->kinds[i];
        if (kind->implementer && kind->part && *kind->implementer &&
            *kind->part)
            strvec_addf(&words, "%s/%s", kind->implementer, kind->part);
        else if (kind->core)
            strvec_add(&words, kind->core);
    }
    join_sorted(&words, out);
}

void signature_cores_text(const struct signature *self, struct str *out)
{
    struct strvec words = {0};
    for (size_t i = 0; i < self->kind_count; i++)
        if (self->kinds[i].core)
            strvec_add(&words, self->kinds[i].core);
    join_sorted(&words, out);
}

void signature_of_record(const struct record *record, struct signature *out)
{
    *out = (struct signature){0};
    record_set(&out->board, record->board.id);
    record_set(&out->arch, record->cpu.arch);
    for (size_t i = 0; i < record->cpu.kind_count; i++) {
        struct signature_kind *kind = signature_add_kind(out);
        /* Two that nobody knows need not be the same. */
        if (strcmp(record->cpu.kinds[i].core, RECORD_CORE_UNKNOWN) != 0)
            record_set(&kind->core, record->cpu.kinds[i].core);
        record_set(&kind->implementer, record->cpu.kinds[i].implementer);
        record_set(&kind->part, record->cpu.kinds[i].part);
    }
    strvec_add_all(&out->features, &record->cpu.features);
    record_set(&out->family, record->compiler.family);
    record_set(&out->version, record->compiler.version);
    record_set(&out->target, record->compiler.target);
    record_set(&out->workload, record->workload.name);
    record_set(&out->source, record->workload.source);
}
