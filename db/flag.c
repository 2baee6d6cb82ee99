/* SPDX-License-Identifier: MIT
 *
 * The classes of flags, by name.  Sources: the manuals of GCC 12 ("Optimize
 * Options", "Code Gen Options", "Machine-Dependent Options") and Clang 14
 * ("Clang Compiler User's Manual", floating-point behaviour).
 */
#include <config.h>

#include "db/flag.h"

#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"

struct known_flag {
    const char *name; /* a '*' at the end: any continuation */
    enum flag_class class;
};

static const struct known_flag known_flags[] = {
    /* -ffast-math and its parts; -Ofast and, at link time, -ffast-math also
     * flush denormals for the whole process. */
    {"-Ofast", FLAG_CHANGES_FLOAT},
    {"-fapprox-func", FLAG_CHANGES_FLOAT},
    {"-fassociative-math", FLAG_CHANGES_FLOAT},
    {"-fcx-fortran-rules", FLAG_CHANGES_FLOAT},
    {"-fcx-limited-range", FLAG_CHANGES_FLOAT},
    {"-fdenormal-fp-math*", FLAG_CHANGES_FLOAT},
    {"-fexcess-precision=*", FLAG_CHANGES_FLOAT},
    {"-ffast-math", FLAG_CHANGES_FLOAT},
    {"-ffinite-math-only", FLAG_CHANGES_FLOAT},
    {"-ffloat-store", FLAG_CHANGES_FLOAT},
    {"-ffp-contract=*", FLAG_CHANGES_FLOAT},
    {"-ffp-model=*", FLAG_CHANGES_FLOAT},
    {"-ffp-exception-behavior=*", FLAG_CHANGES_FLOAT},
    {"-fno-fp-int-builtin-inexact", FLAG_CHANGES_FLOAT},
    {"-fno-honor-infinities", FLAG_CHANGES_FLOAT},
    {"-fno-honor-nans", FLAG_CHANGES_FLOAT},
    {"-fno-math-errno", FLAG_CHANGES_FLOAT},
    {"-fno-signed-zeros", FLAG_CHANGES_FLOAT},
    {"-fno-trapping-math", FLAG_CHANGES_FLOAT},
    {"-freciprocal-math", FLAG_CHANGES_FLOAT},
    {"-frounding-math", FLAG_CHANGES_FLOAT},
    {"-fsingle-precision-constant", FLAG_CHANGES_FLOAT},
    {"-funsafe-math-optimizations", FLAG_CHANGES_FLOAT},
    {"-mdaz-ftz", FLAG_CHANGES_FLOAT},
    {"-mfpmath=*", FLAG_CHANGES_FLOAT},
    {"-mieee-fp", FLAG_CHANGES_FLOAT},
    {"-mlow-precision-*", FLAG_CHANGES_FLOAT},
    {"-mno-fancy-math-387", FLAG_CHANGES_FLOAT},
    {"-mno-ieee-fp", FLAG_CHANGES_FLOAT},
    {"-mpc32", FLAG_CHANGES_FLOAT},
    {"-mpc64", FLAG_CHANGES_FLOAT},
    {"-mpc80", FLAG_CHANGES_FLOAT},
    {"-mrecip*", FLAG_CHANGES_FLOAT},

    {"-fabi-version=*", FLAG_CHANGES_ABI},
    {"-fcall-saved-*", FLAG_CHANGES_ABI},
    {"-fcall-used-*", FLAG_CHANGES_ABI},
    {"-ffixed-*", FLAG_CHANGES_ABI},
    {"-fleading-underscore", FLAG_CHANGES_ABI},
    {"-fno-leading-underscore", FLAG_CHANGES_ABI},
    {"-fno-short-enums", FLAG_CHANGES_ABI},
    {"-fno-signed-char", FLAG_CHANGES_ABI},
    {"-fno-unsigned-char", FLAG_CHANGES_ABI},
    {"-fpack-struct*", FLAG_CHANGES_ABI},
    {"-fpcc-struct-return", FLAG_CHANGES_ABI},
    {"-freg-struct-return", FLAG_CHANGES_ABI},
    {"-fshort-enums", FLAG_CHANGES_ABI},
    {"-fshort-wchar", FLAG_CHANGES_ABI},
    {"-fsigned-bitfields", FLAG_CHANGES_ABI},
    {"-fsigned-char", FLAG_CHANGES_ABI},
    {"-fsplit-stack", FLAG_CHANGES_ABI},
    {"-ftls-model=*", FLAG_CHANGES_ABI},
    {"-funsigned-bitfields", FLAG_CHANGES_ABI},
    {"-funsigned-char", FLAG_CHANGES_ABI},
    {"-fvisibility=*", FLAG_CHANGES_ABI},
    {"-m128bit-long-double", FLAG_CHANGES_ABI},
    {"-m16", FLAG_CHANGES_ABI},
    {"-m32", FLAG_CHANGES_ABI},
    {"-m64", FLAG_CHANGES_ABI},
    {"-m96bit-long-double", FLAG_CHANGES_ABI},
    {"-mabi=*", FLAG_CHANGES_ABI},
    {"-malign-data=*", FLAG_CHANGES_ABI},
    {"-malign-double", FLAG_CHANGES_ABI},
    {"-mbig-endian", FLAG_CHANGES_ABI},
    {"-mfloat-abi=*", FLAG_CHANGES_ABI},
    {"-mgeneral-regs-only", FLAG_CHANGES_ABI},
    {"-mhard-float", FLAG_CHANGES_ABI},
    {"-milp32", FLAG_CHANGES_ABI},
    {"-mincoming-stack-boundary=*", FLAG_CHANGES_ABI},
    {"-mlittle-endian", FLAG_CHANGES_ABI},
    {"-mlong-double-*", FLAG_CHANGES_ABI},
    {"-mms-bitfields", FLAG_CHANGES_ABI},
    {"-mpreferred-stack-boundary=*", FLAG_CHANGES_ABI},
    {"-mregparm=*", FLAG_CHANGES_ABI},
    {"-mrtd", FLAG_CHANGES_ABI},
    {"-msoft-float", FLAG_CHANGES_ABI},
    {"-msseregparm", FLAG_CHANGES_ABI},
    {"-mstructure-size-boundary=*", FLAG_CHANGES_ABI},
    {"-mtls-dialect=*", FLAG_CHANGES_ABI},
    {"-mx32", FLAG_CHANGES_ABI},

    {"-D*", FLAG_CHANGES_MEANING},
    {"-U*", FLAG_CHANGES_MEANING},
    {"-fallow-store-data-races", FLAG_CHANGES_MEANING},
    {"-fcf-protection=none", FLAG_CHANGES_MEANING},
    {"-ffreestanding", FLAG_CHANGES_MEANING},
    {"-finstrument-functions*", FLAG_CHANGES_MEANING},
    {"-fmerge-all-constants", FLAG_CHANGES_MEANING},
    {"-fno-cf-protection", FLAG_CHANGES_MEANING},
    {"-fno-enforce-eh-specs", FLAG_CHANGES_MEANING},
    {"-fno-exceptions", FLAG_CHANGES_MEANING},
    {"-fno-rtti", FLAG_CHANGES_MEANING},
    {"-fno-semantic-interposition", FLAG_CHANGES_MEANING},
    {"-fno-stack-clash-protection", FLAG_CHANGES_MEANING},
    {"-fno-stack-protector*", FLAG_CHANGES_MEANING},
    {"-fno-threadsafe-statics", FLAG_CHANGES_MEANING},
    {"-fno-trampolines", FLAG_CHANGES_MEANING},
    {"-fnothrow-opt", FLAG_CHANGES_MEANING},
    {"-fopenacc*", FLAG_CHANGES_MEANING},
    {"-fopenmp*", FLAG_CHANGES_MEANING},
    {"-fstrict-enums", FLAG_CHANGES_MEANING},
    {"-fstrict-volatile-bitfields", FLAG_CHANGES_MEANING},
    {"-fstrict-vtable-pointers", FLAG_CHANGES_MEANING},
    {"-ftrapv", FLAG_CHANGES_MEANING},
    {"-ftree-parallelize-loops=*", FLAG_CHANGES_MEANING},
    {"-funconstrained-commons", FLAG_CHANGES_MEANING},
    {"-fwhole-program", FLAG_CHANGES_MEANING},
    {"-fwhole-program-vtables", FLAG_CHANGES_MEANING},
    {"-std=*", FLAG_CHANGES_MEANING},
};

