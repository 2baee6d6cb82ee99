/* SPDX-License-Identifier: MIT
 *
 * A makefile to include.  The flags are appended, so that they come after
 * the project's own and the tuned level wins.
 */
#include <config.h>

#include "base/str.h"
#include "tuner/export.h"
#include "tuner/export_formats.h"
#include "tuner/quote.h"

static void write_make(const struct export_input *input, struct str *out)
{
    export_assign(input,
                  &(struct export_assignment){
                      .operator= " += ", .end = "", .quote = quote_make},
                  out);
}

const struct export_format export_make = {
    .name = "make",
    .file = "tuner.mk",
    .summary = "makefile: include it after the last CFLAGS",
    .comment = "#",
    .forbidden = "",
    .write = write_make};
