/* SPDX-License-Identifier: MIT
 *
 * Reads workload files, key by key from two tables.
 */
#include <config.h>

#include "search/workload_file.h"

#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/pattern.h"
#include "base/printable.h"
#include "base/settings.h"
#include "base/str.h"
#include "search/arm.h"
#include "search/workload.h"
#include "search/workload_keys.h"

enum { NAME_MAX_LENGTH = 64 };

#define FILE_KEY(name, set, member, repeated)                                  \
    {                                                                          \
        name, set, offsetof(struct workload_file, member), repeated            \
    }
#define METRIC_KEY(name, set, member)                                          \
    {                                                                          \
        name, set, offsetof(struct workload_metric, member), false             \
    }

static const struct workload_key workload_keys[] = {
    FILE_KEY("source", workload_key_text, source, false),
    FILE_KEY("build", workload_key_text, build, false),
    FILE_KEY("run", workload_key_text, run, false),
    FILE_KEY("verify", workload_key_text, verify, false),
    FILE_KEY("clean", workload_key_text, clean, false),
    FILE_KEY("env", workload_key_variable, environment, true),
    FILE_KEY("flags-variable", workload_key_names, flag_variables, true),
    FILE_KEY("default-flags", workload_key_words, default_flags, true),
    FILE_KEY("artefacts", workload_key_add_text, artefacts, true),
    FILE_KEY("copy", workload_key_add_text, copy, true),
    FILE_KEY("timeout", workload_key_duration, timeout_s, false),
    FILE_KEY("build-timeout", workload_key_duration, build_timeout_s, false),
    FILE_KEY("memory", workload_key_bytes, memory_bytes, false),
    FILE_KEY("warm-up", workload_key_count, warm_up, false),
    FILE_KEY("layouts", workload_key_layouts, layouts, false),
    FILE_KEY("incremental", workload_key_flag, incremental, false),
    FILE_KEY("threads", workload_key_threads, threads, false),
    FILE_KEY("must-match", workload_key_pattern, must_match, false),
    FILE_KEY("must-not-match", workload_key_pattern, must_not_match, false),
    {0},
};

static const struct workload_key metric_keys[] = {
    METRIC_KEY("pattern", workload_key_extract, extract),
    METRIC_KEY("match", workload_key_match, match),
    METRIC_KEY("unit", workload_key_text, unit),
    METRIC_KEY("better", workload_key_direction, higher_is_better),
    METRIC_KEY("weight", workload_key_weight, weight),
    METRIC_KEY("must-match", workload_key_pattern, must_match),
    METRIC_KEY("must-not-match", workload_key_pattern, must_not_match),
    {0},
};

static const struct {
    const char *name;
    enum metric_source source;
    const char *unit;
} own_metrics[] = {
    {"time", METRIC_TIME, "s"},
    {"wall", METRIC_WALL, "s"},
    {"cpu", METRIC_CPU, "s"},
    {"peak-memory", METRIC_PEAK_MEMORY, "bytes"},
    {"size", METRIC_SIZE, "bytes"},
};

enum { OWN_METRICS = sizeof(own_metrics) / sizeof(*own_metrics) };

/* Names go into messages, reports and names of files. */
static bool is_name(const char *name)
{
    bool printable = *name && strlen(name) <= NAME_MAX_LENGTH;
    while (*name && printable)
        printable = printable_next(&name) == PRINTABLE_GOOD;
    return printable;
}

static bool set_workload(struct workload_file *self,
                         const struct settings *settings,
                         const struct settings_entry *entry, struct error *err)
{
    if (!self->name)
        self->name = xstrdup(entry->subsection);
    if (strcmp(self->name, entry->subsection) != 0)
        return settings_error(settings, entry, err,
                              "one file holds one workload, and this is '%s'",
                              self->name);
    return workload_key_set(settings, entry, workload_keys, self, err);
}

static struct workload_metric *find_metric(struct workload_file *self,
                                           const char *name)
{
    for (size_t i = 0; i < self->metric_count; i++)
        if (strcmp(self->metrics[i].name, name) == 0)
            return &self->metrics[i];
    return NULL;
}

static struct workload_metric *add_metric(struct workload_file *self,
                                          const char *name)
{
    self->metrics = memory_grow(self->metrics, &self->metric_capacity,
                                self->metric_count + 1, sizeof(*self->metrics));
    struct workload_metric *metric = &self->metrics[self->metric_count++];
    *metric = (struct workload_metric){.name = xstrdup(name), .weight = 1};
    return metric;
}

