/* SPDX-License-Identifier: MIT
 *
 * Workload files.
 */
#include <config.h>

#include "search/workload_file.h"

#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[FUZZ_PATH_SIZE];
    fuzz_file(data, size < 4096 ? size : 4096, path);
    struct workload_file file = {0};
    if (workload_file_load(&file, path, NULL, NULL)) {
        FUZZ_HOLDS(file.run && file.metric_count);
        workload_file_release(&file);
    }
    return 0;
}
