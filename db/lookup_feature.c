/* SPDX-License-Identifier: MIT
 *
 * Names of features.  Kernel words: arch/arm/kernel/setup.c,
 * arch/arm64/kernel/cpuinfo.c and arch/x86/include/asm/cpufeatures.h of
 * Linux; compilers' words: GCC manual, "ARM Options", "AArch64 Options",
 * "x86 Options".
 */
#include <config.h>

#include "db/lookup_feature.h"

#include "base/memory.h"
#include "base/strvec.h"

struct implied {
    const char *word;   /* of the kernel */
    const char *others; /* what it also means */
};

static const struct implied implied[] = {
    /* Every ARMv8-A CPU that runs 32-bit programs has these for them (Arm
     * Architecture Reference Manual for A-profile, G1). */
    {"asimd", "simd neon vfp vfpv3 vfpv4 vfpd32 half thumb fastmult edsp tls "
              "idiva idivt lpae"},
    {"asimddp", "dotprod"},
    {"asimdhp", "fp16"},
    {"atomics", "lse"},
    {"crc32", "crc"},
    {"neon", "vfp vfpv3"},
    {"vfpv4", "vfp vfpv3"},
    {"vfpv3", "vfp"},
    {"abm", "lzcnt"},
    {"bmi1", "bmi"},
    {"lahf_lm", "sahf"},
    {"pclmulqdq", "pclmul"},
    {"pni", "sse3"},
    {"rdrand", "rdrnd"},
    {"sha_ni", "sha"},
    {"sse4_1", "sse4.1"},
    {"sse4_2", "sse4.2"},
};

static void add_word(struct map *words, const char *word)
{
    map_set(words, word, NULL);
}

static void add_implied(struct map *words, const char *word)
{
    for (size_t i = 0; i < sizeof(implied) / sizeof(*implied); i++) {
        struct strvec others = {0};
        if (strcmp(implied[i].word, word) != 0)
            continue;
        strvec_split(&others, implied[i].others, " ");
        for (size_t j = 0; j < others.count; j++)
            add_word(words, others.items[j]);
        strvec_release(&others);
    }
}

void lookup_features_add(struct lookup_features *self,
                         const struct strvec *features)
{
    for (size_t i = 0; i < features->count; i++) {
        add_word(&self->words, features->items[i]);
        add_implied(&self->words, features->items[i]);
    }
}

void lookup_features_release(struct lookup_features *self)
{
    map_release(&self->words);
}

bool lookup_features_have(const struct lookup_features *self, const char *words,
                          struct strvec *missing)
{
    bool all = true;
    while (*words) {
        size_t length = strcspn(words, ",");
        char word[80]; /* a feature has up to 64 bytes */
        snprintf(word, sizeof(word), "%.*s", (int)length, words);
        if (length > 0 && !map_has(&self->words, word)) {
            all = false;
            if (missing)
                strvec_add(missing, word);
        }
        words += length + (words[length] == ',');
    }
    return all;
}
