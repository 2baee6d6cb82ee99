/* SPDX-License-Identifier: MIT
 *
 * Reads configs/spaces/.
 */
#include <config.h>

#include "search/space_config.h"

#include <fnmatch.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/settings.h"
#include "base/str.h"
#include "db/grammar.h"

enum { PRIORITY_MAX = 100 };

static void rule_release(struct space_rule *self)
{
    free(self->name);
    free(self->isa);
    free(self->group);
    strvec_release(&self->needs);
    strvec_release(&self->values);
}

static void matches_release(struct space_matches *self)
{
    for (size_t i = 0; i < self->count; i++) {
        free(self->items[i].pattern);
        free(self->items[i].word);
    }
    free(self->items);
}

void space_config_release(struct space_config *self)
{
    if (!self)
        return;
    for (size_t i = 0; i < self->count; i++)
        rule_release(&self->rules[i]);
    free(self->rules);
    matches_release(&self->groups);
    matches_release(&self->left_out);
    matches_release(&self->machines);
    matches_release(&self->kept);
    *self = (struct space_config){0};
}

static void add_match(struct space_matches *self, const char *pattern,
                      const char *word)
{
    self->items = memory_grow(self->items, &self->capacity, self->count + 1,
                              sizeof(*self->items));
    self->items[self->count++] = (struct space_match){
        .pattern = xstrdup(pattern), .word = xstrdup(word)};
}

static bool is_for(const struct space_rule *rule, const char *isa)
{
    return !rule->isa || strcmp(rule->isa, isa) == 0;
}

struct space_rule *space_config_find(const struct space_config *self,
                                     const char *name, const char *isa)
{
    for (size_t i = 0; i < self->count; i++)
        if (strcmp(self->rules[i].name, name) == 0 &&
            is_for(&self->rules[i], isa))
            return &self->rules[i];
    return NULL;
}

const char *space_matches_find(const struct space_matches *self,
                               const char *flag)
{
    char *positive =
        str_starts(flag, "-fno-") ? xasprintf("-f%s", flag + 5) : xstrdup(flag);
    const char *word = NULL;
    for (size_t i = 0; i < self->count && !word; i++)
        if (fnmatch(self->items[i].pattern, flag, 0) == 0 ||
            fnmatch(self->items[i].pattern, positive, 0) == 0)
            word = self->items[i].word;
    free(positive);
    return word;
}

/* The rule of a section, made when it is new. */
static struct space_rule *get_rule(struct space_config *self,
                                   const char *subsection)
{
    const char *colon = subsection[0] == '-' ? NULL : strchr(subsection, ':');
    const char *name = colon ? colon + 1 : subsection;
    char *isa =
        colon ? xstrndup(subsection, (size_t)(colon - subsection)) : NULL;
    struct space_rule *rule = NULL;
    for (size_t i = 0; i < self->count && !rule; i++) {
        struct space_rule *at = &self->rules[i];
        bool same_isa =
            isa && at->isa ? strcmp(isa, at->isa) == 0 : !isa && !at->isa;
        if (same_isa && strcmp(at->name, name) == 0)
            rule = at;
    }
    if (rule) {
        free(isa);
        return rule;
    }
    self->rules = memory_grow(self->rules, &self->capacity, self->count + 1,
                              sizeof(*self->rules));
    rule = &self->rules[self->count++];
    *rule = (struct space_rule){.name = xstrdup(name),
                                .isa = isa,
                                .class = DIMENSION_FLAG,
                                .priority = 10,
                                .group = xstrdup("")};
    return rule;
}

static bool check_flags(const struct settings *settings,
                        const struct settings_entry *entry, struct error *err)
{
    struct strvec flags = {0};
    struct error why = {0};
    strvec_split(&flags, entry->value, " ");
    bool ok = flags.count && grammar_flags(&flags, &why);
    if (!ok)
        settings_error(settings, entry, err, "%s",
                       flags.count ? why.text : "no flag");
    strvec_release(&flags);
    return ok;
}

static bool set_class(const struct settings *settings,
                      const struct settings_entry *entry,
                      struct space_rule *rule, struct error *err)
{
    for (int i = 0; i < DIMENSION_IMPLEMENTATION; i++)
        if (strcmp(dimension_class_word((enum dimension_class)i),
                   entry->value) == 0) {
            rule->class = (enum dimension_class)i;
            return true;
        }
    return settings_error(settings, entry, err, "'%s' is no class",
                          entry->value);
}

