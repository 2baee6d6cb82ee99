/* SPDX-License-Identifier: MIT
 *
 * First the characters, then the families that are refused with a reason of
 * their own, then the families that are taken.  What is in no table is
 * refused.  Names by the manuals of GCC 12 to 15 and Clang 14 to 19.
 */
#include <config.h>

#include "db/grammar.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"

struct refused_family {
    const char *name; /* a '*' at the end: any continuation */
    const char *reason;
};

/* In the order of looking: the first that fits gives the reason. */
static const struct refused_family refused_families[] = {
    {"-B*", "names a folder of programs"},
    {"-E", "leaves no object"},
    {"-I*", "names a folder"},
    {"-L*", "names a folder"},
    {"-M*", "writes a file of dependencies"},
    {"-S", "leaves no object"},
    {"-T*", "names a linker script"},
    {"-Wa,*", "goes to the assembler"},
    {"-Wp,*", "goes to the preprocessor"},
    {"-X*", "goes past the driver to another program"},
    {"-aux-info*", "writes a file"},
    {"-c", "is the driver's own"},
    {"--config*", "names a file"},
    {"-config*", "names a file"},
    {"-dump*", "writes a file"},
    {"-fada-spec*", "writes a file"},
    {"-fauto-profile*", "names a file"},
    {"-fbuild-session*", "names a file"},
    {"-fcallgraph-info*", "writes a file"},
    {"-fcompare-debug*", "compiles twice"},
    {"-fconfig*", "names a file"},
    {"-fcrash-diagnostics*", "writes a file"},
    {"-fcs-profile*", "names a file"},
    {"-fdbg-cnt*", "is for debugging the compiler"},
    {"-fdebug-prefix-map*", "names a folder"},
    {"-fdiagnostics*", "writes messages elsewhere"},
    {"-fno-diagnostics*", "writes messages elsewhere"},
    {"-fdisable-*", "is for debugging the compiler"},
    {"-fdump*", "writes a file"},
    {"-fembed*", "puts other data into the object"},
    {"-fenable-*", "is for debugging the compiler"},
    {"-ffile-prefix-map*", "names a folder"},
    {"-flinker-output*", "is internal to the linker"},
    {"-fltrans*", "is internal to the linker"},
    {"-fmacro-prefix-map*", "names a folder"},
    {"-fmodule*", "names a file or a program"},
    {"-fno-working-directory", "is the driver's own"},
    {"-fimplicit-module*", "names a file"},
    {"-foffload*", "compiles for another machine"},
    {"-fopt-info*", "writes a file"},
    {"-fpass-plugin*", "loads a plugin"},
    {"-fpch*", "names a file"},
    {"-fplugin*", "loads a plugin"},
    {"-fprebuilt*", "names a file"},
    {"-fpreprocessed", "leaves no object"},
    {"-fproc-stat-report*", "writes a file"},
    {"-fprofile*", "reads or writes files of profiles"},
    {"-fno-profile*", "reads or writes files of profiles"},
    {"-fresolution*", "names a file"},
    {"-fsanitize*", "adds checks or names a file"},
    {"-fsave-optimization-record*", "writes a file"},
    {"-fstack-usage", "writes a file"},
    {"-fsyntax-only", "leaves no object"},
    {"-ftest-coverage", "writes a file"},
    {"-fthinlto-index*", "names a file"},
    {"-ftime-*", "writes messages or a file"},
    {"-fuse-ld*", "names a program"},
    {"-fwpa*", "is internal to the linker"},
    {"-fworking-directory", "is the driver's own"},
    {"-fxray*", "names a file"},
    {"-gsplit-dwarf*", "writes a file"},
    {"-i*", "names a file or a folder"},
    {"-l*", "names a library"},
    {"--ld-path*", "names a program"},
    {"-mdump-tune-features", "writes messages"},
    {"-mfentry-name*", "names a function or a section"},
    {"-mfentry-section*", "names a function or a section"},
    {"-mlinker-version*", "is internal to the linker"},
    {"-mllvm*", "goes past the driver to another program"},
    {"-mno-llvm*", "goes past the driver to another program"},
    {"-mstack-protector-guard-symbol*", "names a symbol"},
    {"-mveclibabi*", "needs a library"},
    {"-o*", "names a file"},
    {"-print*", "leaves no object"},
    {"--print*", "leaves no object"},
    {"-save-temps*", "writes files"},
    {"--save-temps*", "writes files"},
    {"-specs*", "names a file"},
    {"--specs*", "names a file"},
    {"--sysroot*", "names a folder"},
    {"-target*", "compiles for another machine"},
    {"--target*", "compiles for another machine"},
    {"-wrapper*", "runs a program"},
    {"-x*", "is the driver's own"},
};

