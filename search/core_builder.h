/* SPDX-License-Identifier: MIT
 *
 * Compiles and links the core.  Units are compiled one by one, each once for
 * equal flags; the driver, the padding and the units that no metric needs
 * are compiled with fixed flags and those of the candidate's that decide
 * what objects may be linked together.  Used by several threads at once.
 */
#ifndef SEARCH_CORE_BUILDER_H
#define SEARCH_CORE_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/object_cache.h"

struct core_builder;
struct core_config;
struct error;
struct strvec;

/* Borrows all three: the core's sources, what kernels.conf says, and a
 * private folder.  `measured` is the mask of units that follow the
 * candidate's flags. */
struct core_builder *core_builder_new(const char *sources,
                                      const struct core_config *config,
                                      uint64_t measured, const char *folder);
void core_builder_free(struct core_builder *self);

/* What is built: one compiler, flags as they are given, and for each unit
 * of the config the number of its implementation. */
struct core_order {
    const char *cc;
    const struct strvec *flags;
    const size_t *implementations;
    unsigned padding_bytes;
    bool align; /* put the race's alignment flags first */
    bool bare;  /* link with the config's bare sources instead of libc */
};

/* Whether the config has something in place of libc for this compiler. */
bool core_builder_has_bare(struct core_builder *self, const char *cc);
size_t core_builder_unit_count(const struct core_builder *self);

/* One measured unit; *out is the caller's. */
bool core_builder_unit(struct core_builder *self,
                       const struct core_order *order, size_t unit,
                       struct cached_object *out, struct error *err);
/* What is linked: `code` names the units' code and how they are linked; the
 * program appears at `path`. */
struct core_link {
    const struct core_order *order;
    const struct digest *code;
    const char *path;
};

bool core_builder_program(struct core_builder *self,
                          const struct core_link *link,
                          struct cached_object *out, struct error *err);
/* How the compiler would link under these flags, as a name: the same name,
 * the same program out of the same objects. */
bool core_builder_link_name(struct core_builder *self,
                            const struct core_order *order, struct digest *out,
                            struct error *err);

#endif
