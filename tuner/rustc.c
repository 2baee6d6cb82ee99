/* SPDX-License-Identifier: MIT
 *
 * GCC's machine flags in rustc's words.
 */
#include <config.h>

#include "tuner/rustc.h"

#include <stdbool.h>
#include <string.h>

#include "base/memory.h"
#include "base/str.h"
#include "db/record.h"

/* A GCC name, and the feature list that says the same to rustc. */
struct translation {
    const char *gcc;
    const char *rustc;
};

/* -mNAME and -mno-NAME of x86. */
static const struct translation x86_features[] = {
    {"adx", "adx"},
    {"aes", "aes"},
    {"avx", "avx"},
    {"avx2", "avx2"},
    {"avx512bf16", "avx512bf16"},
    {"avx512bitalg", "avx512bitalg"},
    {"avx512bw", "avx512bw"},
    {"avx512cd", "avx512cd"},
    {"avx512dq", "avx512dq"},
    {"avx512f", "avx512f"},
    {"avx512ifma", "avx512ifma"},
    {"avx512vbmi", "avx512vbmi"},
    {"avx512vbmi2", "avx512vbmi2"},
    {"avx512vl", "avx512vl"},
    {"avx512vnni", "avx512vnni"},
    {"avx512vpopcntdq", "avx512vpopcntdq"},
    {"bmi", "bmi1"},
    {"bmi2", "bmi2"},
    {"cx16", "cmpxchg16b"},
    {"f16c", "f16c"},
    {"fma", "fma"},
    {"fxsr", "fxsr"},
    {"gfni", "gfni"},
    {"lzcnt", "lzcnt"},
    {"movbe", "movbe"},
    {"pclmul", "pclmulqdq"},
    {"popcnt", "popcnt"},
    {"rdrnd", "rdrand"},
    {"rdseed", "rdseed"},
    {"sha", "sha"},
    {"sse3", "sse3"},
    {"sse4.1", "sse4.1"},
    {"sse4.2", "sse4.2"},
    {"sse4a", "sse4a"},
    {"ssse3", "ssse3"},
    {"tbm", "tbm"},
    {"vaes", "vaes"},
    {"vpclmulqdq", "vpclmulqdq"},
    {"xsave", "xsave"},
    {"xsavec", "xsavec"},
    {"xsaveopt", "xsaveopt"},
    {"xsaves", "xsaves"},
    {NULL, NULL}};

/* What stands behind a '+' in -mcpu= and -march= of 64-bit ARM; with "no"
 * before it, it is taken away. */
static const struct translation aarch64_features[] = {
    {"aes", "aes"},         {"crc", "crc"},   {"crypto", "aes,sha2"},
    {"dotprod", "dotprod"}, {"fp16", "fp16"}, {"i8mm", "i8mm"},
    {"lse", "lse"},         {"rcpc", "rcpc"}, {"rdma", "rdm"},
    {"sha2", "sha2"},       {"simd", "neon"}, {"sve", "sve"},
    {"sve2", "sve2"},       {NULL, NULL}};

static const struct translation arm_features[] = {{"crc", "crc"},
                                                  {"crypto", "aes,sha2"},
                                                  {"dotprod", "dotprod"},
                                                  {NULL, NULL}};

/* -mfpu= of 32-bit ARM.  rustc's armv7 targets take NEON away unless it is
 * asked for. */
static const struct translation arm_fpus[] = {
    {"crypto-neon-fp-armv8", "neon,fp-armv8,aes,sha2"},
    {"neon", "neon"},
    {"neon-fp-armv8", "neon,fp-armv8"},
    {"neon-fp16", "neon"},
    {"neon-vfpv3", "neon"},
    {"neon-vfpv4", "neon,vfp4"},
    {"vfp", "vfp2"},
    {"vfpv2", "vfp2"},
    {"vfpv3", "vfp3"},
    {"vfpv3-d16", "vfp3"},
    {"vfpv4", "vfp4"},
    {NULL, NULL}};

/* CPU names that LLVM knows, and under which it understands the same core;
 * a '*' stands for any continuation. */
static const char *const x86_cpus[] = {
    "alderlake",   "amdfam10",       "barcelona",
    "bdver*",      "bonnell",        "broadwell",
    "btver*",      "cascadelake",    "cooperlake",
    "core-avx-i",  "core-avx2",      "core2",
    "corei7*",     "goldmont*",      "haswell",
    "icelake-*",   "ivybridge",      "k8*",
    "nehalem",     "nocona",         "rocketlake",
    "sandybridge", "sapphirerapids", "silvermont",
    "skylake*",    "tigerlake",      "tremont",
    "westmere",    "x86-64*",        "znver*",
    NULL};
static const char *const aarch64_cpus[] = {
    "a64fx",      "ampere1*",  "cortex-a*", "cortex-x*", "falkor",
    "neoverse-*", "thunderx*", "tsv110",    NULL};
static const char *const arm_cpus[] = {"arm1136j*",  "arm1156t2*", "arm1176jz*",
                                       "arm926ej-s", "cortex-a*",  "mpcore*",
                                       NULL};

