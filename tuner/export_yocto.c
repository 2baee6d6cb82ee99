/* SPDX-License-Identifier: MIT
 *
 * A tune include of Yocto: machine flags belong to the tune (TUNE_CCARGS,
 * also used for linking), the others to the optimisation, where appended ones
 * win over the distribution's -O2.  BitBake strings have no escapes.
 */
#include <config.h>

#include "base/str.h"
#include "base/strvec.h"
#include "tuner/export.h"
#include "tuner/export_formats.h"
#include "tuner/quote.h"

static void append(const char *name, const struct strvec *flags,
                   struct str *out)
{
    if (!flags->count)
        return;
    str_addf(out, "%s:append = \" ", name);
    quote_list(out, flags, str_add, " ");
    str_add(out, "\"\n");
}

static void write_yocto(const struct export_input *input, struct str *out)
{
    struct strvec machine = {0}, other = {0}, link = {0};
    for (size_t i = 0; i < input->compile.count; i++) {
        const char *flag = input->compile.items[i];
        strvec_add(str_starts(flag, "-m") ? &machine : &other, flag);
    }
    for (size_t i = 0; i < input->link.count; i++)
        if (!str_starts(input->link.items[i], "-m"))
            strvec_add(&link, input->link.items[i]);
    append("TUNE_CCARGS", &machine, out);
    append("FULL_OPTIMIZATION", &other, out);
    append("TARGET_LDFLAGS", &link, out);
    strvec_release(&machine);
    strvec_release(&other);
    strvec_release(&link);
}

const struct export_format export_yocto = {
    .name = "yocto",
    .file = "tune-tuner.inc",
    .summary = "Yocto: require it from conf/local.conf or a machine",
    .comment = "#",
    .forbidden = " \t\\'\"`${}",
    .write = write_yocto};