struct class_words {
    const char *word;
    const char *sentence;
};

static const struct class_words class_words[FLAG_CLASS_COUNT] = {
    [FLAG_SAFE] = {"safe", "keeps results and ABI"},
    [FLAG_CHANGES_FLOAT] = {"changes-float", "changes floating-point results"},
    [FLAG_CHANGES_ABI] = {"changes-abi",
                          "changes the ABI: rebuild everything with it"},
    [FLAG_CHANGES_MEANING] = {"changes-meaning",
                              "changes the program's behaviour or hardening"},
};

enum flag_class flag_class(const char *flag)
{
    for (size_t i = 0; i < sizeof known_flags / sizeof *known_flags; i++)
        if (str_fits(flag, known_flags[i].name))
            return known_flags[i].class;
    return FLAG_SAFE;
}

const char *flag_class_word(enum flag_class value)
{
    return class_words[value].word;
}

const char *flag_class_explain(enum flag_class value)
{
    return class_words[value].sentence;
}

bool flag_class_parse(const char *word, enum flag_class *out)
{
    for (unsigned i = 0; i < FLAG_CLASS_COUNT; i++) {
        if (strcmp(word, class_words[i].word) == 0) {
            *out = (enum flag_class)i;
            return true;
        }
    }
    return false;
}

void flag_classes(const struct strvec *flags, struct strvec *out)
{
    struct strvec words = {0};

    for (size_t i = 0; i < flags->count; i++) {
        enum flag_class class = flag_class(flags->items[i]);

        if (class != FLAG_SAFE)
            strvec_add(&words, flag_class_word(class));
    }
    strvec_sort_unique(&words);
    strvec_add_all(out, &words);
    strvec_release(&words);
}
