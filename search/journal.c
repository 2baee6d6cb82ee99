/* SPDX-License-Identifier: MIT
 *
 * JSON lines, appended, and now and then written anew.
 */
#include <config.h>

#include "search/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"

/* A child that a killed run was about to start holds the lock a moment
 * longer, until its exec. */
enum { LOCK_WAIT_MS = 2000 };

/* Written at the latest when so many bytes wait. */
enum { BUFFER_BYTES = 1 << 16 };

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
            return error_io(err, "read", path);
        if (!got)
            return true;
        for (ssize_t i = 0; i < got; i++)
            if (buffer[i] == '\n')
                *out = at + i + 1;
        at += got;
    }
}

/* Where a shorter one is written. One name is enough, for whoever holds the
 * journal's lock. */
static char *path_beside(const char *path)
{
    return xasprintf("%s.new", path);
}

/* What a killed run left there. */
static void remove_half_done(const char *path)
{
    char *beside = path_beside(path);
    unlink(beside);
    free(beside);
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
        ok = error_io(err, "cut", path);
    if (!ok) {
        close(fd);
        return false;
    }
    *self = (struct journal){.path = xstrdup(path),
                             .fd = fd,
                             .length = length,
                             .short_length = JOURNAL_SHORT};
    remove_half_done(path);
    return true;
}

void journal_bound(struct journal *self,
                   void (*write)(struct journal *journal, void *data),
                   void *data)
{
    if (!self)
        return;
    self->write = write;
    self->write_data = data;
}

static void write_out(struct journal *self)
{
    if (self->failed || !self->text.length)
        return;
    if (!file_put(self->fd, str_text(&self->text), self->text.length))
        self->failed = errno;
    self->length += (off_t)self->text.length;
    str_reset(&self->text);
}

static void sync_out(struct journal *self)
{
    write_out(self);
    if (!self->failed && fdatasync(self->fd) != 0)
        self->failed = errno;
}

void journal_release(struct journal *self)
{
    if (!self || !self->path)
        return;
    write_out(self);
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
    if (self && self->text.length >= BUFFER_BYTES)
        write_out(self);
}

/* Copies the first line of one that is on disk. */
static bool copy_title(const struct journal *self, struct journal *made)
{
    char buffer[BUFFER_BYTES];
    off_t at = 0;
    for (;;) {
        ssize_t got = pread(self->fd, buffer, sizeof(buffer), at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        const char *end = memchr(buffer, '\n', (size_t)got);
        size_t length = end ? (size_t)(end - buffer) + 1 : (size_t)got;
        str_add_bytes(&made->text, buffer, length);
        if (end)
            return true;
        at += got;
    }
}

/* The file beside it, locked before it has the journal's name. */
static bool open_beside(const struct journal *self, struct journal *made)
{
    char *path = path_beside(self->path);
    int fd = open(path,
                  O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW,
                  0666);
    *made = (struct journal){.path = path, .fd = fd};
    return fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0;
}

static bool write_beside(const struct journal *self, struct journal *made)
{
    if (!open_beside(self, made) || !copy_title(self, made))
        return false;
    self->write(made, self->write_data);
    sync_out(made);
    return !made->failed;
}

/* Goes on with the file beside it, once that has the journal's name. */
static void change_over(struct journal *self, struct journal *made)
{
    int old = self->fd;
    self->fd = made->fd;
    self->length = made->length;
    self->shortened++;
    made->fd = old;
    if (!file_sync_parent(self->path))
        self->failed = errno;
}

/* A failure before that costs nothing but length: it is tried again when the
 * journal has doubled once more. */
static void shorten(struct journal *self)
{
    struct journal made;
    if (write_beside(self, &made) && rename(made.path, self->path) == 0)
        change_over(self, &made);
    else
        unlink(made.path);
    if (made.fd >= 0)
        close(made.fd);
    free(made.path);
    str_release(&made.text);
    self->longest = 2 * self->length;
}

static bool is_long(const struct journal *self)
{
    return self->write && self->length > self->longest &&
           self->length > self->short_length;
}

static bool tell_failure(struct journal *self, struct error *err)
{
    self->told = true;
    errno = self->failed;
    return error_io(err, "write", self->path);
}

bool journal_sync(struct journal *self, struct error *err)
{
    if (!self || self->told)
        return true;
    if (self->text.length)
        sync_out(self);
    if (!self->failed && is_long(self))
        shorten(self);
    return !self->failed || tell_failure(self, err);
}

/* One line, without its newline. */
static bool take_line(const struct journal_reader *reader, const char *text,
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

bool journal_read(const char *path, const struct journal_reader *reader,
                  struct error *err)
{
    struct str text = {0};
    bool ok = file_read(path, JOURNAL_BYTES_MAX, &text, err);
    const char *at = str_text(&text);
    for (unsigned line = 1; ok; line++) {
        const char *end =
            memchr(at, '\n', text.length - (size_t)(at - str_text(&text)));
        if (!end)
            break;
        char *name = xasprintf("%s, line %u", path, line);
        ok = take_line(reader, at, (size_t)(end - at), name, err);
        free(name);
        at = end + 1;
    }
    str_release(&text);
    return ok;
}
