/* SPDX-License-Identifier: MIT
 *
 * The bytes of an index: a header, board folders, records, and a pool of
 * texts that these point into.  The same bytes are the file and the memory,
 * in this machine's byte order; an image of another order, size or version
 * is simply not valid and is built anew.
 */
#ifndef DB_INDEX_IMAGE_H
#define DB_INDEX_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "base/str.h"

struct stat;

/* Raised whenever the image, or what makes a record a faulty one, changes. */
enum { INDEX_IMAGE_VERSION = 1 };

struct index_stamp {
    int64_t modified_ns;
    uint64_t inode;
};

struct index_header {
    char magic[8];
    char tuner[16]; /* version that made it: its rules decided on faults */
    uint32_t version;
    uint32_t folder_count;
    uint32_t record_count;
    uint32_t text_bytes;
    struct index_stamp root;
    int64_t built_ns; /* wall clock */
};

struct index_folder_row {
    uint32_t name;  /* offset into the texts */
    uint32_t first; /* record */
    uint32_t count;
    uint32_t unused;
    struct index_stamp stamp;
};

enum index_text {
    INDEX_NAME,
    INDEX_BOARD,
    INDEX_FAULT,
    INDEX_KINDS,
    INDEX_CORES,
    INDEX_FAMILY,
    INDEX_VERSION,
    INDEX_TARGET,
    INDEX_WORKLOAD,
    INDEX_SOURCE,
    INDEX_NEEDS,
    INDEX_VERDICT,
    INDEX_DATE,
    INDEX_TEXT_COUNT
};

enum { INDEX_PUBLISHED = 1, INDEX_EMULATED = 2 };

struct index_record_row {
    double gain;
    struct index_stamp stamp;
    uint64_t size;
    uint32_t flags;
    uint32_t texts[INDEX_TEXT_COUNT];
};

/* Borrowed views into an image. */
struct index_view {
    const struct index_header *header;
    const struct index_folder_row *folders;
    const struct index_record_row *records;
    const char *texts;
};

/* False when the bytes are no whole image of this version; the records of
 * every folder are among those that it has. */
bool index_view_open(struct index_view *self, const void *bytes, size_t length);
/* Never NULL; "" for an offset that is none. */
const char *index_view_text(const struct index_view *self, uint32_t offset);

struct index_stamp index_stamp_of(const struct stat *info);
bool index_stamp_equal(struct index_stamp a, struct index_stamp b);

/* An image in the making.  {0} is empty. */
struct index_image {
    struct index_folder_row *folders;
    size_t folder_count;
    size_t folder_capacity;
    struct index_record_row *records;
    size_t record_count;
    size_t record_capacity;
    struct str texts;
    struct map known; /* texts that stand in the pool already */
};

void index_image_release(struct index_image *self);
/* Offset of a text, which is added when it is not there yet. */
uint32_t index_image_text(struct index_image *self, const char *text);
/* The same for one that is known to be new, such as a file's name. */
uint32_t index_image_new_text(struct index_image *self, const char *text);
/* Zeroed rows, borrowed until the next one. */
struct index_folder_row *index_image_add_folder(struct index_image *self);
struct index_record_row *index_image_add_record(struct index_image *self);
/* The finished bytes. */
void index_image_format(const struct index_image *self, struct index_stamp root,
                        struct str *out);

#endif
