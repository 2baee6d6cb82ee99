/* SPDX-License-Identifier: MIT
 *
 * Workload files.
 */
#include <config.h>

#include "search/workload_file.h"

#include <sys/mman.h>
#include <unistd.h>

#include "base/str.h"

#include "tests/fuzz/fuzz.h"

/* A file that exists in memory only. */
static int memory_file(const uint8_t *data, size_t size, struct str *path)
{
    int fd = memfd_create("workload", MFD_CLOEXEC);
    FUZZ_HOLDS(fd >= 0 && write(fd, data, size) == (ssize_t)size);
    str_addf(path, "/proc/self/fd/%d", fd);
    return fd;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str path = {0};
    int fd = memory_file(data, size < 4096 ? size : 4096, &path);
    struct workload_file file = {0};
    if (workload_file_load(&file, str_text(&path), NULL, NULL)) {
        FUZZ_HOLDS(file.run && file.metric_count);
        workload_file_release(&file);
    }
    close(fd);
    str_release(&path);
    return 0;
}
