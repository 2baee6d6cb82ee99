/* SPDX-License-Identifier: MIT
 *
 * A response file of gcc and clang: `cc @tuner.rsp -c x.c`.  It has no
 * comments, so that what the flags were proven on is said on stderr only.
 */
#include <config.h>

#include "base/str.h"
#include "tuner/export.h"
#include "tuner/export_formats.h"
#include "tuner/quote.h"

static void write_response(const struct export_input *input, struct str *out)
{
    quote_list(out, &input->flags, quote_response, "\n");
    str_add_char(out, '\n');
}

const struct export_format export_response = {
    .name = "response",
    .file = "tuner.rsp",
    .summary = "response file of gcc and clang: cc @tuner.rsp",
    .forbidden = "",
    .write = write_response};
