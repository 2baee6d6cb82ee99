/* SPDX-License-Identifier: MIT
 *
 * git-config syntax through libgit2.  libgit2 reads from a path only and
 * follows `include`, so that the text is checked first and then handed over
 * as a private copy in memory; it names no lines for its entries either, so
 * that they are found again in the text for messages.
 */
#include <config.h>

#include "base/settings.h"

#include <ctype.h>
#include <git2.h>
#include <stdarg.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/library.h"
#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"
#include "base/temporary.h"

enum { TEXT_MAX = 1 << 20 };

/* One pass over the text: where sections and keys begin.  It need not
 * understand values: a line inside a continued or quoted value that looks
 * like a key gives at worst a wrong line number in a message. */
struct scanner {
    const char *at;
    unsigned line;
    struct str section; /* "workload.zstd" as libgit2 spells it */
    const char *key;    /* in the text, not terminated */
    size_t key_length;
    struct strvec *sections; /* gets each name once; may be NULL */
};

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t\r");
}

/* [name "sub"] or [name.sub] -> name.sub */
static const char *scan_section(struct scanner *self, const char *text)
{
    str_reset(&self->section);
    for (text++; *text && *text != ']' && *text != '\n' && *text != '"' &&
                 !isspace((unsigned char)*text);
         text++)
        str_add_char(&self->section, (char)tolower((unsigned char)*text));
    text = skip_blanks(text);
    if (*text == '"') {
        str_add_char(&self->section, '.');
        for (text++; *text && *text != '"' && *text != '\n'; text++) {
            if (*text == '\\' && text[1])
                text++;
            str_add_char(&self->section, *text);
        }
        text += *text == '"';
    }
    const char *name = str_text(&self->section);
    if (self->sections && *name && !strvec_contains(self->sections, name))
        strvec_add(self->sections, name);
    return *skip_blanks(text) == ']' ? skip_blanks(text) + 1 : text;
}

/* Whether the value at text goes on in the next line. */
static bool line_continues(const char *text, const char *end)
{
    size_t slashes = 0;
    while (end > text && *--end == '\\')
        slashes++;
    return slashes % 2 == 1;
}

/* Moves to the next key; false at the end. */
static bool scan_next(struct scanner *self)
{
    while (*self->at) {
        const char *text = skip_blanks(self->at);
        while (*text == '[')
            text = skip_blanks(scan_section(self, text));
        const char *end = strchrnul(text, '\n');
        self->line++;
        unsigned extra = 0;
        const char *tail = end;
        while (*text != '#' && *text != ';' && *tail &&
               line_continues(text, tail)) {
            tail = strchrnul(tail + 1, '\n');
            extra++;
        }
        self->at = *tail ? tail + 1 : tail;
        self->key = text;
        self->key_length = 0;
        while (isalnum((unsigned char)text[self->key_length]) ||
               text[self->key_length] == '-')
            self->key_length++;
        if (self->key_length) {
            self->line += extra;
            return true;
        }
        self->line += extra;
    }
    return false;
}

/* include.path and includeIf.*.path would make libgit2 open other files. */
static bool check_text(const char *text, size_t length, const char *name,
                       struct error *err)
{
    if (strlen(text) != length)
        return error_set(err, ERROR_FORMAT, "%s: holds a NUL byte", name);
    unsigned line = 1;
    for (const char *p = text; *p; p++) {
        line += *p == '\n';
        if (*p == '[' && strncasecmp(skip_blanks(p + 1), "include", 7) == 0)
            return error_set(err, ERROR_UNTRUSTED,
                             "%s:%u: include is not allowed here", name, line);
    }
    return true;
}

/* libgit2 puts a wrong escape into line 1 and says no remedy, and people
 * write patterns with single backslashes. */
static bool check_escapes(const char *text, const char *name, struct error *err)
{
    unsigned line = 1;
    bool quoted = false, header = false, comment = false;
    for (const char *p = text; *p; p++) {
        bool starts_line = p == text || p[-1] == '\n';
        if (starts_line)
            header = *skip_blanks(p) == '[';
        if (*p == '\n') {
            line++;
            quoted = comment = false;
        } else if (comment) {
            continue;
        } else if (*p == '"') {
            quoted = !quoted;
        } else if (*p == ']' && !quoted) {
            header = false;
        } else if ((*p == '#' || *p == ';') && !quoted) {
            comment = true;
        } else if (*p == '\\' && p[1]) {
            p++;
            if (!header && !strchr("ntb\"\\\n\r", *p))
                return error_set(err, ERROR_FORMAT,
                                 "%s:%u: invalid escape '\\%c': write "
                                 "'\\\\%c' for a backslash",
                                 name, line, *p, *p);
            line += *p == '\n';
        }
    }
    return true;
}

