/* SPDX-License-Identifier: MIT
 *
 * Runs agent/tell.c behind a runner and writes its answers as a root.
 */
#include <config.h>

#include "probes/teller.h"

#include "base/child.h"
#include "base/error.h"
#include "base/file.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"
#include "base/temporary.h"
#include "probes/agent.h"
#include "probes/catalogue.h"
#include "probes/compiler.h"
#include "probes/cpu.h"
#include "probes/cpu_parts.h"
#include "probes/root.h"
#include "probes/trial.h"

#define PROGRAM "tell"

/* Chunks by path; the texts are owned by the array. */
struct answers {
    struct map by_path; /* path -> struct str */
    struct str **texts;
    size_t count;
};

static void answers_release(struct answers *self)
{
    for (size_t i = 0; i < self->count; i++) {
        str_release(self->texts[i]);
        free(self->texts[i]);
    }
    free(self->texts);
    map_release(&self->by_path);
}

static struct str *answer(struct answers *self, const char *path)
{
    struct str *text = map_find(&self->by_path, path);
    if (text)
        return text;
    text = xcalloc(1, sizeof(*text));
    self->texts =
        xreallocarray(self->texts, self->count + 1, sizeof(struct str *));
    self->texts[self->count++] = text;
    map_set(&self->by_path, path, text);
    return text;
}

/* "@PATH HEXLENGTH\n" and as many bytes, again and again. */
static bool read_answers(struct answers *self, const struct str *out)
{
    const char *at = str_text(out);
    const char *end = at + out->length;
    while (at < end && *at == '@') {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        if (!line_end)
            return false;
        char *head = xstrndup(at + 1, (size_t)(line_end - at - 1));
        char *blank = strchr(head, ' ');
        char *hex = xasprintf("0x%s", blank ? blank + 1 : "");
        unsigned long length;
        bool ok = blank && str_parse_ulong(hex, &length) &&
                  length <= (unsigned long)(end - line_end - 1);
        if (ok) {
            *blank = '\0';
            str_add_bytes(answer(self, head), line_end + 1, length);
            at = line_end + 1 + length;
        }
        free(hex);
        free(head);
        if (!ok)
            return false;
    }
    return self->count > 0;
}

/* The lowest level that the compiler has, since nothing is known of the CPU;
 * soft floats, since nothing is known of its FPU. */
static const char *const attempts[][4] = {
    {"-marm", "-march=armv5te", "-mfloat-abi=soft", NULL},
    {NULL},
};

static bool build_with(const struct teller *self, const char *const *flags,
                       const char *directory, char **message)
{
    struct strvec arguments = {0};
    struct child_result result;
    for (; *flags; flags++)
        strvec_add(&arguments, *flags);
    strvec_add_list(&arguments, "-O1", PROGRAM ".c", "-o", PROGRAM, NULL);
    agent_add_bare_flags(&arguments);
    bool ok =
        compiler_run(self->compiler, &arguments, directory, &result, NULL);
    if (ok) {
        free(*message);
        ok = trial_classify(&result, message) == REFUSAL_NONE;
        child_result_release(&result);
    }
    strvec_release(&arguments);
    return ok;
}

static bool build(const struct teller *self, const char *directory,
                  struct error *err)
{
    char *message = NULL;
    bool ok = false;
    for (size_t i = 0; !ok && i < sizeof(attempts) / sizeof(*attempts); i++)
        ok = build_with(self, attempts[i], directory, &message);
    if (!ok)
        error_set(err, ERROR_CHILD,
                  "cannot build a program that asks the machine: %s",
                  message ? message : "the compiler does not run");
    free(message);
    return ok;
}

static bool ask(const struct teller *self, const char *directory,
                struct answers *answers, struct error *err)
{
    struct child_result result;
    if (!self->runner->run(self->runner->data, directory, PROGRAM, &result,
                           err))
        return false;
    bool ok = child_succeeded(&result) && read_answers(answers, &result.out);
    if (!ok) {
        struct str end = {0};
        child_describe_end(&result, &end);
        error_set(err, ERROR_CHILD,
                  "'%s' does not run a program of '%s': %s: %.200s",
                  self->runner_text, self->compiler->cc, str_text(&end),
                  str_text(&result.err));
        str_release(&end);
    }
    child_result_release(&result);
    return ok;
}

void teller_named_cpu(const char *runner_text, char *out, unsigned size)
{
    struct strvec words = {0};
    out[0] = '\0';
    if (strvec_split_shell(&words, runner_text))
        for (size_t i = 0; i + 1 < words.count; i++)
            if (strcmp(words.items[i], "-cpu") == 0)
                snprintf(out, size, "%.*s",
                         (int)strcspn(words.items[i + 1], ","),
                         words.items[i + 1]);
    strvec_release(&words);
}

