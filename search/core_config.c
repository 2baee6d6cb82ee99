/* SPDX-License-Identifier: MIT
 *
 * Reads core/kernels.conf.
 */
#include <config.h>

#include "search/core_config.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/settings.h"
#include "base/str.h"

/* Where a value stands. */
struct place {
    const char *section;
    const char *subsection;
    const char *key;
};

/* A value that must be there. */
static bool need(const struct settings *settings, struct place place,
                 char **out, struct error *err)
{
    const char *value =
        settings_find(settings, place.section, place.subsection, place.key);
    if (!value)
        return error_set(
            err, ERROR_FORMAT, "'%s' has no %s in section [%s \"%s\"]",
            settings->path, place.key, place.section, place.subsection);
    *out = xstrdup(value);
    return true;
}

static bool need_number(const struct settings *settings, const char *subsection,
                        const char *key, double *out, struct error *err)
{
    char *text = NULL;
    if (!need(settings, (struct place){"kernel", subsection, key}, &text, err))
        return false;
    bool ok = str_parse_double(text, out) && *out > 0;
    if (!ok)
        error_set(err, ERROR_FORMAT,
                  "'%s': %s of kernel '%s' must be a number above 0, not "
                  "'%s'",
                  settings->path, key, subsection, text);
    free(text);
    return ok;
}

static bool read_unit(const struct settings *settings, const char *name,
                      struct core_unit *unit, struct error *err)
{
    unit->name = xstrdup(name);
    if (!need(settings, (struct place){"unit", name, "source"}, &unit->source,
              err))
        return false;
    settings_find_all(settings, "unit", name, "implementation",
                      &unit->implementations);
    if (unit->implementations.count == 0)
        return true;
    return need(settings, (struct place){"unit", name, "macro"}, &unit->macro,
                err);
}

static bool read_units(struct core_config *self,
                       const struct settings *settings, struct error *err)
{
    struct strvec names = {0};
    settings_find_all(settings, "core", "", "unit", &names);
    bool ok = names.count > 0 && names.count <= CORE_UNITS_MAX;
    if (!ok)
        error_set(err, ERROR_FORMAT, "'%s' must name 1 to %d units in [core]",
                  settings->path, CORE_UNITS_MAX);
    self->units = xcalloc(names.count + 1, sizeof *self->units);
    for (size_t i = 0; ok && i < names.count; i++)
        ok = read_unit(settings, names.items[i],
                       &self->units[self->unit_count++], err);
    strvec_release(&names);
    return ok;
}

static bool read_driver(struct core_config *self,
                        const struct settings *settings, struct error *err)
{
    const char *flags = settings_find(settings, "driver", "", "compile");
    strvec_split(&self->driver_compile, flags ? flags : "", " ");
    const char *bare = settings_find(settings, "bare", "", "target");
    self->bare_target = bare ? xstrdup(bare) : NULL;
    settings_find_all(settings, "bare", "", "compile", &self->bare_compile);
    settings_find_all(settings, "bare", "", "source", &self->bare_sources);
    settings_find_all(settings, "driver", "", "source", &self->driver_sources);
    return need(settings, (struct place){"padding", "", "source"},
                &self->padding_source, err) &&
           need(settings, (struct place){"padding", "", "macro"},
                &self->padding_macro, err);
}

static bool find_units(const struct core_config *self,
                       const struct strvec *names, const char *kernel,
                       uint64_t *mask, struct error *err)
{
    for (size_t i = 0; i < names->count; i++) {
        size_t unit = 0;
        while (unit < self->unit_count &&
               strcmp(self->units[unit].name, names->items[i]) != 0)
            unit++;
        if (unit == self->unit_count)
            return error_set(err, ERROR_FORMAT,
                             "kernel '%s' names a unit that is none: '%s'",
                             kernel, names->items[i]);
        *mask |= (uint64_t)1 << unit;
    }
    return true;
}

static bool read_kernel(struct core_config *self,
                        const struct settings *settings, const char *name,
                        struct error *err)
{
    struct core_kernel *kernel = &self->kernels[self->kernel_count++];
    kernel->name = xstrdup(name);
    const char *better = settings_find(settings, "kernel", name, "better");
    kernel->higher_is_better = !better || strcmp(better, "lower") != 0;
    const char *is_default = settings_find(settings, "kernel", name, "default");
    kernel->is_default = is_default && strcmp(is_default, "true") == 0;

    struct strvec units = {0};
    settings_find_all(settings, "kernel", name, "unit", &units);
    bool ok = find_units(self, &units, name, &kernel->units, err);
    strvec_release(&units);
    if (settings_find(settings, "kernel", name, "blocks"))
        ok = ok && need_number(settings, name, "blocks", &kernel->blocks, err);
    return ok &&
           need(settings, (struct place){"kernel", name, "measure"},
                &kernel->measure, err) &&
           need_number(settings, name, "work", &kernel->work, err);
}

static bool read_kernels(struct core_config *self,
                         const struct settings *settings, struct error *err)
{
    struct strvec names = {0};
    settings_subsections(settings, "kernel", &names);
    self->kernels = xcalloc(names.count + 1, sizeof *self->kernels);
    bool ok = true;
    for (size_t i = 0; ok && i < names.count; i++)
        ok = read_kernel(self, settings, names.items[i], err);
    strvec_release(&names);
    return ok;
}

bool core_config_load(struct core_config *self, const char *path,
                      struct error *err)
{
    struct settings settings = {0};
    struct core_config made = {0};
    if (!settings_load(&settings, path, err))
        return false;
    const char *flags = settings_find(&settings, "core", "", "compile");
    strvec_split(&made.compile, flags ? flags : "", " ");
    bool ok = read_units(&made, &settings, err) &&
              read_driver(&made, &settings, err) &&
              read_kernels(&made, &settings, err);
    settings_release(&settings);
    if (ok)
        *self = made;
    else
        core_config_release(&made);
    return ok;
}

static void release_unit(struct core_unit *unit)
{
    free(unit->name);
    free(unit->source);
    free(unit->macro);
    strvec_release(&unit->implementations);
}

void core_config_release(struct core_config *self)
{
    if (!self)
        return;
    for (size_t i = 0; i < self->unit_count; i++)
        release_unit(&self->units[i]);
    for (size_t i = 0; i < self->kernel_count; i++) {
        free(self->kernels[i].name);
        free(self->kernels[i].measure);
    }
    free(self->bare_target);
    strvec_release(&self->bare_compile);
    strvec_release(&self->bare_sources);
    free(self->units);
    free(self->kernels);
    strvec_release(&self->compile);
    strvec_release(&self->driver_compile);
    strvec_release(&self->driver_sources);
    free(self->padding_source);
    free(self->padding_macro);
    *self = (struct core_config){0};
}
