/* SPDX-License-Identifier: MIT
 *
 * Setters for the kinds of values that workload files hold.
 */
#include <config.h>

#include "search/workload_keys.h"

#include <stdint.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/pattern.h"
#include "base/settings.h"
#include "base/str.h"
#include "base/strvec.h"
#include "search/extract.h"
#include "search/protocol.h"

enum { NEAR_EDITS = 3, COUNT_MAX = 1000 };

bool workload_key_text(const struct settings *settings,
                       const struct settings_entry *entry, void *field,
                       struct error *err)
{
    char **text = field;
    if (!*entry->value)
        return settings_error(settings, entry, err, "'%s' is empty",
                              entry->key);
    free(*text);
    *text = xstrdup(entry->value);
    return true;
}

bool workload_key_add_text(const struct settings *settings,
                           const struct settings_entry *entry, void *field,
                           struct error *err)
{
    (void)settings;
    (void)err;
    strvec_add(field, entry->value);
    return true;
}

bool workload_key_words(const struct settings *settings,
                        const struct settings_entry *entry, void *field,
                        struct error *err)
{
    if (!strvec_split_shell(field, entry->value))
        return settings_error(settings, entry, err, "a quote is left open");
    return true;
}

static const char name_characters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                      "abcdefghijklmnopqrstuvwxyz_0123456789";

bool workload_key_names(const struct settings *settings,
                        const struct settings_entry *entry, void *field,
                        struct error *err)
{
    struct strvec *names = field;
    size_t before = names->count;
    if (!workload_key_words(settings, entry, field, err))
        return false;
    for (size_t i = before; i < names->count; i++)
        if (!*names->items[i] ||
            names->items[i][strspn(names->items[i], name_characters)])
            return settings_error(settings, entry, err,
                                  "'%s' is no variable's name",
                                  names->items[i]);
    return true;
}

bool workload_key_variable(const struct settings *settings,
                           const struct settings_entry *entry, void *field,
                           struct error *err)
{
    const char *name = entry->value;
    size_t length = strspn(name, name_characters);
    if (length == 0 || name[length] != '=')
        return settings_error(settings, entry, err,
                              "env '%s' is not NAME=value", name);
    strvec_add(field, name);
    return true;
}

bool workload_key_duration(const struct settings *settings,
                           const struct settings_entry *entry, void *field,
                           struct error *err)
{
    if (!str_parse_duration(entry->value, field))
        return settings_error(settings, entry, err,
                              "%s '%s' is not a time like 90s, 5m or 2h",
                              entry->key, entry->value);
    return true;
}

bool workload_key_bytes(const struct settings *settings,
                        const struct settings_entry *entry, void *field,
                        struct error *err)
{
    static const char units[] = "kmgt";
    size_t length = strlen(entry->value);
    char *number = xstrdup(entry->value);
    unsigned long value = 0;
    int shift = 0;
    const char *unit = length ? strchr(units, number[length - 1] | 0x20) : NULL;
    if (unit) {
        shift = 10 * (int)(unit - units + 1);
        number[length - 1] = '\0';
    }
    bool ok = str_parse_ulong(number, &value) && value > 0 &&
              value <= (UINT64_MAX >> shift);
    free(number);
    if (!ok)
        return settings_error(settings, entry, err,
                              "%s '%s' is not a size like 512m or 2g",
                              entry->key, entry->value);
    *(uint64_t *)field = (uint64_t)value << shift;
    return true;
}

bool workload_key_count(const struct settings *settings,
                        const struct settings_entry *entry, void *field,
                        struct error *err)
{
    unsigned long value;
    if (!str_parse_ulong(entry->value, &value) || value > COUNT_MAX)
        return settings_error(settings, entry, err,
                              "%s '%s' is not a number up to %d", entry->key,
                              entry->value, COUNT_MAX);
    *(unsigned long *)field = value;
    return true;
}

bool workload_key_layouts(const struct settings *settings,
                          const struct settings_entry *entry, void *field,
                          struct error *err)
{
    enum { LEAST = PROTOCOL_PADDINGS, MOST = LEAST * PROTOCOL_ENVIRONMENTS };
    unsigned long value;
    if (!str_parse_ulong(entry->value, &value) || value < LEAST || value > MOST)
        return settings_error(settings, entry, err,
                              "layouts '%s' is not a number from %d to %d: a "
                              "gain in fewer proves nothing",
                              entry->value, (int)LEAST, (int)MOST);
    *(unsigned long *)field = value;
    return true;
}

