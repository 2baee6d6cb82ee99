/* SPDX-License-Identifier: MIT
 *
 * Our own files, which others may have edited or cut: the first byte chooses
 * the kind; an object file is given in hexadecimal digits.
 */
#include <config.h>

#include "probes/table.h"
#include "search/code_cache.h"
#include "search/journal.h"
#include "search/object.h"
#include "search/space_config.h"
#include "search/trace.h"

#include "tests/fuzz/fuzz.h"

static void read_table(const char *path)
{
    struct table table = {0};
    if (!table_load(&table, path, NULL))
        return;
    FUZZ_HOLDS(table.cells.count == table.rows * table.columns.count);
    for (size_t row = 0; row < table.rows; row++)
        for (size_t i = 0; i < table.columns.count; i++)
            table_cell(&table, row, table.columns.items[i]);
    table_release(&table);
}

static void read_spaces(const char *path)
{
    struct space_config config = {0};
    if (space_config_load(&config, path, NULL)) {
        space_config_find(&config, "-O", "arm");
        space_matches_find(&config.groups, "-fno-inline");
        space_matches_find(&config.left_out, "-fno-inline");
    }
    space_config_release(&config);
}

static bool take(const json_t *event, const char *name, void *data,
                 struct error *err)
{
    (void)data;
    (void)err;
    FUZZ_HOLDS(json_is_object(event) && name);
    return true;
}

static void read_journal(const char *path)
{
    struct journal_reader reader = {take, NULL};
    journal_read(path, &reader, NULL);
}

static void read_object(const char *path)
{
    struct object object = {0};
    if (object_read(path, &object, NULL))
        FUZZ_HOLDS(strlen(object.code.hex) == 40);
}

static void read_codes(const char *path)
{
    struct code_cache cache;
    code_cache_load(&cache, path);
    for (size_t i = 0; i < cache.codes.count; i++)
        FUZZ_HOLDS(code_cache_find(&cache, cache.codes.entries[i].key));
    code_cache_release(&cache);
}

static void read_trace(const char *path)
{
    struct trace trace = {0};
    if (!trace_load(&trace, path, NULL))
        return;
    FUZZ_HOLDS(trace.count > 0);
    for (size_t i = 0; i < trace.count; i++)
        FUZZ_HOLDS(trace.samples[i].value > 0);
    trace_release(&trace);
}

static uint8_t digit(uint8_t c)
{
    return (uint8_t)(c >= 'a' ? c - 'a' + 10 : c - '0') & 15;
}

/* Two digits a byte, in place; the new size. */
static size_t decode(uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size / 2; i++)
        bytes[i] =
            (uint8_t)(digit(bytes[2 * i]) << 4 | digit(bytes[2 * i + 1]));
    return size / 2;
}

static const struct {
    void (*read)(const char *path);
    bool hexadecimal;
} kinds[] = {{read_table, false}, {read_spaces, false}, {read_journal, false},
             {read_object, true}, {read_codes, false},  {read_trace, false}};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    size_t kind = data[0] % (sizeof(kinds) / sizeof(*kinds));
    uint8_t *bytes = (uint8_t *)fuzz_text(data + 1, size - 1);
    size_t length = size - 1;
    if (kinds[kind].hexadecimal)
        length = decode(bytes, length);
    char path[FUZZ_PATH_SIZE];
    fuzz_file(bytes, length, path);
    kinds[kind].read(path);
    free(bytes);
    return 0;
}
