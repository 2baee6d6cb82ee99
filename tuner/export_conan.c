/* SPDX-License-Identifier: MIT
 *
 * A Conan profile: `conan install . -pr:h default -pr:h ./tuner.profile`.
 * Conan runs profiles through Jinja first, whose markers are refused.
 */
#include <config.h>

#include "base/str.h"
#include "base/strvec.h"
#include "tuner/export.h"
#include "tuner/export_formats.h"
#include "tuner/quote.h"

static void set(const char *name, const struct strvec *flags, struct str *out)
{
    if (!flags->count)
        return;
    str_addf(out, "tools.build:%s=[", name);
    quote_list(out, flags, quote_json, ", ");
    str_add(out, "]\n");
}

static void write_conan(const struct export_input *input, struct str *out)
{
    str_add(out, "[conf]\n");
    set("cflags", &input->compile, out);
    set("cxxflags", &input->compile, out);
    set("exelinkflags", &input->link, out);
    set("sharedlinkflags", &input->link_shared, out);
}

const struct export_format export_conan = {
    .name = "conan",
    .file = "tuner.profile",
    .summary = "Conan profile: conan install . -pr ./tuner.profile",
    .comment = "#",
    .forbidden = "{}",
    .write = write_conan};
