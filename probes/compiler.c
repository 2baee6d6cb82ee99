/* SPDX-License-Identifier: MIT
 *
 * Runs compilers and asks them who they are.
 */
#include <config.h>

#include "probes/compiler.h"

#include <limits.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/str.h"
#include "probes/compiler_parts.h"

enum { OUTPUT_MAX = 8 << 20 };

void compiler_release(struct compiler *self)
{
    if (!self)
        return;
    free(self->cc);
    strvec_release(&self->command);
    free(self->path);
    free(self->version);
    free(self->target);
    free(self->arch);
    free(self->float_abi);
    strvec_release(&self->machine);
    macros_release(&self->macros);
    *self = (struct compiler){0};
}

const char *compiler_family_word(enum compiler_family family)
{
    static const char *const words[] = {
        [COMPILER_GCC] = "gcc",
        [COMPILER_CLANG] = "clang",
        [COMPILER_OTHER] = "other",
    };
    return words[family];
}

/* The user's environment, in the language that messages are parsed in and
 * without what makes gcc write further files. */
static void make_environment(struct strvec *out)
{
    struct strvec changes = {0};
    strvec_add_list(&changes, "LC_ALL=C", "LANGUAGE", "DEPENDENCIES_OUTPUT",
                    "SUNPRO_DEPENDENCIES", "GCC_EXTRA_DIAGNOSTIC_OUTPUT", NULL);
    child_environment(&changes, out);
    strvec_release(&changes);
}

bool compiler_run(const struct compiler *self, const struct strvec *arguments,
                  const char *directory, struct child_result *result,
                  struct error *err)
{
    struct strvec argv = {0}, environment = {0};
    strvec_add_all(&argv, &self->command);
    strvec_add_all(&argv, arguments);
    make_environment(&environment);
    struct child_options options = {
        .argv = strvec_argv(&argv),
        .directory = directory,
        .environment = strvec_argv(&environment),
        .output_max = OUTPUT_MAX,
        .timeout_ms = self->timeout_ms,
        .offline = true,
    };
    child_limit_compiler(&options);
    bool ok = child_run(&options, result, err);
    strvec_release(&argv);
    strvec_release(&environment);
    return ok;
}

bool compiler_macros(const struct compiler *self, const struct strvec *flags,
                     struct macros *out)
{
    struct strvec arguments = {0};
    struct child_result result;
    strvec_add_all(&arguments, flags);
    strvec_add_list(&arguments, "-dM", "-E", "-x", "c", "/dev/null", NULL);
    bool ok = compiler_run(self, &arguments, NULL, &result, NULL);
    if (ok) {
        ok = child_succeeded(&result);
        if (ok) {
            *out = (struct macros){0};
            macros_parse(out, str_text(&result.out));
        }
        child_result_release(&result);
    }
    strvec_release(&arguments);
    return ok;
}

static const struct {
    const char *macro;
    const char *arch;
} architectures[] = {
    {"__aarch64__", "aarch64"},
    {"__arm__", "arm"},
    {"__x86_64__", "x86_64"},
    {"__i386__", "i386"},
};

static const char *macro_arch(const struct macros *macros)
{
    for (size_t i = 0; i < sizeof(architectures) / sizeof(*architectures); i++)
        if (macros_has(macros, architectures[i].macro))
            return architectures[i].arch;
    return "other";
}

static const char *macro_float_abi(const struct macros *macros)
{
    if (!macros_has(macros, "__arm__"))
        return "";
    if (macros_has(macros, "__ARM_PCS_VFP"))
        return "hard";
    return macros_has(macros, "__SOFTFP__") ? "soft" : "softfp";
}

static unsigned macro_number(const struct macros *macros, const char *name)
{
    unsigned long value;
    const char *text = macros_get(macros, name);
    return text && str_parse_ulong(text, &value) ? (unsigned)value : 0;
}