struct family {
    const char *targets[3]; /* beginnings of the target's name */
    const char *cpu_option;
    const char *const *cpus;
    const struct translation *features; /* behind '+', or -m of x86 */
    const struct translation *fpus;
    bool has_crypto_rule;
};

static const struct family families[] = {
    {{"x86_64", "i", NULL}, "-march=", x86_cpus, x86_features, NULL, false},
    {{"aarch64", NULL}, "-mcpu=", aarch64_cpus, aarch64_features, NULL, true},
    {{"arm", NULL}, "-mcpu=", arm_cpus, arm_features, arm_fpus, true}};

static const struct family *find_family(const char *target)
{
    for (size_t i = 0; i < sizeof(families) / sizeof(*families); i++)
        for (size_t j = 0; families[i].targets[j]; j++)
            if (str_starts(target, families[i].targets[j]))
                return &families[i];
    return NULL;
}

static bool name_matches(const char *const *names, const char *name)
{
    for (; *names; names++) {
        size_t length = strlen(*names);
        if ((*names)[length - 1] == '*' ? strncmp(name, *names, length - 1) == 0
                                        : strcmp(name, *names) == 0)
            return true;
    }
    return false;
}

static const char *translate(const struct translation *table, const char *name)
{
    for (; table && table->gcc; table++)
        if (strcmp(table->gcc, name) == 0)
            return table->rustc;
    return NULL;
}

static void add_features(struct rustc_options *self, char sign,
                         const char *names)
{
    struct strvec list = {0};
    strvec_split(&list, names, ",");
    for (size_t i = 0; i < list.count; i++)
        strvec_addf(&self->features, "%c%s", sign, list.items[i]);
    strvec_release(&list);
}

/* "cortex-a72+crc+nocrypto" and "cortex-a76.cortex-a55". */
static bool take_cpu(struct rustc_options *self, const struct family *family,
                     const char *value)
{
    struct strvec parts = {0};
    strvec_split(&parts, value, "+");
    bool known = parts.count > 0;
    if (known) {
        char *name = parts.items[0];
        if (strchr(name, '.') && family->has_crypto_rule)
            name[strcspn(name, ".")] = '\0';
        known = name_matches(family->cpus, name);
        if (known) {
            free(self->cpu);
            self->cpu = xstrdup(name);
        }
    }
    for (size_t i = 1; known && i < parts.count; i++) {
        bool off = str_starts(parts.items[i], "no");
        const char *names =
            translate(family->features, parts.items[i] + (off ? 2 : 0));
        if (names)
            add_features(self, off ? '-' : '+', names);
    }
    strvec_release(&parts);
    return known;
}

static bool take_switch(struct rustc_options *self, const struct family *family,
                        const char *name)
{
    bool off = str_starts(name, "no-");
    const char *names =
        translate(family->features, name + (off ? strlen("no-") : 0));
    if (names)
        add_features(self, off ? '-' : '+', names);
    return names != NULL;
}

static bool take_fpu(struct rustc_options *self, const struct family *family,
                     const char *name)
{
    const char *names = translate(family->fpus, name);
    if (names)
        add_features(self, '+', names);
    return names != NULL;
}

static bool take(struct rustc_options *self, const struct family *family,
                 const char *flag)
{
    if (str_starts(flag, family->cpu_option))
        return take_cpu(self, family, flag + strlen(family->cpu_option));
    if (family->fpus && str_starts(flag, "-mfpu="))
        return take_fpu(self, family, flag + strlen("-mfpu="));
    if (family->fpus &&
        (strcmp(flag, "-marm") == 0 || strcmp(flag, "-mthumb") == 0)) {
        add_features(self, flag[2] == 't' ? '+' : '-', "thumb-mode");
        return true;
    }
    bool x86 = !family->has_crypto_rule;
    return x86 && str_starts(flag, "-m") &&
           take_switch(self, family, flag + strlen("-m"));
}

static bool mentions(const struct strvec *features, const char *name)
{
    for (size_t i = 0; i < features->count; i++)
        if (strcmp(features->items[i] + 1, name) == 0)
            return true;
    return false;
}

/* The optional instructions that LLVM's CPU names bring along. */
static void take_crypto_away(struct rustc_options *self,
                             const struct record *record)
{
    static const char *const optional[] = {"aes", "sha2"};
    for (size_t i = 0; self->cpu && i < 2; i++)
        if (!strvec_contains(&record->cpu.features, optional[i]) &&
            !mentions(&self->features, optional[i]))
            add_features(self, '-', optional[i]);
}

void rustc_options_init(struct rustc_options *self, const struct record *record,
                        const struct strvec *flags)
{
    *self = (struct rustc_options){0};
    const char *target = record->compiler.target ? record->compiler.target : "";
    const struct family *family = find_family(target);
    for (size_t i = 0; i < flags->count; i++)
        if (!family || !take(self, family, flags->items[i]))
            strvec_add(&self->left_out, flags->items[i]);
    if (family && family->has_crypto_rule)
        take_crypto_away(self, record);
}

void rustc_options_release(struct rustc_options *self)
{
    if (!self)
        return;
    free(self->cpu);
    strvec_release(&self->features);
    strvec_release(&self->left_out);
    *self = (struct rustc_options){0};
}