/* QEMU says arm1176 for arm1176jzf-s. */
static long find_named(const struct catalogue *catalogue, const char *name)
{
    if (*name == '\0')
        return CATALOGUE_NONE;
    long row = catalogue_find_core_alias(catalogue, name);
    for (size_t i = 0; row < 0 && i < catalogue->cores.rows; i++)
        if (str_starts(table_cell(&catalogue->cores, i, "core"), name))
            row = (long)i;
    return row;
}

static void add_named(const struct teller *self, struct str *text)
{
    char name[64];
    teller_named_cpu(self->runner_text, name, sizeof(name));
    long row = find_named(self->catalogue, name);
    if (row < 0)
        return;
    const struct table *cores = &self->catalogue->cores;
    str_addf(text, "CPU implementer\t: %s\nCPU part\t: %s\n",
             table_cell(cores, (size_t)row, "implementer"),
             table_cell(cores, (size_t)row, "part"));
}

/* In place of the host's text: what the vector and the command say. */
static void make_cpuinfo(const struct teller *self, struct answers *answers)
{
    struct strvec words = {0};
    const struct str *vector = answer(answers, "proc/self/auxv");
    struct str *text = answer(answers, "proc/cpuinfo");
    if (!hwcap_words(str_text(vector), vector->length, self->compiler->arch,
                     &words))
        return;
    char *features = strvec_join(&words, " ");
    char *platform = xstrdup(str_text(answer(answers, "platform")));
    root_clean_text(platform);
    str_reset(text);
    str_addf(text, "Processor\t: emulated (%s)\nFeatures\t: %s\n",
             *platform ? platform : "unknown", features);
    add_named(self, text);
    /* The host's processors are not the emulator's. */
    str_reset(answer(answers, "sys/devices/system/cpu/online"));
    str_reset(answer(answers, "sys/devices/system/cpu/present"));
    free(platform);
    free(features);
    strvec_release(&words);
}

static bool is_foreign(const struct teller *self, struct answers *answers)
{
    const char *text = str_text(answer(answers, "proc/cpuinfo"));
    return cpu_is_arm(self->compiler->arch) &&
           !strstr(text, "CPU implementer") && !strstr(text, "Features");
}

static bool write_file(const char *root, const char *path,
                       const struct str *text, struct error *err)
{
    char *full = xasprintf("%s/%s", root, path);
    char *slash = strrchr(full, '/');
    *slash = '\0';
    bool ok = file_make_directories(full, err);
    *slash = '/';
    ok = ok && file_write(full, str_text(text), text->length, err);
    free(full);
    return ok;
}

static void make_others(struct answers *answers)
{
    const struct str *midr = answer(answers, "midr");
    unsigned long value = 0;
    if (midr->length == sizeof(value)) {
        memcpy(&value, midr->text, sizeof(value));
        str_addf(answer(answers, "sys/devices/system/cpu/cpu0/regs/"
                                 "identification/midr_el1"),
                 "0x%016lx\n", value);
    }
    char *machine = xstrdup(str_text(answer(answers, "machine")));
    char *release = xstrdup(str_text(answer(answers, "release")));
    str_addf(answer(answers, "uname"), "Linux host %s %s\n", release, machine);
    str_addf(answer(answers, "proc/sys/kernel/osrelease"), "%s\n", release);
    free(machine);
    free(release);
}

static bool write_answers(const struct answers *answers, const char *root,
                          struct error *err)
{
    bool ok = true;
    for (size_t i = 0; ok && i < answers->by_path.count; i++) {
        const struct map_entry *entry = &answers->by_path.entries[i];
        const struct str *text = entry->value;
        bool is_file =
            strchr(entry->key, '/') || strcmp(entry->key, "uname") == 0;
        /* The other side chooses no path but below these. */
        bool wanted = str_starts(entry->key, "proc/") ||
                      str_starts(entry->key, "sys/") ||
                      strcmp(entry->key, "uname") == 0;
        if (is_file && wanted && text->length && !strstr(entry->key, ".."))
            ok = write_file(root, entry->key, text, err);
    }
    return ok;
}

bool teller_record(const struct teller *self, const char *root,
                   struct error *err)
{
    struct str directory = {0};
    struct answers answers = {0};
    if (!temporary_make("tell", &directory, err))
        return false;
    bool ok = agent_copy(self->catalogue, AGENT_TELL, "", str_text(&directory),
                         err) &&
              build(self, str_text(&directory), err) &&
              ask(self, str_text(&directory), &answers, err);
    if (ok) {
        if (is_foreign(self, &answers))
            make_cpuinfo(self, &answers);
        make_others(&answers);
        ok = write_answers(&answers, root, err);
    }
    temporary_remove(str_text(&directory));
    answers_release(&answers);
    str_release(&directory);
    return ok;
}
