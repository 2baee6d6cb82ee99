/* SPDX-License-Identifier: MIT
 *
 * A board's folder changes its time stamp when a record comes or goes, and
 * records are never written in place, so that one stat() a board shows what
 * is stale.  A stamp that is hardly older than the image proves nothing,
 * since the next change may fall into the same tick: such folders are looked
 * at again.
 */
#include <config.h>

#include "db/index_build.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/pool.h"
#include "base/strvec.h"
#include "db/index_image.h"
#include "db/record.h"
#include "db/signature.h"
#include "db/store.h"

/* The coarsest time stamps in use: FAT's two seconds. */
static const int64_t TICK_NS = 2000000000;
/* Records read before their texts go into the image: bounds the memory. */
enum { BATCH = 1024 };

/* A record that must be read, and what was read. */
struct job {
    size_t row;
    size_t folder;
    bool unread; /* the disk's fault, not the record's: try again later */
    char *texts[INDEX_TEXT_COUNT]; /* from INDEX_FAULT on; NULL is "" */
    double gain;
    uint32_t flags;
};

struct build {
    const char *folder;
    const struct index_view *old;
    struct index_image image;
    struct job *jobs;
    size_t job_count;
    size_t job_capacity;
    size_t job_done; /* where the batch that is being read begins */
};

static bool is_settled(const struct index_view *view, struct index_stamp stamp)
{
    return view->header->built_ns - stamp.modified_ns > TICK_NS;
}

/* The stamp of folder/name; a missing one is zero. */
static struct index_stamp stamp_at(const char *folder, const char *name)
{
    struct str path = {0};
    struct stat info;
    file_join(&path, folder, name);
    bool found = stat(str_text(&path), &info) == 0;
    str_release(&path);
    return found ? index_stamp_of(&info) : (struct index_stamp){0};
}

static bool is_unchanged(const struct index_view *view, struct index_stamp then,
                         struct index_stamp now)
{
    return index_stamp_equal(then, now) && is_settled(view, now);
}

bool index_is_fresh(const char *folder, const struct index_view *view)
{
    if (!is_unchanged(view, view->header->root, stamp_at(folder, "")))
        return false;
    for (uint32_t i = 0; i < view->header->folder_count; i++) {
        const struct index_folder_row *row = &view->folders[i];
        const char *name = index_view_text(view, row->name);
        if (!is_unchanged(view, row->stamp, stamp_at(folder, name)))
            return false;
    }
    return true;
}

struct named {
    const struct index_view *view;
    const char *name;
};

static int compare_folder(const void *key, const void *row)
{
    const struct named *named = key;
    const struct index_folder_row *folder = row;
    return strcmp(named->name, index_view_text(named->view, folder->name));
}

static int compare_record(const void *key, const void *row)
{
    const struct named *named = key;
    const struct index_record_row *record = row;
    return strcmp(named->name,
                  index_view_text(named->view, record->texts[INDEX_NAME]));
}

/* Folders are sorted by name. */
static const struct index_folder_row *find_folder(const struct index_view *old,
                                                  const char *name)
{
    struct named key = {old, name};
    return old ? bsearch(&key, old->folders, old->header->folder_count,
                         sizeof *old->folders, compare_folder)
               : NULL;
}

/* Rows of a folder are sorted by name. */
static const struct index_record_row *
find_record(const struct index_view *old, const struct index_folder_row *folder,
            const char *name)
{
    struct named key = {old, name};
    return folder ? bsearch(&key, old->records + folder->first, folder->count,
                            sizeof *old->records, compare_record)
                  : NULL;
}

static void copy_record(struct build *self, const struct index_record_row *from)
{
    struct index_record_row copy = *from;
    for (unsigned i = 0; i < INDEX_TEXT_COUNT; i++) {
        const char *text = index_view_text(self->old, from->texts[i]);
        copy.texts[i] = i == INDEX_NAME
                            ? index_image_new_text(&self->image, text)
                            : index_image_text(&self->image, text);
    }
    *index_image_add_record(&self->image) = copy;
}

static void add_job(struct build *self, const char *board, const char *name,
                    const struct stat *info)
{
    uint32_t board_text = index_image_text(&self->image, board);
    uint32_t name_text = index_image_new_text(&self->image, name);
    struct index_record_row *row = index_image_add_record(&self->image);
    row->stamp = index_stamp_of(info);
    row->size = (uint64_t)info->st_size;
    row->texts[INDEX_BOARD] = board_text;
    row->texts[INDEX_NAME] = name_text;
    self->jobs = memory_grow(self->jobs, &self->job_capacity,
                             self->job_count + 1, sizeof(*self->jobs));
    self->jobs[self->job_count++] =
        (struct job){.row = self->image.record_count - 1,
                     .folder = self->image.folder_count};
}

static void add_record(struct build *self, const char *board, const char *name,
                       const struct index_folder_row *was)
{
    struct str path = {0};
    struct stat info;
    str_addf(&path, "%s/%s/%s", self->folder, board, name);
    bool there = lstat(str_text(&path), &info) == 0;
    str_release(&path);
    if (!there)
        return;
    const struct index_record_row *row = find_record(self->old, was, name);
    if (row && row->size == (uint64_t)info.st_size &&
        index_stamp_equal(row->stamp, index_stamp_of(&info)))
        copy_record(self, row);
    else
        add_job(self, board, name, &info);
}

