/* SPDX-License-Identifier: MIT
 *
 * What libraries to be preloaded ask of their callers, and the C library's own
 * allocators: dlsym() itself allocates, so these go by glibc's own names.
 */
#include <dlfcn.h>
#include <execinfo.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

/* hwloc does not look at all of its allocations, and cannot be told what to
 * do when there is none.  This allocates. */
static bool is_in_hwloc(void)
{
    void *frames[32];
    Dl_info info;
    int count = backtrace(frames, sizeof(frames) / sizeof(*frames));
    for (int i = 0; i < count; i++)
        if (dladdr(frames[i], &info) && info.dli_fname &&
            strstr(info.dli_fname, "libhwloc"))
            return true;
    return false;
}
