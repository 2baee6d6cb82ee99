/* SPDX-License-Identifier: MIT
 *
 * Records of strangers: one that is taken is written such that it is taken
 * again, under the same name, and every export of it holds its flags only.
 */
#include <config.h>

#include "db/record.h"

#include "base/str.h"
#include "db/grammar.h"
#include "tests/fuzz/mutate_json.h"
#include "tuner/export.h"

#include "tests/fuzz/fuzz.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most,
                               unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most,
                               unsigned seed)
{
    return mutate_json(data, size, most, seed);
}

static void check_exports(const struct record *record)
{
    struct export_input input;
    if (!export_input_init(&input, record, "free", NULL))
        return;
    FUZZ_HOLDS(grammar_flags(&input.flags, NULL));
    for (size_t i = 0; export_table[i]; i++) {
        struct str out = {0};
        export_write(export_table[i], &input, &out, NULL);
        str_release(&out);
    }
    export_input_release(&input);
}

/* Its file's name, which stays in its folder. */
static void add_name(const struct record *record, struct str *out)
{
    char id[RECORD_ID_SIZE];
    record_id(record, id);
    record_file_name(record, id, out);
    FUZZ_HOLDS(!strchr(out->text, '/') && out->text[0] != '.');
}

static void check(const struct record *record)
{
    struct str first = {0}, second = {0};
    struct record again = {0};
    record_format(record, &first);
    FUZZ_HOLDS(record_parse(first.text, first.length, "again", &again, NULL));
    record_format(&again, &second);
    FUZZ_HOLDS(strcmp(first.text, second.text) == 0);

    str_reset(&first);
    add_name(record, &first);
    str_reset(&second);
    add_name(&again, &second);
    FUZZ_HOLDS(strcmp(first.text, second.text) == 0);
    str_release(&first);
    str_release(&second);
    record_release(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct record record = {0};
    if (record_parse((const char *)data, size, "fuzz", &record, NULL)) {
        check(&record);
        check_exports(&record);
        record_release(&record);
    }
    return 0;
}