static void add_entry(struct settings *self, const git_config_entry *entry)
{
    const char *first = strchr(entry->name, '.');
    const char *last = strrchr(entry->name, '.');
    if (!first)
        return;
    self->entries = memory_grow(self->entries, &self->capacity, self->count + 1,
                                sizeof(*self->entries));
    self->entries[self->count++] = (struct settings_entry){
        .section = xstrndup(entry->name, (size_t)(first - entry->name)),
        .subsection = last > first
                          ? xstrndup(first + 1, (size_t)(last - first - 1))
                          : xstrdup(""),
        .key = xstrdup(last + 1),
        .value = xstrdup(entry->value ? entry->value : "true"),
    };
}

static bool entry_is(const struct settings_entry *entry,
                     const struct scanner *at)
{
    const char *section = str_text(&at->section);
    size_t length = strlen(entry->section);
    return strncasecmp(entry->key, at->key, at->key_length) == 0 &&
           strlen(entry->key) == at->key_length &&
           strncmp(section, entry->section, length) == 0 &&
           strcmp(section[length] == '.' ? section + length + 1
                                         : section + length,
                  entry->subsection) == 0;
}

/* libgit2 does not tell of sections without a key. */
static void find_sections(struct settings *self, const char *text)
{
    struct scanner scanner = {.at = text, .sections = &self->sections};
    while (scan_next(&scanner))
        ;
    str_release(&scanner.section);
}

/* Both go through the file in order, so that one pass finds all. */
static void find_lines(struct settings *self, const char *text)
{
    struct scanner scanner = {.at = text};
    for (size_t i = 0; i < self->count; i++) {
        struct scanner kept = scanner;
        kept.section = (struct str){0};
        str_add(&kept.section, str_text(&scanner.section));
        while (scan_next(&scanner))
            if (entry_is(&self->entries[i], &scanner)) {
                self->entries[i].line = scanner.line;
                break;
            }
        if (self->entries[i].line) {
            str_release(&kept.section);
        } else { /* not found again: go on from where it stood */
            str_release(&scanner.section);
            scanner = kept;
        }
    }
    str_release(&scanner.section);
}

/* "failed to parse config file: unexpected end of file (in /proc/..:3)"
 * -> name:3: reason */
static bool parse_error(const char *name, struct error *err)
{
    const git_error *why = git_error_last();
    const char *text = why && why->message ? why->message : "cannot be read";
    const char *reason = strrchr(text, ':') ? strstr(text, ": ") : NULL;
    const char *colon = strrchr(text, ':');
    unsigned long line = 0;
    if (colon) {
        char digits[16] = "";
        snprintf(digits, sizeof(digits), "%.*s",
                 (int)strspn(colon + 1, "0123456789"), colon + 1);
        str_parse_ulong(digits, &line);
    }
    const char *in = strstr(text, " (in ");
    const char *start = reason ? reason + 2 : text;
    int length = in && in > start ? (int)(in - start) : (int)strlen(start);
    return error_set(err, ERROR_FORMAT, "%s:%lu: %.*s", name, line ? line : 1,
                     length, start);
}

static bool read_entries(struct settings *self, const char *path,
                         const char *name, struct error *err)
{
    library_start();
    git_config *config = NULL;
    git_config_iterator *iterator = NULL;
    git_config_entry *entry;
    bool ok = git_config_new(&config) == 0 &&
              git_config_add_file_ondisk(config, path, GIT_CONFIG_LEVEL_LOCAL,
                                         NULL, 0) == 0 &&
              git_config_iterator_new(&iterator, config) == 0;
    int next = 0;
    while (ok && (next = git_config_next(&entry, iterator)) == 0)
        add_entry(self, entry);
    ok = ok && next == GIT_ITEROVER;
    if (!ok)
        parse_error(name, err);
    git_config_iterator_free(iterator);
    git_config_free(config);
    return ok;
}

