/* SPDX-License-Identifier: MIT
 *
 * Arch's makepkg.conf(5), read by bash: appended, so that ~/.makepkg.conf or
 * a file in /etc/makepkg.conf.d keeps the distribution's flags.
 */
#include <config.h>

#include "base/str.h"
#include "base/strvec.h"
#include "tuner/export.h"
#include "tuner/export_formats.h"
#include "tuner/quote.h"

/* A blank parts the old flags from the new; it is inside the quotes. */
static void quote_after_blank(struct str *out, const char *text)
{
    struct str line = {0};
    str_addf(&line, " %s", text);
    strvec_quote_shell(out, str_text(&line));
    str_release(&line);
}

static void write_makepkg(const struct export_input *input, struct str *out)
{
    export_assign(input,
                  &(struct export_assignment){
                      .operator= "+=", .end = "", .quote = quote_after_blank},
                  out);
}

const struct export_format export_makepkg = {
    .name = "makepkg",
    .file = "makepkg.conf",
    .summary = "Arch packages: append to ~/.makepkg.conf",
    .comment = "#",
    .forbidden = "",
    .write = write_makepkg};
