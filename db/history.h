/* SPDX-License-Identifier: MIT
 *
 * The database's history in git: commits that hold its records and nothing
 * else, and their log.
 *
 * A commit's tree is that of HEAD with the records as they are on disk: what
 * somebody staged of other files stays staged and is not committed, and of
 * the staging area only the records' entries change.
 */
#ifndef DB_HISTORY_H
#define DB_HISTORY_H

#include <git2.h>
#include <stdbool.h>
#include <stddef.h>

struct error;
struct repository;

struct history_result {
    size_t added;
    size_t changed;
    size_t removed;
    bool created;   /* the repository is new */
    bool committed; /* false: there was nothing to commit */
    char id[41];    /* of the commit that HEAD names now; "" for none */
    char *path;     /* of the repository */
};

/* Commits all records of the folder, in the repository that holds it, or in
 * a new one.  `message` may be NULL.  The author comes from GIT_AUTHOR_NAME
 * and GIT_AUTHOR_EMAIL or from git's configuration, else it is an error. */
bool history_commit(const char *folder, const char *message,
                    struct history_result *out, struct error *err);
void history_result_release(struct history_result *self);

/* The same in an open repository with the database locked; `other`, when not
 * NULL, becomes the second parent, even when nothing else is new.  When HEAD
 * is behind `other` and the records are just those of `other`, HEAD moves
 * there instead. */
bool history_commit_records(const struct repository *repository,
                            const char *message, git_commit *other,
                            struct history_result *out, struct error *err);

struct history_entry {
    char id[41];
    char date[24]; /* 2026-03-04T05:06:07Z */
    char *author;
    char *subject;
    size_t added; /* records */
    size_t removed;
};

struct history_log {
    struct history_entry *entries; /* newest first */
    size_t count;
};

/* Commits that changed records, at most `limit`. */
bool history_log(const char *folder, size_t limit, struct history_log *out,
                 struct error *err);
void history_log_release(struct history_log *self);

#endif
