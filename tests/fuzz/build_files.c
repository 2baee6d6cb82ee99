/* SPDX-License-Identifier: MIT
 *
 * Files in which a build tells its compile commands; the first byte chooses
 * the kind.
 */
#include <config.h>

#include "tuner/build_readers.h"

#include "tuner/build_commands.h"

#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static build_reader *const readers[] = {
        build_read_database, build_read_ninja, build_read_flags,
        build_read_makefile, build_read_calls, build_read_output};
    if (!size)
        return 0;
    char *text = fuzz_text(data + 1, size - 1);
    struct build_file file = {.path = "fuzz", .directory = "/", .text = text};
    struct build_commands commands = {0};
    readers[data[0] % (sizeof(readers) / sizeof(*readers))](&commands, &file,
                                                            NULL);
    build_commands_release(&commands);
    free(text);
    return 0;
}