bool workload_key_weight(const struct settings *settings,
                         const struct settings_entry *entry, void *field,
                         struct error *err)
{
    double value;
    if (!str_parse_double(entry->value, &value) || value < 0 || value > 1e6)
        return settings_error(settings, entry, err,
                              "weight '%s' is not a number from 0 to 1e6",
                              entry->value);
    *(double *)field = value;
    return true;
}

/* A word of a list decides a bool: the first means true. */
static bool set_choice(const struct settings *settings,
                       const struct settings_entry *entry, void *field,
                       const char *const words[4], struct error *err)
{
    for (size_t i = 0; i < 4; i++)
        if (strcmp(entry->value, words[i]) == 0) {
            *(bool *)field = i % 2 == 0;
            return true;
        }
    return settings_error(settings, entry, err, "%s is '%s' or '%s', not '%s'",
                          entry->key, words[0], words[1], entry->value);
}

bool workload_key_flag(const struct settings *settings,
                       const struct settings_entry *entry, void *field,
                       struct error *err)
{
    static const char *const words[4] = {"true", "false", "yes", "no"};
    return set_choice(settings, entry, field, words, err);
}

bool workload_key_direction(const struct settings *settings,
                            const struct settings_entry *entry, void *field,
                            struct error *err)
{
    static const char *const words[4] = {"higher", "lower", "more", "less"};
    return set_choice(settings, entry, field, words, err);
}

bool workload_key_threads(const struct settings *settings,
                          const struct settings_entry *entry, void *field,
                          struct error *err)
{
    static const char *const words[4] = {"several", "one", "true", "false"};
    return set_choice(settings, entry, field, words, err);
}

bool workload_key_match(const struct settings *settings,
                        const struct settings_entry *entry, void *field,
                        struct error *err)
{
    if (!extract_match_parse(entry->value, field))
        return settings_error(settings, entry, err,
                              "match is 'first' or 'last', not '%s'",
                              entry->value);
    return true;
}

bool workload_key_extract(const struct settings *settings,
                          const struct settings_entry *entry, void *field,
                          struct error *err)
{
    struct error why = {0};
    struct extract *made = extract_new(entry->value, &why);
    if (!made)
        return settings_error(settings, entry, err, "%s", why.text);
    extract_free(*(struct extract **)field);
    *(struct extract **)field = made;
    return true;
}

bool workload_key_pattern(const struct settings *settings,
                          const struct settings_entry *entry, void *field,
                          struct error *err)
{
    struct error why = {0};
    struct pattern *made = pattern_new(
        entry->value, PATTERN_MULTILINE | PATTERN_ANY_NEWLINE, &why);
    if (!made)
        return settings_error(settings, entry, err, "%s", why.text);
    pattern_free(*(struct pattern **)field);
    *(struct pattern **)field = made;
    return true;
}

static bool unknown_key(const struct settings *settings,
                        const struct settings_entry *entry,
                        const struct workload_key *keys, struct error *err)
{
    const char *nearest = NULL;
    size_t best = NEAR_EDITS;
    for (; keys->name; keys++) {
        size_t edits = str_edit_distance(entry->key, keys->name);
        if (edits < best) {
            best = edits;
            nearest = keys->name;
        }
    }
    if (nearest)
        return settings_error(settings, entry, err,
                              "unknown key '%s': did you mean '%s'?",
                              entry->key, nearest);
    return settings_error(settings, entry, err, "unknown key '%s' in '%s'",
                          entry->key, entry->section);
}

/* Whether the same key stood in the same section before. */
static bool is_repeated(const struct settings *settings,
                        const struct settings_entry *entry)
{
    for (const struct settings_entry *at = settings->entries; at < entry; at++)
        if (strcmp(at->section, entry->section) == 0 &&
            strcmp(at->subsection, entry->subsection) == 0 &&
            strcmp(at->key, entry->key) == 0)
            return true;
    return false;
}

bool workload_key_set(const struct settings *settings,
                      const struct settings_entry *entry,
                      const struct workload_key *keys, void *object,
                      struct error *err)
{
    for (const struct workload_key *key = keys; key->name; key++) {
        if (strcmp(key->name, entry->key) != 0)
            continue;
        if (!key->repeated && is_repeated(settings, entry))
            return settings_error(settings, entry, err,
                                  "'%s' is given a second time", entry->key);
        return key->set(settings, entry, (char *)object + key->offset, err);
    }
    return unknown_key(settings, entry, keys, err);
}
