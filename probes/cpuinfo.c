/* SPDX-License-Identifier: MIT
 *
 * Reads /proc/cpuinfo line by line with one pattern; a table says which keys
 * matter.
 */
#include <config.h>

#include "probes/cpuinfo.h"

#include "base/map.h"
#include "base/memory.h"
#include "base/pattern.h"
#include "base/str.h"
#include "probes/root.h"

enum { CPU_NUMBER_MAX = 65535, KEY_GROUP = 1, VALUE_GROUP = 2, GROUPS = 3 };

/* Linear in the line's length whatever stands in it; trimmed afterwards. */
static const char line_pattern[] = "^[ \\t]*([^:\\r\\n]{1,64}):[ \\t]*(.*)$";

static const struct {
    const char *key; /* in its own case: "Model" is not "model" */
    enum cpuinfo_field field;
} keys[] = {
    {"Features", CPUINFO_FEATURES},
    {"features", CPUINFO_FEATURES},
    {"flags", CPUINFO_FEATURES},
    {"CPU implementer", CPUINFO_IMPLEMENTER},
    {"CPU architecture", CPUINFO_ARCHITECTURE},
    {"CPU variant", CPUINFO_VARIANT},
    {"CPU part", CPUINFO_PART},
    {"CPU revision", CPUINFO_REVISION},
    {"vendor_id", CPUINFO_VENDOR},
    {"cpu family", CPUINFO_FAMILY},
    {"model", CPUINFO_MODEL},
    {"stepping", CPUINFO_STEPPING},
    {"model name", CPUINFO_MODEL_NAME},
    {"Processor", CPUINFO_PROCESSOR},
    {"BogoMIPS", CPUINFO_BOGOMIPS},
    {"bogomips", CPUINFO_BOGOMIPS},
    {"Hardware", CPUINFO_HARDWARE},
    {"Model", CPUINFO_BOARD},
};

/* Keys that only other architectures print. */
static const struct {
    const char *key;
    const char *architecture;
} foreign_keys[] = {
    {"isa", "riscv64"},
    {"hart", "riscv64"},
    {"system type", "mips"},
    {"timebase", "ppc64"},
    {"bogomips per cpu", "s390x"},
    {"CPU Family", "loongarch64"},
};

static void set_field(struct cpuinfo_cpu *cpu, enum cpuinfo_field field,
                      const char *value)
{
    char *old = cpu->fields[field];
    if (!old) {
        cpu->fields[field] = xstrdup(value);
        root_clean_text(cpu->fields[field]);
    } else if (field == CPUINFO_PART && strcmp(old, value) != 0) {
        cpu->fields[field] = xasprintf("%s & %s", old, value);
        root_clean_text(cpu->fields[field]);
        free(old);
    }
}

static void release_fields(struct cpuinfo_cpu *cpu)
{
    for (size_t i = 0; i < CPUINFO_FIELD_COUNT; i++)
        free(cpu->fields[i]);
    *cpu = (struct cpuinfo_cpu){0};
}

void cpuinfo_release(struct cpuinfo *self)
{
    if (!self)
        return;
    for (size_t i = 0; i < self->count; i++)
        release_fields(&self->cpus[i]);
    release_fields(&self->shared);
    free(self->cpus);
    *self = (struct cpuinfo){0};
}

static void add_cpu(struct cpuinfo *self, int number)
{
    self->cpus = memory_grow(self->cpus, &self->capacity, self->count + 1,
                             sizeof(*self->cpus));
    self->cpus[self->count++] = (struct cpuinfo_cpu){.number = number};
}

static void note_foreign(struct cpuinfo *self, const char *key)
{
    for (size_t i = 0; i < sizeof(foreign_keys) / sizeof(*foreign_keys); i++)
        if (strcmp(foreign_keys[i].key, key) == 0)
            self->foreign = foreign_keys[i].architecture;
}

static void take_line(struct cpuinfo *self, const char *key, const char *value)
{
    unsigned long number;
    if (strcmp(key, "processor") == 0 || strcmp(key, "Processor") == 0) {
        if (str_parse_ulong(value, &number) && number <= CPU_NUMBER_MAX) {
            add_cpu(self, (int)number);
            return;
        }
        key = "Processor";
    }
    struct cpuinfo_cpu *cpu =
        self->count ? &self->cpus[self->count - 1] : &self->shared;
    for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
        if (strcmp(keys[i].key, key) == 0) {
            set_field(cpu, keys[i].field, value);
            return;
        }
    }
    note_foreign(self, key);
}

/* A value that the end of the text may have cut short is worse than none:
 * half a part number is another part, half a word another feature. */
static bool is_whole(const char *key, const char *value, bool at_end)
{
    if (!at_end)
        return true;
    if (strcmp(key, "CPU part") == 0)
        return strlen(value) >= sizeof("0xc07") - 1;
    if (strcmp(key, "CPU implementer") == 0)
        return strlen(value) >= sizeof("0x41") - 1;
    return strcmp(key, "Features") != 0 && strcmp(key, "flags") != 0;
}

