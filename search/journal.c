/* SPDX-License-Identifier: MIT
 *
 * Append-only JSON lines.
 */
#include <config.h>

#include "search/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"

/* A child that a killed run was about to start holds the lock a moment
 * longer, until its exec. */
enum { LOCK_WAIT_MS = 2000 };

static bool io_error(struct error *err, const char *what, const char *path)
{
    return error_set(err, ERROR_IO, "cannot %s '%s': %s", what, path,
                     strerror(errno));
}

/* Length up to and with the last newline: what counts. */
static bool whole_length(int fd, const char *path, off_t *out,
                         struct error *err)
{
    char buffer[65536];
    off_t at = 0;
    *out = 0;
    for (;;) {
        ssize_t got = pread(fd, buffer, sizeof(buffer), at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return io_error(err, "read", path);
        if (!got)
            return true;
        for (ssize_t i = 0; i < got; i++)
            if (buffer[i] == '\n')
                *out = at + i + 1;
        at += got;
    }
}

bool journal_open(struct journal *self, const char *path, bool go_on,
                  struct error *err)
{
    int fd = -1;
    if (!file_lock(path, LOCK_WAIT_MS, &fd, err))
        return false;
    off_t length = 0;
    bool ok = !go_on || whole_length(fd, path, &length, err);
    if (ok && (ftruncate(fd, length) != 0 || fcntl(fd, F_SETFL, O_APPEND) != 0))
        ok = io_error(err, "cut", path);
    if (!ok) {
        close(fd);
        return false;
    }
    *self = (struct journal){.path = xstrdup(path), .fd = fd};
    return true;
}

static bool write_all(struct journal *self)
{
    if (!file_put(self->fd, str_text(&self->text), self->text.length))
        return false;
    str_reset(&self->text);
    return true;
}

void journal_release(struct journal *self)
{
    if (!self || !self->path)
        return;
    if (!self->failed)
        write_all(self);
    close(self->fd);
    free(self->path);
    str_release(&self->text);
    *self = (struct journal){.fd = -1};
}

void journal_append(struct journal *self, json_t *event)
{
    if (self && !self->failed)
        json_format_line(event, &self->text);
    json_decref(event);
}

bool journal_sync(struct journal *self, struct error *err)
{
    if (!self || !self->text.length || self->failed)
        return true;
    self->failed = !write_all(self) || fdatasync(self->fd) != 0;
    return self->failed ? io_error(err, "write", self->path) : true;
}

/* Who reads a journal. */
struct reader {
    bool (*take)(const json_t *event, const char *name, void *data,
                 struct error *err);
    void *data;
};

/* One line, without its newline. */
static bool take_line(const struct reader *reader, const char *text,
                      size_t length, const char *name, struct error *err)
{
    if (length > JOURNAL_LINE_MAX)
        return error_set(err, ERROR_FORMAT, "%s: the line is too long", name);
    json_t *event = json_parse(text, length, name, err);
    if (!event)
        return false;
    bool ok = json_is_string(json_object_get(event, "event"));
    if (!ok)
        error_set(err, ERROR_FORMAT, "%s: no event", name);
    ok = ok && reader->take(event, name, reader->data, err);
    json_decref(event);
    return ok;
}

bool journal_read(const char *path,
                  bool (*take)(const json_t *event, const char *name,
                               void *data, struct error *err),
                  void *data, struct error *err)
{
    struct reader reader = {.take = take, .data = data};
    struct str text = {0};
    bool ok = file_read(path, JOURNAL_BYTES_MAX, &text, err);
    const char *at = str_text(&text);
    for (unsigned line = 1; ok; line++) {
        const char *end =
            memchr(at, '\n', text.length - (size_t)(at - str_text(&text)));
        if (!end)
            break;
        char *name = xasprintf("%s, line %u", path, line);
        ok = take_line(&reader, at, (size_t)(end - at), name, err);
        free(name);
        at = end + 1;
    }
    str_release(&text);
    return ok;
}