/* A text as something that libgit2 can open by a path: an unnamed file, or
 * where there is no /proc to name that by, one in a private folder. */
struct copy {
    int fd;
    struct str folder; /* empty: none was needed */
    struct str path;
};

static bool copy_to_memory(struct copy *self, const char *text, size_t length)
{
    self->fd = memfd_create("settings", MFD_CLOEXEC);
    if (self->fd < 0)
        return false;
    str_addf(&self->path, "/proc/self/fd/%d", self->fd);
    return file_put(self->fd, text, length) &&
           access(str_text(&self->path), R_OK) == 0;
}

static bool copy_to_folder(struct copy *self, const char *text, size_t length,
                           struct error *err)
{
    str_reset(&self->path);
    if (!temporary_make("settings", &self->folder, err))
        return false;
    file_join(&self->path, str_text(&self->folder), "copy");
    return file_write_new(str_text(&self->path), text, length, err);
}

static void release_copy(struct copy *self)
{
    if (self->fd >= 0)
        close(self->fd);
    temporary_remove(str_text(&self->folder));
    str_release(&self->folder);
    str_release(&self->path);
}

static bool parse(struct settings *self, const struct str *text,
                  const char *name, struct error *err)
{
    if (!check_text(str_text(text), text->length, name, err) ||
        !check_escapes(str_text(text), name, err))
        return false;
    struct copy copy = {.fd = -1};
    struct settings made = {.path = xstrdup(name)};
    bool ok = (copy_to_memory(&copy, str_text(text), text->length) ||
               copy_to_folder(&copy, str_text(text), text->length, err)) &&
              read_entries(&made, str_text(&copy.path), name, err);
    release_copy(&copy);
    if (!ok) {
        settings_release(&made);
        return false;
    }
    find_lines(&made, str_text(text));
    find_sections(&made, str_text(text));
    *self = made;
    return true;
}

bool settings_parse(struct settings *self, const char *text, const char *name,
                    struct error *err)
{
    struct str copy = {0};
    str_add(&copy, text);
    bool ok = parse(self, &copy, name, err);
    str_release(&copy);
    return ok;
}

bool settings_load(struct settings *self, const char *path, struct error *err)
{
    struct str text = {0};
    bool ok =
        file_read(path, TEXT_MAX, &text, err) && parse(self, &text, path, err);
    str_release(&text);
    return ok;
}

void settings_release(struct settings *self)
{
    if (!self)
        return;
    for (size_t i = 0; i < self->count; i++) {
        free(self->entries[i].section);
        free(self->entries[i].subsection);
        free(self->entries[i].key);
        free(self->entries[i].value);
    }
    free(self->entries);
    free(self->path);
    strvec_release(&self->sections);
    *self = (struct settings){0};
}

static bool entry_named(const struct settings_entry *entry, const char *section,
                        const char *subsection, const char *key)
{
    return strcmp(entry->section, section) == 0 &&
           strcmp(entry->subsection, subsection ? subsection : "") == 0 &&
           strcmp(entry->key, key) == 0;
}

const char *settings_find(const struct settings *self, const char *section,
                          const char *subsection, const char *key)
{
    for (size_t i = self->count; i > 0; i--)
        if (entry_named(&self->entries[i - 1], section, subsection, key))
            return self->entries[i - 1].value;
    return NULL;
}

void settings_find_all(const struct settings *self, const char *section,
                       const char *subsection, const char *key,
                       struct strvec *out)
{
    for (size_t i = 0; i < self->count; i++)
        if (entry_named(&self->entries[i], section, subsection, key))
            strvec_add(out, self->entries[i].value);
}

void settings_subsections(const struct settings *self, const char *section,
                          struct strvec *out)
{
    for (size_t i = 0; i < self->count; i++)
        if (strcmp(self->entries[i].section, section) == 0 &&
            !strvec_contains(out, self->entries[i].subsection))
            strvec_add(out, self->entries[i].subsection);
}

bool settings_error(const struct settings *self,
                    const struct settings_entry *entry, struct error *err,
                    const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    if (entry && entry->line)
        return error_set(err, ERROR_FORMAT, "%s:%u: %s", self->path,
                         entry->line, text);
    return error_set(err, ERROR_FORMAT, "%s: %s", self->path, text);
}
