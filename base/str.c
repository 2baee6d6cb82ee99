/* SPDX-License-Identifier: MIT
 *
 * Growing strings, and parsing of numbers that does not follow the locale.
 */
#include <config.h>

#include "base/str.h"

#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>

#include "base/memory.h"

void str_release(struct str *self)
{
    if (!self)
        return;
    free(self->text);
    *self = (struct str){0};
}

void str_reset(struct str *self)
{
    self->length = 0;
    if (self->text)
        self->text[0] = '\0';
}

static void reserve(struct str *self, size_t more)
{
    self->text =
        memory_grow(self->text, &self->capacity, self->length + more + 1, 1);
}

void str_add_bytes(struct str *self, const void *bytes, size_t length)
{
    reserve(self, length);
    if (length)
        memcpy(self->text + self->length, bytes, length);
    self->length += length;
    self->text[self->length] = '\0';
}

void str_add(struct str *self, const char *text)
{
    str_add_bytes(self, text, strlen(text));
}

void str_add_char(struct str *self, char c)
{
    str_add_bytes(self, &c, 1);
}

void str_addf(struct str *self, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length > 0) {
        reserve(self, (size_t)length);
        vsnprintf(self->text + self->length, (size_t)length + 1, format, again);
        self->length += (size_t)length;
    }
    va_end(again);
}

const char *str_text(const struct str *self)
{
    return self->text ? self->text : "";
}

char *str_detach(struct str *self)
{
    char *text = self->text ? self->text : xstrdup("");
    *self = (struct str){0};
    return text;
}

bool str_starts(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool str_ends(const char *text, const char *suffix)
{
    size_t length = strlen(text), tail = strlen(suffix);
    return length >= tail && strcmp(text + length - tail, suffix) == 0;
}

bool str_fits(const char *text, const char *name)
{
    size_t length = strlen(name);
    if (length > 0 && name[length - 1] == '*')
        return strncmp(text, name, length - 1) == 0;
    return strcmp(text, name) == 0;
}

char *str_trim(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    size_t length = strlen(text);
    while (length && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    return text;
}

/* strtol and its kin take leading blanks and signs that we do not. */
static bool starts_with_digit(const char *text)
{
    return isdigit((unsigned char)*text);
}

bool str_parse_ulong(const char *text, unsigned long *out)
{
    if (!starts_with_digit(text))
        return false;
    bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    char *end;
    errno = 0;
    unsigned long value = strtoul(text, &end, hex ? 16 : 10);
    if (errno || *end || end == text)
        return false;
    *out = value;
    return true;
}

bool str_parse_long(const char *text, long *out)
{
    if (!starts_with_digit(text + (*text == '-')))
        return false;
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (errno || *end || end == text)
        return false;
    *out = value;
    return true;
}

/* One C locale for the life of the program: strtod follows the user's
 * decimal mark otherwise. */
static locale_t c_locale(void)
{
    static locale_t cached;
    locale_t now = __atomic_load_n(&cached, __ATOMIC_ACQUIRE);
    if (now)
        return now;
    locale_t made = newlocale(LC_ALL_MASK, "C", NULL);
    locale_t none = NULL;
    if (__atomic_compare_exchange_n(&cached, &none, made, false,
                                    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return made;
    freelocale(made);
    return none;
}

static bool is_decimal(const char *text)
{
    text += *text == '-' || *text == '+';
    if (*text != '.' && !isdigit((unsigned char)*text))
        return false;
    return strspn(text, "0123456789.eE+-") == strlen(text);
}

bool str_parse_double(const char *text, double *out)
{
    if (!is_decimal(text))
        return false;
    char *end;
    double value = strtod_l(text, &end, c_locale());
    if (*end || end == text || !isfinite(value))
        return false;
    *out = value;
    return true;
}

bool str_parse_duration(const char *text, double *seconds)
{
    static const struct {
        char unit;
        double seconds;
    } units[] = {{'s', 1}, {'m', 60}, {'h', 3600}};

    size_t length = strlen(text);
    if (!length || length > 32)
        return false;
    double scale = 1;
    char number[33];
    memcpy(number, text, length + 1);
    for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
        if (text[length - 1] != units[i].unit)
            continue;
        scale = units[i].seconds;
        number[length - 1] = '\0';
    }
    double value;
    if (!str_parse_double(number, &value) || value <= 0 || value > 1e9)
        return false;
    *seconds = value * scale;
    return true;
}

static size_t min_size(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t str_edit_distance(const char *a, const char *b)
{
    enum { LONGEST = 128 };
    size_t rows = min_size(strlen(a), LONGEST);
    size_t columns = min_size(strlen(b), LONGEST);
    size_t table[3][LONGEST + 1]; /* the last three rows */

    for (size_t j = 0; j <= columns; j++)
        table[0][j] = j;
    for (size_t i = 1; i <= rows; i++) {
        size_t *row = table[i % 3];
        const size_t *up = table[(i + 2) % 3], *up2 = table[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            size_t cost = a[i - 1] != b[j - 1];
            row[j] =
                min_size(min_size(up[j], row[j - 1]) + 1, up[j - 1] + cost);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = min_size(row[j], up2[j - 2] + 1);
        }
    }
    return table[rows % 3][columns];
}
