/* SPDX-License-Identifier: MIT
 *
 * Commits.
 */
#include <config.h>

#include "db/history.h"

#include <sys/stat.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "base/strvec.h"
#include "db/history_author.h"
#include "db/record.h"
#include "db/repository.h"
#include "db/repository_lock.h"
#include "db/store.h"

/* What a commit changes, in order of path. */
struct change {
    char *path; /* in the repository */
    char *file; /* on disk */
    git_oid id;
    bool removed;
};

struct changes {
    struct change *items;
    size_t count;
    size_t capacity;
    struct history_result *result;
};

static void changes_release(struct changes *self)
{
    for (size_t i = 0; i < self->count; i++) {
        free(self->items[i].path);
        free(self->items[i].file);
    }
    free(self->items);
}

static void add_change(struct changes *self,
                       const struct repository *repository, const char *place,
                       const git_oid *id)
{
    self->items = memory_grow(self->items, &self->capacity, self->count + 1,
                              sizeof(*self->items));
    struct change *change = &self->items[self->count++];
    *change =
        (struct change){.path = xasprintf("%s%s", repository->prefix, place),
                        .file = xasprintf("%s/%s", repository->folder, place),
                        .removed = id == NULL};
    if (id)
        change->id = *id;
}

/* A new or changed file is checked as any record before it goes in. */
static bool add_file(struct changes *self, const struct repository *repository,
                     const char *place, const struct str *text,
                     struct error *err)
{
    git_oid id;
    struct record record = {0};
    if (!store_parse(str_text(text), text->length, place, &record, err))
        return false;
    record_release(&record);
    if (git_blob_create_from_buffer(&id, repository->git, str_text(text),
                                    text->length) != 0)
        return repository_error(err, "keep a record in the repository");
    add_change(self, repository, place, &id);
    return true;
}

static bool compare_file(struct changes *self,
                         const struct repository *repository,
                         const struct repository_files *head, const char *place,
                         struct error *err)
{
    struct str path = {0}, text = {0};
    git_oid id;
    const git_oid *known = repository_files_find(head, place);
    file_join(&path, repository->folder, place);
    bool ok = file_read(str_text(&path), RECORD_BYTES_MAX, &text, err);
    if (ok &&
        git_odb_hash(&id, str_text(&text), text.length, GIT_OBJECT_BLOB) != 0)
        ok = repository_error(err, "name a record");
    if (ok && !(known && git_oid_equal(known, &id))) {
        ok = add_file(self, repository, place, &text, err);
        *(known ? &self->result->changed : &self->result->added) += ok;
    }
    str_release(&path);
    str_release(&text);
    return ok;
}

static bool find_changes(struct changes *self,
                         const struct repository *repository,
                         const struct repository_files *head, struct error *err)
{
    struct strvec places = {0};
    struct map there = {0};
    bool ok = store_list(repository->folder, &places, err);
    for (size_t i = 0; ok && i < places.count; i++) {
        map_set(&there, places.items[i], NULL);
        ok = compare_file(self, repository, head, places.items[i], err);
    }
    for (size_t i = 0; ok && i < head->places.count; i++) {
        const char *place = head->places.entries[i].key;
        if (map_has(&there, place))
            continue;
        add_change(self, repository, place, NULL);
        self->result->removed++;
    }
    map_release(&there);
    strvec_release(&places);
    return ok;
}

/* The new files are in the repository, on disk, when this returns. */
static bool keep_changes(struct changes *self,
                         const struct repository *repository,
                         const struct repository_files *head, struct error *err)
{
    repository_begin_objects();
    bool found = find_changes(self, repository, head, err);
    bool kept = repository_end_objects(repository, found ? err : NULL);
    return found && kept;
}

static bool empty_tree(git_repository *git, git_tree **out)
{
    git_treebuilder *builder = NULL;
    git_oid id;
    bool ok = git_treebuilder_new(&builder, git, NULL) == 0 &&
              git_treebuilder_write(&id, builder) == 0 &&
              git_tree_lookup(out, git, &id) == 0;
    git_treebuilder_free(builder);
    return ok;
}

