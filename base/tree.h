/* SPDX-License-Identifier: MIT
 *
 * Whole folders: listed, copied, named by their content.  Symbolic links are
 * never followed and stay as they are; sockets, pipes and devices are left
 * out.
 */
#ifndef BASE_TREE_H
#define BASE_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/digest.h"

struct error;

struct tree_entry {
    char *path;  /* from the root, no leading slash */
    mode_t mode; /* type and permissions */
    uint64_t size;
    int64_t modified_ns;
};

/* Sorted by path, so that a folder stands before what is in it. */
struct tree {
    struct tree_entry *entries;
    size_t count;
    size_t capacity;
    uint64_t bytes; /* of all regular files */
};

struct tree_limits {
    size_t entries;   /* 0: none */
    uint64_t bytes;   /* 0: none */
    const char *skip; /* base name of folders to leave out; NULL: none */
};

/* Over a limit is ERROR_FORMAT; *out is empty then. */
bool tree_list(const char *root, const struct tree_limits *limits,
               struct tree *out, struct error *err);
void tree_release(struct tree *self);
/* NULL when there is no such path. */
const struct tree_entry *tree_find(const struct tree *self, const char *path);

enum tree_sharing {
    TREE_OWN, /* nothing that is done to the copy can reach the original */
    TREE_LINK /* files that nobody may write (git's objects) are hard links */
};

/* Makes `to`, which must not exist, a copy of what the list names below
 * `from`, with permissions and times.  Blocks are shared with the original
 * where the file system can (FICLONE). */
bool tree_copy(const struct tree *self, const char *from, const char *to,
               enum tree_sharing sharing, struct error *err);
/* Digest of paths, execute bits, link targets and contents. */
bool tree_digest(const struct tree *self, const char *root, struct digest *out,
                 struct error *err);

#endif
