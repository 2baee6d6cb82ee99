/* SPDX-License-Identifier: MIT
 *
 * Code by flag list, kept over runs.
 */
#include <config.h>

#include "search/code_cache.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/strvec.h"
#include "search/workload.h"

enum { KEPT_MESSAGE = 300, FIELDS_BEFORE_UNITS = 4, SAVED_BYTES = 1 << 18 };

static void cached_free(struct cached_code *self)
{
    if (!self)
        return;
    free(self->message);
    free(self->units);
    free(self);
}

static bool set_digest(struct digest *out, const char *text)
{
    size_t length = strlen(text);
    if (length + 1 != DIGEST_SIZE || strspn(text, "0123456789abcdef") != length)
        return false;
    memcpy(out->hex, text, length + 1);
    return true;
}

static bool parse_code(const struct strvec *fields, struct cached_code *out)
{
    unsigned long size;
    if (fields->count < FIELDS_BEFORE_UNITS ||
        !set_digest(&out->code, fields->items[2]) ||
        !str_parse_ulong(fields->items[3], &size))
        return false;
    out->size_bytes = size;
    out->unit_count = fields->count - FIELDS_BEFORE_UNITS;
    out->units = xcalloc(out->unit_count + 1, sizeof(*out->units));
    for (size_t i = 0; i < out->unit_count; i++)
        if (!set_digest(&out->units[i], fields->items[FIELDS_BEFORE_UNITS + i]))
            return false;
    return true;
}

static bool parse_refusal(const struct strvec *fields, struct cached_code *out)
{
    if (fields->count < 3 || !refusal_parse(fields->items[2], &out->refusal) ||
        out->refusal == REFUSAL_NONE)
        return false;
    out->message = xstrdup(fields->count > 3 ? fields->items[3] : "");
    return true;
}

static void take_line(struct code_cache *self, const char *line)
{
    struct strvec fields = {0};
    strvec_split(&fields, line, "\t");
    struct cached_code *code = xcalloc(1, sizeof(*code));
    bool ok = fields.count > 2 && !map_has(&self->codes, fields.items[0]) &&
              (fields.items[1][0] == '=' ? parse_code(&fields, code)
                                         : parse_refusal(&fields, code));
    if (ok)
        map_set(&self->codes, fields.items[0], code);
    else
        cached_free(code);
    strvec_release(&fields);
}

void code_cache_load(struct code_cache *self, const char *path)
{
    *self = (struct code_cache){.path = path ? xstrdup(path) : NULL};
    struct str text = {0};
    if (path && file_read(path, CODE_CACHE_BYTES_MAX, &text, NULL)) {
        char *at = text.text;
        while (at && *at) {
            char *end = strchr(at, '\n');
            if (!end)
                break; /* cut by a kill */
            *end = '\0';
            take_line(self, at);
            self->lines++;
            at = end + 1;
        }
    }
    str_release(&text);
}

const struct cached_code *code_cache_find(const struct code_cache *self,
                                          const char *key)
{
    return map_find(&self->codes, key);
}

/* One line without tabs or other control characters. */
static void add_plain(struct str *out, const char *message)
{
    for (size_t i = 0; message && message[i] && i < KEPT_MESSAGE; i++)
        str_add_char(out, (unsigned char)message[i] < ' ' ? ' ' : message[i]);
}

static void add_line(struct str *out, const char *key,
                     const struct build *build)
{
    str_add(out, key);
    if (build->refusal != REFUSAL_NONE) {
        str_addf(out, "\t!\t%s\t", refusal_word(build->refusal));
        add_plain(out, build->message);
    } else {
        str_addf(out, "\t=\t%s\t%llu", build->code.hex,
                 (unsigned long long)build->code_size);
        for (size_t i = 0; i < build->unit_count; i++)
            str_addf(out, "\t%s", build->units[i].hex);
    }
    str_add_char(out, '\n');
}

void code_cache_add(struct code_cache *self, const char *key,
                    const struct build *build)
{
    bool keeps = build->refusal == REFUSAL_NONE
                     ? build->code.hex[0]
                     : refusal_blames_flags(build->refusal);
    if (!self->path || !keeps || map_has(&self->codes, key))
        return;
    add_line(&self->added, key, build);
    self->added_lines++;
    if (self->added.length > SAVED_BYTES)
        code_cache_save(self);
}

/* Readers leave out a cut line, so one write needs no lock. */
static void append(const char *path, const struct str *text)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK,
                  0666);
    if (fd < 0)
        return;
    ssize_t put = write(fd, text->text, text->length);
    (void)put;
    close(fd);
}

void code_cache_save(struct code_cache *self)
{
    if (!self->path || !self->added.length)
        return;
    self->lines += self->added_lines;
    if (self->lines > CODE_CACHE_LINES_MAX) {
        file_write(self->path, self->added.text, self->added.length, NULL);
        self->lines = self->added_lines;
    } else {
        append(self->path, &self->added);
    }
    self->added_lines = 0;
    str_reset(&self->added);
}

void code_cache_release(struct code_cache *self)
{
    if (!self)
        return;
    for (size_t i = 0; i < self->codes.count; i++)
        cached_free(self->codes.entries[i].value);
    map_release(&self->codes);
    str_release(&self->added);
    free(self->path);
    *self = (struct code_cache){0};
}
