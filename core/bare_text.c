/* SPDX-License-Identifier: MIT
 *
 * Texts, bytes, reading and printing, see bare.h.
 */
#include "bare.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    unsigned char *out = to;
    const unsigned char *in = from;
    if (!(((uintptr_t)out | (uintptr_t)in) & 3))
        for (; size >= 4; size -= 4, out += 4, in += 4)
            *(uint32_t *)(void *)out = *(const uint32_t *)(const void *)in;
    while (size--)
        *out++ = *in++;
    return to;
}

void *memmove(void *to, const void *from, size_t size)
{
    unsigned char *out = to;
    const unsigned char *in = from;
    if (out <= in || out >= in + size)
        return memcpy(to, from, size);
    while (size--)
        out[size] = in[size];
    return to;
}

void *memset(void *to, int value, size_t size)
{
    unsigned char *out = to;
    for (; size && (uintptr_t)out & 3; size--)
        *out++ = (unsigned char)value;
    for (; size >= 4; size -= 4, out += 4)
        *(uint32_t *)(void *)out = (unsigned char)value * 0x01010101u;
    while (size--)
        *out++ = (unsigned char)value;
    return to;
}

int memcmp(const void *a, const void *b, size_t size)
{
    const unsigned char *left = a, *right = b;
    for (; size; size--, left++, right++)
        if (*left != *right)
            return *left < *right ? -1 : 1;
    return 0;
}

size_t strlen(const char *text)
{
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}

int strcmp(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}

static bool is_one_of(char c, const char *set)
{
    while (*set && *set != c)
        set++;
    return *set;
}

char *strtok_r(char *restrict text, const char *restrict ends,
               char **restrict rest)
{
    char *at = text ? text : *rest;
    while (*at && is_one_of(*at, ends))
        at++;
    char *word = *at ? at : NULL;
    while (*at && !is_one_of(*at, ends))
        at++;
    if (*at)
        *at++ = 0;
    *rest = at;
    return word;
}

/* ---- files ---- */

/* What a FILE is here; <stdio.h> only knows that there is such a thing. */
struct stream {
    long number;
    size_t at, end; /* of what was read, or is still to be written */
    bool failed;
    char bytes[4096];
};

static struct stream streams[3] = {{.number = 0}, {.number = 1}, {.number = 2}};
FILE *stdin = (FILE *)&streams[0];
FILE *stdout = (FILE *)&streams[1];
FILE *stderr = (FILE *)&streams[2];

int getc(FILE *file)
{
    struct stream *self = (struct stream *)file;
    if (self->at == self->end) {
        long arguments[6] = {self->number, (long)self->bytes,
                             sizeof self->bytes};
        long got = bare_call(BARE_READ, arguments);
        if (got <= 0)
            return EOF;
        self->at = 0;
        self->end = (size_t)got;
    }
    return (unsigned char)self->bytes[self->at++];
}

int fflush(FILE *file)
{
    struct stream *self = (struct stream *)file;
    for (size_t done = 0; done < self->end && !self->failed;) {
        long arguments[6] = {self->number, (long)(self->bytes + done),
                             (long)(self->end - done)};
        long put = bare_call(BARE_WRITE, arguments);
        self->failed = put <= 0;
        done += self->failed ? 0 : (size_t)put;
    }
    self->end = 0;
    return self->failed ? EOF : 0;
}

int fputc(int c, FILE *file)
{
    struct stream *self = (struct stream *)file;
    self->bytes[self->end++] = (char)c;
    if (self->end == sizeof self->bytes || file == stderr)
        fflush(file);
    return (unsigned char)c;
}

int putc(int c, FILE *file)
{
    return fputc(c, file);
}

size_t fwrite(const void *restrict bytes, size_t size, size_t count,
              FILE *restrict file)
{
    const char *text = bytes;
    for (size_t i = 0; i < size * count; i++)
        fputc(text[i], file);
    return count;
}

int fputs(const char *restrict text, FILE *restrict file)
{
    fwrite(text, 1, strlen(text), file);
    return 0;
}

/* ---- formats: %s, %c and whole numbers, with width ---- */

struct format {
    bool zeros;
    unsigned width;
    unsigned longs; /* times l or z; two are 64 bits */
};

static const char *parse_format(const char *text, struct format *out)
{
    *out = (struct format){0};
    for (; *text == '0'; text++)
        out->zeros = true;
    for (; *text >= '0' && *text <= '9'; text++)
        out->width = out->width * 10 + (unsigned)(*text - '0');
    for (; *text == 'l' || *text == 'z'; text++)
        out->longs++;
    return text;
}

/* Digits only; the division is the compiler's, of 64 bits. */
static void put_number(uint64_t value, unsigned base,
                       const struct format *format, FILE *out)
{
    char digits[64];
    unsigned count = 0;
    do {
        digits[count++] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value);
    while (count < format->width && count < sizeof digits)
        digits[count++] = format->zeros ? '0' : ' ';
    while (count)
        fputc(digits[--count], out);
}

static void put_argument(char kind, const struct format *format,
                         va_list *arguments, FILE *out)
{
    uint64_t value;
    switch (kind) {
    case 's':
        fputs(va_arg(*arguments, const char *), out);
        return;
    case 'c':
        fputc(va_arg(*arguments, int), out);
        return;
    case 'd':
    case 'u':
    case 'x':
        value = format->longs > 1 ? va_arg(*arguments, uint64_t)
                                  : va_arg(*arguments, unsigned);
        if (kind == 'd' && format->longs < 2 && (int)value < 0) {
            fputc('-', out);
            value = -value & UINT32_MAX;
        }
        put_number(value, kind == 'x' ? 16 : 10, format, out);
        return;
    default:
        fputc(kind, out);
    }
}

int fprintf(FILE *restrict out, const char *restrict text, ...)
{
    va_list arguments;
    va_start(arguments, text);
    for (; *text; text++) {
        struct format format;
        if (*text != '%') {
            fputc(*text, out);
            continue;
        }
        text = parse_format(text + 1, &format);
        put_argument(*text, &format, &arguments, out);
    }
    va_end(arguments);
    return 0;
}
