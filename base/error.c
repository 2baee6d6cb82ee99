/* SPDX-License-Identifier: MIT
 *
 * Errors as values: fixed buffers, so that reporting one cannot fail.  A
 * hostile file name or compiler message must not move the cursor or start a
 * second line.
 */
#include <config.h>

#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/printable.h"

bool error_set(struct error *err, enum error_kind kind, const char *format, ...)
{
    if (!err)
        return false;
    va_list args;
    va_start(args, format);
    err->kind = kind;
    vsnprintf(err->text, sizeof(err->text), format, args);
    va_end(args);
    printable_clean(err->text, "");
    return false;
}

bool error_io(struct error *err, const char *what, const char *path)
{
    return error_set(err, ERROR_IO, "cannot %s '%s': %s", what, path,
                     strerror(errno));
}

bool error_wrap(struct error *err, const char *format, ...)
{
    if (!err)
        return false;
    char inner[ERROR_TEXT_MAX];
    memcpy(inner, err->text, sizeof(inner));

    va_list args;
    va_start(args, format);
    vsnprintf(err->text, sizeof(err->text), format, args);
    va_end(args);
    size_t length = strlen(err->text);
    const char *parts[] = {": ", inner};
    for (size_t i = 0; i < 2; i++) {
        size_t room = sizeof(err->text) - length - 1;
        size_t more = strnlen(parts[i], room);
        memcpy(err->text + length, parts[i], more);
        length += more;
    }
    err->text[length] = '\0';
    printable_clean(err->text, "");
    return false;
}

void error_clear(struct error *err)
{
    if (!err)
        return;
    err->kind = ERROR_NONE;
    err->text[0] = '\0';
}
