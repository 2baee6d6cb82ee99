/* SPDX-License-Identifier: MIT
 *
 * Compares what a compiler may use (its macros) with what a CPU has (the
 * kernel's words), by configs/features.tsv.
 */
#ifndef PROBES_FEATURES_H
#define PROBES_FEATURES_H

#include <stdbool.h>
#include <stddef.h>

struct catalogue;
struct compiler;
struct cpu;
struct macros;
struct strvec;

/* Numbers of rows of the table. */
struct feature_rows {
    size_t *items;
    size_t count;
    size_t capacity;
};

void feature_rows_release(struct feature_rows *self);

/* Name of the table's rows for a compiler: "arm", "aarch64", "x86", or "" for
 * a target that the table knows nothing of. */
const char *features_isa(const struct compiler *compiler);
/* The words that compiled code may rely on: the CPU's, and those that its
 * level always has though old kernels leave them out. */
void features_allowed(const struct catalogue *catalogue, const char *isa,
                      const struct cpu *cpu, struct strvec *words);
/* Rows whose macro is defined although the words do not allow it. */
void features_surplus(const struct catalogue *catalogue, const char *isa,
                      const struct macros *macros, const struct strvec *words,
                      struct feature_rows *out);
/* Rows worth using that the words have and the macros lack.  Where the CPU
 * has them but the table says that nothing is won (use: no), they do not
 * count. */
void features_missing(const struct catalogue *catalogue, const char *isa,
                      const struct macros *macros, const struct strvec *words,
                      struct feature_rows *out);
/* A cell of features.tsv. */
const char *features_cell(const struct catalogue *catalogue, size_t row,
                          const char *column);
/* The words of some rows, each once, joined by blanks; yours to free. */
char *features_join(const struct catalogue *catalogue,
                    const struct feature_rows *rows);
/* The highest level of levels.tsv that the words reach, or "". */
const char *features_level(const struct catalogue *catalogue, const char *isa,
                           const struct strvec *words);

#endif
