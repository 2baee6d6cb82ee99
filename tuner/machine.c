/* SPDX-License-Identifier: MIT
 *
 * Fills signatures from the probes.
 */
#include <config.h>

#include "tuner/machine.h"

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "db/signature.h"
#include "probes/compiler.h"
#include "probes/machine.h"
#include "search/core_digest.h"
#include "search/workload_file.h"
#include "tuner/data.h"
#include "tuner/options.h"

const char *machine_cc(const struct options *options)
{
    const char *variable = getenv("CC");
    return options_text(options, "cc", variable && *variable ? variable : "cc");
}

void machine_kind_names(const struct cpu *cpu, const struct cpu_kind *kind,
                        struct str *implementer, struct str *part)
{
    if (kind->has_midr) {
        str_addf(implementer, "0x%02x", kind->implementer);
        str_addf(part, "0x%03x", kind->part);
    } else if (kind->family) {
        str_add(implementer, cpu->vendor);
        str_addf(part, "%u/%u", kind->family, kind->model);
    }
}

static void add_kind(const struct cpu *cpu, const struct cpu_kind *kind,
                     struct signature *out)
{
    struct str implementer = {0}, part = {0};
    machine_kind_names(cpu, kind, &implementer, &part);
    struct signature_kind *made = signature_add_kind(out);
    made->core = xstrdup(kind->core);
    made->implementer = str_detach(&implementer);
    made->part = str_detach(&part);
}

void machine_fill_signature(const struct machine *machine,
                            const struct compiler *compiler,
                            struct signature *out)
{
    const struct cpu *cpu = &machine->cpu;
    out->board = xstrdup(machine->board.id);
    out->arch = xstrdup(cpu->arch);
    for (size_t i = 0; i < cpu->kind_count; i++)
        add_kind(cpu, &cpu->kinds[i], out);
    strvec_add_all(&out->features, &cpu->features);
    if (!compiler)
        return;
    out->family = xstrdup(compiler_family_word(compiler->family));
    out->version = xstrdup(compiler->version);
    out->target = xstrdup(compiler->target);
}

/* A workload's file gives its name. */
static bool name_workload(const char *text, struct signature *out,
                          struct error *err)
{
    struct workload_file file = {0};
    if (!strchr(text, '/') && !str_ends(text, ".conf")) {
        out->workload = xstrdup(text);
        return true;
    }
    if (!workload_file_load(&file, text, NULL, err))
        return false;
    out->workload = xstrdup(file.name);
    workload_file_release(&file);
    return true;
}

bool machine_set_workload(struct signature *out, const char *text,
                          struct error *err)
{
    struct digest sources;
    struct str core = {0};
    free(out->workload);
    out->workload = NULL;
    if (!name_workload(text, out, err))
        return false;
    if (strcmp(out->workload, "core") != 0)
        return true;
    bool ok = data_path("core", &core, err) &&
              core_digest(str_text(&core), &sources, err);
    if (ok) {
        free(out->source);
        out->source = xstrdup(sources.hex);
    }
    str_release(&core);
    return ok;
}

bool machine_signature(const struct options *options, struct signature *out,
                       struct error *err)
{
    *out = (struct signature){0};
    struct machine machine = {0};
    struct compiler compiler = {0};
    struct str data = {0};
    bool ok = data_directory(&data, err) &&
              machine_probe(&machine, str_text(&data),
                            options_text(options, "root", ""), err) &&
              compiler_probe(&compiler, machine_cc(options), err);
    if (ok) {
        machine_fill_signature(&machine, &compiler, out);
        const char *workload = options_text(options, "workload", NULL);
        ok = !workload || machine_set_workload(out, workload, err);
    }
    if (!ok)
        signature_release(out);
    compiler_release(&compiler);
    machine_release(&machine);
    str_release(&data);
    return ok;
}
