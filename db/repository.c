/* SPDX-License-Identifier: MIT
 *
 * Finding, opening and reading repositories.
 */
#include <config.h>

#include "db/repository.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/library.h"
#include "base/memory.h"
#include "base/str.h"
#include "db/store.h"

static const char *last_reason(void)
{
    const git_error *last = git_error_last();
    return last && last->message ? last->message : "unknown reason";
}

bool repository_error(struct error *err, const char *what)
{
    const git_error *last = git_error_last();
    bool locked = last && strstr(last->message, "lock") != NULL;
    return error_set(err, locked ? ERROR_CONFLICT : ERROR_IO, "cannot %s: %s",
                     what, last_reason());
}

void repository_release(struct repository *self)
{
    git_repository_free(self->git);
    free(self->folder);
    free(self->prefix);
    *self = (struct repository){0};
}

void repository_start_library(void)
{
    library_start();
    const char *no_system = getenv("GIT_CONFIG_NOSYSTEM");
    if (no_system && *no_system)
        git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, GIT_CONFIG_LEVEL_SYSTEM, "");
    /* A power failure must not lose what was said to be committed. */
    git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, 1);
}

void repository_begin_objects(void)
{
    git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, 0);
}

bool repository_end_objects(const struct repository *self, struct error *err)
{
    git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, 1);
    const char *path = git_repository_commondir(self->git);
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool ok = fd >= 0 && syncfs(fd) == 0;
    if (!ok)
        error_io(err, "sync", path);
    if (fd >= 0)
        close(fd);
    return ok;
}

/* The folder's path below the working files. */
static bool find_prefix(struct repository *self, struct error *err)
{
    const char *top = git_repository_workdir(self->git);
    char *real = top ? realpath(top, NULL) : NULL;
    size_t length = real ? strlen(real) : 0;
    bool inside = real && strncmp(self->folder, real, length) == 0 &&
                  (self->folder[length] == '/' || self->folder[length] == '\0');
    if (inside && self->folder[length] == '\0')
        self->prefix = xstrdup("");
    else if (inside)
        self->prefix = xasprintf("%s/", self->folder + length + 1);
    free(real);
    return inside ||
           error_set(err, ERROR_UNSUPPORTED,
                     "the repository '%s' has no working files at '%s'",
                     git_repository_path(self->git), self->folder);
}

/* Somebody else's repository is not used, for its configuration could run
 * programs; libgit2 1.5 calls it not found. */
static bool is_foreign(const char *folder)
{
    struct str head = {0}, place = {0};
    struct stat info;
    file_join(&place, folder, ".git");
    file_join(&head, str_text(&place), "HEAD");
    bool foreign = file_exists(str_text(&head)) &&
                   stat(str_text(&place), &info) == 0 &&
                   info.st_uid != geteuid();
    str_release(&place);
    str_release(&head);
    return foreign;
}

bool repository_open(const char *folder, struct repository *out,
                     struct error *err)
{
    struct repository self = {.folder = realpath(folder, NULL)};
    if (!self.folder)
        return error_set(err, errno == ENOENT ? ERROR_MISSING : ERROR_IO,
                         "cannot open '%s': %s", folder, strerror(errno));
    repository_start_library();
    int result = git_repository_open_ext(&self.git, self.folder, 0, NULL);
    bool ok = result == 0;
    if (result == GIT_ENOTFOUND && is_foreign(self.folder))
        error_set(err, ERROR_UNTRUSTED,
                  "the repository of '%s' is somebody else's: trust it by git "
                  "config --global --add safe.directory DIR",
                  folder);
    else if (result == GIT_ENOTFOUND)
        error_set(err, ERROR_MISSING, "no git repository holds '%s'", folder);
    else if (!ok)
        error_set(err, ERROR_IO, "cannot open the repository of '%s': %s",
                  folder, last_reason());
    ok = ok && find_prefix(&self, err);
    if (ok)
        *out = self;
    else
        repository_release(&self);
    return ok;
}

