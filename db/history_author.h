/* SPDX-License-Identifier: MIT
 *
 * Who commits.
 */
#ifndef DB_HISTORY_AUTHOR_H
#define DB_HISTORY_AUTHOR_H

#include <git2.h>
#include <stdbool.h>

struct error;

/* GIT_AUTHOR_NAME, GIT_AUTHOR_EMAIL and GIT_COMMITTER_... as git reads them,
 * else user.name and user.email of the repository's configuration, now.  The
 * caller frees both.  When somebody is not known, the error says what to
 * do. */
bool history_author(git_repository *git, git_signature **author,
                    git_signature **committer, struct error *err);
/* Whether that will work in a repository yet to be made. */
bool history_author_known(struct error *err);

#endif
