/* SPDX-License-Identifier: MIT
 *
 * Resolves "native".
 */
#include <config.h>

#include "probes/native.h"

#include <sys/utsname.h>

#include "base/memory.h"
#include "base/str.h"
#include "probes/catalogue.h"
#include "probes/compiler.h"
#include "probes/compiler_parts.h"
#include "probes/cpu.h"
#include "probes/features.h"

void native_release(struct native *self)
{
    if (!self)
        return;
    strvec_release(&self->flags);
    strvec_release(&self->lost);
    strvec_release(&self->surplus);
}

bool native_is_target(const struct compiler *compiler)
{
    static const struct {
        const char *machine; /* begins so */
        const char *arch;
    } runs[] = {
        {"x86_64", "x86_64"},   {"x86_64", "i386"}, {"i", "i386"},
        {"aarch64", "aarch64"}, {"armv", "arm"},
    };
    struct utsname name;
    if (uname(&name) != 0)
        return false;
    for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++)
        if (str_starts(name.machine, runs[i].machine) &&
            strcmp(compiler->arch, runs[i].arch) == 0)
            return true;
#if !defined(__x86_64__) && !defined(__i386__) && !defined(__aarch64__) &&     \
    !defined(__arm__)
    /* Neither is one that tuner has a name for. */
    if (strcmp(compiler->arch, "other") == 0)
        return true;
#endif
    /* A 32-bit userland on a 64-bit ARM kernel: tuner is part of it. */
    return str_starts(name.machine, "aarch64") && sizeof(void *) == 4 &&
           strcmp(compiler->arch, "arm") == 0;
}

/* Names, caches and state; single features come from the macros. */
static bool is_kept(const char *flag)
{
    static const char *const kept[] = {
        "-march=",      "-mcpu=",     "-mtune=",   "-mfpu=",
        "-mfloat-abi=", "--param=l1", "--param=l2"};
    for (size_t i = 0; i < sizeof(kept) / sizeof(*kept); i++)
        if (str_starts(flag, kept[i]) && flag[strlen(kept[i])] != '\0')
            return !strstr(flag, "native");
    return strcmp(flag, "-marm") == 0 || strcmp(flag, "-mthumb") == 0;
}

/* One run tells the macros and the resolved flags. */
static bool ask(const struct compiler *compiler, const char *option,
                struct strvec *flags, struct macros *macros)
{
    struct strvec arguments = {0}, all = {0};
    struct child_result result;
    strvec_add_list(&arguments, option, "-v", "-dM", "-E", "-x", "c",
                    "/dev/null", NULL);
    bool ok = compiler_run(compiler, &arguments, NULL, &result, NULL);
    strvec_release(&arguments);
    if (!ok)
        return false;
    ok = child_succeeded(&result);
    if (ok) {
        compiler_find_machine(str_text(&result.err), &all);
        macros_parse(macros, str_text(&result.out));
    }
    child_result_release(&result);
    for (size_t i = 0; i < all.count; i++)
        if (is_kept(all.items[i]))
            strvec_add(flags, all.items[i]);
    strvec_release(&all);
    return ok;
}

/* On x86 a name does not say all: what native has more or less than the name
 * is switched by itself. */
static void add_differences(const struct catalogue *catalogue,
                            const struct macros *want,
                            const struct macros *have, struct strvec *flags)
{
    const struct table *features = &catalogue->features;
    for (size_t i = 0; i < features->rows; i++) {
        const char *macro = table_cell(features, i, "macro");
        bool wanted = macros_has(want, macro);
        const char *flag = table_cell(features, i, wanted ? "on" : "off");
        if (strcmp(table_cell(features, i, "isa"), "x86") == 0 && *flag &&
            wanted != macros_has(have, macro) && !strvec_contains(flags, flag))
            strvec_add(flags, flag);
    }
}

static bool same_features(const struct catalogue *catalogue,
                          const struct macros *a, const struct macros *b)
{
    for (size_t i = 0; i < catalogue->features.rows; i++) {
        const char *macro = table_cell(&catalogue->features, i, "macro");
        if (macros_has(a, macro) != macros_has(b, macro))
            return false;
    }
    return true;
}

static void add_words(const struct catalogue *catalogue,
                      const struct feature_rows *rows, struct strvec *out)
{
    char *words = features_join(catalogue, rows);
    strvec_split(out, words, " ");
    free(words);
}

static void compare(struct native *self, const struct catalogue *catalogue,
                    const struct compiler *compiler, const struct cpu *cpu,
                    const struct macros *macros)
{
    struct strvec words = {0};
    struct feature_rows surplus = {0}, missing = {0};
    const char *isa = features_isa(compiler);
    features_allowed(catalogue, isa, cpu, &words);
    features_surplus(catalogue, isa, macros, &words, &surplus);
    features_missing(catalogue, isa, macros, &words, &missing);
    add_words(catalogue, &missing, &self->lost);
    add_words(catalogue, &surplus, &self->surplus);
    feature_rows_release(&surplus);
    feature_rows_release(&missing);
    strvec_release(&words);
}

bool native_resolve(struct native *self, const struct catalogue *catalogue,
                    const struct compiler *compiler, const struct cpu *cpu)
{
    struct macros want = {0}, have = {0};
    const char *isa = features_isa(compiler);
    *self = (struct native){.option = strcmp(isa, "x86") == 0 ? "-march=native"
                                                              : "-mcpu=native"};
    if (!ask(compiler, self->option, &self->flags, &want)) {
        macros_release(&want);
        native_release(self);
        return false;
    }
    if (compiler_macros(compiler, &self->flags, &have)) {
        size_t named = self->flags.count;
        add_differences(catalogue, &want, &have, &self->flags);
        self->same = self->flags.count == named;
        macros_release(&have);
    }
    if (!self->same && compiler_macros(compiler, &self->flags, &have)) {
        self->same = same_features(catalogue, &want, &have);
        macros_release(&have);
    }
    compare(self, catalogue, compiler, cpu, &want);
    macros_release(&want);
    return true;
}
