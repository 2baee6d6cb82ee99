/* SPDX-License-Identifier: MIT
 *
 * libgit2 with our allocator.
 */
#include <config.h>

#include "base/library.h"

#include <git2.h>
#include <git2/sys/alloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static void *take(size_t size, const char *file, int line)
{
    (void)file;
    (void)line;
    return xmalloc(size);
}

static void *change(void *old, size_t size, const char *file, int line)
{
    (void)file;
    (void)line;
    return xreallocarray(old, size, 1);
}

/* Versions from 1.6 on make these of the ones above. */
#if HAVE_GIT_ALLOCATOR_GCALLOC
static void *take_array(size_t count, size_t size, const char *file, int line)
{
    (void)file;
    (void)line;
    return xreallocarray(NULL, count, size);
}

static void *take_zeroes(size_t count, size_t size, const char *file, int line)
{
    (void)file;
    (void)line;
    return xcalloc(count, size);
}

static void *change_array(void *old, size_t count, size_t size,
                          const char *file, int line)
{
    (void)file;
    (void)line;
    return xreallocarray(old, count, size);
}

static char *copy_text(const char *text, const char *file, int line)
{
    (void)file;
    (void)line;
    return xstrdup(text);
}

static char *copy_start(const char *text, size_t length, const char *file,
                        int line)
{
    (void)file;
    (void)line;
    return xstrndup(text, length);
}

/* Exactly so many bytes, whatever they are. */
static char *copy_bytes(const char *bytes, size_t length, const char *file,
                        int line)
{
    char *copy = take(length + 1, file, line);
    memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}
#endif

static void start(void)
{
    /* The library keeps the address. */
    static git_allocator allocator = {
        .gmalloc = take,
        .grealloc = change,
        .gfree = free,
#if HAVE_GIT_ALLOCATOR_GCALLOC
        .gcalloc = take_zeroes,
        .gmallocarray = take_array,
        .greallocarray = change_array,
        .gstrdup = copy_text,
        .gstrndup = copy_start,
        .gsubstrdup = copy_bytes,
#endif
    };
    git_libgit2_opts(GIT_OPT_SET_ALLOCATOR, &allocator);
    git_libgit2_init();
}

void library_start(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start);
}