static void read_version(struct compiler *self)
{
    static const char *const names[][3] = {
        [COMPILER_GCC] = {"__GNUC__", "__GNUC_MINOR__", "__GNUC_PATCHLEVEL__"},
        [COMPILER_CLANG] = {"__clang_major__", "__clang_minor__",
                            "__clang_patchlevel__"},
        [COMPILER_OTHER] = {"__GNUC__", "__GNUC_MINOR__",
                            "__GNUC_PATCHLEVEL__"},
    };
    const struct macros *macros = &self->macros;
    self->family = macros_has(macros, "__clang__")  ? COMPILER_CLANG
                   : macros_has(macros, "__GNUC__") ? COMPILER_GCC
                                                    : COMPILER_OTHER;
    const char *const *name = names[self->family];
    self->major = macro_number(macros, name[0]);
    self->minor = macro_number(macros, name[1]);
    self->version = xasprintf("%u.%u.%u", self->major, self->minor,
                              macro_number(macros, name[2]));
}

/* The word after "Target:" at the start of a line of what -v says, or "". */
static char *read_target(const char *text)
{
    static const char mark[] = "Target: ";
    while (*text && !str_starts(text, mark)) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    if (*text)
        text += strlen(mark);
    return xstrndup(text, strcspn(text, " \r\n"));
}

static char *ask_target(const struct compiler *self)
{
    struct strvec arguments = {0};
    struct child_result result;
    char *target = NULL;
    strvec_add(&arguments, "-dumpmachine");
    if (compiler_run(self, &arguments, NULL, &result, NULL)) {
        if (child_succeeded(&result))
            target = xstrdup(
                str_trim(result.out.text ? result.out.text : (char[]){""}));
        child_result_release(&result);
    }
    strvec_release(&arguments);
    return target ? target : xstrdup("");
}

static bool not_a_compiler(const struct compiler *self,
                           const struct child_result *result, struct error *err)
{
    struct str end = {0};
    child_describe_end(result, &end);
    error_set(err, ERROR_CHILD,
              "'%s' is no C compiler that tuner knows: asked for its macros, "
              "%s",
              self->cc,
              child_succeeded(result) ? "it printed none" : str_text(&end));
    str_release(&end);
    return false;
}

static bool identify(struct compiler *self, struct error *err)
{
    struct strvec arguments = {0};
    struct child_result result;
    strvec_add_list(&arguments, "-v", "-dM", "-E", "-x", "c", "/dev/null",
                    NULL);
    bool ok = compiler_run(self, &arguments, NULL, &result, err);
    strvec_release(&arguments);
    if (!ok)
        return false;
    macros_parse(&self->macros, str_text(&result.out));
    ok = child_succeeded(&result) && macros_has(&self->macros, "__STDC__");
    if (ok) {
        const char *talk = str_text(&result.err);
        read_version(self);
        self->target = read_target(talk);
        compiler_find_machine(talk, &self->machine);
    } else {
        not_a_compiler(self, &result, err);
    }
    child_result_release(&result);
    return ok;
}

static char *absolute(const char *path)
{
    char here[PATH_MAX];
    if (*path == '/' || !getcwd(here, sizeof(here)))
        return xstrdup(path);
    return xasprintf("%s/%s", here, path);
}

bool compiler_probe(struct compiler *self, const char *cc, struct error *err)
{
    struct compiler found = {.cc = xstrdup(cc),
                             .timeout_ms = COMPILER_TIMEOUT_MS};
    struct str path = {0};
    if (!strvec_split_shell(&found.command, cc) || found.command.count == 0) {
        error_set(err, ERROR_USAGE, "'%s' is no command", cc);
        goto fail;
    }
    if (!child_find_program(found.command.items[0], &path)) {
        error_set(err, ERROR_MISSING, "there is no compiler '%s'",
                  found.command.items[0]);
        goto fail;
    }
    found.path = absolute(str_text(&path));
    /* Compilers run in scratch folders. */
    if (strchr(found.command.items[0], '/')) {
        free(found.command.items[0]);
        found.command.items[0] = xstrdup(found.path);
    }
    if (!identify(&found, err))
        goto fail;
    if (*found.target == '\0') {
        free(found.target);
        found.target = ask_target(&found);
    }
    found.arch = xstrdup(macro_arch(&found.macros));
    found.float_abi = xstrdup(macro_float_abi(&found.macros));
    found.thumb = macros_has(&found.macros, "__thumb__");
    str_release(&path);
    *self = found;
    return true;
fail:
    str_release(&path);
    compiler_release(&found);
    return false;
}