static void take_match(struct cpuinfo *self, const char *text, size_t length,
                       const struct pattern_span *groups)
{
    const struct pattern_span *k = &groups[KEY_GROUP];
    const struct pattern_span *v = &groups[VALUE_GROUP];
    char *key_text = xstrndup(text + k->start, k->length);
    char *value_text = xstrndup(text + v->start, v->length);
    char *key = str_trim(key_text);
    char *value = str_trim(value_text);
    bool at_end = v->start + v->length == length;
    if (is_whole(key, value, at_end)) {
        take_line(self, key, value);
    } else {
        self->cut = true;
        /* All there is, without the word that may be half of one. */
        char *blank = strrchr(value, ' ');
        if (blank && !cpuinfo_any(self, CPUINFO_FEATURES)) {
            *blank = '\0';
            take_line(self, key, value);
        }
    }
    free(key_text);
    free(value_text);
}

static void take_lines(struct cpuinfo *self, const char *text, size_t length)
{
    struct pattern *line = pattern_new(
        line_pattern, PATTERN_MULTILINE | PATTERN_ANY_NEWLINE, NULL);
    struct pattern_span groups[GROUPS];
    size_t at = 0;
    while (line && at < length &&
           pattern_match(line, (struct pattern_text){text, length, at}, groups,
                         GROUPS)) {
        take_match(self, text, length, groups);
        at = groups[0].start + groups[0].length + 1;
    }
    pattern_free(line);
}

/* CPUs may be named twice by a text that was put together; the first stays. */
static void drop_repeated(struct cpuinfo *self)
{
    struct map seen = {0};
    size_t kept = 0;
    for (size_t i = 0; i < self->count; i++) {
        char number[16];
        snprintf(number, sizeof(number), "%d", self->cpus[i].number);
        if (map_set(&seen, number, self))
            self->cpus[kept++] = self->cpus[i];
        else
            release_fields(&self->cpus[i]);
    }
    self->count = kept;
    map_release(&seen);
}

static size_t count_with(const struct cpuinfo *self, enum cpuinfo_field field)
{
    size_t count = 0;
    for (size_t i = 0; i < self->count; i++)
        count += self->cpus[i].fields[field] != NULL;
    return count;
}

/* In the header form the fields of all CPUs stand behind the last of the
 * processor lines. */
static void share_fields(struct cpuinfo *self)
{
    if (self->count < 2)
        return;
    struct cpuinfo_cpu *last = &self->cpus[self->count - 1];
    for (int f = 0; f < CPUINFO_FIELD_COUNT; f++) {
        if (f == CPUINFO_BOGOMIPS || !last->fields[f] ||
            count_with(self, (enum cpuinfo_field)f) != 1)
            continue;
        self->shared_midr |= f == CPUINFO_PART;
        free(self->shared.fields[f]);
        self->shared.fields[f] = last->fields[f];
        last->fields[f] = NULL;
    }
}

/* Kernels for one CPU print no processor line. */
static void add_only_cpu(struct cpuinfo *self)
{
    char **f = self->shared.fields;
    if (self->count == 0 && (f[CPUINFO_PART] || f[CPUINFO_FEATURES] ||
                             f[CPUINFO_PROCESSOR] || f[CPUINFO_VENDOR]))
        add_cpu(self, 0);
}

static void find_cut(struct cpuinfo *self)
{
    if (self->count < 2)
        return;
    enum cpuinfo_field field =
        self->shared_midr ? CPUINFO_BOGOMIPS : CPUINFO_FEATURES;
    const struct cpuinfo_cpu *first = &self->cpus[0];
    const struct cpuinfo_cpu *last = &self->cpus[self->count - 1];
    if (first->fields[field] && !last->fields[field])
        self->cut = true;
    if (first->fields[CPUINFO_PART] && !last->fields[CPUINFO_PART])
        self->cut = true;
}

void cpuinfo_parse(struct cpuinfo *self, const char *text, size_t length)
{
    *self = (struct cpuinfo){0};
    take_lines(self, text, length);
    drop_repeated(self);
    share_fields(self);
    add_only_cpu(self);
    find_cut(self);
}

const char *cpuinfo_get(const struct cpuinfo *self, size_t cpu,
                        enum cpuinfo_field field)
{
    if (cpu < self->count && self->cpus[cpu].fields[field])
        return self->cpus[cpu].fields[field];
    return self->shared.fields[field];
}

const char *cpuinfo_any(const struct cpuinfo *self, enum cpuinfo_field field)
{
    for (size_t i = 0; i < self->count; i++)
        if (self->cpus[i].fields[field])
            return self->cpus[i].fields[field];
    return self->shared.fields[field];
}
