/* SPDX-License-Identifier: MIT
 *
 * A site file of Autoconf (Autoconf manual, 15.8 "Setting Site Defaults"):
 * a shell script that every configure reads.  What the user sets on the
 * command line or in the environment stays.
 */
#include <config.h>

#include "base/str.h"
#include "base/strvec.h"
#include "tuner/export.h"
#include "tuner/export_formats.h"
#include "tuner/quote.h"

static void write_default(const char *name, const struct strvec *flags,
                          struct str *out)
{
    if (!flags->count)
        return;
    struct str line = {0};
    strvec_join_shell(flags, &line);
    str_addf(out, "test \"${%s+set}\" = set || %s=", name, name);
    strvec_quote_shell(out, str_text(&line));
    str_add_char(out, '\n');
    str_release(&line);
}

static void write_autoconf(const struct export_input *input, struct str *out)
{
    write_default("CFLAGS", &input->compile, out);
    write_default("CXXFLAGS", &input->compile, out);
    write_default("LDFLAGS", &input->link, out);
}

const struct export_format export_autoconf = {
    .name = "autoconf",
    .file = "config.site",
    .summary = "site defaults: CONFIG_SITE=$PWD/config.site ./configure",
    .comment = "#",
    .forbidden = "",
    .write = write_autoconf};
