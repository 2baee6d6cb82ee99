/* SPDX-License-Identifier: MIT
 *
 * Tries a record's flags with a compiler and keeps as many as it takes.
 */
#include <config.h>

#include "tuner/fit.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/str.h"
#include "db/record.h"
#include "probes/catalogue.h"
#include "probes/check.h"
#include "probes/compiler.h"
#include "probes/trial.h"
#include "tuner/data.h"
#include "tuner/machine.h"
#include "tuner/options.h"

void fit_release(struct fit *self)
{
    if (!self)
        return;
    free(self->compiler);
    strvec_release(&self->kept);
    for (size_t i = 0; i < self->loss_count; i++) {
        free(self->losses[i].flag);
        free(self->losses[i].message);
    }
    free(self->losses);
    *self = (struct fit){0};
}

static bool equal(const char *a, const char *b)
{
    return a && b && strcmp(a, b) == 0;
}

/* Whether the first word of a target triplet is of an architecture. */
static bool is_arch(const char *target, const char *arch)
{
    if (strcmp(arch, "arm") == 0)
        return str_starts(target, "arm") && !str_starts(target, "arm64");
    if (strcmp(arch, "i386") == 0)
        return target[0] == 'i' && target[1] && str_starts(target + 2, "86");
    size_t length = strcspn(target, "-");
    return length == strlen(arch) && strncmp(target, arch, length) == 0;
}

/* What is not known of the record fits. */
static bool makes_such(const struct compiler *compiler,
                       const struct record *record)
{
    const char *target = record->compiler.target;
    const char *abi = record->compiler.float_abi;
    return (!target || is_arch(target, compiler->arch)) &&
           (!abi || !*compiler->float_abi ||
            strcmp(abi, compiler->float_abi) == 0);
}

/* tuner has tried the flags of its own records with their compiler. */
static bool is_compiler_of(const struct compiler *compiler,
                           const struct record *record)
{
    const struct record_compiler *known = &record->compiler;
    return !record->published && equal(known->version, compiler->version) &&
           equal(known->target, compiler->target) &&
           equal(known->family, compiler_family_word(compiler->family));
}

/* The usual compiler, or the cross compiler for the record's target. */
static bool find_compiler(struct compiler *compiler,
                          const struct options *options,
                          const struct record *record)
{
    if (compiler_probe(compiler, machine_cc(options), NULL)) {
        if (makes_such(compiler, record))
            return true;
        compiler_release(compiler);
    }
    if (!record->compiler.target)
        return false;
    bool clang = equal(record->compiler.family, "clang");
    char *cc =
        xasprintf("%s-%s", record->compiler.target, clang ? "clang" : "gcc");
    bool found = compiler_probe(compiler, cc, NULL);
    free(cc);
    if (found && !makes_such(compiler, record)) {
        compiler_release(compiler);
        found = false;
    }
    return found;
}

/* False: error.  *found is false when there is nothing to try with. */
static bool choose_compiler(struct compiler *compiler,
                            const struct options *options,
                            const struct record *record, bool *found,
                            struct error *err)
{
    bool named =
        options_has(options, "record") || options_has(options, "board");
    if (!options_has(options, "cc") && named) {
        *found = find_compiler(compiler, options, record);
        if (*found && is_compiler_of(compiler, record)) {
            compiler_release(compiler);
            *found = false;
        }
        return true;
    }
    if (!compiler_probe(compiler, machine_cc(options), err))
        return false;
    *found = makes_such(compiler, record);
    if (*found)
        return true;
    error_set(err, ERROR_UNSUPPORTED,
              "'%s' makes programs for %s%s%s, the record is of %s%s%s",
              compiler->cc, compiler->target, *compiler->float_abi ? ", " : "",
              compiler->float_abi, record->compiler.target,
              record->compiler.float_abi ? ", " : "",
              record->compiler.float_abi ? record->compiler.float_abi : "");
    compiler_release(compiler);
    return false;
}

static bool is_taken(const struct trial *trial, const struct strvec *flags,
                     bool *taken, struct error *err)
{
    struct trial_result result = {0};
    if (!trial_run(trial, flags, &result, err))
        return false;
    *taken = result.refusal == REFUSAL_NONE;
    trial_result_release(&result);
    return true;
}

/* Of two that fight, the CPU's name says more than an architecture's. */
static int worth(const char *flag)
{
    return str_starts(flag, "-mcpu=")     ? 0
           : !str_starts(flag, "-march=") ? 1
                                          : 2;
}

static void choose(const struct check *check, const bool *wanted,
                   struct strvec *out)
{
    for (size_t i = 0; i < check->count; i++)
        if (wanted[i])
            strvec_add(out, check->flags[i].flag);
}