/* Taken as they stand. */
static const char *const whole_flags[] = {
    "-O",
    "-O0",
    "-O1",
    "-O2",
    "-O3",
    "-Ofast",
    "-Og",
    "-Os",
    "-Oz",
    "-g",
    "-g0",
    "-g1",
    "-g2",
    "-g3",
    "-no-pie",
    "-pie",
    "-pipe",
    "-pthread",
    "-s",
    "-static",
    "-static-libgcc",
    "-static-pie",
    "-w",
    "-Wl,-O1",
    "-Wl,-O2",
    "-Wl,-s",
    "-Wl,--as-needed",
    "-Wl,--no-as-needed",
    "-Wl,--gc-sections",
    "-Wl,--hash-style=both",
    "-Wl,--hash-style=gnu",
    "-Wl,--no-relax",
    "-Wl,--relax",
    "-Wl,--sort-common",
    "-Wl,--strip-all",
    "-Wl,-z,noexecstack",
    "-Wl,-z,noseparate-code",
    "-Wl,-z,now",
    "-Wl,-z,pack-relative-relocs",
    "-Wl,-z,relro",
    "-Wl,-z,separate-code",
};

/* -f options whose value is a word; all others take numbers only. */
static const char *const worded_options[] = {
    "-fcf-protection",
    "-fdenormal-fp-math",
    "-fdenormal-fp-math-f32",
    "-fexcess-precision",
    "-ffp-contract",
    "-ffp-exception-behavior",
    "-ffp-model",
    "-fira-algorithm",
    "-fira-region",
    "-flive-patching",
    "-flto",
    "-flto-partition",
    "-freorder-blocks-algorithm",
    "-fsimd-cost-model",
    "-fstack-check",
    "-fstack-reuse",
    "-ftls-model",
    "-ftrivial-auto-var-init",
    "-fvect-cost-model",
    "-fvisibility",
    "-fzero-call-used-regs",
};

static bool refuse(struct error *err, const char *flag, const char *reason)
{
    return error_set(err, ERROR_UNTRUSTED, "flag '%.100s' %s", flag, reason);
}

static bool is_one_of(const char *text, size_t length, const char *const *words,
                      size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(words[i]) == length && strncmp(text, words[i], length) == 0)
            return true;
    return false;
}

/* Length of the longest start of text that is made of these characters and
 * of letters and digits. */
static size_t span(const char *text, const char *more)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    size_t length = 0;

    while (text[length] != '\0' && (strchr(letters, text[length]) != NULL ||
                                    strchr(more, text[length]) != NULL))
        length++;
    return length;
}

static bool check_characters(const char *flag, struct error *err)
{
    size_t length = strlen(flag);

    if (length == 0)
        return error_set(err, ERROR_UNTRUSTED, "a flag is empty");
    if (length > GRAMMAR_FLAG_MAX)
        return refuse(err, flag, "is longer than 128 bytes");
    if (flag[0] == '@')
        return refuse(err, flag, "names a file of flags");
    if (flag[0] != '-')
        return refuse(err, flag, "does not begin with '-'");
    if (strchr(flag, '/') != NULL)
        return refuse(err, flag, "names a path");
    if (span(flag, "-_.,=+:") != length)
        return refuse(err, flag, "has a character that no flag needs");
    return true;
}

static bool check_refused(const char *flag, struct error *err)
{
    for (size_t i = 0; i < sizeof refused_families / sizeof *refused_families;
         i++)
        if (str_fits(flag, refused_families[i].name))
            return refuse(err, flag, refused_families[i].reason);
    return true;
}

/* 64 or 64:32:16 */
static bool is_numbers(const char *value)
{
    return *value != '\0' && strspn(value, "0123456789:") == strlen(value);
}

