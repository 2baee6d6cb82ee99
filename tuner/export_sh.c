/* SPDX-License-Identifier: MIT
 *
 * Shell variables: `. ./tuner.sh && ./configure && make`.
 *
 * The variables hold a command line that the shell of a make recipe will
 * split, so that each flag is quoted for it first.
 */
#include <config.h>

#include "base/str.h"
#include "base/strvec.h"
#include "tuner/export.h"
#include "tuner/export_formats.h"

static void write_sh(const struct export_input *input, struct str *out)
{
    export_assign(input,
                  &(struct export_assignment){
                      .operator= "=", .end = "", .quote = strvec_quote_shell},
                  out);
    if (input->compile.count)
        str_add(out, "export CFLAGS CXXFLAGS\n");
    if (input->link.count)
        str_add(out, "export LDFLAGS\n");
}

const struct export_format export_sh = {
    .name = "sh",
    .file = "tuner.sh",
    .summary = "shell variables: . ./tuner.sh before a build",
    .comment = "#",
    .forbidden = "",
    .write = write_sh};