static bool add_changed_board(struct build *self, const char *board,
                              const struct index_folder_row *was,
                              struct error *err)
{
    struct strvec names = {0};
    bool ok = store_names(self->folder, board, &names, err);
    for (size_t i = 0; ok && i < names.count; i++)
        add_record(self, board, names.items[i], was);
    strvec_release(&names);
    return ok;
}

static bool add_board(struct build *self, const char *board, struct error *err)
{
    /* The stamp is taken before the folder is read: what comes later makes
     * it stale. */
    struct index_stamp stamp = stamp_at(self->folder, board);
    const struct index_folder_row *was = find_folder(self->old, board);
    uint32_t name = index_image_text(&self->image, board);
    size_t first = self->image.record_count;
    bool ok = true;
    if (was && is_unchanged(self->old, was->stamp, stamp))
        for (uint32_t i = 0; i < was->count; i++)
            copy_record(self, &self->old->records[was->first + i]);
    else
        ok = add_changed_board(self, board, was, err);
    struct index_folder_row *row = index_image_add_folder(&self->image);
    row->name = name;
    row->stamp = stamp;
    row->first = (uint32_t)first;
    row->count = (uint32_t)(self->image.record_count - first);
    return ok;
}

static void summarise(const struct record *record, struct job *job)
{
    struct signature signature;
    struct str kinds = {0}, cores = {0};
    signature_of_record(record, &signature);
    signature_kinds_text(&signature, &kinds);
    signature_cores_text(&signature, &cores);
    job->texts[INDEX_KINDS] = str_detach(&kinds);
    job->texts[INDEX_CORES] = str_detach(&cores);
    job->texts[INDEX_NEEDS] = strvec_join(&record->needs, ",");
    record_set(&job->texts[INDEX_FAMILY], record->compiler.family);
    record_set(&job->texts[INDEX_VERSION], record->compiler.version);
    record_set(&job->texts[INDEX_TARGET], record->compiler.target);
    record_set(&job->texts[INDEX_WORKLOAD], record->workload.name);
    record_set(&job->texts[INDEX_SOURCE], record->workload.source);
    record_set(&job->texts[INDEX_VERDICT], record->winner.verdict);
    record_set(&job->texts[INDEX_DATE], record->provenance.date);
    job->gain = record->winner.gain;
    job->flags = (record->published ? INDEX_PUBLISHED : 0) |
                 (record->emulated ? INDEX_EMULATED : 0);
    signature_release(&signature);
}

/* Runs on several threads: reads the image, writes only its own job. */
static void read_job(size_t number, void *data)
{
    struct build *self = data;
    struct job *job = &self->jobs[self->job_done + number];
    const struct index_record_row *row = &self->image.records[job->row];
    const char *texts = self->image.texts.text;
    struct str place = {0};
    struct record record = {0};
    struct error err = {0};
    str_addf(&place, "%s/%s", texts + row->texts[INDEX_BOARD],
             texts + row->texts[INDEX_NAME]);
    if (store_load(self->folder, str_text(&place), &record, &err))
        summarise(&record, job);
    else
        record_set(&job->texts[INDEX_FAULT], err.text);
    job->unread = err.kind == ERROR_IO;
    record_release(&record);
    str_release(&place);
}

static void finish_job(struct build *self, struct job *job)
{
    struct index_record_row *row = &self->image.records[job->row];
    row->gain = job->gain;
    row->flags = job->flags;
    if (job->unread)
        self->image.folders[job->folder].stamp = (struct index_stamp){0};
    for (unsigned i = INDEX_FAULT; i < INDEX_TEXT_COUNT; i++) {
        if (job->texts[i])
            row->texts[i] = index_image_text(&self->image, job->texts[i]);
        free(job->texts[i]);
    }
}

static unsigned workers(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 1 ? (unsigned)count : 1;
}

static void read_jobs(struct build *self)
{
    while (self->job_done < self->job_count) {
        size_t left = self->job_count - self->job_done;
        size_t batch = left < BATCH ? left : BATCH;
        pool_run(batch, workers(), read_job, self);
        for (size_t i = 0; i < batch; i++)
            finish_job(self, &self->jobs[self->job_done + i]);
        self->job_done += batch;
    }
}

bool index_build(const char *folder, const struct index_view *old,
                 struct str *out, size_t *reads, struct error *err)
{
    struct build self = {.folder = folder, .old = old};
    struct index_stamp root = stamp_at(folder, "");
    struct strvec boards = {0};
    bool ok = store_boards(folder, &boards, err);
    for (size_t i = 0; ok && i < boards.count; i++)
        ok = add_board(&self, boards.items[i], err);
    if (ok) {
        read_jobs(&self);
        index_image_format(&self.image, root, out);
        *reads = self.job_count;
    }
    free(self.jobs);
    index_image_release(&self.image);
    strvec_release(&boards);
    return ok;
}
