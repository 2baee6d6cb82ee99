/* SPDX-License-Identifier: MIT
 *
 * Whether programs of a compiler can run on a CPU at all.
 */
#include <config.h>

#include "base/memory.h"
#include "base/str.h"
#include "probes/catalogue.h"
#include "probes/compiler.h"
#include "probes/cpu.h"
#include "probes/recommend.h"
#include "probes/words.h"

/* "32", "64" or "both" of every kind; "" where that is not known. */
static bool all_of_width(const struct catalogue *catalogue,
                         const struct cpu *cpu, const char *width)
{
    for (size_t i = 0; i < cpu->kind_count; i++) {
        long row = catalogue_find_core_name(catalogue, cpu->kinds[i].core);
        if (row < 0 ||
            strcmp(table_cell(&catalogue->cores, (size_t)row, "width"),
                   width) != 0)
            return false;
    }
    return cpu->kind_count > 0;
}

static bool fits_aarch64(const struct catalogue *catalogue,
                         const struct compiler *compiler, const struct cpu *cpu,
                         struct strvec *notes)
{
    if (all_of_width(catalogue, cpu, "32") ||
        (cpu->version && cpu->version < 8)) {
        strvec_addf(notes, "%s has no 64-bit mode: programs of %s cannot run",
                    cpu->kinds[0].core, compiler->target);
        return false;
    }
    if (!cpu->wide_kernel) {
        strvec_addf(notes,
                    "the kernel of this machine is a 32-bit one: programs of "
                    "%s cannot run",
                    compiler->target);
        return false;
    }
    return true;
}

/* Words of a 32-bit kernel, or of a 64-bit one for 32-bit processes, prove
 * that 32-bit programs run. */
static bool fits_arm(const struct catalogue *catalogue,
                     const struct compiler *compiler, const struct cpu *cpu,
                     struct strvec *notes)
{
    if (cpu->wide && all_of_width(catalogue, cpu, "64")) {
        strvec_addf(notes, "%s has no 32-bit mode: programs of %s cannot run",
                    cpu->kinds[0].core, compiler->target);
        return false;
    }
    bool has_fpu = words_satisfy(&cpu->features, "vfp fp asimd");
    if (strcmp(compiler->float_abi, "hard") == 0 && !has_fpu) {
        strvec_addf(notes,
                    "the CPU lists no floating-point unit: programs of %s, "
                    "which pass numbers in its registers, cannot run",
                    compiler->target);
        return false;
    }
    return true;
}

static bool fits_x86_64(const struct compiler *compiler, const struct cpu *cpu,
                        struct strvec *notes)
{
    if (cpu->wide)
        return true;
    strvec_addf(notes,
                "the CPU lists no 'lm': it has no 64-bit mode, programs of %s "
                "cannot run",
                compiler->target);
    return false;
}

bool recommend_same_family(const struct compiler *compiler,
                           const struct cpu *cpu)
{
    return (cpu_is_arm(compiler->arch) && cpu_is_arm(cpu->arch)) ||
           (cpu_is_x86(compiler->arch) && cpu_is_x86(cpu->arch));
}

bool recommend_fits(const struct catalogue *catalogue,
                    const struct compiler *compiler, const struct cpu *cpu,
                    struct strvec *notes)
{
    bool known = strcmp(cpu->arch, "unknown") != 0;
    if (known && !recommend_same_family(compiler, cpu)) {
        strvec_addf(notes,
                    "the CPU is %s, the compiler's target is %s: either an "
                    "emulator shows its host, or this is no compiler for this "
                    "machine",
                    cpu->arch, compiler->target);
        return false;
    }
    if (!known || !cpu->listed) {
        strvec_add(notes, "nothing is known of the CPU: no flags");
        return false;
    }
    if (strcmp(compiler->arch, "aarch64") == 0)
        return fits_aarch64(catalogue, compiler, cpu, notes);
    if (strcmp(compiler->arch, "arm") == 0)
        return fits_arm(catalogue, compiler, cpu, notes);
    if (strcmp(compiler->arch, "x86_64") == 0)
        return fits_x86_64(compiler, cpu, notes);
    return true;
}