/* Takes refused flags back, one by one, as long as the set is taken. */
static bool keep_most(const struct trial *trial, const struct check *check,
                      bool *wanted, struct error *err)
{
    for (int turn = 0; turn <= 2; turn++) {
        for (size_t i = 0; i < check->count; i++) {
            struct strvec flags = {0};
            if (wanted[i] || worth(check->flags[i].flag) != turn)
                continue;
            wanted[i] = true;
            choose(check, wanted, &flags);
            bool taken = false;
            bool ok = is_taken(trial, &flags, &taken, err);
            strvec_release(&flags);
            if (!ok)
                return false;
            wanted[i] = taken;
        }
    }
    return true;
}

static void add_loss(struct fit *self, const struct check_flag *flag)
{
    self->losses = xreallocarray(self->losses, self->loss_count + 1,
                                 sizeof(*self->losses));
    self->losses[self->loss_count++] = (struct fit_loss){
        .flag = xstrdup(flag->flag),
        .refusal = flag->verdict,
        .message = xstrdup(flag->message ? flag->message : "")};
}

static bool divide(struct fit *self, const struct trial *trial,
                   const struct check *check, struct error *err)
{
    bool *wanted = xcalloc(check->count + 1, sizeof(*wanted));
    for (size_t i = 0; i < check->count; i++)
        wanted[i] = check->flags[i].verdict == REFUSAL_NONE;
    bool ok = keep_most(trial, check, wanted, err);
    if (ok) {
        choose(check, wanted, &self->kept);
        for (size_t i = 0; i < check->count; i++)
            if (!wanted[i])
                add_loss(self, &check->flags[i]);
    }
    free(wanted);
    return ok;
}

/* A compiler that fails without any flag, for lack of a libc or of memory,
 * says nothing of the flags: all are kept, and nothing counts as tried. */
static bool try_all(struct fit *self, const struct trial *trial,
                    const struct strvec *flags, struct error *err)
{
    struct check check = {0};
    struct strvec none = {0};
    bool works = false;
    if (!is_taken(trial, &none, &works, err))
        return false;
    if (!works) {
        strvec_add_all(&self->kept, flags);
        return true;
    }
    if (!check_flags(&check, trial, flags, err))
        return false;
    self->compiler =
        xasprintf("%s %s", compiler_family_word(trial->compiler->family),
                  trial->compiler->version);
    bool ok = divide(self, trial, &check, err);
    check_release(&check);
    return ok;
}

static bool try_with(struct fit *self, const struct compiler *compiler,
                     const struct strvec *flags, struct error *err)
{
    struct str data = {0};
    struct catalogue catalogue = {0};
    struct trial trial = {
        .compiler = compiler, .catalogue = &catalogue, .depth = TRIAL_LINK};
    bool ok = data_directory(&data, err) &&
              catalogue_load(&catalogue, str_text(&data), err) &&
              try_all(self, &trial, flags, err);
    catalogue_release(&catalogue);
    str_release(&data);
    return ok;
}

bool fit_flags(struct fit *self, const struct options *options,
               const struct record *record, const struct strvec *flags,
               struct error *err)
{
    struct fit made = {0};
    struct compiler compiler = {0};
    bool found = false;
    if (!choose_compiler(&compiler, options, record, &found, err))
        return false;
    bool ok = true;
    if (found)
        ok = try_with(&made, &compiler, flags, err);
    else
        strvec_add_all(&made.kept, flags);
    compiler_release(&compiler);
    if (ok && flags->count && !made.kept.count)
        ok = error_set(err, ERROR_UNSUPPORTED,
                       "%s takes none of the record's flags: %s: %s",
                       made.compiler, made.losses[0].flag,
                       made.losses[0].message);
    if (ok)
        *self = made;
    else
        fit_release(&made);
    return ok;
}

/* One line of the message is enough in a sentence. */
void fit_loss_text(const struct fit *self, size_t loss, struct str *out)
{
    const struct fit_loss *lost = &self->losses[loss];
    str_addf(out, "left out for %s: %s (%s: %.*s)", self->compiler, lost->flag,
             refusal_word(lost->refusal), (int)strcspn(lost->message, "\n"),
             lost->message);
}

json_t *fit_json(const struct fit *self)
{
    json_t *list = json_array();
    for (size_t i = 0; i < self->loss_count; i++)
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:s}", "flag", self->losses[i].flag,
                            "verdict", refusal_word(self->losses[i].refusal),
                            "message", self->losses[i].message));
    return list;
}