static bool set_metric(struct workload_file *self,
                       const struct settings *settings,
                       const struct settings_entry *entry, struct error *err)
{
    struct workload_metric *metric = find_metric(self, entry->subsection);
    return metric
               ? workload_key_set(settings, entry, metric_keys, metric, err)
               : settings_error(settings, entry, err,
                                "the section of '%s' is not clear", entry->key);
}

static bool set_entry(struct workload_file *self,
                      const struct settings *settings,
                      const struct settings_entry *entry, struct error *err)
{
    return strcmp(entry->section, "workload") == 0
               ? set_workload(self, settings, entry, err)
               : set_metric(self, settings, entry, err);
}

/* Any entry of a section, to say where a missing key should stand. */
static const struct settings_entry *entry_of(const struct settings *settings,
                                             const char *section,
                                             const char *subsection)
{
    for (size_t i = 0; i < settings->count; i++)
        if (strcmp(settings->entries[i].section, section) == 0 &&
            strcmp(settings->entries[i].subsection, subsection) == 0)
            return &settings->entries[i];
    return NULL;
}

/* Sections are looked at by themselves, since one without a key gives no
 * entry: [metric "wall"] needs none. */
static bool add_section(struct workload_file *self,
                        const struct settings *settings, const char *full,
                        struct error *err)
{
    size_t length = strcspn(full, ".");
    const char *name = full[length] ? full + length + 1 : "";
    char *section = xstrndup(full, length);
    const struct settings_entry *at = entry_of(settings, section, name);
    bool metric = strcmp(section, "metric") == 0;
    bool ok = true;
    if (!metric && strcmp(section, "workload") != 0)
        ok = settings_error(settings, at, err,
                            "unknown section '%s': there are 'workload' and "
                            "'metric'",
                            section);
    else if (!is_name(name))
        ok = settings_error(settings, at, err,
                            "[%s \"NAME\"] needs a name of up to %d "
                            "characters",
                            section, NAME_MAX_LENGTH);
    else if (metric && self->metric_count == ARM_METRICS_MAX)
        ok = settings_error(settings, at, err, "over %d metrics",
                            ARM_METRICS_MAX);
    else if (metric)
        add_metric(self, name);
    free(section);
    return ok;
}

static bool finish_metric(struct workload_metric *metric,
                          const struct settings *settings, struct error *err)
{
    const struct settings_entry *at =
        entry_of(settings, "metric", metric->name);
    if (metric->extract) {
        const char *pattern =
            settings_find(settings, "metric", metric->name, "pattern");
        metric->pattern = xstrdup(pattern);
        if (!settings_find(settings, "metric", metric->name, "better"))
            return settings_error(settings, at, err,
                                  "metric '%s' does not say what is better: "
                                  "'higher' or 'lower'",
                                  metric->name);
        if (!metric->unit)
            metric->unit = xstrdup("units");
        if (!is_name(metric->unit))
            return settings_error(settings, at, err,
                                  "metric '%s' needs a unit of up to %d "
                                  "characters",
                                  metric->name, NAME_MAX_LENGTH);
        return true;
    }
    for (size_t i = 0; i < OWN_METRICS; i++) {
        if (strcmp(own_metrics[i].name, metric->name) != 0)
            continue;
        metric->source = own_metrics[i].source;
        free(metric->unit); /* ours to say */
        metric->unit = xstrdup(own_metrics[i].unit);
        return true;
    }
    return settings_error(settings, at, err,
                          "metric '%s' has no pattern; without one there are "
                          "time, wall, cpu, peak-memory and size",
                          metric->name);
}

static bool finish_metrics(struct workload_file *self,
                           const struct settings *settings, struct error *err)
{
    double weight = 0;
    if (self->metric_count == 0)
        add_metric(self, own_metrics[0].name);
    for (size_t i = 0; i < self->metric_count; i++) {
        if (!finish_metric(&self->metrics[i], settings, err))
            return false;
        weight += self->metrics[i].weight;
    }
    if (weight <= 0)
        return settings_error(settings, NULL, err,
                              "every metric has the weight 0");
    return true;
}

/* The folder of the sources as an absolute path. */
static bool find_source(struct workload_file *self, const char *base,
                        const struct settings *settings, struct error *err)
{
    const char *source = self->source ? self->source : ".";
    struct str joined = {0};
    if (*source != '/' && base) {
        file_join(&joined, base, source);
    } else if (*source != '/') {
        const char *name = file_base_name(self->path);
        str_add_bytes(&joined, self->path, (size_t)(name - self->path));
        str_add(&joined, source);
    } else {
        str_add(&joined, source);
    }
    char *absolute = realpath(str_text(&joined), NULL);
    bool ok = absolute && file_is_directory(absolute);
    if (!ok)
        settings_error(settings, entry_of(settings, "workload", self->name),
                       err, "source '%s' is no folder", str_text(&joined));
    str_release(&joined);
    free(self->source);
    self->source = absolute;
    return ok;
}

