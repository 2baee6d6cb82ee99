/* SPDX-License-Identifier: MIT
 *
 * A Meson native file: `meson setup --native-file tuner.ini build`.
 */
#include <config.h>

#include "base/str.h"
#include "base/strvec.h"
#include "tuner/export.h"
#include "tuner/export_formats.h"
#include "tuner/export_meson.h"
#include "tuner/quote.h"

static void set(const char *name, const struct strvec *flags, struct str *out)
{
    str_addf(out, "%s = [", name);
    quote_list(out, flags, quote_meson, ", ");
    str_add(out, "]\n");
}

void export_meson_options(const struct export_input *input, struct str *out)
{
    str_add(out, "[built-in options]\n");
    set("c_args", &input->compile, out);
    set("cpp_args", &input->compile, out);
    set("c_link_args", &input->link, out);
    set("cpp_link_args", &input->link, out);
}

const struct export_format export_meson = {
    .name = "meson",
    .file = "tuner.ini",
    .summary = "native file: meson setup --native-file tuner.ini build",
    .comment = "#",
    .forbidden = "",
    .write = export_meson_options};
