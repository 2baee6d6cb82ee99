/* SPDX-License-Identifier: MIT
 *
 * Gentoo's make.conf(5).  Portage reads it with its own parser, in which
 * quotes do not nest: flags that would need any are refused.
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
    str_addf(out, "%s=\"", name);
    quote_list(out, flags, str_add, " ");
    str_add(out, "\"\n");
}

static void write_gentoo(const struct export_input *input, struct str *out)
{
    set("COMMON_FLAGS", &input->compile, out);
    if (input->compile.count)
        str_add(out, "CFLAGS=\"${COMMON_FLAGS}\"\n"
                     "CXXFLAGS=\"${COMMON_FLAGS}\"\n");
    if (!input->link.count)
        return;
    str_add(out, "LDFLAGS=\"${LDFLAGS} ");
    quote_list(out, &input->link, str_add, " ");
    str_add(out, "\"\n");
}

const struct export_format export_gentoo = {
    .name = "gentoo",
    .file = "make.conf",
    .summary = "Portage: /etc/portage/make.conf",
    .comment = "#",
    .forbidden = " \t\\'\"`$",
    .write = write_gentoo};
