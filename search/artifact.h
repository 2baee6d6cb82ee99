/* SPDX-License-Identifier: MIT
 *
 * Files that are made once: compiled objects and linked programs under a key
 * that says all that they depend on.  Several threads may ask for the same
 * at once; one makes it, the others wait.  Equal objects share one file, and
 * the least recently used files go when all together grow too large; what is
 * known of them stays, and they are made again when somebody needs them.
 */
#ifndef SEARCH_ARTIFACT_H
#define SEARCH_ARTIFACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "probes/refusal.h"
#include "search/object.h"

struct artifacts;
struct error;

/* What is known of one. */
struct artifact {
    enum refusal refusal;
    char *message;        /* of a refusal; owned */
    struct object object; /* when not refused */
};

/* Makes the file at `path`, or fills refusal and message.  False when the
 * work must stop. */
typedef bool artifact_maker(void *data, const char *path, struct artifact *out,
                            struct error *err);

/* `directory` is the cache's own (borrowed path); its files take at most
 * `bytes_most` while nobody uses them. */
struct artifacts *artifacts_new(const char *directory, uint64_t bytes_most);
void artifacts_free(struct artifacts *self);

struct artifact_request {
    const char *key;
    artifact_maker *maker;
    void *data;       /* for the maker */
    const char *path; /* where the file shall appear, too, as a hard link, so
                         that it stays whatever the cache does; or NULL */
};

/* Finds or makes the artifact; *out is filled with a copy
 * (artifact_release). */
bool artifacts_get(struct artifacts *self,
                   const struct artifact_request *request, struct artifact *out,
                   struct error *err);
/* Whether another thread is at this very one now. */
bool artifacts_busy(struct artifacts *self, const char *key);
void artifact_release(struct artifact *self);

#endif
