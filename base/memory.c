/* SPDX-License-Identifier: MIT
 *
 * Allocation that ends the program when memory is out.
 */
#include <config.h>

#include "base/memory.h"

#include <stdarg.h>
#include <stdint.h>
#include <unistd.h>

static void out_of_memory(void)
{
    static const char text[] = "tuner: out of memory\n";
    ssize_t ignored = write(STDERR_FILENO, text, sizeof(text) - 1);
    (void)ignored;
    _exit(1);
}

void *memory_checked(void *memory)
{
    if (!memory)
        out_of_memory();
    return memory;
}

void *xmalloc(size_t size)
{
    return memory_checked(malloc(size ? size : 1));
}

void *xcalloc(size_t count, size_t size)
{
    return memory_checked(calloc(count ? count : 1, size ? size : 1));
}

void *xreallocarray(void *old, size_t count, size_t size)
{
    if (!count || !size)
        count = size = 1;
    return memory_checked(reallocarray(old, count, size));
}

char *xstrdup(const char *text)
{
    return memory_checked(strdup(text));
}

char *xstrndup(const char *text, size_t length)
{
    return memory_checked(strndup(text, length));
}

char *xvasprintf(const char *format, va_list args)
{
    char *text = NULL;
    if (vasprintf(&text, format, args) < 0)
        out_of_memory();
    return text;
}

char *xasprintf(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = xvasprintf(format, args);
    va_end(args);
    return text;
}

void *memory_grow(void *array, size_t *capacity, size_t needed,
                  size_t item_size)
{
    if (needed <= *capacity)
        return array;
    size_t more = *capacity ? *capacity : 8;
    while (more < needed)
        more = more > SIZE_MAX / 2 ? needed : more * 2;
    *capacity = more;
    return xreallocarray(array, more, item_size);
}
