/* SPDX-License-Identifier: MIT
 *
 * Unions of records.
 */
#include <config.h>

#include "db/merge.h"

#include <git2.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/str.h"
#include "db/record.h"
#include "db/repository.h"
#include "db/repository_lock.h"
#include "db/store.h"
#include "db/verify.h"

void merge_result_release(struct merge_result *self)
{
    strvec_release(&self->refused);
    strvec_release(&self->places);
    history_result_release(&self->history);
    *self = (struct merge_result){0};
}

/* False only when this disk fails; a bad record is a line in the result. */
static bool take_text(const char *folder, const char *name,
                      const struct str *text, struct merge_result *out,
                      struct error *err)
{
    struct record record = {0};
    struct str place = {0};
    struct error why = {0};
    bool fresh = false;
    bool good = store_parse(str_text(text), text->length, name, &record, &why);
    if (good && !verify_record(&record, &why))
        good = error_wrap(&why, "%s", name);
    if (!good)
        strvec_add(&out->refused, why.text);
    bool ok = !good || store_save_locked(folder, &record, &place, &fresh, err);
    if (ok && good && fresh) {
        strvec_add(&out->places, str_text(&place));
        out->added++;
    }
    out->known += ok && good && !fresh;
    str_release(&place);
    record_release(&record);
    return ok;
}

static bool is_here(const char *folder, const char *place)
{
    struct str path = {0};
    file_join(&path, folder, place);
    bool here = file_exists(str_text(&path));
    str_release(&path);
    return here;
}

static bool take_file(const char *folder, const char *other, const char *place,
                      struct merge_result *out, struct error *err)
{
    struct str path = {0}, text = {0};
    struct error why = {0};
    bool ok = true;
    file_join(&path, other, place);
    if (file_read(str_text(&path), RECORD_BYTES_MAX, &text, &why))
        ok = take_text(folder, str_text(&path), &text, out, err);
    else
        strvec_add(&out->refused, why.text);
    str_release(&path);
    str_release(&text);
    return ok;
}

bool merge_folder(const char *folder, const char *other,
                  struct merge_result *out, struct error *err)
{
    struct merge_result result = {0};
    struct strvec places = {0};
    int lock = -1;
    bool ok = store_list(other, &places, err);
    if (ok && places.count == 0)
        ok = error_set(err, ERROR_MISSING, "there are no records in '%s'",
                       other);
    ok = ok && store_lock(folder, &lock, err);
    for (size_t i = 0; ok && i < places.count; i++) {
        if (is_here(folder, places.items[i]))
            result.known++;
        else
            ok = take_file(folder, other, places.items[i], &result, err);
    }
    store_unlock(lock);
    strvec_release(&places);
    if (ok)
        *out = result;
    else
        merge_result_release(&result);
    return ok;
}

/* Everything that a merge of two commits looks at. */
struct joint {
    struct repository repository;
    git_commit *ours; /* NULL before the first commit */
    git_commit *theirs;
    git_commit *base; /* NULL when nothing is shared */
    struct repository_files their_files;
    struct repository_files base_files;
};

static void joint_release(struct joint *self)
{
    repository_files_release(&self->their_files);
    repository_files_release(&self->base_files);
    git_commit_free(self->ours);
    git_commit_free(self->theirs);
    git_commit_free(self->base);
    repository_release(&self->repository);
}

static bool find_theirs(struct joint *self, const char *revision,
                        struct error *err)
{
    git_object *object = NULL, *commit = NULL;
    bool ok =
        git_revparse_single(&object, self->repository.git, revision) == 0 &&
        git_object_peel(&commit, object, GIT_OBJECT_COMMIT) == 0;
    git_object_free(object);
    self->theirs = (git_commit *)commit;
    return ok || error_set(err, ERROR_MISSING,
                           "'%s' is neither a folder nor a revision of '%s'",
                           revision, git_repository_path(self->repository.git));
}

static bool find_base(struct joint *self, struct error *err)
{
    git_oid id;
    if (!self->ours)
        return true;
    int result =
        git_merge_base(&id, self->repository.git, git_commit_id(self->ours),
                       git_commit_id(self->theirs));
    if (result == GIT_ENOTFOUND)
        return true;
    if (result != 0 ||
        git_commit_lookup(&self->base, self->repository.git, &id) != 0)
        return repository_error(err, "find what both histories share");
    return true;
}

