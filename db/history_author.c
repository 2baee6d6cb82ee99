/* SPDX-License-Identifier: MIT
 *
 * Author and committer.
 */
#include <config.h>

#include "db/history_author.h"

#include "base/error.h"
#include "base/memory.h"
#include "db/repository.h"

struct person {
    const char *name_variable;
    const char *email_variable;
};

static const struct person author_person = {"GIT_AUTHOR_NAME",
                                            "GIT_AUTHOR_EMAIL"};
static const struct person committer_person = {"GIT_COMMITTER_NAME",
                                               "GIT_COMMITTER_EMAIL"};

/* From the environment, else from the configuration; NULL when in neither. */
static char *find_text(git_config *config, const char *variable,
                       const char *key)
{
    const char *value = getenv(variable);
    if ((!value || !*value) && git_config_get_string(&value, config, key) != 0)
        return NULL;
    return value && *value ? xstrdup(value) : NULL;
}

static bool find_person(git_config *config, const struct person *person,
                        git_signature **out, struct error *err)
{
    char *name = find_text(config, person->name_variable, "user.name");
    char *email = find_text(config, person->email_variable, "user.email");
    bool ok = name && email && git_signature_now(out, name, email) == 0;
    free(name);
    free(email);
    return ok ||
           error_set(err, ERROR_MISSING,
                     "git does not know who commits: say git config --global "
                     "user.name NAME and git config --global user.email "
                     "ADDRESS");
}

/* The user's file that git would read, which this libgit2 does not know of
 * (git-config(1), ENVIRONMENT).  A file that cannot be read says nothing. */
static void add_named_file(git_config *config, git_repository *git)
{
    const char *path = getenv("GIT_CONFIG_GLOBAL");
    if (path && *path)
        git_config_add_file_ondisk(config, path, GIT_CONFIG_LEVEL_GLOBAL, git,
                                   1);
}

/* Author and committer.  Takes config; git may be NULL. */
static bool find_both(git_config *config, git_repository *git,
                      git_signature **author, git_signature **committer,
                      struct error *err)
{
    git_config *snapshot = NULL;
    add_named_file(config, git);
    bool ok = git_config_snapshot(&snapshot, config) == 0 ||
              error_set(err, ERROR_IO, "cannot read git's configuration");
    ok = ok && find_person(snapshot, &author_person, author, err) &&
         find_person(snapshot, &committer_person, committer, err);
    git_config_free(snapshot);
    git_config_free(config);
    return ok;
}

bool history_author(git_repository *git, git_signature **author,
                    git_signature **committer, struct error *err)
{
    git_config *config = NULL;
    if (git_repository_config(&config, git) != 0)
        return error_set(err, ERROR_IO, "cannot read git's configuration");
    return find_both(config, git, author, committer, err);
}

bool history_author_known(struct error *err)
{
    git_config *config = NULL;
    git_signature *author = NULL, *committer = NULL;
    repository_start_library();
    if (git_config_open_default(&config) != 0)
        return error_set(err, ERROR_IO, "cannot read git's configuration");
    bool ok = find_both(config, NULL, &author, &committer, err);
    git_signature_free(author);
    git_signature_free(committer);
    return ok;
}
