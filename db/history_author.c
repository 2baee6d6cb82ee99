/* SPDX-License-Identifier: MIT
 *
 * Author and committer.
 */
#include <config.h>

#include "db/history_author.h"

#include "base/error.h"
#include "base/memory.h"

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

/* Author and, where wanted, committer.  Takes config. */
static bool find_both(git_config *config, git_signature **author,
                      git_signature **committer, struct error *err)
{
    git_config *snapshot = NULL;
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
    return find_both(config, author, committer, err);
}

bool history_author_known(struct error *err)
{
    git_config *config = NULL;
    git_signature *author = NULL, *committer = NULL;
    git_libgit2_init();
    if (git_config_open_default(&config) != 0)
        return error_set(err, ERROR_IO, "cannot read git's configuration");
    bool ok = find_both(config, &author, &committer, err);
    git_signature_free(author);
    git_signature_free(committer);
    return ok;
}
