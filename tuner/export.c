/* SPDX-License-Identifier: MIT
 *
 * The table of export formats, and what is the same for all of them: which
 * flags go where, the head, and what may not leave this machine.
 */
#include <config.h>

#include "tuner/export.h"

#include <string.h>

#include "base/error.h"
#include "base/printable.h"
#include "base/program.h"
#include "base/str.h"
#include "base/strvec.h"
#include "db/record.h"
#include "tuner/export_formats.h"
#include "tuner/export_head.h"
#include "tuner/wording.h"

const struct export_format *const export_table[] = {&export_flags,
                                                    &export_sh,
                                                    &export_make,
                                                    &export_json,
                                                    &export_cmake,
                                                    &export_cmake_preset,
                                                    &export_meson,
                                                    &export_meson_cross,
                                                    &export_autoconf,
                                                    &export_dpkg,
                                                    &export_makepkg,
                                                    &export_gentoo,
                                                    &export_cargo,
                                                    &export_yocto,
                                                    &export_buildroot,
                                                    &export_openwrt,
                                                    &export_response,
                                                    &export_conan,
                                                    NULL};

const struct export_format *export_find(const char *name)
{
    for (size_t i = 0; export_table[i]; i++)
        if (strcmp(export_table[i]->name, name) == 0)
            return export_table[i];
    return NULL;
}

const char *export_level(const struct strvec *flags)
{
    for (size_t i = flags->count; i > 0; i--)
        if (str_starts(flags->items[i - 1], "-O"))
            return flags->items[i - 1];
    return NULL;
}

static bool matches(const char *flag, const char *const *patterns)
{
    for (; *patterns; patterns++) {
        size_t length = strlen(*patterns);
        bool prefix = (*patterns)[length - 1] == '=';
        if (prefix ? strncmp(flag, *patterns, length) == 0
                   : strcmp(flag, *patterns) == 0)
            return true;
    }
    return false;
}

/* clang warns of these in a compile step, where they do nothing. */
bool export_is_link_only(const char *flag)
{
    static const char *const patterns[] = {
        "-s",        "-static",           "-static-pie", "-static-libgcc",
        "-pie",      "-no-pie",           "-rdynamic",   "-shared",
        "-fuse-ld=", "-static-libstdc++", NULL};
    return str_starts(flag, "-Wl,") || matches(flag, patterns);
}

/* What only a program can be. */
static bool is_for_programs(const char *flag)
{
    static const char *const patterns[] = {"-static", "-static-pie", "-pie",
                                           "-no-pie", "-rdynamic",   NULL};
    return matches(flag, patterns);
}

/* These choose the libraries and start files that are linked. */
bool export_is_link_flag(const char *flag)
{
    static const char *const patterns[] = {
        "-m32",   "-m64",     "-mx32",    "-mfloat-abi=", "-mabi=",
        "-marm",  "-mthumb",  "-pthread", "-fopenmp",     "-flto",
        "-flto=", "-fno-lto", NULL};
    return export_is_link_only(flag) || matches(flag, patterns);
}

/* With link-time optimisation the link step compiles, and wants it all. */
static bool uses_lto(const struct strvec *flags)
{
    bool lto = false;
    for (size_t i = 0; i < flags->count; i++)
        if (strcmp(flags->items[i], "-fno-lto") == 0)
            lto = false;
        else if (strcmp(flags->items[i], "-flto") == 0 ||
                 str_starts(flags->items[i], "-flto="))
            lto = true;
    return lto;
}

static void divide(struct export_input *self)
{
    bool lto = uses_lto(&self->flags);
    for (size_t i = 0; i < self->flags.count; i++) {
        const char *flag = self->flags.items[i];
        if (!export_is_link_only(flag))
            strvec_add(&self->compile, flag);
        if (lto || export_is_link_flag(flag))
            strvec_add(&self->link, flag);
        if ((lto || export_is_link_flag(flag)) && !is_for_programs(flag))
            strvec_add(&self->link_shared, flag);
    }
    self->level = export_level(&self->compile);
}

enum flag_class export_flag_class(const struct record *record, const char *flag)
{
    const char *abi = record->compiler.float_abi;
    if (abi && str_starts(flag, "-mfloat-abi=") &&
        strcmp(flag + strlen("-mfloat-abi="), abi) == 0)
        return FLAG_SAFE;
    return flag_class(flag);
}

static bool tuned_plain_code(const struct record *record)
{
    const char *allowed = record->workload.implementation;
    return !record->winner.implementations.count ||
           (allowed && strcmp(allowed, "reference") == 0);
}

