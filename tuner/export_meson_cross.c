/* SPDX-License-Identifier: MIT
 *
 * A Meson cross file: the flags, the cross compiler of the record's target,
 * and what Meson must know of the machine (Meson manual, "Cross
 * compilation" and "Reference tables").
 */
#include <config.h>

#include <stddef.h>
#include <string.h>

#include "base/str.h"
#include "base/strvec.h"
#include "db/record.h"
#include "tuner/export.h"
#include "tuner/export_formats.h"
#include "tuner/export_meson.h"
#include "tuner/quote.h"

struct machine {
    const char *target; /* beginning of the target's name */
    const char *family;
    const char *endian;
};

/* Longer names before those that they begin with. */
static const struct machine machines[] = {
    {"aarch64_be", "aarch64", "big"},
    {"aarch64", "aarch64", "little"},
    {"armeb", "arm", "big"},
    {"arm", "arm", "little"},
    {"x86_64", "x86_64", "little"},
    {"i", "x86", "little"},
    {"riscv64", "riscv64", "little"},
    {"riscv32", "riscv32", "little"},
    {"powerpc64le", "ppc64", "little"},
    {"powerpc64", "ppc64", "big"},
    {"powerpc", "ppc", "big"},
    {"mips64el", "mips64", "little"},
    {"mips64", "mips64", "big"},
    {"mipsel", "mips", "little"},
    {"mips", "mips", "big"},
    {"loongarch64", "loongarch64", "little"},
    {"s390x", "s390x", "big"},
    {"sparc64", "sparc64", "big"}};

static const struct machine *find_machine(const char *target)
{
    for (size_t i = 0; i < sizeof(machines) / sizeof(*machines); i++)
        if (str_starts(target, machines[i].target))
            return &machines[i];
    return NULL;
}

static void set(const char *name, const char *text, struct str *out)
{
    str_addf(out, "%s = ", name);
    quote_meson(out, text);
    str_add_char(out, '\n');
}

static void set_tool(const char *name, const char *target, const char *tool,
                     struct str *out)
{
    struct str program = {0};
    str_addf(&program, "%s-%s", target, tool);
    set(name, str_text(&program), out);
    str_release(&program);
}

static void set_clang(const char *name, const char *tool, const char *target,
                      struct str *out)
{
    struct strvec words = {0};
    strvec_add(&words, tool);
    strvec_addf(&words, "--target=%s", target);
    str_addf(out, "%s = [", name);
    quote_list(out, &words, quote_meson, ", ");
    str_add(out, "]\n");
    strvec_release(&words);
}

/* Programs are named from the target, never taken from the record, which
 * may be a stranger's. */
static void write_binaries(const struct record_compiler *compiler,
                           struct str *out)
{
    const char *target = compiler->target;
    str_add(out, "\n[binaries]\n");
    if (compiler->family && strcmp(compiler->family, "clang") == 0) {
        set_clang("c", "clang", target, out);
        set_clang("cpp", "clang++", target, out);
    } else {
        set_tool("c", target, "gcc", out);
        set_tool("cpp", target, "g++", out);
    }
    set_tool("ar", target, "ar", out);
    set_tool("strip", target, "strip", out);
}

static void write_machine(const struct record_compiler *compiler,
                          struct str *out)
{
    const struct machine *machine = find_machine(compiler->target);
    size_t length = strcspn(compiler->target, "-");
    struct str cpu = {0};
    str_add_bytes(&cpu, compiler->target, length);
    str_add(out, "\n[host_machine]\n");
    set("system", "linux", out);
    set("cpu_family", machine ? machine->family : str_text(&cpu), out);
    set("cpu", str_text(&cpu), out);
    set("endian", machine ? machine->endian : "little", out);
    str_release(&cpu);
}

static void write_meson_cross(const struct export_input *input, struct str *out)
{
    export_meson_options(input, out);
    if (!input->record->compiler.target)
        return;
    write_binaries(&input->record->compiler, out);
    write_machine(&input->record->compiler, out);
}

const struct export_format export_meson_cross = {
    .name = "meson-cross",
    .file = "tuner-cross.ini",
    .summary = "cross file: meson setup --cross-file tuner-cross.ini build",
    .comment = "#",
    .forbidden = "",
    .write = write_meson_cross};
