/* SPDX-License-Identifier: MIT
 *
 * Allocation that cannot fail: when memory is out, one line on stderr and
 * exit code 1, since nothing sensible can be done on the way up.
 */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stdarg.h>
#include <stddef.h>

#include "base/banned.h"

void *xmalloc(size_t size) __attribute__((malloc, returns_nonnull));
void *xcalloc(size_t count, size_t size)
    __attribute__((malloc, returns_nonnull));
/* Room for count things of size bytes; an overflow counts as no memory. */
void *xreallocarray(void *old, size_t count, size_t size)
    __attribute__((returns_nonnull));
char *xstrdup(const char *text) __attribute__((malloc, returns_nonnull));
char *xstrndup(const char *text, size_t length)
    __attribute__((malloc, returns_nonnull));
/* printf into new memory. */
char *xasprintf(const char *format, ...)
    __attribute__((format(printf, 1, 2), malloc, returns_nonnull));
char *xvasprintf(const char *format, va_list args)
    __attribute__((format(printf, 1, 0), malloc, returns_nonnull));

/* What a library has allocated, which gives NULL for one reason only. */
void *memory_checked(void *memory) __attribute__((returns_nonnull));

/* Doubles *capacity until it holds `needed` items and returns the moved
 * array; the usual growth step of every array here. */
void *memory_grow(void *array, size_t *capacity, size_t needed,
                  size_t item_size);

#endif
