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

enum { KEPT_MESSAGE = 300, FIELDS_BEFORE_UNITS = 4 };

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

static struct cached_code *copy_build(const struct build *build)
{
    struct cached_code *code = xcalloc(1, sizeof(*code));
    code->refusal = build->refusal;
    code->code = build->code;
    code->size_bytes = build->code_size;
    code->unit_count = build->unit_count;
    code->units = xcalloc(build->unit_count + 1, sizeof(*code->units));
    if (build->unit_count)
        memcpy(code->units, build->units,
               build->unit_count * sizeof(*code->units));
    if (build->refusal != REFUSAL_NONE)
        code->message = xstrdup(build->message ? build->message : "");
    return code;
}

static void add_line(struct str *out, const char *key,
                     const struct cached_code *code)
{
    str_add(out, key);
    if (code->refusal != REFUSAL_NONE) {
        str_addf(out, "\t!\t%s\t", refusal_word(code->refusal));
        add_plain(out, code->message);
    } else {
        str_addf(out, "\t=\t%s\t%llu", code->code.hex,
                 (unsigned long long)code->size_bytes);
        for (size_t i = 0; i < code->unit_count; i++)
            str_addf(out, "\t%s", code->units[i].hex);
    }
    str_add_char(out, '\n');
}

void code_cache_add(struct code_cache *self, const char *key,
                    const struct build *build)
{
    bool keeps = build->refusal == REFUSAL_NONE
                     ? build->code.hex[0]
                     : refusal_blames_flags(build->refusal);
    if (!keeps || map_has(&self->codes, key))
        return;
    struct cached_code *code = copy_build(build);
    map_set(&self->codes, key, code);
    if (self->path)
        add_line(&self->added, key, code);
}

/* Readers leave out a cut line, so one write needs no lock. */
static void append(const char *path, const struct str *text)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
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
    if (self->codes.count > CODE_CACHE_LINES_MAX)
        file_write(self->path, self->added.text, self->added.length, NULL);
    else
        append(self->path, &self->added);
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
