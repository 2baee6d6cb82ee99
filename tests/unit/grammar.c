/* SPDX-License-Identifier: MIT */
#include <config.h>

#include "db/grammar.h"

#include <string.h>

#include "base/error.h"
#include "base/strvec.h"
#include "tests/unit/tap.h"

START_TEST(published_lines_are_taken)
{
    static const char *const lines[] = {
        "-s -static -Wall -march=armv7ve -mcpu=cortex-a7 -mfpu=neon-vfpv4 "
        "-mfloat-abi=hard -mtune=cortex-a7 -fomit-frame-pointer -marm",
        "-s -static -Wall -march=armv8-a+crc+crypto -mcpu=cortex-a53 "
        "-ftree-vectorize -mtune=cortex-a53 -fomit-frame-pointer",
        "-s -static -Wall -march=armv7-a -mcpu=cortex-a8 -mtune=cortex-a8 "
        "-marm -mfloat-abi=hard -mfpu=neon -fomit-frame-pointer",
        "-s -static -Wall -mfpu=neon -mcpu=cortex-a7 -mtune=cortex-a7 "
        "-fomit-frame-pointer -marm",
        "-O -O0 -O1 -O2 -O3 -Os -Oz -Og -Ofast -g -pipe",
        "-mcpu=cortex-a76.cortex-a55 -march=armv8.2-a+dotprod -march=native",
        "-falign-functions=64 -falign-loops=64:32:16 -flto -flto=auto -flto=4",
        "-fno-tree-vectorize -fvect-cost-model=unlimited -ffp-contract=off",
        "--param=l1-cache-size=32 --param max-inline-insns-single=200",
        "--param=ranger-logical-depth=6 -mno-avx512f -m32 -mabi=lp64",
        "-Wl,-O1 -Wl,--as-needed -Wl,-z,now -Wlogical-op -Wno-error",
        "-DNDEBUG -D_FORTIFY_SOURCE=2 -UDEBUG -std=gnu17 -fPIC -fpie",
        "-mtune=znver3 -mprefer-vector-width=256 -mstringop-strategy=loop",
    };
    for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
        struct strvec flags = {0};
        struct error err = {0};
        strvec_split(&flags, lines[i], " ");
        ck_assert_msg(grammar_flags(&flags, &err), "%s", err.text);
        strvec_release(&flags);
    }
}
END_TEST

struct refused {
    const char *flag;
    const char *reason; /* part of it */
};

static const struct refused refused[] = {
    {"", "empty"},
    {"O2", "begin with '-'"},
    {"a.c", "begin with '-'"},
    {"@flags", "file of flags"},
    {"-fplugin=evil", "plugin"},
    {"-fplugin=/tmp/evil.so", "path"},
    {"-fplugin-arg-evil-x=1", "plugin"},
    {"-fpass-plugin=evil", "plugin"},
    {"-B.", "programs"},
    {"-Bevil", "programs"},
    {"-specs=evil", "file"},
    {"--specs=evil", "file"},
    {"-wrapper", "program"},
    {"-wrapper,evil", "program"},
    {"-fuse-ld=evil", "program"},
    {"--ld-path=evil", "program"},
    {"-fprofile-use=evil", "profiles"},
    {"-fprofile-generate", "profiles"},
    {"-fauto-profile=evil", "file"},
    {"-I.", "folder"},
    {"-L.", "folder"},
    {"-levil", "library"},
    {"-include", "file"},
    {"-includeevil.h", "file"},
    {"-imacros", "file"},
    {"-isystem", "file"},
    {"-oevil", "file"},
    {"-o", "file"},
    {"-Tevil.ld", "linker script"},
    {"-Xlinker", "another program"},
    {"-Xassembler", "another program"},
    {"-Xclang", "another program"},
    {"-Wl,-T,evil.ld", "no family"},
    {"-Wl,-plugin,evil", "no family"},
    {"-Wl,@evil", "no flag needs"},
    {"-Wl,-dynamic-linker,evil", "no family"},
    {"-Wl,--wrap=malloc", "no family"},
    {"-Wa,-I.", "assembler"},
    {"-Wp,-MD,evil", "preprocessor"},
    {"-MD", "dependencies"},
    {"-MFevil", "dependencies"},
    {"-save-temps", "files"},
    {"-fdump-tree-all", "file"},
    {"-fdump-tree-all=evil", "file"},
    {"-fopt-info-vec=evil", "file"},
    {"-fmodule-mapper=evil", "program"},
    {"-fstack-usage", "file"},
    {"-ftime-trace=evil", "file"},
    {"-frandom-seed=evil", "may name a file"},
    {"-funknown-thing=evil", "may name a file"},
    {"-fsanitize-ignorelist=evil", "file"},
    {"-mllvm", "another program"},
    {"--sysroot=evil", "folder"},
    {"--target=evil", "another machine"},
    {"--config=evil", "file"},
    {"-xassembler", "driver"},
    {"-E", "no object"},
    {"-c", "driver"},
    {"-nostdlib", "no family"},
    {"-shared", "no family"},
    {"-rdynamic", "no family"},
    {"-pg", "no family"},
    {"--coverage", "no family"},
    {"-03", "no family"},
    {"-O99", "no family"},
    {"-march=", "no value"},
    {"-falign-loops=", "no value"},
    {"-march=a=b", "not one word"},
    {"-f", "not a flag name"},
    {"-f-x", "not a flag name"},
    {"-D", "macro"},
    {"-D=1", "macro"},
    {"-DX(y)=1", "no flag needs"},
    {"--param", "no family"},
    {"--param=", "NAME=VALUE"},
    {"--param=x", "NAME=VALUE"},
    {"-O2;id", "no flag needs"},
    {"-O2 -O3", "no flag needs"},
    {"-O2\n", "no flag needs"},
    {"-O2\t", "no flag needs"},
    {"-O2\x1b[2J", "no flag needs"},
    {"-O2\x7f", "no flag needs"},
    {"-O2`id`", "no flag needs"},
    {"-O2$(id)", "no flag needs"},
    {"-O2${HOME}", "no flag needs"},
    {"-O2|id", "no flag needs"},
    {"-O2&id", "no flag needs"},
    {"-O2>x", "no flag needs"},
    {"-O2<x", "no flag needs"},
    {"-O2'", "no flag needs"},
    {"-O2\"", "no flag needs"},
    {"-O2\\", "no flag needs"},
    {"-O2*", "no flag needs"},
    {"-O2?", "no flag needs"},
    {"-O2#", "no flag needs"},
    {"-O2!", "no flag needs"},
    {"-O2%s", "no flag needs"},
    {"-O2\xc3\xa9", "no flag needs"},
    {"-march=../x", "path"},
};

