/* SPDX-License-Identifier: MIT
 *
 * 32-bit ARM: -mcpu=NAME, or -march=LEVEL -mtune=NAME, with the FPU that the
 * feature list allows, and ARM state where Thumb has no hard-float calls.
 */
#include <config.h>

#include "base/memory.h"
#include "base/str.h"
#include "probes/catalogue.h"
#include "probes/compiler.h"
#include "probes/cpu.h"
#include "probes/recommend.h"
#include "probes/recommend_parts.h"
#include "probes/words.h"

/* First line that holds counts.  NEON means 32 double registers; without it
 * they must be listed. */
static const struct {
    unsigned version; /* of the architecture, at least */
    const char *words;
    const char *fpu;
} fpus[] = {
    {8, "asimd+aes+pmull+sha1+sha2 neon+aes+pmull+sha1+sha2",
     "crypto-neon-fp-armv8"},
    {8, "asimd neon", "neon-fp-armv8"},
    {7, "neon+vfpv4 asimd", "neon-vfpv4"},
    {7, "neon", "neon"},
    {7, "vfpv4+vfpd32", "vfpv4"},
    {7, "vfpv4", "vfpv4-d16"},
    {7, "vfpv3d16", "vfpv3-d16"},
    {7, "vfpv3+vfpd32", "vfpv3"},
    {7, "vfp fp", "vfpv3-d16"},
    {0, "vfp fp", "vfp"},
};

const char *recommend_arm_fpu(const struct cpu *cpu)
{
    for (size_t i = 0; i < sizeof(fpus) / sizeof(*fpus); i++)
        if (cpu->version >= fpus[i].version &&
            words_satisfy(&cpu->features, fpus[i].words))
            return fpus[i].fpu;
    return "";
}

/* FPU, float ABI and state beside the name.  The float ABI stays the
 * compiler's own; with soft floats there is no FPU to speak of. */
static void add_rest(const struct recommend_job *job, struct strvec *flags)
{
    const char *fpu = recommend_arm_fpu(job->cpu);
    if (*fpu && strcmp(job->compiler->float_abi, "soft") != 0)
        strvec_addf(flags, "-mfpu=%s", fpu);
    if (job->compiler->thumb && job->cpu->version && job->cpu->version < 7)
        strvec_add(flags, "-marm");
}

static bool is_right(const struct recommend_job *job,
                     const struct strvec *flags)
{
    struct feature_rows surplus, missing;
    bool ok =
        recommend_compare(job, flags, &surplus, &missing) && surplus.count == 0;
    feature_rows_release(&surplus);
    feature_rows_release(&missing);
    return ok;
}

bool recommend_fit_arm(const struct recommend_job *job, const char *base,
                       struct strvec *flags)
{
    strvec_reset(flags);
    strvec_add(flags, base);
    add_rest(job, flags);
    if (is_right(job, flags))
        return true;
    strvec_reset(flags);
    return false;
}

/* One kind of flag with each of the names, until one is taken and switches on
 * nothing that the CPU lacks. */
static bool try_names(const struct recommend_job *job,
                      const struct strvec *names, const char *option,
                      struct strvec *flags)
{
    bool ok = false;
    for (size_t i = 0; !ok && i < names->count; i++) {
        char *base = xasprintf("%s%s", option, names->items[i]);
        ok = recommend_fit_arm(job, base, flags);
        free(base);
    }
    return ok;
}

/* Levels by what is known of the CPU, best first; the spellings of old and
 * new compilers. */
void recommend_arm_levels(const struct recommend_job *job, struct strvec *names)
{
    const struct cpu *cpu = job->cpu;
    if (cpu->version >= 8 && strvec_contains(&job->words, "crc32"))
        strvec_add(names, "armv8-a+crc");
    if (cpu->version >= 8)
        strvec_add(names, "armv8-a");
    if (cpu->version >= 7 && words_satisfy(&job->words, "idiva+idivt"))
        strvec_add(names, "armv7ve");
    if (cpu->version >= 7)
        strvec_add(names, "armv7-a");
    if (cpu->version == 6)
        strvec_add_list(names, "armv6k", "armv6", NULL);
    if (cpu->version == 5)
        strvec_add(names, "armv5te");
    if (cpu->version == 4)
        strvec_add(names, "armv4t");
}

static bool by_level(const struct recommend_job *job, struct strvec *flags)
{
    struct strvec levels = {0};
    recommend_arm_levels(job, &levels);
    bool ok = try_names(job, &levels, "-march=", flags);
    strvec_release(&levels);
    if (ok)
        recommend_add_tuning(job, flags);
    return ok;
}

void recommend_arm_fpus(const struct cpu *cpu, struct strvec *names)
{
    for (size_t i = 0; i < sizeof(fpus) / sizeof(*fpus); i++)
        if (cpu->version >= fpus[i].version &&
            (cpu->version < 7 || fpus[i].version >= 7) &&
            words_satisfy(&cpu->features, fpus[i].words))
            strvec_add(names, fpus[i].fpu);
}

bool recommend_arm(const struct recommend_job *job, struct strvec *flags)
{
    struct strvec names = {0};
    recommend_whole_names(job, &names);
    bool named = try_names(job, &names, "-mcpu=", flags);
    strvec_release(&names);
    if (named)
        return true;
    if (!by_level(job, flags))
        return false;
    strvec_add(job->notes,
               "no name of this compiler fits the CPU: flags by features");
    return true;
}
