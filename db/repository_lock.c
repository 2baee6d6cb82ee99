/* SPDX-License-Identifier: MIT
 *
 * The note, and locks of the dead.
 */
#include <config.h>

#include "db/repository_lock.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "db/repository.h"

static const char NOTE[] = "tuner-commit";

/* A commit is a matter of seconds: a lock much younger than the note is
 * somebody else's, who came after the tuner had died without one. */
enum { LATEST_S = 60 };

static void note_path(const struct repository *repository, struct str *out)
{
    file_join(out, git_repository_path(repository->git), NOTE);
}

bool repository_lock_begin(const struct repository *repository, int *note,
                           struct error *err)
{
    struct str path = {0};
    note_path(repository, &path);
    bool ok = file_lock(str_text(&path), 0, note, err);
    str_release(&path);
    return ok;
}

void repository_lock_end(const struct repository *repository, int note)
{
    struct str path = {0};
    note_path(repository, &path);
    unlink(str_text(&path));
    str_release(&path);
    file_unlock(note);
}

static void remove_lock(const char *folder, const char *name,
                        const struct stat *note)
{
    struct str path = {0};
    struct stat lock;
    file_join(&path, folder, name);
    str_add(&path, ".lock");
    if (lstat(str_text(&path), &lock) == 0 && S_ISREG(lock.st_mode) &&
        lock.st_mtim.tv_sec >= note->st_mtim.tv_sec &&
        lock.st_mtim.tv_sec <= note->st_mtim.tv_sec + LATEST_S)
        unlink(str_text(&path));
    str_release(&path);
}

static void remove_branch_lock(const struct repository *repository,
                               const struct stat *note)
{
    git_reference *head = NULL;
    if (git_reference_lookup(&head, repository->git, "HEAD") != 0)
        return;
    if (git_reference_type(head) == GIT_REFERENCE_SYMBOLIC)
        remove_lock(git_repository_commondir(repository->git),
                    git_reference_symbolic_target(head), note);
    git_reference_free(head);
}

void repository_lock_recover(const struct repository *repository)
{
    struct str path = {0};
    struct stat note;
    int held;
    note_path(repository, &path);
    if (lstat(str_text(&path), &note) == 0 && S_ISREG(note.st_mode) &&
        file_lock(str_text(&path), 0, &held, NULL)) {
        const char *folder = git_repository_path(repository->git);
        remove_lock(folder, "index", &note);
        remove_lock(folder, "HEAD", &note);
        remove_branch_lock(repository, &note);
        repository_lock_end(repository, held);
    }
    str_release(&path);
}
