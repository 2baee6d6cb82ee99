/* SPDX-License-Identifier: MIT
 *
 * A fragment of an OpenWrt .config.  "Target Optimizations" is only asked for
 * with the developer's and the target's options on (config/Config-devel.in);
 * its own default begins "-Os -pipe", which the tuned flags replace.
 */
#include <config.h>

#include "base/str.h"
#include "base/strvec.h"
#include "tuner/export.h"
#include "tuner/export_formats.h"
#include "tuner/export_head.h"
#include "tuner/quote.h"

static void write_openwrt(const struct export_input *input, struct str *out)
{
    export_head_left_out("There is no setting for link flags", &input->link,
                         out);
    if (!input->compile.count)
        return;
    struct str line = {0};
    str_add(&line, "-pipe ");
    quote_list(&line, &input->compile, str_add, " ");
    str_add(out, "CONFIG_DEVEL=y\nCONFIG_TARGET_OPTIONS=y\n"
                 "CONFIG_TARGET_OPTIMIZATION=");
    quote_kconfig(out, str_text(&line));
    str_add_char(out, '\n');
    str_release(&line);
}

const struct export_format export_openwrt = {
    .name = "openwrt",
    .file = "tuner.config",
    .summary = "OpenWrt: append to .config, then make defconfig",
    .comment = "#",
    .forbidden = " \t\\'\"`$#",
    .write = write_openwrt};
