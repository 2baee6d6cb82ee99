/* SPDX-License-Identifier: MIT
 *
 * Finding the record that a command line means.
 */
#include <config.h>

#include "tuner/chosen_record.h"

#include "base/error.h"
#include "base/file.h"
#include "base/str.h"
#include "db/record.h"
#include "tuner/options.h"

bool chosen_record_load(const char *path, struct record *out, struct error *err)
{
    struct str text = {0};
    bool done = file_read(path, RECORD_BYTES_MAX, &text, err) &&
                record_parse(str_text(&text), text.length, path, out, err);
    str_release(&text);
    return done;
}

bool chosen_record(const struct options *options, struct record *out,
                   struct error *err)
{
    const char *path = options_text(options, "record", NULL);
    if (path)
        return chosen_record_load(path, out, err);
    return error_set(err, ERROR_MISSING, "no record");
}
