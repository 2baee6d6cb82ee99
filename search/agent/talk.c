/* SPDX-License-Identifier: MIT
 *
 * Requests from stdin, answers to stdout.
 */
#include "agent.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BUFFER_BYTES = 65536, LINE_MAX_BYTES = 256, REQUEST_MAX = 64 << 20 };

static struct {
    char bytes[BUFFER_BYTES];
    size_t start, end;
    bool over;
} input;

static volatile sig_atomic_t stopped;

void talk_stop(void)
{
    stopped = 1;
}

/* Waits for bytes when there are none; false at the end. */
static bool fill(void)
{
    if (input.start < input.end)
        return true;
    if (input.over)
        return false;
    ssize_t got;
    do
        got = read(STDIN_FILENO, input.bytes, sizeof(input.bytes));
    while (got < 0 && errno == EINTR && !stopped);
    input.start = 0;
    input.end = got > 0 ? (size_t)got : 0;
    input.over = got <= 0;
    return got > 0;
}

bool talk_is_over(void)
{
    struct pollfd polled = {.fd = STDIN_FILENO, .events = POLLIN};
    if (stopped)
        return true;
    if (!input.over && input.start == input.end && poll(&polled, 1, 0) > 0)
        fill();
    return input.over && input.start == input.end;
}

static bool take_bytes(char *into, size_t length)
{
    while (length) {
        if (!fill())
            return false;
        size_t here = input.end - input.start;
        if (here > length)
            here = length;
        memcpy(into, input.bytes + input.start, here);
        input.start += here;
        into += here;
        length -= here;
    }
    return true;
}

static bool take_line(char line[LINE_MAX_BYTES])
{
    for (size_t i = 0; i < LINE_MAX_BYTES; i++) {
        if (!take_bytes(&line[i], 1))
            return false;
        if (line[i] == '\n') {
            line[i] = '\0';
            return true;
        }
    }
    return false;
}

static bool parse_line(const char *line, struct request *request)
{
    size_t length = strcspn(line, " ");
    if (length == 0 || length >= sizeof(request->verb))
        return false;
    memcpy(request->verb, line, length);
    for (const char *at = line + length;
         *at == ' ' && request->count < NUMBERS_MAX;) {
        char *end;
        request->numbers[request->count++] = strtoll(at, &end, 10);
        if (end == at)
            return false;
        at = end;
    }
    return request->count > 0;
}

static void split_texts(struct request *request)
{
    char *at = request->bytes;
    char *end = request->bytes + request->length;
    while (at < end && request->text_count < TEXTS_MAX) {
        request->texts[request->text_count++] = at;
        at += strlen(at) + 1;
    }
    request->texts[request->text_count] = NULL;
}

bool talk_read(struct request *request)
{
    char line[LINE_MAX_BYTES];
    memset(request, 0, sizeof(*request));
    if (!take_line(line) || !parse_line(line, request))
        return false;
    long long length = request->numbers[request->count - 1];
    if (length < 0 || length > REQUEST_MAX)
        return false;
    request->length = (size_t)length;
    request->bytes = malloc(request->length + 1);
    if (!request->bytes || !take_bytes(request->bytes, request->length))
        return false;
    request->bytes[request->length] = '\0';
    split_texts(request);
    return true;
}

void talk_release(struct request *request)
{
    free(request->bytes);
    request->bytes = NULL;
}

/* False when it cannot all be written. */
static bool put_bytes(int fd, const char *bytes, size_t length)
{
    while (length) {
        ssize_t put = write(fd, bytes, length);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        bytes += put;
        length -= (size_t)put;
    }
    return true;
}

void talk_take(long long size, int fd)
{
    bool good = fd >= 0;
    while (size > 0) {
        if (!fill())
            agent_end(1);
        size_t here = input.end - input.start;
        if ((long long)here > size)
            here = (size_t)size;
        good = good && put_bytes(fd, input.bytes + input.start, here);
        input.start += here;
        size -= (long long)here;
    }
}

void talk_answer(const char *word, const long long *numbers, int count,
                 const void *bytes, size_t length)
{
    char line[LINE_MAX_BYTES];
    int used = snprintf(line, sizeof(line), "%s", word);
    for (int i = 0; i < count; i++)
        used += snprintf(line + used, sizeof(line) - (size_t)used, " %lld",
                         numbers[i]);
    used +=
        snprintf(line + used, sizeof(line) - (size_t)used, " %zu\n", length);
    if (!put_bytes(STDOUT_FILENO, line, (size_t)used) ||
        !put_bytes(STDOUT_FILENO, bytes, length))
        agent_end(1);
}

void talk_text(const char *word, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    talk_answer(word, NULL, 0, text, strlen(text));
}
