/* SPDX-License-Identifier: MIT
 *
 * Reading and making images.
 */
#include <config.h>

#include "db/index_image.h"

#include <sys/stat.h>
#include <time.h>

#include "base/memory.h"

static const char MAGIC[8] = "tunerIX";

/* Whether the records of each folder are among those that there are. */
static bool folders_are_whole(const struct index_header *header,
                              const struct index_folder_row *folders)
{
    for (uint32_t i = 0; i < header->folder_count; i++)
        if ((uint64_t)folders[i].first + folders[i].count >
            header->record_count)
            return false;
    return true;
}

bool index_view_open(struct index_view *self, const void *bytes, size_t length)
{
    const char *start = bytes;
    const struct index_header *header = bytes;
    if (length < sizeof(*header) ||
        memcmp(header->magic, MAGIC, sizeof(MAGIC)) != 0 ||
        strncmp(header->tuner, PACKAGE_VERSION, sizeof(header->tuner)) != 0 ||
        header->version != INDEX_IMAGE_VERSION)
        return false;
    /* 64 bits, so that no sum wraps on a 32-bit machine. */
    uint64_t folders = header->folder_count * (uint64_t)sizeof(*self->folders);
    uint64_t records = header->record_count * (uint64_t)sizeof(*self->records);
    if (header->text_bytes == 0 ||
        length != sizeof(*header) + folders + records + header->text_bytes ||
        start[length - 1] != '\0')
        return false;
    const void *first_folder = start + sizeof(*header);
    if (!folders_are_whole(header, first_folder))
        return false;
    self->header = header;
    self->folders = first_folder;
    self->records = (const void *)(start + sizeof(*header) + folders);
    self->texts = start + sizeof(*header) + folders + records;
    return true;
}

const char *index_view_text(const struct index_view *self, uint32_t offset)
{
    return offset < self->header->text_bytes ? self->texts + offset : "";
}

struct index_stamp index_stamp_of(const struct stat *info)
{
    return (struct index_stamp){.modified_ns =
                                    (int64_t)info->st_mtim.tv_sec * 1000000000 +
                                    info->st_mtim.tv_nsec,
                                .inode = info->st_ino};
}

bool index_stamp_equal(struct index_stamp a, struct index_stamp b)
{
    return a.modified_ns == b.modified_ns && a.inode == b.inode;
}

void index_image_release(struct index_image *self)
{
    free(self->folders);
    free(self->records);
    str_release(&self->texts);
    map_release(&self->known);
    *self = (struct index_image){0};
}

uint32_t index_image_new_text(struct index_image *self, const char *text)
{
    /* Offset 0 is the empty text, so that 0 is "not yet there". */
    if (self->texts.length == 0)
        str_add_bytes(&self->texts, "", 1);
    uint32_t offset = (uint32_t)self->texts.length;
    str_add_bytes(&self->texts, text, strlen(text) + 1);
    return offset;
}

uint32_t index_image_text(struct index_image *self, const char *text)
{
    if (*text == '\0')
        return 0;
    uintptr_t known = (uintptr_t)map_find(&self->known, text);
    if (known)
        return (uint32_t)known;
    uint32_t offset = index_image_new_text(self, text);
    map_set(&self->known, text, (void *)(uintptr_t)offset);
    return offset;
}

struct index_folder_row *index_image_add_folder(struct index_image *self)
{
    self->folders = memory_grow(self->folders, &self->folder_capacity,
                                self->folder_count + 1, sizeof(*self->folders));
    struct index_folder_row *added = &self->folders[self->folder_count++];
    *added = (struct index_folder_row){.first = (uint32_t)self->record_count};
    return added;
}

struct index_record_row *index_image_add_record(struct index_image *self)
{
    self->records = memory_grow(self->records, &self->record_capacity,
                                self->record_count + 1, sizeof(*self->records));
    struct index_record_row *added = &self->records[self->record_count++];
    *added = (struct index_record_row){0};
    return added;
}

static int64_t wall_clock_ns(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void index_image_format(const struct index_image *self, struct index_stamp root,
                        struct str *out)
{
    struct index_header header = {
        .version = INDEX_IMAGE_VERSION,
        .folder_count = (uint32_t)self->folder_count,
        .record_count = (uint32_t)self->record_count,
        .text_bytes = (uint32_t)(self->texts.length ? self->texts.length : 1),
        .root = root,
        .built_ns = wall_clock_ns()};
    memcpy(header.magic, MAGIC, sizeof(MAGIC));
    snprintf(header.tuner, sizeof(header.tuner), "%s", PACKAGE_VERSION);
    str_add_bytes(out, &header, sizeof(header));
    if (self->folder_count)
        str_add_bytes(out, self->folders,
                      self->folder_count * sizeof(*self->folders));
    if (self->record_count)
        str_add_bytes(out, self->records,
                      self->record_count * sizeof(*self->records));
    if (self->texts.length)
        str_add_bytes(out, self->texts.text, self->texts.length);
    else
        str_add_bytes(out, "", 1);
}
