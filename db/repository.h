/* SPDX-License-Identifier: MIT
 *
 * The git repository that holds a database folder: whichever one it lies in,
 * a clone, a project, a worktree.  libgit2 runs no hooks, no filters and no
 * other programs; nothing but the database's own files is ever touched.
 */
#ifndef DB_REPOSITORY_H
#define DB_REPOSITORY_H

#include <git2.h>
#include <stdbool.h>

#include "base/map.h"

struct error;

struct repository {
    git_repository *git;
    char *folder; /* the database, as a real path */
    char *prefix; /* its path in the repository: "" or "sub/db/" */
};

/* libgit2, ready for use; called by all that open or make repositories. */
void repository_start_library(void);
/* ERROR_MISSING when no repository holds the folder. */
bool repository_open(const char *folder, struct repository *out,
                     struct error *err);
/* Removes what a repository_create() left that was killed, also one that was
 * all but done; the caller has the lock of the database. */
bool repository_sweep(const char *folder, struct error *err);
/* Makes one in the folder itself, with the branch "main", after a sweep; the
 * caller has the lock of the database. */
bool repository_create(const char *folder, struct repository *out,
                       struct error *err);
void repository_release(struct repository *self);

/* The last error of libgit2 as ours: "cannot <what>: <why>"; returns false. */
bool repository_error(struct error *err, const char *what);
/* Refuses a repository in the middle of a merge, a rebase and the like, and
 * one whose staging area another program holds. */
bool repository_check_idle(const struct repository *self, struct error *err);

/* Between these, objects go to disk together instead of one by one, which is
 * far faster for many.  end() returns when they are there. */
void repository_begin_objects(void);
bool repository_end_objects(const struct repository *self, struct error *err);

/* The commit that HEAD names; *out is NULL before the first one. */
bool repository_head(const struct repository *self, git_commit **out,
                     struct error *err);

/* Places and ids of the database's records in a commit. */
struct repository_files {
    struct map places; /* place -> git_oid * into ids */
    git_oid *ids;
    size_t count;
};

/* `commit` may be NULL: no files. */
bool repository_files_load(const struct repository *self,
                           const git_commit *commit,
                           struct repository_files *out, struct error *err);
void repository_files_release(struct repository_files *self);
/* NULL when it is not there. */
const git_oid *repository_files_find(const struct repository_files *self,
                                     const char *place);
/* Whether two trees differ in nothing but records of this database; NULL is
 * the empty tree.  Counts what came and went where not NULL. */
bool repository_same_foreign(const struct repository *self, git_tree *before,
                             git_tree *after, size_t *added, size_t *removed);

#endif