static bool choose_winner(struct export_input *self, const char *implementation,
                          struct error *err)
{
    const struct record *record = self->record;
    self->winner = &record->winner;
    if (strcmp(implementation, "reference") != 0 || tuned_plain_code(record))
        return true;
    self->winner = &record->plain;
    if (wording_is_measured(&record->plain))
        return true;
    return error_set(err, ERROR_MISSING,
                     "this record has no flags for plain code; tune with "
                     "'%s auto --implementation reference'",
                     program_name());
}

/* Without a proven gain the baseline is what should be used; but a baseline
 * without flags that nothing was measured against is no answer. */
static bool choose_flags(struct export_input *self, struct error *err)
{
    const struct record_winner *winner = self->winner;
    const struct record_baseline *baseline = record_reference(self->record);
    const char *verdict = winner->verdict ? winner->verdict : "not-measured";
    self->proven = strcmp(verdict, "proven") == 0;
    if (self->proven) {
        strvec_add_all(&self->flags, &winner->flags);
        return true;
    }
    bool empty = strcmp(verdict, "not-measured") == 0 &&
                 (!baseline || !baseline->flags.count);
    if (!baseline || empty)
        return error_set(err, ERROR_MISSING,
                         "the record of board '%s' has no flags: nothing was "
                         "measured",
                         self->record->board.id ? self->record->board.id
                                                : "unknown");
    strvec_add_all(&self->flags, &baseline->flags);
    return true;
}

bool export_input_init(struct export_input *self, const struct record *record,
                       const char *implementation, struct error *err)
{
    *self = (struct export_input){.record = record};
    if (!choose_winner(self, implementation, err) || !choose_flags(self, err))
        return false;
    divide(self);
    export_head(self, &self->head);
    return true;
}

void export_input_keep(struct export_input *self, const struct strvec *kept)
{
    struct strvec *const lists[] = {&self->flags, &self->compile, &self->link,
                                    &self->link_shared, &self->head};
    for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++)
        strvec_reset(lists[i]);
    strvec_add_all(&self->flags, kept);
    divide(self);
    export_head(self, &self->head);
}

void export_input_release(struct export_input *self)
{
    if (!self)
        return;
    strvec_release(&self->flags);
    strvec_release(&self->compile);
    strvec_release(&self->link);
    strvec_release(&self->link_shared);
    strvec_release(&self->head);
    *self = (struct export_input){0};
}

static bool has_control(const char *flag)
{
    while (*flag)
        if (printable_next(&flag) != PRINTABLE_GOOD)
            return true;
    return false;
}

/* "-march=native" and "-mcpu=native+crypto", but not "-fnative-x". */
static bool says_native(const char *flag)
{
    const char *value = strchr(flag, '=');
    return value && str_starts(value + 1, "native") &&
           strchr("+,", value[1 + strlen("native")]);
}

static bool check_flag(const struct export_format *format, const char *flag,
                       struct error *err)
{
    if (!*flag)
        return error_set(err, ERROR_UNTRUSTED, "an empty flag");
    if (has_control(flag))
        return error_set(err, ERROR_UNTRUSTED,
                         "flag '%s' holds a control character", flag);
    if (says_native(flag))
        return error_set(err, ERROR_UNTRUSTED,
                         "flag '%s' means another CPU on another machine",
                         flag);
    if (str_ends(flag, "="))
        return error_set(err, ERROR_UNTRUSTED, "flag '%s' has an empty value",
                         flag);
    const char *bad = strpbrk(flag, format->forbidden);
    if (bad)
        return error_set(err, ERROR_UNSUPPORTED,
                         "flag '%s': format '%s' cannot carry the "
                         "character '%c'",
                         flag, format->name, *bad);
    return true;
}

bool export_write(const struct export_format *format,
                  const struct export_input *input, struct str *out,
                  struct error *err)
{
    for (size_t i = 0; i < input->flags.count; i++)
        if (!check_flag(format, input->flags.items[i], err))
            return false;
    if (format->comment)
        export_head_format(&input->head, format->comment, out);
    format->write(input, out);
    return true;
}

static void assign(const char *name, const struct strvec *flags,
                   const struct export_assignment *how, struct str *out)
{
    if (!flags->count)
        return;
    struct str line = {0};
    strvec_join_shell(flags, &line);
    str_addf(out, "%s%s", name, how->operator);
    how->quote(out, str_text(&line));
    str_addf(out, "%s\n", how->end);
    str_release(&line);
}

void export_assign(const struct export_input *input,
                   const struct export_assignment *how, struct str *out)
{
    assign("CFLAGS", &input->compile, how, out);
    assign("CXXFLAGS", &input->compile, how, out);
    assign("LDFLAGS", &input->link, how, out);
}
