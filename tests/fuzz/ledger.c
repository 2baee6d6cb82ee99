/* SPDX-License-Identifier: MIT
 *
 * The events of a journal: what is taken is written such that it is taken
 * again and says the same.  With its job in front, it is a landscape.
 */
#include <config.h>

#include <stdbool.h>

#include "base/error.h"
#include "base/json.h"
#include "base/str.h"
#include "search/journal.h"
#include "search/landscape.h"
#include "search/ledger.h"
#include "tests/fuzz/mutate_json.h"
#include "tests/unit/fake_workload.h"

#include "tests/fuzz/fuzz.h"

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most,
                               unsigned seed);

static struct fake_workload workload;
static struct space space;

static void take(struct ledger *ledger, const char *text, size_t length,
                 bool must)
{
    const char *end = text + length;
    while (text < end) {
        const char *next = memchr(text, '\n', (size_t)(end - text));
        size_t line = (size_t)((next ? next : end) - text);
        json_t *event = json_parse(text, line, "fuzz", NULL);
        bool taken = event && ledger_take(ledger, event, "fuzz", NULL);
        FUZZ_HOLDS(taken || !must);
        json_decref(event);
        text = next ? next + 1 : end;
    }
}

static void write_state(struct ledger *ledger, struct str *out)
{
    struct journal journal = {.fd = -1};
    ledger_write(ledger, &journal);
    if (!journal.failed) /* a longer one has no file to go to */
        str_add_bytes(out, str_text(&journal.text), journal.text.length);
    str_release(&journal.text);
}

/* A ledger of such lines; what it writes. */
static void go_round(const char *text, size_t length, bool must,
                     struct str *out)
{
    struct ledger ledger;
    ledger_init(&ledger, &space, &workload.workload, NULL);
    take(&ledger, text, length, must);
    write_state(&ledger, out);
    if (ledger.codes.count > 2) {
        ledger.classes_most = 2;
        FUZZ_HOLDS(ledger_is_full(&ledger));
        ledger_forget(&ledger);
        struct str rest = {0};
        write_state(&ledger, &rest);
        str_release(&rest);
    }
    ledger_release(&ledger);
}

static void read_ledger(const uint8_t *data, size_t size)
{
    struct str first = {0}, second = {0}, third = {0};
    go_round((const char *)data, size, false, &first);
    go_round(str_text(&first), first.length, true, &second);
    go_round(str_text(&second), second.length, true, &third);
    FUZZ_HOLDS(second.length == third.length);
    FUZZ_HOLDS(strcmp(str_text(&second), str_text(&third)) == 0);
    str_release(&first);
    str_release(&second);
    str_release(&third);
}

static void read_landscape(const uint8_t *data, size_t size)
{
    struct landscape landscape;
    char path[FUZZ_PATH_SIZE];
    char *paths[] = {path};
    fuzz_file(data, size, path);
    if (landscape_load(&landscape, paths, 1, NULL))
        landscape_release(&landscape);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most,
                               unsigned seed)
{
    return mutate_json_line(data, size, most, seed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char job[] = "{\"event\":\"job\"";
    if (!space.count) {
        fake_workload_init(&workload, 0, 1);
        fake_space(&space);
    }
    if (size > sizeof(job) && memcmp(data, job, sizeof(job) - 1) == 0)
        read_landscape(data, size);
    else
        read_ledger(data, size);
    return 0;
}
