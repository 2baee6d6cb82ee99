/* SPDX-License-Identifier: MIT
 *
 * A fragment of a Buildroot defconfig: the level is a choice of its own, all
 * other flags are "Target Optimizations", which Buildroot puts behind its
 * own (package/Makefile.in).  Make reads the file, and takes the quotes off
 * without looking inside, so that flags which need any are refused.
 */
#include <config.h>

#include <string.h>

#include "base/str.h"
#include "base/strvec.h"
#include "tuner/export.h"
#include "tuner/export_formats.h"
#include "tuner/quote.h"

/* Buildroot's Config.in, "gcc optimization level". */
static const char *level_symbol(const char *level)
{
    static const struct {
        const char *level;
        const char *symbol;
    } levels[] = {{"-O0", "BR2_OPTIMIZE_0"}, {"-O1", "BR2_OPTIMIZE_1"},
                  {"-O", "BR2_OPTIMIZE_1"},  {"-O2", "BR2_OPTIMIZE_2"},
                  {"-O3", "BR2_OPTIMIZE_3"}, {"-Og", "BR2_OPTIMIZE_G"},
                  {"-Os", "BR2_OPTIMIZE_S"}, {"-Ofast", "BR2_OPTIMIZE_FAST"}};
    for (size_t i = 0; level && i < sizeof(levels) / sizeof(*levels); i++)
        if (strcmp(levels[i].level, level) == 0)
            return levels[i].symbol;
    return NULL;
}

static void set(const char *name, const struct strvec *flags, struct str *out)
{
    if (!flags->count)
        return;
    struct str line = {0};
    quote_list(&line, flags, str_add, " ");
    str_addf(out, "%s=", name);
    quote_kconfig(out, str_text(&line));
    str_add_char(out, '\n');
    str_release(&line);
}

static void write_buildroot(const struct export_input *input, struct str *out)
{
    const char *symbol = level_symbol(input->level);
    struct strvec rest = {0};
    for (size_t i = 0; i < input->compile.count; i++)
        if (!symbol || !str_starts(input->compile.items[i], "-O"))
            strvec_add(&rest, input->compile.items[i]);
    if (symbol)
        str_addf(out, "%s=y\n", symbol);
    set("BR2_TARGET_OPTIMIZATION", &rest, out);
    set("BR2_TARGET_LDFLAGS", &input->link, out);
    strvec_release(&rest);
}

const struct export_format export_buildroot = {
    .name = "buildroot",
    .file = "tuner.config",
    .summary = "Buildroot: support/kconfig/merge_config.sh .config FILE",
    .comment = "#",
    .forbidden = " \t\\'\"`$#",
    .write = write_buildroot};
