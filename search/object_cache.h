/* SPDX-License-Identifier: MIT
 *
 * Files that are made once: compiled objects and linked programs under a key
 * that says all that they depend on.  Several threads may ask for the same
 * at once; one makes it, the others wait.  Equal objects share one file, and
 * the least recently used files go when all together grow too large; what is
 * known of them stays, and they are made again when somebody needs them.  Of
 * those that nobody asked for in a long time nothing is known any more.
 */
#ifndef SEARCH_OBJECT_CACHE_H
#define SEARCH_OBJECT_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "probes/refusal.h"
#include "search/object.h"

struct object_cache;
struct error;

/* What is known of one. */
struct cached_object {
    enum refusal refusal;
    char *message;        /* of a refusal; owned */
    struct object object; /* when not refused */
};

/* Makes the file at `path`, or fills refusal and message.  False when the
 * work must stop. */
typedef bool object_maker(void *data, const char *path,
                          struct cached_object *out, struct error *err);

/* `directory` is the cache's own (borrowed path); its files take at most
 * `bytes_most` while nobody uses them. */
struct object_cache *object_cache_new(const char *directory,
                                      uint64_t bytes_most);
void object_cache_free(struct object_cache *self);

struct object_request {
    const char *key;
    object_maker *maker;
    void *data;       /* for the maker */
    const char *path; /* where the file shall appear, too, as a hard link, so
                         that it stays whatever the cache does; or NULL */
};

/* Finds or makes it; *out is filled with a copy
 * (cached_object_release). */
bool object_cache_get(struct object_cache *self,
                      const struct object_request *request,
                      struct cached_object *out, struct error *err);
/* Whether another thread is at this very one now. */
bool object_cache_busy(struct object_cache *self, const char *key);
void cached_object_release(struct cached_object *self);

#endif
