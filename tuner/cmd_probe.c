/* SPDX-License-Identifier: MIT
 *
 * tuner probe: what machine, board and compiler this is, and the flags that
 * follow from that alone.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "base/child.h"
#include "base/error.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/str.h"
#include "base/temporary.h"
#include "probes/compiler.h"
#include "probes/machine.h"
#include "probes/native.h"
#include "probes/recommend.h"
#include "tuner/capture.h"
#include "tuner/command.h"
#include "tuner/commands.h"
#include "tuner/data.h"
#include "tuner/machine.h"
#include "tuner/message.h"
#include "tuner/options.h"
#include "tuner/probe_json.h"
#include "tuner/remote_root.h"
#include "tuner/text_style.h"

static const struct option_spec probe_options[] = {
    {"cc", "CC", "compiler to ask (default: $CC or cc)"},
    {"no-compiler", NULL, "ask no compiler: the machine only"},
    {"root", "DIR", "read DIR/proc and DIR/sys instead of the live ones"},
    {"capture", "DIR", "record the machine into a new folder for --root"},
    {"runner", "CMD", "ask the machine behind this command"},
    {NULL, NULL, NULL},
};

struct answer {
    struct machine machine;
    struct compiler compiler;
    struct recommendation recommendation;
    struct native native;
    bool has_compiler;
    bool has_native;
    size_t captured; /* files */
};

static void release(struct answer *self)
{
    native_release(&self->native);
    recommendation_release(&self->recommendation);
    compiler_release(&self->compiler);
    machine_release(&self->machine);
}

/* Without --cc a machine that has no compiler is still an answer. */
static bool find_compiler(const struct options *options, struct answer *answer,
                          struct error *err)
{
    if (options_has(options, "no-compiler"))
        return true;
    struct error own = {0};
    answer->has_compiler =
        compiler_probe(&answer->compiler, machine_cc(options), &own);
    if (!answer->has_compiler && !options_has(options, "cc") &&
        !options_has(options, "runner") && own.kind == ERROR_MISSING) {
        strvec_add(&answer->recommendation.notes, own.text);
        return true;
    }
    if (!answer->has_compiler)
        *err = own;
    return answer->has_compiler;
}

/* The machine behind --runner, else the recorded or the live one; recorded
 * in its turn for --capture. */
static bool find_machine(const struct options *options, struct answer *answer,
                         struct error *err)
{
    struct str data = {0}, scratch = {0};
    const char *root = options_text(options, "root", "");
    const char *runner = options_text(options, "runner", "");
    const char *capture = options_text(options, "capture", NULL);
    bool ok = data_directory(&data, err);
    if (ok && *runner) {
        ok = remote_root_make(str_text(&data), &answer->compiler, runner,
                              &scratch, err);
        root = str_text(&scratch);
    }
    ok = ok && machine_probe(&answer->machine, str_text(&data), root, err);
    if (ok && capture)
        ok = *root ? capture_root(root, capture, &answer->captured, err)
                   : capture_machine(capture, &answer->captured, err);
    if (ok && capture)
        message_info("%zu files of this machine are in '%s'", answer->captured,
                     capture);
    temporary_remove(str_text(&scratch));
    str_release(&scratch);
    str_release(&data);
    return ok;
}

static void ask_native(struct answer *answer)
{
    const struct machine *machine = &answer->machine;
    const struct compiler *compiler = &answer->compiler;
    answer->has_native = machine->live && native_is_target(compiler) &&
                         native_resolve(&answer->native, &machine->catalogue,
                                        compiler, &machine->cpu);
    const char *family = compiler_family_word(compiler->family);
    if (answer->has_native && answer->native.lost.count) {
        char *words = strvec_join(&answer->native.lost, " ");
        strvec_addf(&answer->recommendation.notes, "%s's %s loses: %s", family,
                    answer->native.option, words);
        free(words);
    }
    if (answer->has_native && answer->native.surplus.count) {
        char *words = strvec_join(&answer->native.surplus, " ");
        strvec_addf(&answer->recommendation.notes,
                    "%s's %s uses what the CPU lists not: %s", family,
                    answer->native.option, words);
        free(words);
    }
}

static bool find_flags(struct answer *answer, struct error *err)
{
    if (!answer->has_compiler)
        return true;
    struct cpu *cpu = &answer->machine.cpu;
    if (!recommend_same_family(&answer->compiler, cpu))
        cpu_doubt(cpu, CPU_PARTIAL,
                  "the compiler makes programs for %s, this is %s",
                  answer->compiler.target, cpu->arch);
    if (!recommend_flags(&answer->machine.catalogue, &answer->compiler, cpu,
                         &answer->recommendation, err))
        return false;
    ask_native(answer);
    return true;
}

