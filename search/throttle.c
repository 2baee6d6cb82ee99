/* SPDX-License-Identifier: MIT
 *
 * Files that tell that a processor was held back.
 */
#include <config.h>

#include "search/throttle.h"

#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/strvec.h"

enum { SMALL_FILE_BYTES = 4096 };

enum rise {
    RISE_NUMBER, /* a counter or a level: more than before */
    RISE_BITS,   /* new bits */
    RISE_OFF     /* a switch: as long as it is 0 */
};

/* Linux: Documentation/admin-guide/thermal/intel_powerclamp.rst,
 * Documentation/driver-api/thermal/sysfs-api.rst, arch/x86 therm_throt.c;
 * Documentation/admin-guide/cputopology.rst (a processor that is switched off
 * hands its tasks to others, which may be of another kind);
 * the Pi's bits: vcgencmd get_throttled, 0-3 now and 16-19 since boot. */
static const struct kind {
    const char *pattern; /* %u is the measuring processor */
    enum rise rise;
    const char *const *types; /* accepted contents of `type` beside it */
    const char *what;
} kinds[] = {
    {"/sys/devices/system/cpu/cpu%u/thermal_throttle/core_throttle_count",
     RISE_NUMBER, NULL, "the core was throttled by heat"},
    {"/sys/devices/system/cpu/cpu%u/thermal_throttle/package_throttle_count",
     RISE_NUMBER, NULL, "the processor was throttled by heat"},
    {"/sys/class/thermal/cooling_device*/cur_state", RISE_NUMBER,
     (const char *const[]){"Processor", "cpufreq", "thermal-cpufreq",
                           "thermal-cpuidle", "intel_powerclamp", NULL},
     "the kernel slowed the processor to cool it"},
    {"/sys/devices/platform/soc*/soc*:firmware/get_throttled", RISE_BITS, NULL,
     "the board reports heat or too little voltage"},
    {"/sys/devices/system/cpu/cpu%u/online", RISE_OFF, NULL,
     "the processor that is measured on was switched off"},
};

static bool root_read(void *data, const char *path, struct str *out)
{
    struct str whole = {0};
    str_addf(&whole, "%s%s", (const char *)data, path);
    bool ok = file_read(str_text(&whole), SMALL_FILE_BYTES, out, NULL);
    str_release(&whole);
    return ok;
}

/* The folder's own name must not act as a pattern. */
static void add_escaped(struct str *out, const char *text)
{
    for (; *text; text++) {
        if (strchr("*?[\\", *text))
            str_add_char(out, '\\');
        str_add_char(out, *text);
    }
}

static bool root_glob(void *data, const char *pattern, struct strvec *paths)
{
    const char *root = data;
    size_t root_length = strlen(root);
    while (root_length > 0 && root[root_length - 1] == '/')
        root_length--;
    char *bare = xstrndup(root, root_length);
    struct str whole = {0};
    add_escaped(&whole, bare);
    str_add(&whole, pattern);

    glob_t found = {0};
    bool ok = glob(str_text(&whole), 0, NULL, &found) == 0;
    for (size_t i = 0; ok && i < found.gl_pathc; i++)
        strvec_add(paths, found.gl_pathv[i] + root_length);
    globfree(&found);
    str_release(&whole);
    free(bare);
    return ok;
}

struct throttle_reader throttle_root_reader(char *root)
{
    return (struct throttle_reader){root_read, root_glob, root};
}

/* A file's first number: decimal, or hexadecimal for bits. */
static bool read_number(const struct throttle *self, const char *path,
                        enum rise rise, unsigned long long *value)
{
    struct str text = {0};
    bool ok = self->reader.read(self->reader.data, path, &text);
    if (ok) {
        const char *start = str_text(&text);
        char *end;
        errno = 0;
        *value = strtoull(start, &end, rise == RISE_BITS ? 16 : 10);
        ok = end != start && errno == 0;
    }
    str_release(&text);
    return ok;
}

/* Fans are cooling devices too, and no reason for anything. */
static bool type_fits(const struct throttle *self, const struct kind *kind,
                      const char *path)
{
    if (!kind->types)
        return true;
    const char *name = file_base_name(path);
    char *folder = xstrndup(path, (size_t)(name - path));
    char *type_path = xasprintf("%stype", folder);
    struct str type = {0};
    bool fits = false;
    if (self->reader.read(self->reader.data, type_path, &type))
        for (const char *const *t = kind->types; *t && !fits; t++)
            fits = str_starts(str_text(&type), *t);
    str_release(&type);
    free(type_path);
    free(folder);
    return fits;
}

static void add_file(struct throttle *self, size_t kind, const char *path)
{
    unsigned long long value;
    if (!type_fits(self, &kinds[kind], path) ||
        !read_number(self, path, kinds[kind].rise, &value))
        return;
    self->files = memory_grow(self->files, &self->capacity, self->count + 1,
                              sizeof *self->files);
    self->files[self->count++] =
        (struct throttle_file){xstrdup(path), kind, value};
}

static char *for_cpu(const char *pattern, unsigned cpu)
{
    const char *mark = strstr(pattern, "%u");
    if (!mark)
        return xstrdup(pattern);
    return xasprintf("%.*s%u%s", (int)(mark - pattern), pattern, cpu, mark + 2);
}

static void find_kind(struct throttle *self, size_t kind, unsigned cpu)
{
    char *pattern = for_cpu(kinds[kind].pattern, cpu);
    struct strvec paths = {0};
    self->reader.glob(self->reader.data, pattern, &paths);
    for (size_t i = 0; i < paths.count; i++)
        add_file(self, kind, paths.items[i]);
    strvec_release(&paths);
    free(pattern);
}

void throttle_init(struct throttle *self, struct throttle_reader reader,
                   unsigned cpu)
{
    *self = (struct throttle){.reader = reader};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        find_kind(self, i, cpu);
    self->frequency_path = xasprintf(
        "/sys/devices/system/cpu/cpu%u/cpufreq/scaling_cur_freq", cpu);
}

void throttle_release(struct throttle *self)
{
    if (!self)
        return;
    for (size_t i = 0; i < self->count; i++)
        free(self->files[i].path);
    free(self->files);
    free(self->frequency_path);
    str_release(&self->reason);
    *self = (struct throttle){0};
}

static bool has_risen(enum rise rise, unsigned long long before,
                      unsigned long long now)
{
    if (rise == RISE_OFF)
        return now == 0;
    return rise == RISE_BITS ? (now & ~before) != 0 : now > before;
}

bool throttle_check(struct throttle *self)
{
    str_reset(&self->reason);
    for (size_t i = 0; i < self->count; i++) {
        struct throttle_file *file = &self->files[i];
        const struct kind *kind = &kinds[file->kind];
        unsigned long long now;
        if (!read_number(self, file->path, kind->rise, &now))
            continue;
        if (has_risen(kind->rise, file->value, now) && self->reason.length == 0)
            str_add(&self->reason, kind->what);
        file->value = now;
    }
    return self->reason.length > 0;
}

double throttle_frequency_khz(struct throttle *self)
{
    unsigned long long khz = 0;
    if (!self->frequency_path)
        return 0;
    if (!read_number(self, self->frequency_path, RISE_NUMBER, &khz)) {
        free(self->frequency_path); /* not here: do not ask again */
        self->frequency_path = NULL;
    }
    return (double)khz;
}
