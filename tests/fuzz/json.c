/* SPDX-License-Identifier: MIT
 *
 * JSON texts: what parses is written such that it parses to the same.
 */
#include <config.h>

#include "base/json.h"

#include "base/str.h"
#include "tests/fuzz/mutate_json.h"

#include "tests/fuzz/fuzz.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most,
                               unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most,
                               unsigned seed)
{
    return mutate_json(data, size, most, seed);
}

static void check(json_t *value)
{
    struct str first = {0}, second = {0};
    json_format(value, &first);
    json_t *again = json_parse(first.text, first.length, "again", NULL);
    FUZZ_HOLDS(again);
    json_format(again, &second);
    FUZZ_HOLDS(strcmp(first.text, second.text) == 0);
    str_reset(&first);
    json_format_line(again, &first);
    FUZZ_HOLDS(!memchr(first.text, '\n', first.length - 1));
    json_decref(again);
    str_release(&first);
    str_release(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_t *value = json_parse((const char *)data, size, "fuzz", NULL);
    if (value)
        check(value);
    json_decref(value);
    return 0;
}