static bool init(const char *folder, struct error *err)
{
    git_repository *made = NULL;
    git_repository_init_options options;
    git_repository_init_options_init(&options,
                                     GIT_REPOSITORY_INIT_OPTIONS_VERSION);
    options.flags = GIT_REPOSITORY_INIT_NO_REINIT | GIT_REPOSITORY_INIT_MKDIR;
    options.initial_head = "main";
    if (git_repository_init_ext(&made, folder, &options) != 0)
        return repository_error(err, "make a repository");
    git_repository_free(made);
    return true;
}

static const char half_made[] = ".git-new";

bool repository_sweep(const char *folder, struct error *err)
{
    struct str beside = {0};
    file_join(&beside, folder, half_made);
    bool ok = file_remove_tree(str_text(&beside), err);
    str_release(&beside);
    return ok;
}

/* Makes it beside its place and moves it there (over an empty folder, which is
 * no repository), so that it is whole or not there at all. */
static bool init_and_move(const char *folder, struct error *err)
{
    struct str beside = {0}, made = {0}, place = {0};
    file_join(&beside, folder, half_made);
    file_join(&made, str_text(&beside), ".git");
    file_join(&place, folder, ".git");
    bool ok = init(str_text(&beside), err);
    if (ok && (rename(str_text(&made), str_text(&place)) != 0 ||
               !file_sync_parent(str_text(&place))))
        ok = error_io(err, "make the repository", str_text(&place));
    if (!ok || rmdir(str_text(&beside)) != 0)
        file_remove_tree(str_text(&beside), NULL);
    str_release(&beside);
    str_release(&made);
    str_release(&place);
    return ok;
}

bool repository_create(const char *folder, struct repository *out,
                       struct error *err)
{
    if (!file_make_directories(folder, err))
        return false;
    repository_start_library();
    return init_and_move(folder, err) && repository_open(folder, out, err);
}

static bool check_index_lock(const struct repository *self, struct error *err)
{
    struct str path = {0};
    /* That of the worktree, where it is one. */
    file_join(&path, git_repository_path(self->git), "index.lock");
    bool locked = file_exists(str_text(&path));
    if (locked)
        error_set(err, ERROR_CONFLICT,
                  "the repository is locked: another git is at work, or one "
                  "crashed and left '%s'",
                  str_text(&path));
    str_release(&path);
    return !locked;
}

bool repository_check_idle(const struct repository *self, struct error *err)
{
    int state = git_repository_state(self->git);
    if (state != GIT_REPOSITORY_STATE_NONE &&
        state != GIT_REPOSITORY_STATE_BISECT)
        return error_set(err, ERROR_CONFLICT,
                         "the repository '%s' is in the middle of a merge, a "
                         "rebase or the like: end that first",
                         git_repository_path(self->git));
    return check_index_lock(self, err);
}

bool repository_head(const struct repository *self, git_commit **out,
                     struct error *err)
{
    git_reference *head = NULL;
    int result = git_repository_head(&head, self->git);
    if (result == GIT_EUNBORNBRANCH) {
        *out = NULL;
        return true;
    }
    git_object *commit = NULL;
    bool ok = result == 0 &&
              git_reference_peel(&commit, head, GIT_OBJECT_COMMIT) == 0;
    git_reference_free(head);
    if (!ok)
        return repository_error(err, "read the repository's HEAD");
    *out = (git_commit *)commit;
    return true;
}

void repository_files_release(struct repository_files *self)
{
    map_release(&self->places);
    free(self->ids);
    *self = (struct repository_files){0};
}

const git_oid *repository_files_find(const struct repository_files *self,
                                     const char *place)
{
    return map_find(&self->places, place);
}

struct walk {
    struct repository_files *files;
    size_t capacity;
};

