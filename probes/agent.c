/* SPDX-License-Identifier: MIT
 *
 * Copies the agents' sources and makes features.h from the table.
 */
#include <config.h>

#include "probes/agent.h"

#include <stdio.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"
#include "probes/catalogue.h"
#include "probes/features.h"

static const char *const sets[][4] = {
    [AGENT_HOSTED] = {"hosted.c", "loops.h", NULL},
    [AGENT_BARE] = {"bare.c", "loops.h", "start.h", NULL},
    [AGENT_TELL] = {"tell.c", "start.h", NULL},
};

/* Scratch: nobody needs it after a crash, so that nothing is synced. */
static bool write_text(const char *directory, const char *name,
                       const struct str *text, struct error *err)
{
    struct str path = {0};
    file_join(&path, directory, name);
    FILE *file = fopen(str_text(&path), "we");
    bool ok =
        file && fwrite(str_text(text), 1, text->length, file) == text->length;
    if (file && fclose(file) != 0)
        ok = false;
    if (!ok)
        error_io(err, "write", str_text(&path));
    str_release(&path);
    return ok;
}

static bool copy_one(const char *data, const char *name, const char *directory,
                     struct error *err)
{
    struct str text = {0};
    char *path = xasprintf("%s/probes/agent/%s", data, name);
    bool ok = file_read(path, 0, &text, err) &&
              write_text(directory, name, &text, err);
    free(path);
    str_release(&text);
    return ok;
}

static void quote(struct str *out, const char *instruction)
{
    for (; *instruction; instruction++) {
        if (*instruction == '"' || *instruction == '\\')
            str_add_char(out, '\\');
        str_add_char(out, *instruction);
    }
}

static bool has_instruction(const struct catalogue *catalogue, size_t row,
                            const char *isa)
{
    return strcmp(features_cell(catalogue, row, "isa"), isa) == 0 &&
           *features_cell(catalogue, row, "instruction");
}

/* Functions of their own, never inlined: the instructions may change any
 * register that a callee may. */
static void make_features(const struct catalogue *catalogue, const char *isa,
                          struct str *out)
{
    size_t rows = catalogue->features.rows;
    for (size_t i = 0; i < rows; i++) {
        if (!has_instruction(catalogue, i, isa))
            continue;
        str_addf(out,
                 "#ifdef %s\n"
                 "static __attribute__((noinline)) void feature_%zu(void)\n"
                 "{\n    __asm__ __volatile__(\"",
                 features_cell(catalogue, i, "macro"), i);
        quote(out, features_cell(catalogue, i, "instruction"));
        str_add(out, "\");\n}\n#endif\n");
    }
    str_add(out, "static void features_execute(void)\n{\n");
    for (size_t i = 0; i < rows; i++)
        if (has_instruction(catalogue, i, isa))
            str_addf(out, "#ifdef %s\n    feature_%zu();\n#endif\n",
                     features_cell(catalogue, i, "macro"), i);
    str_add(out, "}\n");
}

bool agent_copy(const struct catalogue *catalogue, enum agent_set set,
                const char *isa, const char *directory, struct error *err)
{
    bool ok = true;
    for (const char *const *name = sets[set]; ok && *name; name++)
        ok = copy_one(catalogue->directory, *name, directory, err);
    if (ok && set == AGENT_BARE) {
        struct str text = {0};
        make_features(catalogue, isa, &text);
        ok = write_text(directory, "features.h", &text, err);
        str_release(&text);
    }
    return ok;
}

void agent_add_bare_flags(struct strvec *arguments)
{
    strvec_add_list(arguments, "-ffreestanding", "-fno-stack-protector",
                    "-nostdlib", "-static", "-lgcc", NULL);
}