/* The tree of a commit (NULL: the empty one) with the changes. */
static bool write_tree(const struct repository *repository,
                       const git_commit *base, const struct changes *changes,
                       git_tree **out, struct error *err)
{
    git_tree *before = NULL;
    git_oid written;
    git_tree_update *updates = xcalloc(changes->count + 1, sizeof(*updates));
    for (size_t i = 0; i < changes->count; i++)
        updates[i] = (git_tree_update){.action = changes->items[i].removed
                                                     ? GIT_TREE_UPDATE_REMOVE
                                                     : GIT_TREE_UPDATE_UPSERT,
                                       .id = changes->items[i].id,
                                       .filemode = GIT_FILEMODE_BLOB,
                                       .path = changes->items[i].path};
    bool ok = (base ? git_commit_tree(&before, base) == 0
                    : empty_tree(repository->git, &before)) &&
              git_tree_create_updated(&written, repository->git, before,
                                      changes->count, updates) == 0 &&
              git_tree_lookup(out, repository->git, &written) == 0;
    if (!ok)
        repository_error(err, "write the tree of a commit");
    git_tree_free(before);
    free(updates);
    return ok;
}

/* Stat data as git keeps it, so that `git status` need not read the file. */
static git_index_entry index_entry(const struct change *change)
{
    struct stat info = {0};
    git_index_entry entry = {
        .mode = GIT_FILEMODE_BLOB, .id = change->id, .path = change->path};
    if (lstat(change->file, &info) != 0)
        return entry;
    entry.ctime.seconds = (int32_t)info.st_ctim.tv_sec;
    entry.ctime.nanoseconds = (uint32_t)info.st_ctim.tv_nsec;
    entry.mtime.seconds = (int32_t)info.st_mtim.tv_sec;
    entry.mtime.nanoseconds = (uint32_t)info.st_mtim.tv_nsec;
    entry.dev = (uint32_t)info.st_dev;
    entry.ino = (uint32_t)info.st_ino;
    entry.uid = info.st_uid;
    entry.gid = info.st_gid;
    entry.file_size = (uint32_t)info.st_size;
    return entry;
}

/* Own entries only; all others stay as somebody staged them. */
static bool update_index(const struct repository *repository,
                         const struct changes *changes, struct error *err)
{
    git_index *index = NULL;
    bool ok = git_repository_index(&index, repository->git) == 0;
    for (size_t i = 0; ok && i < changes->count; i++) {
        const struct change *change = &changes->items[i];
        git_index_entry entry = index_entry(change);
        int result = change->removed ? git_index_remove(index, change->path, 0)
                                     : git_index_add(index, &entry);
        ok = result == 0 || (change->removed && result == GIT_ENOTFOUND);
    }
    ok = ok && git_index_write(index) == 0;
    git_index_free(index);
    return ok || repository_error(err, "update the staging area");
}

static void default_message(const struct changes *changes, struct str *out)
{
    const struct history_result *result = changes->result;
    struct map boards = {0};
    for (size_t i = 0; i < changes->count; i++) {
        const char *end = strrchr(changes->items[i].path, '/');
        char *path = xstrndup(changes->items[i].path,
                              (size_t)(end - changes->items[i].path));
        map_set(&boards, file_base_name(path), NULL);
        free(path);
    }
    size_t count = changes->count;
    str_addf(out, "%s %zu record%s",
             result->added == count     ? "Add"
             : result->removed == count ? "Remove"
                                        : "Update",
             count, count == 1 ? "" : "s");
    if (boards.count == 1)
        str_addf(out, " of %.30s", boards.entries[0].key);
    else if (boards.count > 1)
        str_addf(out, " of %zu boards", boards.count);
    map_release(&boards);
}

struct plan {
    const char *message;
    git_tree *tree;
    git_signature *author; /* NULL: HEAD moves forward to the other parent */
    git_signature *committer;
    const git_commit *parents[2]; /* HEAD, other; NULL: none */
};

/* HEAD moves only when it is still where it was. */
static bool create_commit(const struct repository *repository,
                          const struct plan *plan, git_oid *id,
                          struct error *err)
{
    size_t count = 0;
    const git_commit *given[2];
    for (size_t i = 0; i < 2; i++)
        if (plan->parents[i])
            given[count++] = plan->parents[i];
    return git_commit_create(id, repository->git, "HEAD", plan->author,
                             plan->committer, NULL, plan->message, plan->tree,
                             count, given) == 0 ||
           repository_error(err, "commit");
}

/* Moves the branch (or a detached HEAD) forward to a commit. */
static bool move_head(const struct repository *repository,
                      const git_commit *target, struct error *err)
{
    git_reference *head = NULL, *moved = NULL;
    const git_oid *id = git_commit_id(target);
    bool ok;
    if (git_repository_head_detached(repository->git) == 1)
        ok = git_repository_set_head_detached(repository->git, id) == 0;
    else
        ok = git_repository_head(&head, repository->git) == 0 &&
             git_reference_set_target(&moved, head, id,
                                      "tuner db merge: fast-forward") == 0;
    git_reference_free(head);
    git_reference_free(moved);
    return ok || repository_error(err, "move the branch forward");
}