START_TEST(what_names_files_or_programs_is_refused_with_the_reason)
{
    for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++) {
        struct error err = {0};
        ck_assert_msg(!grammar_flag(refused[i].flag, &err), "took '%s'",
                      refused[i].flag);
        ck_assert_int_eq(err.kind, ERROR_UNTRUSTED);
        ck_assert_msg(strstr(err.text, refused[i].reason) != NULL,
                      "'%s' is not in '%s'", refused[i].reason, err.text);
    }
}
END_TEST

START_TEST(over_long_flags_and_lists_are_refused)
{
    char flag[GRAMMAR_FLAG_MAX + 2] = "-f";
    struct strvec flags = {0};
    struct error err = {0};
    memset(flag + 2, 'x', sizeof(flag) - 3);
    ck_assert(!grammar_flag(flag, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "longer"));
    flag[GRAMMAR_FLAG_MAX] = '\0';
    ck_assert(grammar_flag(flag, &err));
    for (int i = 0; i < GRAMMAR_FLAGS_MAX; i++)
        strvec_add(&flags, "-O2");
    ck_assert(grammar_flags(&flags, &err));
    strvec_add(&flags, "-O2");
    ck_assert(!grammar_flags(&flags, &err));
    ck_assert_ptr_nonnull(strstr(err.text, "513"));
    strvec_release(&flags);
}
END_TEST

START_TEST(a_parameter_of_two_words_is_checked)
{
    static const char *const bad[] = {
        "-wrapper", "x", "=1", "x=", "x=/etc", "x=1;id", "--plugin=x"};
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
        struct strvec flags = {0};
        struct error err = {0};
        strvec_add_list(&flags, "--param", bad[i], NULL);
        ck_assert_msg(!grammar_flags(&flags, &err), "took '%s'", bad[i]);
        strvec_release(&flags);
    }
}
END_TEST

START_TEST(native_is_known)
{
    ck_assert(grammar_is_native("-march=native"));
    ck_assert(grammar_is_native("-mtune=native"));
    ck_assert(grammar_is_native("-mcpu=native+nosimd"));
    ck_assert(!grammar_is_native("-march=armv8-a"));
    ck_assert(!grammar_is_native("-fnative"));
}
END_TEST

int main(void)
{
    const TTest *tests[] = {
        published_lines_are_taken,
        what_names_files_or_programs_is_refused_with_the_reason,
        over_long_flags_and_lists_are_refused,
        a_parameter_of_two_words_is_checked, native_is_known};
    return TAP_RUN("grammar", tests);
}
