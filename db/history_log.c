/* SPDX-License-Identifier: MIT
 *
 * The log of records.
 */
#include <config.h>

#include <time.h>

#include "base/error.h"
#include "base/memory.h"
#include "db/history.h"
#include "db/record_values.h"
#include "db/repository.h"

/* Authors and subjects are strangers' texts on their way to a terminal. */
static char *plain_text(const char *text)
{
    char *copy = NULL;
    record_set_message(&copy, text ? text : "");
    for (char *c = copy; *c; c++)
        if (*c == '\n' || *c == '\t')
            *c = ' ';
    return copy;
}

static void format_date(git_time_t seconds, char *out, size_t size)
{
    time_t when = (time_t)seconds;
    struct tm parts;
    if (!gmtime_r(&when, &parts) ||
        strftime(out, size, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
        snprintf(out, size, "?");
}

static void add_entry(struct history_log *self, git_commit *commit,
                      size_t added, size_t removed)
{
    struct history_entry *entry =
        record_array_add(&self->entries, &self->count, sizeof(*self->entries));
    const git_signature *author = git_commit_author(commit);
    git_oid_tostr(entry->id, sizeof(entry->id), git_commit_id(commit));
    format_date(git_commit_time(commit), entry->date, sizeof(entry->date));
    entry->author = plain_text(author ? author->name : NULL);
    entry->subject = plain_text(git_commit_summary(commit));
    entry->added = added;
    entry->removed = removed;
}

/* Against the first parent: what a merge brought is its own line. */
static bool look_at(const struct repository *repository,
                    struct history_log *self, git_commit *commit)
{
    git_commit *parent = NULL;
    git_tree *before = NULL, *after = NULL;
    size_t added, removed;
    bool ok = git_commit_tree(&after, commit) == 0;
    if (ok && git_commit_parentcount(commit) > 0) {
        int result = git_commit_parent(&parent, commit, 0);
        ok = result == GIT_ENOTFOUND ||
             (result == 0 && git_commit_tree(&before, parent) == 0);
    }
    if (ok) {
        repository_same_foreign(repository, before, after, &added, &removed);
        if (added + removed > 0)
            add_entry(self, commit, added, removed);
    }
    git_tree_free(before);
    git_tree_free(after);
    git_commit_free(parent);
    return ok;
}

static bool walk(const struct repository *repository, git_revwalk *walker,
                 size_t limit, struct history_log *out)
{
    git_oid id;
    int result = 0;
    while (out->count < limit &&
           (result = git_revwalk_next(&id, walker)) == 0) {
        git_commit *commit = NULL;
        bool ok = git_commit_lookup(&commit, repository->git, &id) == 0 &&
                  look_at(repository, out, commit);
        git_commit_free(commit);
        if (!ok)
            return false;
    }
    /* A shallow clone's history ends with what was not fetched. */
    return out->count >= limit || result == GIT_ITEROVER ||
           result == GIT_ENOTFOUND;
}

bool history_log(const char *folder, size_t limit, struct history_log *out,
                 struct error *err)
{
    struct repository repository = {0};
    git_revwalk *walker = NULL;
    git_commit *head = NULL;
    *out = (struct history_log){0};
    bool ok = repository_open(folder, &repository, err) &&
              repository_head(&repository, &head, err);
    if (ok && head) {
        ok = git_revwalk_new(&walker, repository.git) == 0 &&
             git_revwalk_sorting(walker,
                                 GIT_SORT_TOPOLOGICAL | GIT_SORT_TIME) == 0 &&
             git_revwalk_push_head(walker) == 0 &&
             walk(&repository, walker, limit, out);
        if (!ok)
            repository_error(err, "read the history");
    }
    git_revwalk_free(walker);
    git_commit_free(head);
    repository_release(&repository);
    if (!ok)
        history_log_release(out);
    return ok;
}

void history_log_release(struct history_log *self)
{
    for (size_t i = 0; i < self->count; i++) {
        free(self->entries[i].author);
        free(self->entries[i].subject);
    }
    free(self->entries);
    *self = (struct history_log){0};
}
