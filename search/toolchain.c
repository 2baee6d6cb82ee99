/* SPDX-License-Identifier: MIT
 *
 * Runs compilers and knows how their objects go together.
 */
#include <config.h>

#include "search/toolchain.h"

#include <stdlib.h>
#include <string.h>

#include "base/child.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/str.h"

enum { ASK_TIMEOUT_MS = 20000 };

void toolchain_init(struct toolchain *self, const char *temporary)
{
    *self = (struct toolchain){.temporary = xstrdup(temporary)};
    struct strvec changes = {0};
    /* Messages that can be compared, and nothing from outside that would
     * change what is compiled. */
    strvec_addf(&changes, "TMPDIR=%s", temporary);
    strvec_add_list(&changes, "LC_ALL=C", "GCC_COLORS", "CPATH",
                    "C_INCLUDE_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX",
                    "SOURCE_DATE_EPOCH", NULL);
    child_environment(&changes, &self->environment);
    strvec_release(&changes);
    pthread_mutex_init(&self->lock, NULL);
}

void toolchain_release(struct toolchain *self)
{
    for (size_t i = 0; i < self->targets.count; i++)
        free(self->targets.entries[i].value);
    map_release(&self->targets);
    strvec_release(&self->environment);
    free(self->temporary);
    pthread_mutex_destroy(&self->lock);
}

bool toolchain_run(const struct toolchain *self, const struct strvec *argv,
                   unsigned timeout_ms, struct child_result *result,
                   struct error *err)
{
    struct child_options options = {
        .argv = strvec_argv(argv),
        .directory = self->temporary,
        .environment = strvec_argv(&self->environment),
        .timeout_ms = timeout_ms,
        .merge_output = true,
        .offline = true,
    };
    child_limit_compiler(&options);
    return child_run(&options, result, err);
}

bool toolchain_command(struct strvec *argv, const char *cc, struct error *err)
{
    if (!strvec_split_shell(argv, cc) || argv->count == 0)
        return error_set(err, ERROR_USAGE, "bad compiler command '%s'", cc);
    return true;
}

/* Objects that differ in these cannot be linked, or not run, together. */
static const char *const abi_flags[] = {
    "-m32",   "-m64",  "-mx32",        "-m16",    "-mabi=",
    "-marm",  "-EL",   "-mfloat-abi=", "-mthumb", "-mlittle-endian",
    "-EB",    "-mips", "-mfpu=",       "-mfp32",  "-mbig-endian",
    "-mfp64", "-mnan", "-mfpxx",       NULL,
};

/* Here the processor decides how numbers are passed or what can run at all;
 * on x86 and 64-bit ARM plain code runs everywhere. */
static const char *const processor_flags[] = {"-march=", "-mcpu=", NULL};
static const char *const plain_targets[] = {"x86_64", "i386",    "i486", "i586",
                                            "i686",   "aarch64", NULL};

static bool starts_with_any(const char *text, const char *const *prefixes)
{
    for (; *prefixes; prefixes++)
        if (str_starts(text, *prefixes))
            return true;
    return false;
}

static char *ask_target(const struct toolchain *self, const char *cc)
{
    struct strvec argv = {0};
    struct child_result result;
    char *target = NULL;
    if (toolchain_command(&argv, cc, NULL)) {
        strvec_add(&argv, "-dumpmachine");
        if (toolchain_run(self, &argv, ASK_TIMEOUT_MS, &result, NULL)) {
            target = str_detach(&result.out);
            child_result_release(&result);
        }
    }
    strvec_release(&argv);
    return target ? target : xstrdup("");
}

const char *toolchain_target(struct toolchain *self, const char *cc)
{
    pthread_mutex_lock(&self->lock);
    char *target = map_find(&self->targets, cc);
    if (!target) {
        target = ask_target(self, cc);
        map_set(&self->targets, cc, target);
    }
    pthread_mutex_unlock(&self->lock);
    return target;
}

void toolchain_binding_flags(struct toolchain *self, const char *cc,
                             const struct strvec *flags, struct strvec *out)
{
    bool plain = starts_with_any(toolchain_target(self, cc), plain_targets);
    for (size_t i = 0; i < flags->count; i++) {
        const char *flag = flags->items[i];
        if (starts_with_any(flag, abi_flags) ||
            (!plain && starts_with_any(flag, processor_flags)))
            strvec_add(out, flag);
    }
}

/* Of what -### prints, the command lines: they begin with a blank.  Names
 * of temporary files differ each time. */
static void add_commands(const struct toolchain *self, char *text,
                         struct str *out)
{
    struct strvec lines = {0};
    strvec_split(&lines, text, "\n");
    for (size_t i = 0; i < lines.count; i++) {
        struct strvec words = {0};
        if (lines.items[i][0] == ' ')
            strvec_split(&words, lines.items[i], " ");
        for (size_t w = 0; w < words.count; w++)
            if (!strstr(words.items[w], self->temporary))
                str_addf(out, "%s\n", words.items[w]);
        strvec_release(&words);
    }
    strvec_release(&lines);
}

static bool ask_link(const struct toolchain *self, const struct strvec *argv,
                     struct digest *out, struct error *err)
{
    struct child_result result;
    if (!toolchain_run(self, argv, ASK_TIMEOUT_MS, &result, err))
        return false;
    struct str commands = {0};
    if (child_succeeded(&result)) {
        char *text = str_detach(&result.out);
        add_commands(self, text, &commands);
        free(text);
    }
    /* A compiler that does not tell: each flag set links its own way. */
    if (commands.length == 0)
        for (size_t i = 0; i < argv->count; i++)
            str_addf(&commands, "%s\n", argv->items[i]);
    *out = digest_bytes(str_text(&commands), commands.length);
    str_release(&commands);
    child_result_release(&result);
    return true;
}

bool toolchain_link_name(const struct toolchain *self,
                         const struct strvec *command, const char *input,
                         struct digest *out, struct error *err)
{
    struct strvec argv = {0};
    strvec_add_all(&argv, command);
    /* Shows what it would run; does not look into its input. */
    strvec_add_list(&argv, "-###", input, "-o", "program", NULL);
    bool ok = ask_link(self, &argv, out, err);
    strvec_release(&argv);
    return ok;
}
