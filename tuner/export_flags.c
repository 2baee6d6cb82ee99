/* SPDX-License-Identifier: MIT
 *
 * One line of flags, for `cc $(tuner export --format flags) ...`.
 */
#include <config.h>

#include "base/str.h"
#include "base/strvec.h"
#include "tuner/export.h"
#include "tuner/export_formats.h"

static void write_flags(const struct export_input *input, struct str *out)
{
    strvec_join_shell(&input->flags, out);
    str_add_char(out, '\n');
}

const struct export_format export_flags = {
    .name = "flags",
    .file = "flags.txt",
    .summary = "one line of flags for a command line",
    /* The shell splits an unquoted $(...) at blanks and expands patterns,
     * but takes no quotes away. */
    .forbidden = " \t*?[]\\'\"`$&;|<>(){}#~!",
    .write = write_flags};
