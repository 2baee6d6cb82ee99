/* SPDX-License-Identifier: MIT
 *
 * Feature words from the auxiliary vector.  Bit numbers and words: Linux'
 * arch/arm and arch/arm64 include/uapi/asm/hwcap.h and their cpuinfo texts.
 */
#include <config.h>

#include <stdint.h>

#include "base/memory.h"
#include "base/strvec.h"
#include "probes/cpu_parts.h"

enum { AUX_HWCAP = 16, AUX_HWCAP2 = 26, HWCAP_BITS = 64 };

struct hwcap_table {
    const char *architecture;
    size_t word_bytes; /* size of a long in the vector */
    const char *first[HWCAP_BITS];
    const char *second[HWCAP_BITS];
};

static const struct hwcap_table tables[] = {
    {"arm",
     4,
     {"swp",     "half",     "thumb",     "26bit",   "fastmult", "fpa",
      "vfp",     "edsp",     "java",      "iwmmxt",  "crunch",   "thumbee",
      "neon",    "vfpv3",    "vfpv3d16",  "tls",     "vfpv4",    "idiva",
      "idivt",   "vfpd32",   "lpae",      "evtstrm", "fphp",     "asimdhp",
      "asimddp", "asimdfhm", "asimdbf16", "i8mm"},
     {"aes", "pmull", "sha1", "sha2", "crc32", "sb", "ssbs"}},
    {"aarch64",
     8,
     {"fp",       "asimd", "evtstrm", "aes",    "pmull",   "sha1",
      "sha2",     "crc32", "atomics", "fphp",   "asimdhp", "cpuid",
      "asimdrdm", "jscvt", "fcma",    "lrcpc",  "dcpop",   "sha3",
      "sm3",      "sm4",   "asimddp", "sha512", "sve",     "asimdfhm",
      "dit",      "uscat", "ilrcpc",  "flagm",  "ssbs",    "sb",
      "paca",     "pacg"},
     {"dcpodp",     "sve2",     "sveaes",  "svepmull", "svebitperm",
      "svesha3",    "svesm4",   "flagm2",  "frint",    "svei8mm",
      "svef32mm",   "svef64mm", "svebf16", "i8mm",     "bf16",
      "dgh",        "rng",      "bti",     "mte",      "ecv",
      "afp",        "rpres",    "mte3",    "sme",      [34] = "cssc",
      [43] = "mops"}},
};

static uint64_t read_word(const char *bytes, size_t size)
{
    uint32_t narrow;
    uint64_t wide;
    if (size == sizeof(narrow)) {
        memcpy(&narrow, bytes, sizeof(narrow));
        return narrow;
    }
    memcpy(&wide, bytes, sizeof(wide));
    return wide;
}

static void add_bits(uint64_t bits, const char *const *names,
                     struct strvec *words)
{
    for (int i = 0; i < HWCAP_BITS; i++)
        if (bits >> i & 1 && names[i])
            strvec_add(words, names[i]);
}

const char *hwcap_words(const char *bytes, size_t length,
                        const char *architecture, struct strvec *words)
{
    for (size_t t = 0; t < sizeof(tables) / sizeof(*tables); t++) {
        const struct hwcap_table *table = &tables[t];
        if (strcmp(table->architecture, architecture) != 0)
            continue;
        size_t size = table->word_bytes;
        for (size_t at = 0; at + 2 * size <= length; at += 2 * size) {
            uint64_t kind = read_word(bytes + at, size);
            uint64_t value = read_word(bytes + at + size, size);
            if (kind == AUX_HWCAP)
                add_bits(value, table->first, words);
            else if (kind == AUX_HWCAP2)
                add_bits(value, table->second, words);
        }
        return words->count ? table->architecture : NULL;
    }
    return NULL;
}