static bool joint_open(struct joint *self, const char *folder,
                       const char *revision, struct error *err)
{
    if (!repository_open(folder, &self->repository, err))
        return false;
    repository_lock_recover(&self->repository);
    return repository_check_idle(&self->repository, err) &&
           find_theirs(self, revision, err) &&
           repository_head(&self->repository, &self->ours, err) &&
           find_base(self, err) &&
           repository_files_load(&self->repository, self->theirs,
                                 &self->their_files, err) &&
           repository_files_load(&self->repository, self->base,
                                 &self->base_files, err);
}

/* Asked for before a blob is read: a few compressed kilobytes may grow to as
 * many gigabytes. */
static bool blob_size(const struct joint *self, const git_oid *id, size_t *out)
{
    git_odb *objects = NULL;
    git_object_t type;
    bool ok = git_repository_odb(&objects, self->repository.git) == 0 &&
              git_odb_read_header(out, &type, objects, id) == 0;
    git_odb_free(objects);
    return ok;
}

static bool take_blob(const struct joint *self, const char *place,
                      const git_oid *id, struct merge_result *out,
                      struct error *err)
{
    git_blob *blob = NULL;
    struct str text = {0};
    size_t size;
    if (!blob_size(self, id, &size))
        return repository_error(err, "read a record of the revision");
    if (size > RECORD_BYTES_MAX) {
        strvec_addf(&out->refused, "%s: is larger than %d bytes", place,
                    RECORD_BYTES_MAX);
        return true;
    }
    if (git_blob_lookup(&blob, self->repository.git, id) != 0)
        return repository_error(err, "read a record of the revision");
    str_add_bytes(&text, git_blob_rawcontent(blob),
                  (size_t)git_blob_rawsize(blob));
    bool ok = take_text(self->repository.folder, place, &text, out, err);
    git_blob_free(blob);
    str_release(&text);
    return ok;
}

/* What both had and we no longer have was removed here, and stays so. */
static bool take_their_files(const struct joint *self, struct merge_result *out,
                             struct error *err)
{
    bool ok = true;
    for (size_t i = 0; ok && i < self->their_files.places.count; i++) {
        const struct map_entry *entry = &self->their_files.places.entries[i];
        if (is_here(self->repository.folder, entry->key))
            out->known++;
        else if (!repository_files_find(&self->base_files, entry->key))
            ok = take_blob(self, entry->key, entry->value, out, err);
    }
    return ok;
}

/* Whether `before` and `theirs` differ in records alone. */
static bool only_records(const struct joint *self, const git_commit *before)
{
    git_tree *first = NULL, *second = NULL;
    bool ok =
        (!before || git_commit_tree(&first, before) == 0) &&
        git_commit_tree(&second, self->theirs) == 0 &&
        repository_same_foreign(&self->repository, first, second, NULL, NULL);
    git_tree_free(first);
    git_tree_free(second);
    return ok;
}

/* Their history can be joined when taking our other files as they are loses
 * nothing of theirs. */
static bool can_join(const struct joint *self)
{
    return only_records(self, self->base) ||
           (self->ours && only_records(self, self->ours));
}

static bool is_included(const struct joint *self)
{
    return self->base && git_oid_equal(git_commit_id(self->base),
                                       git_commit_id(self->theirs));
}

static bool merge_joint(const struct joint *self, const char *revision,
                        struct merge_result *out, struct error *err)
{
    struct str message = {0};
    bool included = is_included(self);
    bool join = !included && can_join(self);
    bool ok = take_their_files(self, out, err);
    str_addf(&message, "Merge records of %.40s", revision);
    ok = ok &&
         history_commit_records(&self->repository, str_text(&message),
                                join ? self->theirs : NULL, &out->history, err);
    out->joined = included || join;
    str_release(&message);
    return ok;
}

bool merge_revision(const char *folder, const char *revision,
                    struct merge_result *out, struct error *err)
{
    struct merge_result result = {0};
    struct joint joint = {0};
    int lock = -1;
    bool ok = store_lock(folder, &lock, err) &&
              joint_open(&joint, folder, revision, err) &&
              merge_joint(&joint, revision, &result, err);
    joint_release(&joint);
    store_unlock(lock);
    if (ok)
        *out = result;
    else
        merge_result_release(&result);
    return ok;
}
