/* SPDX-License-Identifier: MIT
 *
 * Remembers over runs which code a flag list gives, so that what was found
 * out by compiling once is not compiled again: a file for each compiler,
 * target and workload, in the cache folder.
 *
 * One line a flag list, fields parted by tabs: the key, then "=", the code's
 * digest, its size and the units' digests; or "!", the refusal's word and the
 * message.  Losing the file costs time only: what cannot be read is left out,
 * what cannot be written is not kept.
 */
#ifndef SEARCH_CODE_CACHE_H
#define SEARCH_CODE_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/digest.h"
#include "base/map.h"
#include "base/str.h"
#include "probes/refusal.h"

struct build;

enum { CODE_CACHE_LINES_MAX = 20000, CODE_CACHE_BYTES_MAX = 32 << 20 };

struct cached_code {
    enum refusal refusal;
    char *message; /* NULL without a refusal */
    struct digest code;
    uint64_t size_bytes;
    struct digest *units;
    size_t unit_count;
};

struct code_cache {
    char *path;       /* NULL: nothing is kept */
    struct map codes; /* key -> struct cached_code: of earlier runs */
    struct str added; /* lines that the file does not have yet */
    size_t added_lines;
    size_t lines; /* of the file */
};

/* `path` may be NULL or missing. */
void code_cache_load(struct code_cache *self, const char *path);
/* Borrowed, or NULL. */
const struct cached_code *code_cache_find(const struct code_cache *self,
                                          const char *key);
/* For later runs: this one knows it from its ledger.  Refusals that do not
 * blame the flags are not kept. */
void code_cache_add(struct code_cache *self, const char *key,
                    const struct build *build);
/* Appends what is new; starts over when the file has become too long.  Done
 * now and then by code_cache_add, too. */
void code_cache_save(struct code_cache *self);
void code_cache_release(struct code_cache *self);

#endif
