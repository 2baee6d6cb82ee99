/* SPDX-License-Identifier: MIT
 *
 * The private folders in which a user's program is built: one copy of the
 * sources, taken at the start, and copies of that, one a build.  Folders of
 * builds that are no longer needed can be taken again where the build is
 * able to start from what another one left.
 *
 * Safe to call from several threads.
 */
#ifndef SEARCH_PROGRAM_FOLDERS_H
#define SEARCH_PROGRAM_FOLDERS_H

#include <pthread.h>
#include <stdbool.h>

#include "base/digest.h"
#include "base/strvec.h"
#include "base/tree.h"

struct error;

struct program_folders {
    char *root; /* holds everything; removed at the end */
    char *source;
    struct tree tree; /* of the source */
    struct digest sources;
    pthread_mutex_t lock; /* for what follows */
    struct strvec spare;
    unsigned made;
    bool reuse;
};

/* Copies the source folder; `reuse` as in program_folders_take_used(). */
bool program_folders_init(struct program_folders *self, const char *source,
                          bool reuse, struct error *err);
/* Safe on {0}. */
void program_folders_release(struct program_folders *self);

/* A folder that holds another build; NULL when there is none.  The path is
 * the caller's. */
char *program_folders_take_used(struct program_folders *self);
/* A fresh copy; NULL with *err set on failure. */
char *program_folders_copy(struct program_folders *self, struct error *err);
/* Keeps a good build's folder to be taken again, or removes it. */
void program_folders_give(struct program_folders *self, const char *folder);
/* From now on no folder is used again. */
void program_folders_distrust(struct program_folders *self);

#endif