static json_t *native_json(const struct answer *answer)
{
    const struct native *native = &answer->native;
    if (!answer->has_native)
        return json_null();
    return json_pack("{s:s, s:o, s:o, s:o, s:b}", "option", native->option,
                     "flags", json_strings(&native->flags), "lost",
                     json_strings(&native->lost), "surplus",
                     json_strings(&native->surplus), "same", native->same);
}

static void print_json(const struct answer *answer)
{
    json_t *out = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "native",
        native_json(answer), "board", probe_json_board(&answer->machine), "cpu",
        probe_json_cpu(&answer->machine.cpu), "system",
        probe_json_system(&answer->machine.state), "topology",
        probe_json_topology(&answer->machine), "compiler",
        answer->has_compiler ? probe_json_compiler(&answer->compiler)
                             : json_null(),
        "flags", json_strings(&answer->recommendation.flags), "notes",
        json_strings(&answer->recommendation.notes));
    struct str text = {0};
    json_format(out, &text);
    fputs(str_text(&text), stdout);
    str_release(&text);
    json_decref(out);
}

static const struct text_style plain = {0};

/* A line of the answer, wrapped and made printable; takes the text over. */
static void add_line(struct str *out, const char *word, char *text)
{
    text_style_wrapped(&plain, TEXT_PLAIN, word, text, out);
    free(text);
}

static void add_list(struct str *out, const char *word,
                     const struct strvec *items)
{
    for (size_t i = 0; i < items->count; i++)
        add_line(out, i ? "" : word, xstrdup(items->items[i]));
}

/* "4 x cortex-a53 (0-3)", with one range where they follow each other. */
static void add_kind(struct str *out, const char *word,
                     const struct cpu_kind *kind)
{
    struct str cpus = {0};
    if (kind->cpu_count) {
        int first = kind->cpus[0], last = kind->cpus[kind->cpu_count - 1];
        bool whole = (size_t)(last - first) + 1 == kind->cpu_count;
        if (first == last)
            str_addf(&cpus, " (CPU %d)", first);
        else
            str_addf(&cpus, " (CPUs %d%s%d)", first, whole ? "-" : "...", last);
    }
    add_line(
        out, word,
        xasprintf("%zu x %s%s", kind->cpu_count, kind->core, str_text(&cpus)));
    str_release(&cpus);
}

static void add_machine(struct str *out, const struct machine *machine)
{
    const struct cpu *cpu = &machine->cpu;
    add_line(out, "board",
             xasprintf("%s (%s, by its %s)", machine->board.id,
                       *machine->board.name ? machine->board.name : "no name",
                       machine->board.evidence));
    add_line(out, "cpu",
             xasprintf("%s%s%s, %s", cpu->arch, *cpu->name ? ", " : "",
                       cpu->name, cpu_confidence_word(cpu->confidence)));
    for (size_t i = 0; i < cpu->kind_count; i++)
        add_kind(out, i ? "" : "kinds", &cpu->kinds[i]);
    add_list(out, "because", &cpu->reasons);
    add_line(out, "features", strvec_join(&cpu->features, " "));
    add_list(out, "state", &machine->state.warnings);
}

static void print_text(const struct answer *answer)
{
    struct str out = {0};
    add_machine(&out, &answer->machine);
    if (answer->has_compiler) {
        const struct compiler *compiler = &answer->compiler;
        add_line(&out, "compiler",
                 xasprintf("%s: %s %s for %s%s%s", compiler->path,
                           compiler_family_word(compiler->family),
                           compiler->version, compiler->target,
                           *compiler->float_abi ? ", float ABI " : "",
                           compiler->float_abi));
        const struct strvec *flags = &answer->recommendation.flags;
        add_line(&out, "flags",
                 flags->count ? strvec_join(flags, " ") : xstrdup("(none)"));
    }
    add_list(&out, "notes", &answer->recommendation.notes);
    fputs(str_text(&out), stdout);
    str_release(&out);
}

static bool run(const struct options *options, struct error *err)
{
    struct answer answer = {0};
    if (options_has(options, "runner") &&
        (options_has(options, "root") || options_has(options, "no-compiler")))
        return error_set(err, ERROR_USAGE,
                         "--runner asks another machine with a program: it "
                         "goes with neither --root nor --no-compiler");
    bool ok = find_compiler(options, &answer, err) &&
              find_machine(options, &answer, err) && find_flags(&answer, err);
    if (ok && options_has(options, "json"))
        print_json(&answer);
    else if (ok)
        print_text(&answer);
    release(&answer);
    return ok;
}

const struct command command_probe = {
    .name = "probe",
    .summary = "tell what machine and compiler this is, and which flags fit",
    .options = probe_options,
    .run = run,
};
