/* SPDX-License-Identifier: MIT
 *
 * Life, parts, text and name of records.
 */
#include <config.h>

#include "db/record.h"

#include <ctype.h>

#include "base/digest.h"
#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "db/record_check.h"
#include "db/record_shape.h"
#include "db/record_upgrade.h"
#include "db/shape.h"

void record_release(struct record *self)
{
    if (self)
        shape_release(&record_shape, self);
}

struct record_kind *record_add_kind(struct record *self)
{
    return record_array_add(&self->cpu.kinds, &self->cpu.kind_count,
                            sizeof(*self->cpu.kinds));
}

struct record_baseline *record_add_baseline(struct record *self)
{
    return record_array_add(&self->baselines, &self->baseline_count,
                            sizeof(*self->baselines));
}

struct record_reading *record_add_reading(struct record_baseline *self)
{
    return record_array_add(&self->metrics, &self->metric_count,
                            sizeof(*self->metrics));
}

struct record_metric *record_add_metric(struct record *self)
{
    struct record_metric *added = record_array_add(
        &self->metrics, &self->metric_count, sizeof(*self->metrics));
    added->weight = 1;
    return added;
}

struct record_layout *record_add_layout(struct record *self)
{
    struct record_confirmation *owner = &self->confirmation;
    return record_array_add(&owner->layouts, &owner->layout_count,
                            sizeof(*owner->layouts));
}

struct record_refusal *record_add_refusal(struct record *self)
{
    return record_array_add(&self->refusals, &self->refusal_count,
                            sizeof(*self->refusals));
}

struct record_example *record_add_example(struct record_refusal *self)
{
    return record_array_add(&self->examples, &self->example_count,
                            sizeof(*self->examples));
}

struct record_progress *record_add_progress(struct record *self)
{
    return record_array_add(&self->progress, &self->progress_count,
                            sizeof(*self->progress));
}

struct record_share *record_add_share(struct record *self)
{
    return record_array_add(&self->shares, &self->share_count,
                            sizeof(*self->shares));
}

struct record_choice *record_add_choice(struct record *self)
{
    return record_array_add(&self->choices, &self->choice_count,
                            sizeof(*self->choices));
}

struct record_file *record_add_file(struct record *self)
{
    return record_array_add(&self->files, &self->file_count,
                            sizeof(*self->files));
}

struct record_rival *record_add_rival(struct record *self)
{
    return record_array_add(&self->compilers, &self->compiler_count,
                            sizeof(*self->compilers));
}

struct record_throughput *record_add_throughput(struct record *self)
{
    return record_array_add(&self->throughput, &self->throughput_count,
                            sizeof(*self->throughput));
}

struct record_metric *record_find_metric(const struct record *self,
                                         const char *name)
{
    for (size_t i = 0; i < self->metric_count; i++)
        if (strcmp(self->metrics[i].name, name) == 0)
            return &self->metrics[i];
    return NULL;
}

const struct record_baseline *record_reference(const struct record *self)
{
    for (size_t i = 0; i < self->baseline_count; i++)
        if (self->baselines[i].reference)
            return &self->baselines[i];
    return NULL;
}

const struct strvec *record_answer(const struct record *self)
{
    const struct record_baseline *reference = record_reference(self);
    const char *verdict = self->winner.verdict;
    if (verdict && strcmp(verdict, "proven") == 0)
        return &self->winner.flags;
    if (verdict && strcmp(verdict, "no-proven-gain") == 0 && reference)
        return &reference->flags;
    return NULL;
}

static json_t *to_json(const struct record *self)
{
    json_t *root = shape_format(&record_shape, self);
    if (self->schema == 0)
        json_object_set_new(root, "schema", json_integer(RECORD_SCHEMA));
    return root;
}

void record_format(const struct record *self, struct str *out)
{
    json_t *root = to_json(self);
    json_format(root, out);
    json_decref(root);
}

json_t *record_json(const struct record *self)
{
    return to_json(self);
}

/* All rules, on what the JSON says.  Fills *out only when all hold. */
static bool take_json(json_t *root, struct record *out, struct error *err)
{
    struct record found = {0};
    if (!shape_parse(&record_shape, root, &found, err) ||
        !record_check_sense(&found, err)) {
        record_release(&found);
        return false;
    }
    *out = found;
    return true;
}

bool record_parse(const char *text, size_t length, const char *name,
                  struct record *out, struct error *err)
{
    if (length > RECORD_BYTES_MAX)
        return error_set(err, ERROR_FORMAT,
                         "%s: has %zu bytes, more than the %d that are taken",
                         name, length, (int)RECORD_BYTES_MAX);
    json_t *root = json_parse(text, length, name, err);
    if (!root)
        return false;
    bool ok = record_upgrade(root, err) && take_json(root, out, err);
    json_decref(root);
    return ok || error_wrap(err, "%s", name);
}

bool record_check(const struct record *self, struct error *err)
{
    json_t *root = to_json(self);
    struct record copy = {0};
    bool ok = take_json(root, &copy, err);
    json_decref(root);
    record_release(&copy);
    return ok;
}

void record_id_of_text(const char *text, size_t length,
                       char out[RECORD_ID_SIZE])
{
    struct digest digest = digest_bytes(text, length);
    snprintf(out, RECORD_ID_SIZE, "%.12s", digest.hex);
}

void record_id(const struct record *self, char out[RECORD_ID_SIZE])
{
    struct str text = {0};
    record_format(self, &text);
    record_id_of_text(str_text(&text), text.length, out);
    str_release(&text);
}

/* Letters, digits, '.', '_' and '+' stay, runs of all else become one '-',
 * so that no name leaves its folder. */
static void add_slug(struct str *out, const char *text)
{
    enum { SLUG_MAX = 40 };
    size_t start = out->length;
    for (const char *c = text ? text : ""; *c; c++) {
        unsigned char byte = (unsigned char)*c;
        if (out->length - start == SLUG_MAX)
            break;
        if (byte < 0x80 && (isalnum(byte) || strchr("._+-", byte)))
            str_add_char(out, (char)tolower(byte));
        else if (out->length > start && out->text[out->length - 1] != '-')
            str_add_char(out, '-');
    }
    str_add_char(out, '-');
}

void record_file_name(const struct record *self, const char *id,
                      struct str *out)
{
    add_slug(out, self->compiler.target);
    add_slug(out, self->compiler.family);
    add_slug(out, self->compiler.version);
    add_slug(out, self->workload.name);
    str_addf(out, "%s.json", id);
}
