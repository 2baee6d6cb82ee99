/* SPDX-License-Identifier: MIT
 *
 * A fuzz target is tests/fuzz/<name>.c, which defines the one function below,
 * one line in tests/local.mk and a folder tests/fuzz/corpus/<name>.
 *
 * configure --enable-fuzzing (clang) links it with libFuzzer; otherwise it is
 * a plain test of `make check` that replays the corpus and some seeded
 * mutations of it (replay.c).
 */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Always returns 0.  What must hold is said by FUZZ_HOLDS. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Not assert: it must not go away with NDEBUG. */
#define FUZZ_HOLDS(condition)                                                  \
    do {                                                                       \
        if (!(condition))                                                      \
            abort();                                                           \
    } while (0)

/* The input as a text that ends with a NUL; the caller frees it. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text)
        abort();
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

enum { FUZZ_PATH_SIZE = 64 };

/* A file that exists in memory only, for parsers that want a path or a
 * descriptor; it is the same one every time, which is faster, and stands at
 * its start. */
static inline int fuzz_file(const uint8_t *data, size_t size,
                            char path[FUZZ_PATH_SIZE])
{
    static int fd = -1;
    if (fd < 0)
        fd = memfd_create("fuzz", MFD_CLOEXEC);
    FUZZ_HOLDS(fd >= 0 && ftruncate(fd, 0) == 0 &&
               pwrite(fd, data, size, 0) == (ssize_t)size &&
               lseek(fd, 0, SEEK_SET) == 0);
    if (path)
        snprintf(path, FUZZ_PATH_SIZE, "/proc/self/fd/%d", fd);
    return fd;
}

#endif
