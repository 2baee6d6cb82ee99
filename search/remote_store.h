/* SPDX-License-Identifier: MIT
 *
 * What lies on the other machine: contents by digest, each sent once, and
 * the folders made of them.  For search/runner_remote.c.
 */
#ifndef SEARCH_REMOTE_STORE_H
#define SEARCH_REMOTE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"

struct error;
struct remote_link;
struct runner_place;

struct remote_store {
    char *folder;        /* the helper's, over there */
    struct map contents; /* digest -> struct remote_content * */
    uint64_t idle_bytes; /* in contents that no folder uses */
    unsigned folders;    /* made so far */
};

/* A new connection: nothing is there. */
void remote_store_reset(struct remote_store *self, const char *folder);
void remote_store_release(struct remote_store *self);

/* Makes a folder of the place's files and sets place->remote.  False with
 * *broken for the connection, without it for a file that cannot be read. */
bool remote_store_copy(struct remote_store *self, struct remote_link *link,
                       struct runner_place *place, bool *broken,
                       struct error *err);
/* Removes the folder, and contents that lie idle when they are many. */
void remote_store_forget(struct remote_store *self, struct remote_link *link,
                         const struct runner_place *place);

#endif
