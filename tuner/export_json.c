/* SPDX-License-Identifier: MIT
 *
 * One JSON object for programs.
 */
#include <config.h>

#include "base/json.h"
#include "base/str.h"
#include "base/strvec.h"
#include "db/flag.h"
#include "db/record.h"
#include "tuner/export.h"
#include "tuner/export_formats.h"
#include "tuner/fit.h"

/* The command line as one text, quoted for a shell. */
static void set_line(json_t *object, const char *key,
                     const struct strvec *flags)
{
    struct str line = {0};
    strvec_join_shell(flags, &line);
    json_set_text(object, key, str_text(&line));
    str_release(&line);
}

static json_t *unsafe_flags(const struct export_input *input)
{
    json_t *unsafe = json_object();
    for (size_t i = 0; i < input->flags.count; i++) {
        const char *flag = input->flags.items[i];
        enum flag_class class = export_flag_class(input->record, flag);
        if (class != FLAG_SAFE)
            json_set_text(unsafe, flag, flag_class_word(class));
    }
    return unsafe;
}

static json_t *pairs(const struct record_pairs *self)
{
    json_t *object = json_object();
    for (size_t i = 0; i < self->count; i++)
        json_set_text(object, self->items[i].key, self->items[i].value);
    return object;
}

static json_t *gain(const struct record_winner *winner)
{
    json_t *object = json_object();
    json_set_text(object, "verdict", winner->verdict);
    json_object_set_new(object, "ratio", json_number(winner->gain));
    json_object_set_new(object, "low", json_number(winner->low));
    json_object_set_new(object, "high", json_number(winner->high));
    return object;
}

static void write_json(const struct export_input *input, struct str *out)
{
    const struct record *record = input->record;
    json_t *root = json_object();
    json_set_text(root, "board", record->board.id);
    json_set_text(root, "family", record->compiler.family);
    json_set_text(root, "version", record->compiler.version);
    json_set_text(root, "target", record->compiler.target);
    json_set_text(root, "workload", record->workload.name);
    json_object_set_new(root, "flags", json_strings(&input->flags));
    json_object_set_new(root, "compile", json_strings(&input->compile));
    json_object_set_new(root, "link", json_strings(&input->link));
    set_line(root, "cflags", &input->compile);
    set_line(root, "ldflags", &input->link);
    json_object_set_new(root, "implementations",
                        pairs(&input->winner->implementations));
    json_object_set_new(root, "gain", gain(input->winner));
    json_object_set_new(root, "needs", json_strings(&record->needs));
    json_object_set_new(root, "unsafe", unsafe_flags(input));
    json_object_set_new(root, "left_out",
                        input->fit ? fit_json(input->fit) : json_array());
    json_object_set_new(root, "published", json_boolean(record->published));
    json_object_set_new(root, "emulated", json_boolean(record->emulated));
    json_object_set_new(root, "about", json_strings(&input->head));
    json_format(root, out);
    json_decref(root);
}

const struct export_format export_json = {.name = "json",
                                          .file = "tuner.json",
                                          .summary =
                                              "one JSON object for programs",
                                          .forbidden = "",
                                          .write = write_json};
