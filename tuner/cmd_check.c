/* SPDX-License-Identifier: MIT
 *
 * tuner check: a verdict on each flag of a set, in the compiler's words.
 */
#include <config.h>

#include <stdio.h>

#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/program.h"
#include "base/str.h"
#include "probes/catalogue.h"
#include "probes/check.h"
#include "probes/compiler.h"
#include "probes/native.h"
#include "probes/trial.h"
#include "tuner/command.h"
#include "tuner/commands.h"
#include "tuner/data.h"
#include "tuner/machine.h"
#include "tuner/options.h"
#include "tuner/privilege.h"
#include "tuner/runner_bridge.h"

static const struct option_spec check_options[] = {
    {"cc", "CC", "compiler to ask (default: $CC or cc)"},
    {"runner", "CMD", "run the test program behind this command"},
    {NULL, NULL, NULL},
};

static json_t *flag_json(const struct check_flag *flag)
{
    json_t *out = json_pack("{s:s, s:s, s:s}", "flag", flag->flag, "verdict",
                            refusal_word(flag->verdict), "message",
                            flag->message ? flag->message : "");
    if (flag->suggestion)
        json_object_set_new(out, "suggestion", json_string(flag->suggestion));
    return out;
}

static void print_json(const struct check *check,
                       const struct compiler *compiler)
{
    json_t *flags = json_array();
    for (size_t i = 0; i < check->count; i++)
        json_array_append_new(flags, flag_json(&check->flags[i]));
    json_t *out =
        json_pack("{s:s, s:s, s:o, s:i, s:{s:s, s:s, s:s}}", "verdict",
                  refusal_word(check->verdict), "message",
                  check->message ? check->message : "", "flags", flags,
                  "trials", (int)check->trials, "compiler", "family",
                  compiler_family_word(compiler->family), "version",
                  compiler->version, "target", compiler->target);
    struct str text = {0};
    json_format(out, &text);
    fputs(str_text(&text), stdout);
    str_release(&text);
    json_decref(out);
}

/* Under its flag, indented, each line of the message. */
static void print_message(const char *message)
{
    while (*message) {
        int length = (int)strcspn(message, "\n");
        printf("    %.*s\n", length, message);
        message += length + (message[length] == '\n');
    }
}

static void print_text(const struct check *check)
{
    for (size_t i = 0; i < check->count; i++) {
        const struct check_flag *flag = &check->flags[i];
        printf("%-32s %s\n", flag->flag, refusal_word(flag->verdict));
        if (flag->message)
            print_message(flag->message);
        if (flag->suggestion)
            printf("    did you mean '%s'?\n", flag->suggestion);
    }
    printf("verdict: %s\n", refusal_word(check->verdict));
    const char *advice = refusal_advice(check->verdict);
    if (advice)
        printf("advice: %s\n", advice);
}

/* Programs for this machine's own instruction set can be run here; what a
 * cross compiler makes is only linked, unless there is a runner. */
static bool check(const struct options *options,
                  const struct compiler *compiler,
                  const struct catalogue *catalogue, struct error *err)
{
    struct check result = {0};
    struct runner_bridge bridge = {0};
    const char *runner = options_text(options, "runner", "");
    if (!runner_bridge_open(&bridge, runner, compiler->cc, err))
        return false;
    privilege_tell();
    bool runs = *runner || native_is_target(compiler);
    struct trial trial = {.compiler = compiler,
                          .catalogue = catalogue,
                          .depth = runs ? TRIAL_RUN : TRIAL_LINK,
                          .runner = &bridge.trial};
    bool ok = check_flags(&result, &trial, &options->operands, err);
    if (ok && options_has(options, "json"))
        print_json(&result, compiler);
    else if (ok)
        print_text(&result);
    check_release(&result);
    runner_bridge_close(&bridge);
    return ok;
}

static bool run(const struct options *options, struct error *err)
{
    if (options->operands.count == 0)
        return error_set(err, ERROR_USAGE,
                         "no flags given: %s check [--cc CC] -- FLAGS",
                         program_name());
    struct str data = {0};
    struct catalogue catalogue = {0};
    struct compiler compiler = {0};
    bool ok = data_directory(&data, err) &&
              catalogue_load(&catalogue, str_text(&data), err) &&
              compiler_probe(&compiler, machine_cc(options), err) &&
              check(options, &compiler, &catalogue, err);
    compiler_release(&compiler);
    catalogue_release(&catalogue);
    str_release(&data);
    return ok;
}

const struct command command_check = {
    .name = "check",
    .summary = "give a verdict on each flag of a set",
    .operands = "-- FLAGS",
    .options = check_options,
    .run = run,
};
