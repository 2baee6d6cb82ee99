/* SPDX-License-Identifier: MIT
 *
 * Debian's buildflags.conf (dpkg-buildflags(1)).  APPEND puts the flags
 * behind the distribution's, whose hardening stays and whose -O2 loses.
 */
#include <config.h>

#include "base/str.h"
#include "base/strvec.h"
#include "tuner/export.h"
#include "tuner/export_formats.h"

static void append(const char *name, const struct strvec *flags,
                   struct str *out)
{
    if (!flags->count)
        return;
    str_addf(out, "APPEND %s ", name);
    strvec_join_shell(flags, out);
    str_add_char(out, '\n');
}

static void write_dpkg(const struct export_input *input, struct str *out)
{
    append("CFLAGS", &input->compile, out);
    append("CXXFLAGS", &input->compile, out);
    append("LDFLAGS", &input->link, out);
}

const struct export_format export_dpkg = {
    .name = "dpkg-buildflags",
    .file = "buildflags.conf",
    .summary = "Debian packages: ~/.config/dpkg/buildflags.conf",
    .comment = "#",
    .forbidden = "",
    .write = write_dpkg};
