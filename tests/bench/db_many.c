/* SPDX-License-Identifier: MIT
 *
 * Writes a database of many records, without syncing: DIR FIRST COUNT
 * BOARDS.  Every CPU kind, compiler and workload occurs, one record in seven
 * needs a CPU feature that few machines have.  With CORE IMPLEMENTER PART
 * TARGET FAMILY VERSION one in ten is for that machine and compiler.
 */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/memory.h"
#include "db/store.h"
#include "tests/unit/sample_record.h"

struct machine {
    const char *core;
    const char *implementer;
    const char *part;
    const char *target;
    const char *family;
    const char *version;
};

static const struct machine others[] = {
    {"cortex-a7", "0x41", "0xc07", "arm-linux-gnueabihf", "gcc", "10.2.1"},
    {"cortex-a53", "0x41", "0xd03", "aarch64-linux-gnu", "gcc", "12.2.0"},
    {"cortex-a72", "0x41", "0xd08", "aarch64-linux-gnu", "clang", "14.0.6"},
    {"cortex-a76", "0x41", "0xd0b", "aarch64-linux-gnu", "gcc", "13.2.0"},
    {"znver2", "AuthenticAMD", "23/49", "x86_64-linux-gnu", "gcc", "11.4.0"},
    {"skylake", "GenuineIntel", "6/94", "x86_64-linux-gnu", "clang", "15.0.7"},
    {"sifive-u74", "0x489", "0x7", "riscv64-linux-gnu", "gcc", "12.2.0"},
};

static void set_machine(struct record *record, const struct machine *machine)
{
    record_set(&record->cpu.kinds[0].core, machine->core);
    record_set(&record->cpu.kinds[0].implementer, machine->implementer);
    record_set(&record->cpu.kinds[0].part, machine->part);
    record_set(&record->compiler.target, machine->target);
    record_set(&record->compiler.family, machine->family);
    record_set(&record->compiler.version, machine->version);
}

static bool write_record(const char *folder, const struct record *record)
{
    struct str place = {0}, text = {0}, path = {0};
    store_place(record, &place);
    record_format(record, &text);
    str_addf(&path, "%s/%s", folder, record->board.id);
    bool ok = mkdir(str_text(&path), 0777) == 0 || errno == EEXIST;
    str_reset(&path);
    str_addf(&path, "%s/%s", folder, str_text(&place));
    FILE *file = ok ? fopen(str_text(&path), "w") : NULL;
    ok = file && fwrite(str_text(&text), 1, text.length, file) == text.length;
    ok = file && fclose(file) == 0 && ok;
    if (!ok)
        perror(str_text(&path));
    str_release(&place);
    str_release(&text);
    str_release(&path);
    return ok;
}

static bool make_record(const char *folder, size_t number, size_t boards,
                        const struct machine *own)
{
    static const char *const workloads[] = {"core", "zstd", "cjdns"};
    char board[32];
    snprintf(board, sizeof(board), "board-%zu", number * 7919 % boards);
    struct record record =
        sample_record(board, 1.05 + 0.5 * (double)(number % 997) / 997);
    if (own && number % 10 == 0)
        set_machine(&record, own);
    else
        set_machine(&record,
                    &others[number % (sizeof(others) / sizeof(*others))]);
    strvec_reset(&record.needs);
    if (number % 7 == 3)
        strvec_add(&record.needs, "amx_tile");
    record_set(&record.workload.name, workloads[number / 10 % 3]);
    record.provenance.seed = (double)number;
    bool ok = write_record(folder, &record);
    record_release(&record);
    return ok;
}

int main(int argc, char **argv)
{
    if (argc != 5 && argc != 11) {
        fputs("usage: db_many DIR FIRST COUNT BOARDS [CORE IMPLEMENTER PART "
              "TARGET FAMILY VERSION]\n",
              stderr);
        return 2;
    }
    struct machine own = {0};
    if (argc == 11)
        own = (struct machine){argv[5], argv[6], argv[7],
                               argv[8], argv[9], argv[10]};
    size_t first = strtoul(argv[2], NULL, 10);
    size_t count = strtoul(argv[3], NULL, 10);
    size_t boards = strtoul(argv[4], NULL, 10);
    if (mkdir(argv[1], 0777) != 0 && errno != EEXIST) {
        perror(argv[1]);
        return 1;
    }
    for (size_t i = first; i < first + count; i++)
        if (!make_record(argv[1], i, boards, argc == 11 ? &own : NULL))
            return 1;
    return 0;
}
