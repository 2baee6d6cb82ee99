/* SPDX-License-Identifier: MIT
 *
 * Macros of a compiler against words of a kernel.
 */
#include <config.h>

#include "probes/features.h"

#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"
#include "probes/catalogue.h"
#include "probes/compiler.h"
#include "probes/cpu.h"
#include "probes/words.h"

void feature_rows_release(struct feature_rows *self)
{
    if (!self)
        return;
    free(self->items);
    *self = (struct feature_rows){0};
}

static void add_row(struct feature_rows *rows, size_t row)
{
    rows->items = memory_grow(rows->items, &rows->capacity, rows->count + 1,
                              sizeof(*rows->items));
    rows->items[rows->count++] = row;
}

const char *features_isa(const struct compiler *compiler)
{
    static const struct {
        const char *arch;
        const char *isa;
    } names[] = {
        {"arm", "arm"},
        {"aarch64", "aarch64"},
        {"x86_64", "x86"},
        {"i386", "x86"},
    };
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        if (strcmp(names[i].arch, compiler->arch) == 0)
            return names[i].isa;
    return "";
}

const char *features_cell(const struct catalogue *catalogue, size_t row,
                          const char *column)
{
    return table_cell(&catalogue->features, row, column);
}

static const char *level_cell(const struct catalogue *catalogue,
                              const char *isa, const struct cpu_kind *kind,
                              const char *column)
{
    long core = catalogue_find_core_name(catalogue, kind->core);
    if (core < 0)
        return "";
    long level = catalogue_find_level(
        catalogue, isa, table_cell(&catalogue->cores, (size_t)core, "arch"));
    return level < 0 ? ""
                     : table_cell(&catalogue->levels, (size_t)level, column);
}

/* What every kind implies: only words that no kind goes without. */
static void implied_words(const struct catalogue *catalogue, const char *isa,
                          const struct cpu *cpu, struct strvec *out)
{
    for (size_t i = 0; i < cpu->kind_count; i++) {
        struct strvec words = {0};
        strvec_split(
            &words, level_cell(catalogue, isa, &cpu->kinds[i], "implies"), " ");
        if (i == 0)
            strvec_add_all(out, &words);
        else
            words_intersect(out, &words);
        strvec_release(&words);
    }
    /* ARMv8 in 32-bit state, whatever its level beyond that. */
    if (strcmp(isa, "arm") == 0 && cpu->version >= 8)
        strvec_add_list(out, "idiva", "idivt", NULL);
}

void features_allowed(const struct catalogue *catalogue, const char *isa,
                      const struct cpu *cpu, struct strvec *words)
{
    implied_words(catalogue, isa, cpu, words);
    strvec_add_all(words, &cpu->features);
    /* Words of a 32-bit process on a 64-bit kernel. */
    if (strcmp(isa, "aarch64") == 0 && cpu->version >= 8 &&
        cpu_has(cpu, "neon"))
        strvec_add_list(words, "fp", "asimd", NULL);
}

static bool is_isa(const struct catalogue *catalogue, size_t row,
                   const char *isa)
{
    return strcmp(features_cell(catalogue, row, "isa"), isa) == 0;
}

void features_surplus(const struct catalogue *catalogue, const char *isa,
                      const struct macros *macros, const struct strvec *words,
                      struct feature_rows *out)
{
    for (size_t i = 0; i < catalogue->features.rows; i++)
        if (is_isa(catalogue, i, isa) &&
            macros_has(macros, features_cell(catalogue, i, "macro")) &&
            !words_satisfy(words, features_cell(catalogue, i, "words")))
            add_row(out, i);
}

void features_missing(const struct catalogue *catalogue, const char *isa,
                      const struct macros *macros, const struct strvec *words,
                      struct feature_rows *out)
{
    for (size_t i = 0; i < catalogue->features.rows; i++)
        if (is_isa(catalogue, i, isa) &&
            strcmp(features_cell(catalogue, i, "use"), "yes") == 0 &&
            !macros_has(macros, features_cell(catalogue, i, "macro")) &&
            words_satisfy(words, features_cell(catalogue, i, "words")))
            add_row(out, i);
}

char *features_join(const struct catalogue *catalogue,
                    const struct feature_rows *rows)
{
    struct strvec all = {0}, once = {0};
    for (size_t i = 0; i < rows->count; i++)
        strvec_split(&all, features_cell(catalogue, rows->items[i], "words"),
                     "+ ");
    for (size_t i = 0; i < all.count; i++)
        if (!strvec_contains(&once, all.items[i]))
            strvec_add(&once, all.items[i]);
    char *text = strvec_join(&once, " ");
    strvec_release(&all);
    strvec_release(&once);
    return text;
}

const char *features_level(const struct catalogue *catalogue, const char *isa,
                           const struct strvec *words)
{
    const struct table *levels = &catalogue->levels;
    const char *best = "";
    for (size_t i = 0; i < levels->rows; i++) {
        if (strcmp(table_cell(levels, i, "isa"), isa) != 0)
            continue;
        if (!words_satisfy(words, table_cell(levels, i, "needs")))
            break;
        best = table_cell(levels, i, "name");
    }
    return best;
}