/* `make CFLAGS="$CFLAGS"` loses its quotes to the syntax, and the flags fall
 * apart into words of make; before the command, as a shell's assignment, they
 * are safe. */
static bool check_quotes(const struct workload_file *self,
                         const struct settings *settings, struct error *err)
{
    struct strvec words = {0};
    bool command = false, ok = true;
    strvec_split(&words, self->build, " \t\n");
    for (size_t i = 0; i < words.count && ok; i++) {
        const char *word = words.items[i];
        const char *value = strchr(word, '=');
        if (strpbrk(word, "&|;{"))
            command = false;
        else if (!value)
            command = true;
        else if (command && (str_starts(value, "=$CFLAGS") ||
                             str_starts(value, "=$CXXFLAGS")))
            ok = settings_error(settings,
                                entry_of(settings, "workload", self->name), err,
                                "'%s' has no quotes that last in this syntax: "
                                "write %.*s='{flags}'",
                                word, (int)(value - word), word);
    }
    strvec_release(&words);
    return ok;
}

static bool finish(struct workload_file *self, const char *base,
                   const struct settings *settings, struct error *err)
{
    if (!self->name)
        return settings_error(settings, NULL, err,
                              "there is no [workload \"NAME\"] in it");
    const struct {
        const char *key, *value;
    } needed[] = {{"build", self->build}, {"run", self->run}};
    for (size_t i = 0; i < sizeof(needed) / sizeof(*needed); i++)
        if (!needed[i].value)
            return settings_error(
                settings, entry_of(settings, "workload", self->name), err,
                "workload '%s' has no '%s' command", self->name, needed[i].key);
    return check_quotes(self, settings, err) &&
           finish_metrics(self, settings, err) &&
           find_source(self, base, settings, err);
}

bool workload_file_load(struct workload_file *self, const char *path,
                        const char *base, struct error *err)
{
    struct settings settings = {0};
    struct workload_file made = {.path = xstrdup(path), .warm_up = 1};
    bool ok = settings_load(&settings, path, err);
    for (size_t i = 0; i < settings.sections.count && ok; i++)
        ok = add_section(&made, &settings, settings.sections.items[i], err);
    for (size_t i = 0; i < settings.count && ok; i++)
        ok = set_entry(&made, &settings, &settings.entries[i], err);
    ok = ok && finish(&made, base, &settings, err);
    settings_release(&settings);
    if (ok)
        *self = made;
    else
        workload_file_release(&made);
    return ok;
}

static void release_metric(struct workload_metric *metric)
{
    free(metric->name);
    free(metric->unit);
    free(metric->pattern);
    extract_free(metric->extract);
    pattern_free(metric->must_match);
    pattern_free(metric->must_not_match);
}

void workload_file_release(struct workload_file *self)
{
    for (size_t i = 0; i < self->metric_count; i++)
        release_metric(&self->metrics[i]);
    free(self->metrics);
    free(self->path);
    free(self->name);
    free(self->source);
    free(self->build);
    free(self->run);
    free(self->verify);
    free(self->clean);
    strvec_release(&self->environment);
    strvec_release(&self->flag_variables);
    strvec_release(&self->default_flags);
    strvec_release(&self->artefacts);
    strvec_release(&self->copy);
    pattern_free(self->must_match);
    pattern_free(self->must_not_match);
    *self = (struct workload_file){0};
}

uint64_t workload_file_memory(const struct workload_file *self)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    if (self->memory_bytes)
        return self->memory_bytes;
    return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 0;
}

void workload_file_metrics(const struct workload_file *self,
                           struct workload *workload)
{
    workload->metrics = xcalloc(self->metric_count, sizeof(struct metric));
    workload->metric_count = self->metric_count;
    for (size_t i = 0; i < self->metric_count; i++) {
        const struct workload_metric *metric = &self->metrics[i];
        workload->metrics[i] = (struct metric){
            .name = xstrdup(metric->name),
            .unit = xstrdup(metric->unit),
            .higher_is_better = metric->higher_is_better,
            .weight = metric->weight,
        };
        workload->metric_units[i] = UINT64_MAX;
    }
}