/* Whether the other parent has all of HEAD's history and just this tree. */
static bool can_forward(const struct repository *repository,
                        const struct plan *plan)
{
    const git_commit *head = plan->parents[0], *other = plan->parents[1];
    return head && other &&
           git_oid_equal(git_commit_tree_id(other), git_tree_id(plan->tree)) &&
           git_graph_descendant_of(repository->git, git_commit_id(other),
                                   git_commit_id(head)) == 1;
}

/* libgit2 does not look at every write of a reference. */
static bool check_moved(const struct repository *repository, const git_oid *id,
                        struct error *err)
{
    git_commit *head = NULL;
    if (!repository_head(repository, &head, err))
        return false;
    bool moved = head && git_oid_equal(git_commit_id(head), id);
    git_commit_free(head);
    return moved || error_set(err, ERROR_IO,
                              "cannot commit: the branch did not move (is the "
                              "disk full?)");
}

static bool carry_out(const struct repository *repository,
                      const struct changes *changes, const struct plan *plan,
                      struct error *err)
{
    git_oid id = {0};
    int note;
    if (!repository_lock_begin(repository, &note, err))
        return false;
    /* The staging area first: if the commit then fails, records are staged,
     * and the next try commits them. */
    bool ok = update_index(repository, changes, err);
    if (ok && plan->author) {
        ok = create_commit(repository, plan, &id, err);
    } else if (ok) {
        id = *git_commit_id(plan->parents[1]);
        ok = move_head(repository, plan->parents[1], err);
    }
    ok = ok && check_moved(repository, &id, err);
    repository_lock_end(repository, note);
    changes->result->committed = ok;
    if (ok)
        git_oid_tostr(changes->result->id, sizeof(changes->result->id), &id);
    return ok;
}

static bool commit_changes(const struct repository *repository,
                           const struct changes *changes, struct plan *plan,
                           struct error *err)
{
    struct str text = {0};
    if (!plan->message) {
        default_message(changes, &text);
        plan->message = str_text(&text);
    }
    /* Before the first commit the other's files are the base. */
    const git_commit *base =
        plan->parents[0] ? plan->parents[0] : plan->parents[1];
    bool ok = write_tree(repository, base, changes, &plan->tree, err);
    if (ok && !can_forward(repository, plan))
        ok = history_author(repository->git, &plan->author, &plan->committer,
                            err);
    ok = ok && carry_out(repository, changes, plan, err);
    git_signature_free(plan->author);
    git_signature_free(plan->committer);
    git_tree_free(plan->tree);
    str_release(&text);
    return ok;
}

bool history_commit_records(const struct repository *repository,
                            const char *message, git_commit *other,
                            struct history_result *out, struct error *err)
{
    struct changes changes = {.result = out};
    struct repository_files files = {0};
    git_commit *head = NULL;
    repository_lock_recover(repository);
    store_tidy(repository->folder);
    bool ok = repository_check_idle(repository, err) &&
              repository_head(repository, &head, err) &&
              repository_files_load(repository, head, &files, err) &&
              keep_changes(&changes, repository, &files, err);
    if (ok && head)
        git_oid_tostr(out->id, sizeof(out->id), git_commit_id(head));
    if (ok && (changes.count > 0 || other)) {
        struct plan plan = {.message = message, .parents = {head, other}};
        ok = commit_changes(repository, &changes, &plan, err);
    }
    git_commit_free(head);
    repository_files_release(&files);
    changes_release(&changes);
    return ok;
}

static bool open_or_create(const char *folder, struct repository *out,
                           bool *created, struct error *err)
{
    struct error why = {0};
    if (!repository_sweep(folder, err))
        return false;
    if (repository_open(folder, out, &why))
        return true;
    if (why.kind != ERROR_MISSING)
        return error_set(err, why.kind, "%s", why.text);
    /* No half-made repository for somebody whom git does not know. */
    if (!history_author_known(err))
        return false;
    *created = true;
    return repository_create(folder, out, err);
}

bool history_commit(const char *folder, const char *message,
                    struct history_result *out, struct error *err)
{
    struct history_result result = {0};
    struct repository repository = {0};
    int lock = -1;
    bool ok = store_lock(folder, &lock, err) &&
              open_or_create(folder, &repository, &result.created, err);
    if (ok) {
        result.path = xstrdup(git_repository_path(repository.git));
        ok = history_commit_records(&repository, message, NULL, &result, err);
    }
    repository_release(&repository);
    store_unlock(lock);
    if (ok)
        *out = result;
    else
        history_result_release(&result);
    return ok;
}

void history_result_release(struct history_result *self)
{
    free(self->path);
    *self = (struct history_result){0};
}