/* Called for every entry of the database's tree; 1 skips a folder. */
static int visit(const char *root, const git_tree_entry *entry, void *data)
{
    struct walk *walk = data;
    struct str place = {0};
    git_object_t type = git_tree_entry_type(entry);
    /* root is "" or "board/": nothing lies deeper. */
    if (type == GIT_OBJECT_TREE)
        return *root != '\0';
    str_addf(&place, "%s%s", root, git_tree_entry_name(entry));
    if (type == GIT_OBJECT_BLOB && store_is_place(str_text(&place))) {
        struct repository_files *files = walk->files;
        files->ids = memory_grow(files->ids, &walk->capacity, files->count + 1,
                                 sizeof(*files->ids));
        files->ids[files->count++] = *git_tree_entry_id(entry);
        map_set(&files->places, str_text(&place), NULL);
    }
    str_release(&place);
    return 0;
}

/* The tree of the database in a commit; *out is NULL when it has none. */
static bool own_tree(const struct repository *self, git_tree *whole,
                     git_tree **out)
{
    git_tree_entry *entry = NULL;
    *out = NULL;
    if (self->prefix[0] == '\0')
        return git_tree_dup(out, whole) == 0;
    /* Without its slash at the end. */
    char *path = xstrndup(self->prefix, strlen(self->prefix) - 1);
    int result = git_tree_entry_bypath(&entry, whole, path);
    free(path);
    if (result == GIT_ENOTFOUND)
        return true;
    bool ok = result == 0;
    if (ok && git_tree_entry_type(entry) == GIT_OBJECT_TREE)
        ok = git_tree_lookup(out, self->git, git_tree_entry_id(entry)) == 0;
    git_tree_entry_free(entry);
    return ok;
}

bool repository_files_load(const struct repository *self,
                           const git_commit *commit,
                           struct repository_files *out, struct error *err)
{
    struct walk walk = {.files = out};
    git_tree *whole = NULL, *own = NULL;
    *out = (struct repository_files){0};
    if (!commit)
        return true;
    bool ok = git_commit_tree(&whole, commit) == 0 &&
              own_tree(self, whole, &own) &&
              (!own || git_tree_walk(own, GIT_TREEWALK_PRE, visit, &walk) == 0);
    if (!ok) {
        repository_error(err, "read the files of a commit");
        repository_files_release(out);
    }
    /* Only now do the ids stay where they are. */
    for (size_t i = 0; i < out->count; i++)
        out->places.entries[i].value = &out->ids[i];
    git_tree_free(own);
    git_tree_free(whole);
    return ok;
}

static bool is_own(const struct repository *self, const char *path)
{
    size_t length = strlen(self->prefix);
    return strncmp(path, self->prefix, length) == 0 &&
           store_is_place(path + length);
}

struct tally {
    const struct repository *repository;
    bool foreign;
    size_t added;
    size_t removed;
};

static int count_delta(const git_diff_delta *delta, float progress, void *data)
{
    (void)progress;
    struct tally *tally = data;
    if (!is_own(tally->repository, delta->new_file.path) ||
        !is_own(tally->repository, delta->old_file.path))
        tally->foreign = true;
    else if (delta->status == GIT_DELTA_DELETED)
        tally->removed++;
    else if (delta->status == GIT_DELTA_ADDED)
        tally->added++;
    return 0;
}

bool repository_same_foreign(const struct repository *self, git_tree *before,
                             git_tree *after, size_t *added, size_t *removed)
{
    struct tally tally = {.repository = self};
    git_diff *diff = NULL;
    bool ok =
        git_diff_tree_to_tree(&diff, self->git, before, after, NULL) == 0 &&
        git_diff_foreach(diff, count_delta, NULL, NULL, NULL, &tally) == 0;
    git_diff_free(diff);
    if (added)
        *added = tally.added;
    if (removed)
        *removed = tally.removed;
    return ok && !tally.foreign;
}