static bool set_priority(const struct settings *settings,
                         const struct settings_entry *entry,
                         struct space_rule *rule, struct error *err)
{
    unsigned long priority;
    if (!str_parse_ulong(entry->value, &priority) || priority > PRIORITY_MAX)
        return settings_error(settings, entry, err, "'%s' is no priority",
                              entry->value);
    rule->priority = (unsigned)priority;
    return true;
}

static bool set_group(const struct settings *settings,
                      const struct settings_entry *entry,
                      struct space_rule *rule, struct error *err)
{
    (void)settings;
    (void)err;
    free(rule->group);
    rule->group = xstrdup(entry->value);
    return true;
}

static bool add_need(const struct settings *settings,
                     const struct settings_entry *entry,
                     struct space_rule *rule, struct error *err)
{
    if (!check_flags(settings, entry, err))
        return false;
    strvec_add(&rule->needs, entry->value);
    return true;
}

/* "--param=x=" has numbers as values, "-fx=" words: the name goes in
 * front. */
static bool add_value(const struct settings *settings,
                      const struct settings_entry *entry,
                      struct space_rule *rule, struct error *err)
{
    struct settings_entry whole = *entry;
    bool is_argument = str_ends(rule->name, "=");
    whole.value = is_argument ? xasprintf("%s%s", rule->name, entry->value)
                              : xstrdup(entry->value);
    bool ok = check_flags(settings, &whole, err);
    if (ok && rule->values.count + 1 >= SPACE_VALUES_MAX)
        ok = settings_error(settings, entry, err, "too many values");
    if (ok)
        strvec_add(&rule->values, whole.value);
    free(whole.value);
    return ok;
}

static const struct {
    const char *key;
    bool (*set)(const struct settings *settings,
                const struct settings_entry *entry, struct space_rule *rule,
                struct error *err);
} keys[] = {
    {"class", set_class}, {"priority", set_priority}, {"group", set_group},
    {"needs", add_need},  {"value", add_value},
};

static bool take_dimension(struct space_config *self,
                           const struct settings *settings,
                           const struct settings_entry *entry,
                           struct error *err)
{
    struct space_rule *rule = get_rule(self, entry->subsection);
    for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
        if (strcmp(keys[i].key, entry->key) == 0)
            return keys[i].set(settings, entry, rule, err);
    return settings_error(settings, entry, err, "unknown key '%s'", entry->key);
}

static bool take_match(struct space_matches *matches,
                       const struct settings *settings,
                       const struct settings_entry *entry, struct error *err)
{
    if (strcmp(entry->key, "match") != 0)
        return settings_error(settings, entry, err, "unknown key '%s'",
                              entry->key);
    add_match(matches, entry->value, entry->subsection);
    return true;
}

static bool take_machine(struct space_config *self,
                         const struct settings *settings,
                         const struct settings_entry *entry, struct error *err)
{
    if (strcmp(entry->key, "value") != 0)
        return settings_error(settings, entry, err, "unknown key '%s'",
                              entry->key);
    if (!check_flags(settings, entry, err))
        return false;
    add_match(&self->machines, entry->value, entry->subsection);
    return true;
}

static bool take_space(struct space_config *self,
                       const struct settings *settings,
                       const struct settings_entry *entry, struct error *err)
{
    bool yes = strcmp(entry->value, "true") == 0;
    if (strcmp(entry->key, "only") != 0)
        return settings_error(settings, entry, err, "unknown key '%s'",
                              entry->key);
    if (!yes && strcmp(entry->value, "false") != 0)
        return settings_error(settings, entry, err,
                              "'%s' is neither true nor false", entry->value);
    self->only = yes;
    return true;
}

static bool take_entry(struct space_config *self,
                       const struct settings *settings,
                       const struct settings_entry *entry, struct error *err)
{
    if (strcmp(entry->section, "dimension") == 0)
        return take_dimension(self, settings, entry, err);
    if (strcmp(entry->section, "space") == 0)
        return take_space(self, settings, entry, err);
    if (strcmp(entry->section, "machine") == 0)
        return take_machine(self, settings, entry, err);
    if (strcmp(entry->section, "group") == 0)
        return take_match(&self->groups, settings, entry, err);
    if (strcmp(entry->section, "leave-out") == 0)
        return take_match(&self->left_out, settings, entry, err);
    if (strcmp(entry->section, "keep") == 0)
        return take_match(&self->kept, settings, entry, err);
    return settings_error(settings, entry, err, "unknown section '%s'",
                          entry->section);
}

bool space_config_load(struct space_config *self, const char *path,
                       struct error *err)
{
    struct settings settings = {0};
    bool ok = settings_load(&settings, path, err);
    for (size_t i = 0; ok && i < settings.count; i++)
        ok = take_entry(self, &settings, &settings.entries[i], err);
    settings_release(&settings);
    return ok;
}