/* NAME=VALUE of --param */
static bool is_parameter(const char *text)
{
    size_t name = span(text, "-_");

    return name > 0 && text[0] != '-' && text[name] == '=' &&
           text[name + 1] != '\0' && text[name + 1] != '-' &&
           span(text + name + 1, "-") == strlen(text + name + 1);
}

/* A value after the name must exist, and be one that the name may have. */
static bool check_value(const char *flag, struct error *err)
{
    size_t name = strcspn(flag, "=");
    const char *value = flag + name + 1;

    if (flag[name] == '\0')
        return true;
    if (*value == '\0')
        return refuse(err, flag, "has no value after '='");
    if (strchr(value, '=') != NULL || span(value, "-_.+,:") != strlen(value))
        return refuse(err, flag, "has a value that is not one word");
    if (flag[1] == 'f' && !is_numbers(value) &&
        !is_one_of(flag, name, worded_options,
                   sizeof worded_options / sizeof *worded_options))
        return refuse(err, flag, "has a value that may name a file");
    return true;
}

/* -fNAME, -mNAME and -WNAME, each with or without =VALUE */
static bool check_named(const char *flag, struct error *err)
{
    size_t name = strcspn(flag, "=");
    const char *more = flag[1] == 'W' ? "-+" : "-_.";

    if (name < 3 || span(flag, more) < name || flag[2] == '-')
        return refuse(err, flag, "is not a flag name");
    return check_value(flag, err);
}

/* -DNAME, -DNAME=WORD and -UNAME */
static bool check_macro(const char *flag, struct error *err)
{
    size_t name = span(flag + 2, "_");

    if (name == 0 || (flag[2 + name] != '\0' && flag[2 + name] != '='))
        return refuse(err, flag, "is not a macro's name");
    return true;
}

static bool check_standard(const char *flag, struct error *err)
{
    if (!str_starts(flag, "-std=") || flag[5] == '\0' ||
        span(flag + 5, "+:") != strlen(flag + 5))
        return refuse(err, flag, "is in no family of flags that is taken");
    return true;
}

static bool check_parameter(const char *flag, struct error *err)
{
    if (!str_starts(flag, "--param="))
        return refuse(err, flag, "is in no family of flags that is taken");
    if (!is_parameter(flag + strlen("--param=")))
        return refuse(err, flag, "is not NAME=VALUE");
    return true;
}

static bool check_unknown(const char *flag, struct error *err)
{
    return refuse(err, flag, "is in no family of flags that is taken");
}

struct taken_family {
    const char *start;
    bool (*check)(const char *flag, struct error *err);
};

static const struct taken_family taken_families[] = {
    {"-f", check_named},      {"-m", check_named},
    {"-Wl,", check_unknown},  {"-W", check_named},
    {"-D", check_macro},      {"-U", check_macro},
    {"-std", check_standard}, {"--param", check_parameter},
};

bool grammar_flag(const char *flag, struct error *err)
{
    if (!check_characters(flag, err))
        return false;
    if (is_one_of(flag, strlen(flag), whole_flags,
                  sizeof whole_flags / sizeof *whole_flags))
        return true;
    if (!check_refused(flag, err))
        return false;
    for (size_t i = 0; i < sizeof taken_families / sizeof *taken_families; i++)
        if (str_starts(flag, taken_families[i].start))
            return taken_families[i].check(flag, err);
    return check_unknown(flag, err);
}

bool grammar_flags(const struct strvec *flags, struct error *err)
{
    if (flags->count > GRAMMAR_FLAGS_MAX)
        return error_set(err, ERROR_UNTRUSTED,
                         "%zu flags, more than the %d that are taken",
                         flags->count, (int)GRAMMAR_FLAGS_MAX);
    for (size_t i = 0; i < flags->count; i++) {
        const char *flag = flags->items[i];

        if (strcmp(flag, "--param") == 0 && i + 1 < flags->count) {
            if (!is_parameter(flags->items[++i]) ||
                strlen(flags->items[i]) > GRAMMAR_FLAG_MAX)
                return refuse(err, flags->items[i], "is not NAME=VALUE");
        } else if (!grammar_flag(flag, err)) {
            return false;
        }
    }
    return true;
}

bool grammar_is_native(const char *flag)
{
    const char *value = strchr(flag, '=');

    return str_starts(flag, "-m") && value != NULL &&
           (strcmp(value, "=native") == 0 || str_starts(value, "=native+"));
}
