/* SPDX-License-Identifier: MIT
 *
 * Framed talk with the helper.
 */
#include <config.h>

#include "search/remote_link.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/strvec.h"

enum {
    STEP_MS = 100, /* how soon a cancel is seen */
    SEND_TIMEOUT_S = 60,
    LINE_BYTES = 512,
    ANSWER_MAX = 256 << 20,
    CLOSE_STEPS = 300
};

static const double close_step_s = 0.01;

static bool lost(struct error *err)
{
    return error_set(err, ERROR_CHILD, "the connection was lost");
}

bool remote_link_is_open(const struct remote_link *self)
{
    return self->child.pid > 0;
}

/* Waits until fd is ready; false for a cancel or when the deadline passed. */
static bool wait_for(int fd, short events, double deadline_s, struct error *err)
{
    for (;;) {
        struct pollfd polled = {.fd = fd, .events = events};
        int ready = poll(&polled, 1, STEP_MS);
        if (child_cancelled())
            return error_set(err, ERROR_CANCELLED, "stopped");
        if (ready > 0)
            return true;
        if (ready < 0 && errno != EINTR)
            return lost(err);
        if (deadline_s > 0 && clock_now_s() > deadline_s)
            return error_set(err, ERROR_CHILD,
                             "the other machine does not answer");
    }
}

bool remote_link_send_bytes(struct remote_link *self, const void *bytes,
                            size_t length, struct error *err)
{
    const char *at = bytes;
    double deadline_s = clock_now_s() + SEND_TIMEOUT_S;
    while (length) {
        /* No more than a pipe is sure to take, so that write() does not
         * block behind a connection that stands still. */
        size_t part = length < PIPE_BUF ? length : PIPE_BUF;
        if (!wait_for(self->child.in, POLLOUT, deadline_s, err))
            return false;
        ssize_t put = write(self->child.in, at, part);
        if (put < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (put <= 0)
            return lost(err);
        deadline_s = clock_now_s() + SEND_TIMEOUT_S;
        at += put;
        length -= (size_t)put;
    }
    return true;
}

bool remote_link_send(struct remote_link *self, const char *head,
                      const void *bytes, size_t length, struct error *err)
{
    struct str frame = {0};
    str_addf(&frame, "%s %zu\n", head, length);
    str_add_bytes(&frame, bytes, length);
    bool ok = remote_link_send_bytes(self, frame.text, frame.length, err);
    str_release(&frame);
    return ok;
}

static bool read_more(struct remote_link *self, double deadline_s,
                      struct error *err)
{
    char buffer[65536];
    if (!wait_for(self->child.out, POLLIN, deadline_s, err))
        return false;
    ssize_t got = read(self->child.out, buffer, sizeof(buffer));
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return true;
    if (got <= 0)
        return lost(err);
    str_add_bytes(&self->input, buffer, (size_t)got);
    return true;
}

/* Drops what was taken, once it is most of the buffer. */
static void compact(struct remote_link *self)
{
    size_t left = self->input.length - self->taken;
    if (self->taken == 0 || left > self->taken)
        return;
    memmove(self->input.text, self->input.text + self->taken, left);
    self->input.length = left;
    self->input.text[left] = '\0';
    self->taken = 0;
}

/* The next line, without its end. */
static bool take_line(struct remote_link *self, double deadline_s,
                      char line[LINE_BYTES], struct error *err)
{
    for (;;) {
        size_t there = self->input.length - self->taken;
        const char *start = str_text(&self->input) + self->taken;
        const char *end = there ? memchr(start, '\n', there) : NULL;
        if (end) {
            snprintf(line, LINE_BYTES, "%.*s", (int)(end - start), start);
            self->taken += (size_t)(end - start) + 1;
            return true;
        }
        if (there > LINE_BYTES)
            return error_set(err, ERROR_FORMAT,
                             "the helper's answer is not understood");
        if (!read_more(self, deadline_s, err))
            return false;
    }
}

static bool parse_line(const char *line, struct remote_answer *answer,
                       size_t *length)
{
    size_t word = strcspn(line, " ");
    if (word == 0 || word >= sizeof(answer->word))
        return false;
    memcpy(answer->word, line, word);
    answer->word[word] = '\0';
    long long numbers[LINK_NUMBERS_MAX + 1];
    int count = 0;
    for (const char *at = line + word; *at == ' ';) {
        char *end;
        if (count > LINK_NUMBERS_MAX)
            return false;
        numbers[count++] = strtoll(at, &end, 10);
        if (end == at)
            return false;
        at = end;
    }
    if (count == 0 || numbers[count - 1] < 0 || numbers[count - 1] > ANSWER_MAX)
        return false;
    answer->count = count - 1;
    memcpy(answer->numbers, numbers, (size_t)answer->count * sizeof(*numbers));
    *length = (size_t)numbers[count - 1];
    return true;
}

static bool take_bytes(struct remote_link *self, size_t length,
                       double deadline_s, struct str *out, struct error *err)
{
    while (self->input.length - self->taken < length)
        if (!read_more(self, deadline_s, err))
            return false;
    str_add_bytes(out, str_text(&self->input) + self->taken, length);
    self->taken += length;
    compact(self);
    return true;
}

bool remote_link_receive(struct remote_link *self, unsigned timeout_ms,
                         struct remote_answer *out, struct error *err)
{
    double deadline_s = timeout_ms ? clock_now_s() + timeout_ms * 1e-3 : 0;
    char line[LINE_BYTES];
    size_t length;
    struct remote_answer answer = {0};
    if (!take_line(self, deadline_s, line, err))
        return false;
    if (!parse_line(line, &answer, &length))
        return error_set(err, ERROR_FORMAT,
                         "the helper's answer is not understood: '%.80s'",
                         line);
    if (!take_bytes(self, length, deadline_s, &answer.bytes, err)) {
        remote_answer_release(&answer);
        return false;
    }
    *out = answer;
    return true;
}

void remote_answer_release(struct remote_answer *self)
{
    str_release(&self->bytes);
}

/* Whatever a login shell prints comes before "ready". */
static bool await_ready(struct remote_link *self, unsigned timeout_ms,
                        struct error *err)
{
    double deadline_s = clock_now_s() + timeout_ms * 1e-3;
    char line[LINE_BYTES];
    do
        if (!take_line(self, deadline_s, line, err))
            return false;
    while (!str_starts(line, "ready "));
    struct remote_answer ready = {0};
    struct str folder = {0};
    size_t length = 0;
    bool ok = parse_line(line, &ready, &length) &&
              take_bytes(self, length, deadline_s, &folder, err);
    str_release(&folder);
    return ok;
}

bool remote_link_open(struct remote_link *self, const struct strvec *argv,
                      unsigned timeout_ms, struct error *err)
{
    struct child_options options = {.argv = strvec_argv(argv)};
    struct remote_link made = {0};
    if (!child_start(&options, &made.child, err))
        return false;
    if (!await_ready(&made, timeout_ms, err)) {
        remote_link_close(&made);
        return false;
    }
    *self = made;
    return true;
}

/* The helper is given time to tidy up over there. */
void remote_link_close(struct remote_link *self)
{
    if (self->child.pid > 0) {
        close(self->child.in);
        self->child.in = -1;
        for (int i = 0; i < CLOSE_STEPS && child_is_alive(&self->child); i++)
            clock_sleep_s(close_step_s);
    }
    child_stop(&self->child);
    str_release(&self->input);
    *self = (struct remote_link){0};
}
