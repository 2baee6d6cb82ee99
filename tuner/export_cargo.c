/* SPDX-License-Identifier: MIT
 *
 * A Cargo configuration, .cargo/config.toml: the CPU for rustc, and the whole
 * flag list for C code that crates compile (the cc crate reads CFLAGS).
 */
#include <config.h>

#include "base/str.h"
#include "base/strvec.h"
#include "tuner/export.h"
#include "tuner/export_formats.h"
#include "tuner/export_head.h"
#include "tuner/quote.h"
#include "tuner/rustc.h"

static void write_rustflags(const struct rustc_options *options,
                            struct str *out)
{
    struct strvec words = {0};
    if (options->cpu)
        strvec_addf(&words, "-Ctarget-cpu=%s", options->cpu);
    if (options->features.count) {
        struct str features = {0};
        str_add(&features, "-Ctarget-feature=");
        quote_list(&features, &options->features, str_add, ",");
        strvec_add_take(&words, str_detach(&features));
    }
    if (words.count) {
        str_add(out, "[build]\nrustflags = [");
        quote_list(out, &words, quote_json, ", ");
        str_add(out, "]\n\n");
    }
    strvec_release(&words);
}

static void write_variable(const char *name, const struct strvec *flags,
                           struct str *out)
{
    struct str line = {0};
    quote_list(&line, flags, str_add, " ");
    str_addf(out, "%s = ", name);
    quote_json(out, str_text(&line));
    str_add_char(out, '\n');
    str_release(&line);
}

static void write_cargo(const struct export_input *input, struct str *out)
{
    struct rustc_options options;
    rustc_options_init(&options, input->record, &input->flags);
    export_head_left_out("Not for rustc, whose optimiser is another",
                         &options.left_out, out);
    write_rustflags(&options, out);
    if (input->compile.count) {
        str_add(out, "[env]\n");
        write_variable("CFLAGS", &input->compile, out);
        write_variable("CXXFLAGS", &input->compile, out);
    }
    rustc_options_release(&options);
}

const struct export_format export_cargo = {
    .name = "cargo",
    .file = "config.toml",
    .summary = "Cargo: .cargo/config.toml",
    .comment = "#",
    /* The cc crate splits CFLAGS at blanks and knows no quotes. */
    .forbidden = " \t",
    .write = write_cargo};
